package suite

import (
	"encoding/json"
	"fmt"
	"slices"

	"github.com/spbench/spbench/harness/internal/suite/yamltree"
)

// A Metric scores predictions. It is a column for each dataset. In JSON it is only its name if it
// has no arguments and no other label.
type Metric struct {
	Spec
	Label string `json:"label"`
}

// MarshalJSON writes the name or an object.
func (m Metric) MarshalJSON() ([]byte, error) {
	if m.Label == m.Name && (len(m.Args) == 0 || string(m.Args) == "{}") {
		return json.Marshal(m.Name)
	}
	type plain Metric
	return json.Marshal(plain(m))
}

// UnmarshalJSON reads what MarshalJSON writes.
func (m *Metric) UnmarshalJSON(text []byte) error {
	*m = Metric{}
	if json.Unmarshal(text, &m.Name) == nil {
		m.Args, m.Label = yamltree.Object(nil), m.Name
		return nil
	}
	type plain Metric
	if err := json.Unmarshal(text, (*plain)(m)); err != nil {
		return fmt.Errorf("suite: metric: %w", err)
	}
	return nil
}

// addMetrics appends more metrics to the loss.
func addMetrics(r *reader, s *Suite, things []thing[labelKey]) {
	for _, t := range things {
		if slices.ContainsFunc(s.Metrics, func(m Metric) bool { return m.Label == t.Label }) {
			advice := ""
			if len(t.args) > 0 {
				advice = "add as: LABEL to one of them"
			}
			r.Fail(t.Pos, advice, "duplicate metric %s (the loss is one of the metrics)",
				yamltree.Quote(t.Label))
		}
		s.Metrics = append(s.Metrics, Metric{t.Spec, t.Label})
	}
}

// MetricsOn returns the metrics on a dataset. The first is its own loss, or else the suite's.
func (s *Suite) MetricsOn(d *Dataset) []Metric {
	if d.Loss == nil {
		return s.Metrics
	}
	metrics := []Metric{*d.Loss}
	for _, m := range s.Metrics[1:] {
		if m.Label != d.Loss.Label {
			metrics = append(metrics, m)
		}
	}
	return metrics
}

// AllMetrics returns the metrics on any dataset, each label once.
func (s *Suite) AllMetrics() (all []Metric) {
	for i := range s.Datasets {
		for _, m := range s.MetricsOn(&s.Datasets[i]) {
			if !slices.ContainsFunc(all, func(o Metric) bool { return o.Label == m.Label }) {
				all = append(all, m)
			}
		}
	}
	return all
}

// On returns the dataset with a label; nil if there is none.
func (s *Suite) On(label string) *Dataset {
	for i := range s.Datasets {
		if s.Datasets[i].Label == label {
			return &s.Datasets[i]
		}
	}
	return nil
}

// checkLabels reports two different metrics with one label, if one is the loss of a dataset.
func checkLabels(r *reader, s *Suite) {
	of := map[string]*Metric{}
	for i := range s.Metrics {
		of[s.Metrics[i].Label] = &s.Metrics[i]
	}
	for i := range s.Datasets {
		m := s.Datasets[i].Loss
		if m == nil {
			continue
		}
		if old := of[m.Label]; old != nil && !old.Equals(&m.Spec) {
			r.Fail(m.Pos, "add as: LABEL to one of them", "two different metrics have the label %s",
				yamltree.Quote(m.Label))
		}
		of[m.Label] = m
	}
}
