package metric

import (
	"github.com/spbench/spbench/harness/sp"
)

// A Metric scores predictions for a test set. Most are averages of a ratio: macro metrics average
// num/den over instances, micro metrics divide Σnum by Σden. The others, such as an F1, are a
// function of Counts.
type Metric struct {
	Name    string
	Doc     string
	Percent bool // printed times 100
	Micro   bool
	Higher  bool // larger is better
	Neutral bool // neither is better: no row is the best
	// Stat returns the sufficient statistics of a case. Variables with a revealed label do not count.
	// den is 0 if no variable counts or the prediction lacks the needed parts. Stat is nil for a metric
	// with Counts.
	Stat func(x *Case) (num, den float64)
	// Counts are nil for an average of ratios.
	Counts *Counts
	// Command measures in place of Stat and Counts.Add; nil for most metrics.
	Command *Command
	// Needs names the needed part of predictions besides labels: "", [Marginals], [LogZ], or [Atoms]
	// if there are any.
	Needs string
	// Log reports that the metric takes logarithms of marginals. It has no value for decoders with
	// sparse marginals.
	Log bool
}

// Parts of a prediction that a metric may need besides labels.
const (
	Marginals = "marginals"
	Atoms     = "atoms"
	LogZ      = "log-z"
)

// Counts are sufficient statistics that add up over instances. The metric is a function of their
// sum, and need not be linear.
type Counts struct {
	Width int // numbers for an instance
	// Add adds the counts of an instance to dst (Width), of a case.
	Add func(dst []float64, x *Case)
	// Value returns the metric of a sum (Width); NaN if nothing counts.
	Value func(sum []float64) float64
}

// Value combines the statistics of instances. Instances with den 0 do not count. It is NaN if none
// counts.
func (m *Metric) Value(num, den []float64) float64 {
	s, n := 0.0, 0.0
	for i := range num {
		switch {
		case den[i] == 0:
		case m.Micro:
			s, n = s+num[i], n+den[i]
		default:
			s, n = s+num[i]/den[i], n+1
		}
	}
	return s / n
}

// A Case is the prediction for a test instance.
type Case struct {
	*sp.Instance // as the learner saw it
	*sp.Prediction

	truth, known []int32 // all labels, and those without the revealed ones
	n            int     // of known ones
}

// NewCase returns a case; gold is complete.
func NewCase(x *sp.Instance, gold []int32, p *sp.Prediction) *Case {
	c := &Case{Instance: x, Prediction: p, truth: gold, known: make([]int32, len(gold))}
	for d, k := range gold {
		if x.Gold[d] != sp.Unknown {
			k = sp.Unknown
		}
		if c.known[d] = k; k != sp.Unknown {
			c.n++
		}
	}
	return c
}
