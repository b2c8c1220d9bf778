package suite

import (
	"encoding/json"
	"fmt"

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
		if s.metric(t.Label) != nil {
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

// metric returns the metric with a label; nil if there is none.
func (s *Suite) metric(label string) *Metric {
	for i := range s.Metrics {
		if s.Metrics[i].Label == label {
			return &s.Metrics[i]
		}
	}
	return nil
}
