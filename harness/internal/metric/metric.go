package metric

import (
	"math"

	"github.com/spbench/spbench/harness/sp"
)

// A Metric scores predictions for a test set. Most are averages of a ratio of each
// instance: macro metrics average num/den over instances, micro metrics divide Σnum by
// Σden. The others, such as an F1, are a function of Counts.
type Metric struct {
	Name    string
	Doc     string
	Percent bool // printed times 100
	Micro   bool
	Higher  bool // larger is better
	// Stat returns the sufficient statistics of prediction p for instance x as
	// the learner saw it; gold is complete. Variables whose label x reveals do
	// not count. den is 0 when nothing counts or p lacks what is needed. nil
	// where there are Counts.
	Stat func(x *sp.Instance, gold []int32, p *sp.Prediction) (num, den float64)
	// Counts are nil of an average of ratios.
	Counts *Counts
	// Command measures in place of Stat and of what Counts add; nil: these do.
	Command *Command
	// Needs says what of predictions it takes besides their labels: "", [Marginals], or [Atoms] where there are some.
	Needs string
}

// What of a prediction a metric may need beside its labels.
const (
	Marginals = "marginals"
	Atoms     = "atoms"
)

// Counts are sufficient statistics that add up over instances and of whose sum the
// metric is a function, which need not be linear.
type Counts struct {
	Width int // numbers for an instance
	// Add adds those of an instance to dst (Width), with the arguments of Stat.
	Add func(dst []float64, x *sp.Instance, gold []int32, p *sp.Prediction)
	// Value returns the metric of a sum (Width); NaN where nothing counts.
	Value func(sum []float64) float64
}

// Value combines per-instance statistics into the metric's value; instances
// with den 0 do not count, and NaN means that none did.
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
	if n == 0 {
		return math.NaN()
	}
	return s / n
}

// scored returns gold with the revealed variables unknown, and how many are left.
func scored(x *sp.Instance, gold []int32) (ref []int32, n int) {
	ref = make([]int32, len(gold))
	for d, k := range gold {
		if x.Gold[d] != sp.Unknown {
			k = sp.Unknown
		}
		if ref[d] = k; k != sp.Unknown {
			n++
		}
	}
	return ref, n
}
