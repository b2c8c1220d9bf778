package loss

import (
	"fmt"
	"math"
	"strings"

	"github.com/spbench/spbench/harness/sp"
)

// A Metric scores predictions. Macro metrics average num/den over instances,
// micro metrics divide Σnum by Σden.
type Metric struct {
	Name    string
	Doc     string
	Percent bool // printed times 100
	Micro   bool
	Higher  bool // larger is better
	// Stat returns the sufficient statistics of prediction p for instance x as
	// the learner saw it; gold is complete. Variables whose label x reveals do
	// not count. den is 0 when nothing counts or p lacks what is needed.
	Stat func(x *sp.Instance, gold []int32, p *sp.Prediction) (num, den float64)
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

var metrics = []Metric{
	{Name: "hamming", Doc: "share of wrong variables, mean over instances (macro)", Percent: true, Stat: wrong},
	{Name: "hamming-micro", Doc: "share of wrong variables, pooled (micro)", Percent: true, Micro: true, Stat: wrong},
	{Name: "zero-one", Doc: "share of instances with any wrong variable", Percent: true, Stat: perInstance(ZeroOne{})},
	{Name: "weighted-hamming", Doc: "class-balanced, size-weighted share of wrong variables, mean over instances (macro)", Percent: true, Stat: perInstance(WeightedHamming{})},
	{Name: "expected-hamming", Doc: "expected share of wrong variables under the predicted distribution, mean over instances (macro)", Percent: true, Stat: expectedWrong},
	{Name: "log-loss", Doc: "−log of the marginal of the true label in nats, mean over variables (micro)", Micro: true, Stat: logLoss},
	{Name: "brier", Doc: "squared distance of the marginals from the truth, mean over variables (micro)", Micro: true, Stat: brier},
	{Name: "iou", Doc: "intersection over union of each present class, mean over classes and instances (macro)", Percent: true, Higher: true, Stat: iou},
}

// Metrics returns all metrics in the order of their documentation.
func Metrics() []Metric { return metrics }

// NewMetric returns the metric called name.
func NewMetric(name string) (Metric, error) {
	var names []string
	for _, m := range metrics {
		if m.Name == name {
			return m, nil
		}
		names = append(names, m.Name)
	}
	return Metric{}, fmt.Errorf("loss: no metric is called %q; there are %s", name, strings.Join(names, ", "))
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

func perInstance(l sp.Loss) func(*sp.Instance, []int32, *sp.Prediction) (num, den float64) {
	return func(x *sp.Instance, gold []int32, p *sp.Prediction) (float64, float64) {
		ref, n := scored(x, gold)
		if n == 0 {
			return 0, 0
		}
		return l.Value(x, ref, p.Labels), 1
	}
}

func wrong(x *sp.Instance, gold []int32, p *sp.Prediction) (num, den float64) {
	ref, n := scored(x, gold)
	return Hamming{}.Value(x, ref, p.Labels), float64(n)
}

// expectedWrong takes the expectation from atoms, which are the randomised
// prediction itself, or from marginals.
func expectedWrong(x *sp.Instance, gold []int32, p *sp.Prediction) (num, den float64) {
	ref, n := scored(x, gold)
	switch {
	case len(p.Atoms) > 0:
		for _, a := range p.Atoms {
			num += a.Weight * Hamming{}.Value(x, ref, a.Labels)
		}
		return num, float64(n)
	case p.Marginal != nil:
		return overVariables(x, ref, p, func(q []float64, k int32) float64 { return 1 - q[k] })
	}
	return 0, 0
}

func logLoss(x *sp.Instance, gold []int32, p *sp.Prediction) (num, den float64) {
	ref, _ := scored(x, gold)
	// A marginal of 0 for the truth would make every mean infinite: estimates
	// from finitely many draws are floored at 1e-12.
	return overVariables(x, ref, p, func(q []float64, k int32) float64 { return -math.Log(max(q[k], 1e-12)) })
}

func brier(x *sp.Instance, gold []int32, p *sp.Prediction) (num, den float64) {
	ref, _ := scored(x, gold)
	return overVariables(x, ref, p, func(q []float64, k int32) float64 {
		s := 1 - 2*q[k]
		for _, v := range q {
			s += v * v
		}
		return s
	})
}

func overVariables(x *sp.Instance, ref []int32, p *sp.Prediction, cost func(q []float64, k int32) float64) (num, den float64) {
	if p.Marginal == nil {
		return 0, 0
	}
	for d, k := range ref {
		if k != sp.Unknown {
			num += cost(p.Marginal[d*x.K:(d+1)*x.K], k)
			den++
		}
	}
	return num, den
}

func iou(x *sp.Instance, gold []int32, p *sp.Prediction) (num, den float64) {
	ref, _ := scored(x, gold)
	both, either := make([]float64, x.K), make([]float64, x.K)
	present := make([]bool, x.K)
	for d, k := range ref {
		if k == sp.Unknown {
			continue
		}
		v, l := x.SizeOf(d), p.Labels[d]
		present[k] = true
		either[k] += v
		if l == k {
			both[k] += v
		} else {
			either[l] += v
		}
	}
	for k := range present {
		if present[k] && either[k] > 0 {
			num += both[k] / either[k]
			den++
		}
	}
	if den > 0 {
		return num / den, 1 // the mean over classes is one instance's value
	}
	return 0, 0
}
