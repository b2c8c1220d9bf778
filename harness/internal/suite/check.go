package suite

import (
	"slices"
	"strings"

	"github.com/spbench/spbench/harness/internal/ordered"
	"github.com/spbench/spbench/harness/internal/suite/yamltree"

	"github.com/spbench/spbench/harness/param"
)

// A Catalogue lists all names that a suite may use, by their sort: dataset, feature map, loss (to
// learn for), metric, decoder (for every learner), oracle (to train with) or learner.
type Catalogue map[string][]param.Entry

// Check compares all names and values of s with the catalogue. It returns the first mistake in the
// order of the file, an [Error].
func (s *Suite) Check(c Catalogue) error {
	k := &checker{reader{Parser: yamltree.Parser{Source: s.source}}, c}
	for _, d := range s.Datasets {
		k.named(&d.Spec, "dataset")
		k.named(&d.Features, "feature map")
		if d.Loss != nil {
			k.named(&d.Loss.Spec, "metric")
			k.trainLoss(d.TrainLoss, d.Loss.Pos)
			d.TrainLoss = nil
		}
		k.own(d.Oracle, d.TrainLoss)
	}
	for _, m := range s.Metrics {
		k.named(&m.Spec, "metric")
	}
	k.trainLoss(&s.TrainLoss, s.Metrics[0].Pos)
	for _, l := range s.Learners {
		k.learner(l)
		k.best(s, &l)
		k.named(l.Features, "feature map")
		k.own(l.Oracle, l.TrainLoss)
	}
	if len(k.Errs) > 0 {
		return yamltree.First(k.Errs)
	}
	return nil
}

type checker struct {
	reader
	catalogue Catalogue
}

// own checks the oracle and the loss of a dataset or of a learner; nil: none of its own.
func (k *checker) own(oracle, loss *Spec) {
	if oracle != nil && oracle.Name != exact {
		k.named(oracle, "oracle")
	}
	k.named(loss, "loss")
}

// named checks the name of s and its arguments. The name is that of an entry, of a sort or among
// more. There may be no s.
func (k *checker) named(s *Spec, what string, more ...param.Entry) (e param.Entry, ok bool) {
	if s == nil {
		return e, false
	}
	entries := slices.Concat(k.catalogue[what], more)
	i := slices.IndexFunc(entries, func(e param.Entry) bool { return e.Name == s.Name })
	if i < 0 {
		k.Fail(s.Pos, hint(s.Name, plural(what), names(entries)), "unknown %s %s", what,
			yamltree.Quote(s.Name))
		return e, false
	}
	e = entries[i]
	before := len(k.Errs)
	if e.Params != nil || e.Accept == nil {
		k.arguments(s, what+" "+s.Name, e.Params)
	}
	if e.Accept != nil && len(k.Errs) == before {
		if err := e.Accept(s.Args); err != nil {
			k.Fail(s.Pos, "", "%v", err)
			k.Errs[len(k.Errs)-1].Err = err
		}
	}
	return e, true
}

// arguments checks the arguments of s; messages call their owner whose. An argument is a mistake if
// its When does not hold, since the user may believe that it has an effect.
func (k *checker) arguments(s *Spec, whose string, params []param.Parameter) {
	var known []string
	have := map[string]string{}
	for _, p := range params {
		known = append(known, p.Name)
		have[p.Name] = strings.Trim(string(p.Default), `"`)
	}
	for _, arg := range s.args {
		have[arg.Name] = arg.Value.Spell()
	}
	for _, arg := range s.args {
		i := slices.Index(known, arg.Name)
		if i < 0 {
			k.Fail(arg.At, hint(arg.Name, "parameters", known), "%s has no parameter %s", whose,
				yamltree.Quote(arg.Name))
			continue
		}
		k.admits(whose+": "+arg.Name, &params[i], arg.Value)
		other, want, found := strings.Cut(params[i].When, "=")
		if values := strings.Split(want, ","); found && !slices.Contains(values, have[other]) {
			k.Fail(arg.At, "", "%s: %s has an effect only if %s is %s, but it is %s", whose, arg.Name, other,
				strings.Join(values, " or "), have[other])
		}
	}
}

func names(entries []param.Entry) (list []string) {
	for _, e := range entries {
		list = append(list, e.Name)
	}
	return ordered.Add(nil, list...)
}

// trainLoss checks the loss to learn for. If the file does not name one, the name of the metric at a
// place must be a loss.
func (k *checker) trainLoss(loss *Spec, metric Pos) {
	if loss.Pos != (Pos{}) {
		k.named(loss, "loss")
		return
	}
	if losses := names(k.catalogue["loss"]); !slices.Contains(losses, loss.Name) {
		k.Fail(metric, hint("", "losses", losses),
			"learners cannot learn for the metric %s: add train-loss: LOSS", yamltree.Quote(loss.Name))
	}
}

// Points returns all parameters with which l may be fitted.
func (l *Learner) Points() []Spec {
	points := l.Candidates
	if points == nil {
		points = []Spec{l.Spec}
	}
	for _, e := range l.Exceptions {
		if e.Candidates == nil {
			points = append(points, e.Spec)
		}
		points = append(points, e.Candidates...)
	}
	return points
}

// learner checks one learner. A decoder of the suite may be one of another learner. A decoder of
// the learner itself may not.
func (k *checker) learner(l Learner) {
	e, ok := param.Entry{}, false
	for _, spec := range l.Points() {
		if e, ok = k.named(&spec, "learner"); !ok {
			break
		}
	}
	for _, o := range l.Decoders {
		if o.Pos == (Pos{}) { // the default
			continue
		}
		entries := slices.Clone(e.Decoders)
		if !l.ownDecoders || !ok {
			for _, other := range k.catalogue["learner"] {
				entries = append(entries, other.Decoders...)
			}
		}
		k.named(&o.Spec, "decoder", entries...)
	}
}

// best checks the decoder [Best]. It is the last one, in a tuned suite. All see the same labels.
func (k *checker) best(s *Suite, l *Learner) {
	for i, d := range l.Decoders {
		switch {
		case d.Name != Best:
		case s.Tune == nil:
			k.Fail(d.Pos, "add tune: {}", "the decoder best is chosen by tuning")
		case i == 0 || i < len(l.Decoders)-1:
			k.Fail(d.Pos, "put it after the decoders to choose from",
				"best must be the last decoder of several")
		case slices.ContainsFunc(l.Decoders, func(o Decoder) bool { return o.Reveal != d.Reveal }):
			k.Fail(d.Pos, "", "best chooses among decoders that see the same labels")
		}
	}
}
