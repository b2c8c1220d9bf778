package suite

import (
	"reflect"
	"slices"
	"strings"
)

// suite reads the whole file, and makes the suite where that is well formed.
func (r *reader) suite(root *node) *Suite {
	var l file
	if r.read(field{"a suite", root.at, root}, &key{}, reflect.ValueOf(&l).Elem()); len(r.errs) > 0 {
		return nil
	}
	s := &l.Suite
	s.source, s.About, s.TrainLoss = r.source, strings.TrimSpace(s.About), l.TrainLoss.Spec
	if s.Name == "" {
		s.Name = defaultName(r.source.file)
	}
	s.Metrics = []Metric{{l.Loss.Spec, l.Loss.Label}}
	s.Datasets = r.datasets(l.Datasets)
	s.oracles(r.oracles(l.Oracle))
	s.budget(l.Budget)
	t := &tuner{on: s.Tune != nil}
	if t.on && s.Tune.Over != nil {
		t.over = root.find("tune").find("over").items
	}
	s.Learners = r.learners(l.Learners, t)
	r.metrics(s, l.Metrics)
	s.inherit(l.Features.Spec, r.outputs(l.Outputs), l.Reveal)
	r.exceptions(s)
	r.placebos(s)
	r.validates(s)
	r.against(s, root)
	return s
}

// inherit gives datasets, learners and the loss to learn for what they do not say themselves.
func (s *Suite) inherit(features Spec, outputs []Output, reveal Reveal) {
	if s.TrainLoss.Name == "" {
		s.TrainLoss = s.Metrics[0].Spec
		s.TrainLoss.Pos = Pos{}
	}
	for i := range s.Datasets {
		if s.Datasets[i].Features.Name == "" {
			s.Datasets[i].Features = features
		}
	}
	for i := range s.Learners {
		if s.Learners[i].Outputs == nil {
			s.Learners[i].Outputs = slices.Clone(outputs)
		}
		for o := range s.Learners[i].Outputs {
			if out := &s.Learners[i].Outputs[o]; !out.reveals {
				out.Reveal = reveal
			}
		}
	}
}
