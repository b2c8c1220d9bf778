package report

import (
	"slices"
	"strings"
)

// Scores are values of metrics, in the order of their names. They take a fifth of the room of a map, as there are few in each of very many entries.
type Scores []Score

// A Score is the value of one metric.
type Score struct {
	Metric string
	Value  float64
}

// NewScores returns these values.
func NewScores[V ~float64](values map[string]V) Scores {
	s := make(Scores, 0, len(values))
	for name, v := range values {
		s = append(s, Score{name, float64(v)})
	}
	slices.SortFunc(s, func(a, b Score) int { return strings.Compare(a.Metric, b.Metric) })
	return s
}

// Of returns the value of a metric, if there is one.
func (s Scores) Of(metric string) (v float64, ok bool) {
	for i := range s {
		if s[i].Metric == metric {
			return s[i].Value, true
		}
	}
	return 0, false
}

// With returns s with that value of a metric.
func (s Scores) With(metric string, v float64) Scores {
	values := map[string]float64{metric: v}
	for _, old := range s {
		if old.Metric != metric {
			values[old.Metric] = old.Value
		}
	}
	return NewScores(values)
}
