package plan

import (
	"fmt"
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
func (f *Fit) Instances() (p Instances, err error) {
	d := f.Dataset.Data
	for _, at := range f.split.Train {
		p.add(d.Instances[at])
	}
	for _, at := range f.split.Boxes {
		p.add(prepare.Box(d.Instances[at], d.Outside[at]))
	}
	for _, at := range f.split.Partial {
		x, err := prepare.Reveal(d.Instances[at], f.split.labels, f.Seed.Split)
		if err != nil {
			return p, fmt.Errorf("plan: training set: %w", err)
		}
		p.add(x)
	}
	for _, at := range f.split.Test {
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
