package plan

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"

	"github.com/spbench/spbench/harness/internal/data"
	"github.com/spbench/spbench/harness/internal/data/prepare"
	"github.com/spbench/spbench/harness/sp"
)

// Instances are the instances of one fit, as its learner sees them.
type Instances struct {
	Train   []sp.Instance // with all labels
	Partial []sp.Instance // with labels outside a box, with a share of the labels, or without labels
	Test    []sp.Instance // to test on, without labels
	Gold    [][]int32     // labelings of Test; the learner never gets them
}

// Instances returns the instances of the fit with the labels that its split and suite grant. A
// training instance with all labels belongs to Train, also if it was drawn for another set.
func (f *Fit) Instances() (Instances, error) { return f.instances(f.split.Split) }

// instances is Instances on a split.
func (f *Fit) instances(s data.Split) (p Instances, err error) {
	d := f.Dataset.Data
	for _, at := range s.Train {
		p.add(d.Instances[at])
	}
	for _, at := range s.Boxes {
		p.add(prepare.Box(d.Instances[at], d.Outside[at]))
	}
	for _, at := range s.Partial {
		x, err := prepare.Reveal(d.Instances[at], f.split.labels, f.Seed.Split)
		if err != nil {
			return p, fmt.Errorf("plan: training set: %w", err)
		}
		p.add(x)
	}
	for _, at := range s.Test {
		x := d.Instances[at]
		p.Gold = append(p.Gold, x.Gold)
		p.Test = append(p.Test, prepare.Hide(x))
	}
	return p, nil
}

// add adds a training instance.
func (p *Instances) add(x sp.Instance) {
	if x.Labelled() {
		p.Train = append(p.Train, x)
	} else {
		p.Partial = append(p.Partial, x)
	}
}

// Folds returns the instances of the trials of tuning: one set for each fold, else one alone. A
// trial learns from Train and Partial and is scored on Test. Every instance of the training set is
// in one of K folds, drawn by the seed of tuning; there are at most as many folds as instances. All
// learners have the same sets. hash is that of the first one.
func (f *Fit) Folds() (sets []Instances, hash string, err error) {
	t, s := f.Plan.Suite.Tune, f.split.Split
	if t.On != "" {
		s.Train, s.Test = f.split.alone, s.Dev
		p, err := f.instances(s)
		return []Instances{p}, SplitHash(s), err
	}
	p, err := f.Instances()
	if err != nil {
		return nil, "", err
	}
	n := len(p.Train)
	if n < 2 {
		return nil, "", fmt.Errorf("plan: tune: %d training instance cannot be divided", n)
	}
	order := rand.New(rand.NewPCG(f.Seed.Tune, 0x74756e65)).Perm(n) // a stream of its own
	k := max(1, min(t.Folds, n))
	for i := range k {
		from, to := i*n/k, (i+1)*n/k
		if t.Folds == 0 {
			to = min(max(int(math.Round(t.Fraction*float64(n))), 1), n-1)
		}
		train, rest := sorted(order[:from], order[to:]), sorted(order[from:to])
		if i == 0 {
			hash = SplitHash(data.Split{Train: train, Test: rest})
		}
		sets = append(sets, p.Validation(train, rest))
	}
	return sets, hash, nil
}

// Validation returns the instances of a trial of tuning: it learns from some instances of Train and
// is scored on the rest of them. Both are indices into Train.
func (p *Instances) Validation(train, rest []int) Instances {
	v := Instances{Partial: p.Partial}
	for _, at := range train {
		v.Train = append(v.Train, p.Train[at])
	}
	for _, at := range rest {
		v.Gold = append(v.Gold, p.Train[at].Gold)
		v.Test = append(v.Test, prepare.Hide(p.Train[at]))
	}
	return v
}

// Prepared returns the instances without rare features, and standardised, as the dataset asks for.
// Both rest on the training instances alone.
func (p Instances) Prepared(d *data.Dataset) (Instances, error) {
	if d.MinCount > 0 {
		v := prepare.NewVocabulary(p.Training(), d.MinCount)
		p = Instances{
			Train:   v.Apply(p.Train),
			Partial: v.Apply(p.Partial),
			Test:    v.Apply(p.Test),
			Gold:    p.Gold,
		}
	}
	if !d.Standardise {
		return p, nil
	}
	s, err := prepare.NewScaling(p.Training())
	if err != nil {
		return p, err
	}
	for _, list := range []*[]sp.Instance{&p.Train, &p.Partial, &p.Test} {
		if *list, err = s.Apply(*list); err != nil {
			return p, err
		}
	}
	return p, nil
}

// Training returns all training instances, in the order in which learners get them.
func (p *Instances) Training() []sp.Instance { return slices.Concat(p.Train, p.Partial) }
