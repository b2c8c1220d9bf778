package metric

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/spbench/spbench/harness/loss"
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
	{Name: "zero-one", Doc: "share of instances with any wrong variable", Percent: true, Stat: perInstance(loss.ZeroOne{})},
	{Name: "weighted-hamming", Doc: "class-balanced, size-weighted share of wrong variables, mean over instances (macro)", Percent: true, Stat: perInstance(loss.WeightedHamming{})},
	{Name: "expected-hamming", Doc: "expected share of wrong variables of a randomised prediction: from its atoms, else its marginals; mean over instances (macro)", Percent: true, Stat: expected(loss.Hamming{}, true)},
	{Name: "expected-weighted-hamming", Doc: "the same expectation of weighted-hamming (macro)", Percent: true, Stat: expected(loss.WeightedHamming{}, false)},
	{Name: "expected-zero-one", Doc: "probability that any variable is wrong, from atoms; mean over instances", Percent: true, Stat: expected(loss.ZeroOne{}, false)},
	{Name: "log-loss", Doc: "−log of the marginal of the true label, in nats and with marginals of at least 1e-12: mean over variables, then over instances (macro)", Stat: logLoss},
	{Name: "log-loss-micro", Doc: "log-loss pooled over all variables (micro)", Micro: true, Stat: logLoss},
	{Name: "brier", Doc: "squared distance of the marginals from the truth, in [0,2]: mean over variables, then over instances (macro)", Stat: brier},
	{Name: "brier-micro", Doc: "brier pooled over all variables (micro)", Micro: true, Stat: brier},
	{Name: "iou", Doc: "size-weighted intersection over union: of label 1 where there are two labels, else the mean over the labels that are present in the truth; mean over instances (macro)", Percent: true, Higher: true, Stat: iou},
}

// All returns all metrics, each beside its relatives. The caller owns the slice.
func All() []Metric { return slices.Clone(metrics) }

// New returns the metric called name.
func New(name string) (Metric, error) {
	var names []string
	for _, m := range metrics {
		if m.Name == name {
			return m, nil
		}
		names = append(names, m.Name)
	}
	return Metric{}, fmt.Errorf("metric: none is called %q; there are %s", name, strings.Join(names, ", "))
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
	return loss.Hamming{}.Value(x, ref, p.Labels), float64(n)
}

// expected returns the statistics of E[L(gold, ŷ)] under the predicted
// distribution: from the atoms, which are the randomised prediction itself, or,
// where L sums over variables, from the marginals. count says that L counts
// variables, so that the mean divides by them.
func expected(l sp.Loss, count bool) func(*sp.Instance, []int32, *sp.Prediction) (num, den float64) {
	return func(x *sp.Instance, gold []int32, p *sp.Prediction) (num, den float64) {
		ref, n := scored(x, gold)
		nodes, sums := l.(sp.NodeLoss)
		switch {
		case n == 0:
			return 0, 0
		case len(p.Atoms) > 0:
			for _, a := range p.Atoms {
				num += a.Weight * l.Value(x, ref, a.Labels)
			}
		case sums && p.Marginal != nil:
			truth := *x
			truth.Gold = ref
			cost := make([]float64, len(p.Marginal))
			nodes.Costs(cost, &truth, nil)
			for i, c := range cost {
				num += c * p.Marginal[i]
			}
		default:
			return 0, 0
		}
		if count {
			return num, float64(n)
		}
		return num, 1
	}
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

// iou returns the intersection and the union of label 1 in the binary case; den
// is 0 where neither the truth nor the prediction has it. With more labels it
// returns the mean of the labels that the truth has, and 1.
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
	if x.K == 2 {
		return both[1], either[1]
	}
	for k := range present {
		if present[k] && either[k] > 0 {
			num += both[k] / either[k]
			den++
		}
	}
	if den > 0 {
		return num / den, 1 // the mean over labels is one instance's value
	}
	return 0, 0
}
