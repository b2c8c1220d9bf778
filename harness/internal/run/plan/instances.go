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

	units []int // of Train: tuning keeps instances with the same number together
}

// Instances returns the instances of the fit with the labels that its split and suite grant. A
// training instance with all labels belongs to Train, also if it was drawn for another set.
func (f *Fit) Instances() (Instances, error) { return f.instances(f.split.Split) }

// instances is Instances on a split.
func (f *Fit) instances(s data.Split) (p Instances, err error) {
	d := f.Dataset.Data
	add := func(at int, x sp.Instance) {
		if !x.Labelled() {
			p.Partial = append(p.Partial, x)
			return
		}
		if p.Train = append(p.Train, x); f.split.byGroup {
			at = f.Dataset.units[at]
		}
		p.units = append(p.units, at)
	}
	for _, at := range s.Train {
		add(at, d.Instances[at])
	}
	for _, at := range s.Boxes {
		add(at, prepare.Box(d.Instances[at], d.Outside[at]))
	}
	for _, at := range s.Partial {
		x, err := prepare.Reveal(d.Instances[at], f.split.labels, f.Seed.Split)
		if err != nil {
			return p, fmt.Errorf("plan: training set: %w", err)
		}
		add(at, x)
	}
	for _, at := range s.Test {
		x := d.Instances[at]
		p.Gold = append(p.Gold, x.Gold)
		p.Test = append(p.Test, prepare.Hide(x))
	}
	return p, nil
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
	units := data.NewUnits(p.units)
	if len(units) < 2 {
		return nil, "", fmt.Errorf("plan: tune: %d training instance cannot be divided", len(units))
	}
	stream := rand.New(rand.NewPCG(f.Seed.Tune, 0x74756e65)) // of its own
	folds := []data.Units{nil}
	if t.Folds > 0 {
		folds, err = units.Folds(min(t.Folds, len(units)), stream)
	} else {
		folds[0] = units.Share(int(math.Round(t.Fraction*float64(len(p.Train)))), stream)
	}
	for i, fold := range folds {
		rest := fold.Things()
		train := slices.DeleteFunc(units.Things(), func(at int) bool {
			_, in := slices.BinarySearch(rest, at)
			return in
		})
		if i == 0 {
			hash = SplitHash(data.Split{Train: train, Test: rest})
		}
		sets = append(sets, p.Validation(train, rest))
	}
	return sets, hash, err
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
