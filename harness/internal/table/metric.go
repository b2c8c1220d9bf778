package table

import (
	"math"
	"slices"

	"github.com/spbench/spbench/harness/internal/record"
	"github.com/spbench/spbench/harness/internal/suite"
)

// A Metric says how to read and print the numbers of that name.
type Metric struct {
	Name    string `json:"name"`
	Args    string `json:"-"`                 // arguments, which tell it from other metrics of that name
	Doc     string `json:"doc"`               // in full, with macro or micro
	Percent bool   `json:"percent"`           // printed times 100
	Micro   bool   `json:"micro"`             // Σnum/Σden instead of the mean of num/den
	Higher  bool   `json:"higher"`            // larger is better
	Neutral bool   `json:"neutral,omitempty"` // neither is better
	// Value returns the metric from the sum of counts over a test set. It is nil for an average of
	// ratios (see [record.Statistics]).
	Value func(sum []float64) float64 `json:"-"`
}

// Scale returns the factor of printed numbers.
func (m Metric) Scale() float64 {
	if m.Percent {
		return 100
	}
	return 1
}

// Digits returns the usual number of decimals.
func (m Metric) Digits() int {
	if m.Percent {
		return 1
	}
	return 3
}

// Heading returns the metric's name with its unit.
func (m Metric) Heading() string {
	if m.Percent {
		return m.Name + " %"
	}
	return m.Name
}

// Error returns the error of a value: the value, or 1 − value if a larger share is better. It is NaN
// if a larger value is better that is no share.
func (m Metric) Error(value float64) float64 {
	switch {
	case !m.Higher:
		return value
	case m.Percent:
		return 1 - value
	}
	return notANumber
}

func (m Metric) better(a, b record.Number) bool {
	if m.Higher {
		return a > b
	}
	return a < b
}

// MetricsOn returns those of all metrics that the suite has on a dataset. Rows are compared by the
// first.
func MetricsOn(s *suite.Suite, all []Metric, dataset string) (metrics []Metric) {
	d := s.On(dataset)
	if d == nil || len(s.Metrics) == 0 {
		return all
	}
	for _, spec := range s.MetricsOn(d) {
		named := func(m Metric) bool { return m.Name == spec.Label }
		if at := slices.IndexFunc(all, named); at >= 0 {
			metrics = append(metrics, all[at])
		}
	}
	return metrics
}

var (
	notANumber = math.NaN()
	unknown    = record.Number(notANumber)
)

func finite[F ~float64](v F) bool { return v-v == 0 }
