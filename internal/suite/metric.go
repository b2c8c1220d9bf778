package suite

import (
	"encoding/json"
	"fmt"
)

// A Metric is what a prediction is scored by: a column for each dataset. In JSON it
// is its name alone where that says everything.
type Metric struct {
	Spec
	Label string `json:"label"`
}

// MarshalJSON writes the name, or all.
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
		m.Args, m.Label = object(nil), m.Name
		return nil
	}
	type plain Metric
	if err := json.Unmarshal(text, (*plain)(m)); err != nil {
		return fmt.Errorf("suite: metric: %w", err)
	}
	return nil
}

// metric reads NAME, or NAME: {arguments}.
func (r *reader) metric(n *node, what string) (m Metric, ok bool) {
	it, ok := r.item(n, what, "as")
	if !ok {
		return m, false
	}
	return Metric{it.spec(), r.label(it)}, true
}

// ParseMetric reads one metric as it may stand in a list of a suite: NAME, or {NAME: {arguments, as: LABEL}}.
func ParseMetric(text string) (Metric, error) {
	r := &reader{source: newSource("metric", []byte("metric: "+text+"\n"))}
	var m Metric
	if n := r.tree([]byte("metric: " + text + "\n")); n != nil {
		if len(n.fields) == 1 {
			m, _ = r.metric(n.fields[0].value, "a metric")
		} else {
			r.wrong(n, "a metric", "NAME, or {NAME: {arguments}}")
		}
	}
	if len(r.errs) > 0 {
		return m, r.errs[0]
	}
	return m, nil
}

// metrics appends more metrics to the loss; n may be nil.
func (r *reader) metrics(s *Suite, n *node) {
	if n == nil {
		return
	}
	if n.kind != list {
		r.wrong(n, "metrics", "a list of names")
		return
	}
	for _, item := range n.items {
		m, ok := r.metric(item, "a metric")
		if !ok {
			continue
		}
		if s.metric(m.Label) != nil {
			advice := ""
			if len(m.args) > 0 {
				advice = "tell them apart with as: LABEL"
			}
			r.fail(m.Pos, advice, "the metric %s is here twice (the loss is one of the metrics)", quote(m.Label))
		}
		s.Metrics = append(s.Metrics, m)
	}
}

// metric returns the metric with that label; nil if there is none.
func (s *Suite) metric(label string) *Metric {
	for i := range s.Metrics {
		if s.Metrics[i].Label == label {
			return &s.Metrics[i]
		}
	}
	return nil
}
