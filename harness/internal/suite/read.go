package suite

import (
	"reflect"
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
	if s.TrainLoss.Name == "" {
		s.TrainLoss = l.Loss.Spec
		s.TrainLoss.Pos = Pos{}
	}
	s.Datasets = r.datasets(l.Datasets, l.Features.Spec)
	s.oracles(r.oracles(l.Oracle))
	s.budget(l.Budget)
	t := &tuner{on: s.Tune != nil}
	if t.on && s.Tune.Over != nil {
		t.over = root.find("tune").find("over").items
	}
	s.Learners = r.learners(&l, t)
	r.metrics(s, l.Metrics)
	r.placebos(s)
	r.validates(s)
	r.against(s, root)
	return s
}
