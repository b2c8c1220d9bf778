package run

import (
	"fmt"
	"slices"

	"github.com/spbench/spbench/harness/internal/data"
	"github.com/spbench/spbench/harness/internal/data/prepare"
	"github.com/spbench/spbench/harness/sp"
)

// parts are the instances that one fit is about, as its learner sees them.
type parts struct {
	train   []sp.Instance // with all labels
	partial []sp.Instance // with those outside a box, a share of them, or none
	test    []sp.Instance // to test on, without labels
	gold    [][]int32     // labelings of test, which stay here
}

// instances returns the parts of the fit with the labels that its split and suite
// grant. To a learner a training instance is one with all labels, so one of the
// other parts that happens to keep all of its labels is a training instance too.
func (f *Fit) instances() (p parts, err error) {
	d := f.Dataset.Data
	for _, at := range f.split.Train {
		p.learn(d.Instances[at])
	}
	for _, at := range f.split.Boxes {
		p.learn(prepare.Box(d.Instances[at], d.Outside[at]))
	}
	for _, at := range f.split.Partial {
		x, err := prepare.Reveal(d.Instances[at], f.split.labels, f.Seed.Split)
		if err != nil {
			return p, fmt.Errorf("bench: training set: %w", err)
		}
		p.learn(x)
	}
	for _, at := range f.split.Test {
		x := d.Instances[at]
		p.gold = append(p.gold, x.Gold)
		p.test = append(p.test, prepare.Hide(x))
	}
	return p, nil
}

// learn adds an instance to what is learned from.
func (p *parts) learn(x sp.Instance) {
	if x.Labelled() {
		p.train = append(p.train, x)
	} else {
		p.partial = append(p.partial, x)
	}
}

// validating returns the parts of a trial, which learns from the training
// instances fit and is scored on the training instances rest.
func (p *parts) validating(fit, rest []int) parts {
	v := parts{partial: p.partial}
	for _, at := range fit {
		v.train = append(v.train, p.train[at])
	}
	for _, at := range rest {
		v.gold = append(v.gold, p.train[at].Gold)
		v.test = append(v.test, prepare.Hide(p.train[at]))
	}
	return v
}

// prepared returns the parts as the dataset wants them to be learned from: without rare features, and standardised,
// if at all, on all that is learned from and nothing else.
func (p parts) prepared(d *data.Dataset) (parts, error) {
	if d.MinCount > 0 {
		v := prepare.NewVocabulary(p.learned(), d.MinCount)
		p = parts{train: v.Apply(p.train), partial: v.Apply(p.partial), test: v.Apply(p.test), gold: p.gold}
	}
	if !d.Standardise {
		return p, nil
	}
	s, err := prepare.NewScaling(p.learned())
	if err != nil {
		return p, err
	}
	for _, list := range []*[]sp.Instance{&p.train, &p.partial, &p.test} {
		if *list, err = s.Apply(*list); err != nil {
			return p, err
		}
	}
	return p, nil
}

// learned returns what is learned from, in the order in which learners get it.
func (p *parts) learned() []sp.Instance { return slices.Concat(p.train, p.partial) }
