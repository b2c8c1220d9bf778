package likelihood

import (
	"runtime"

	"github.com/spbench/spbench/harness/encoder"
	"github.com/spbench/spbench/harness/sp"
)

// An Objective is F(w) on labelled instances; see the package comment. It keeps buffers and is
// not safe for concurrent use.
type Objective struct {
	Map    sp.FeatureMap
	Train  []sp.Instance // fully labelled, read-only
	Lambda float64
	Term   Term
	// Batch, if not nil, is the Batch of a task, and New returns a new term with solvers and
	// visits of t. Evaluate then uses as many threads as the fit may. Value, gradient, counts
	// and errors are those of one thread, to the bit.
	Batch func(w sp.Worker) (run func(n int) error)
	New   func(t *sp.Task) Term
	// Encoder, if not nil, is trained by Add.
	Encoder *encoder.Fit

	p   sp.Potentials
	g   sp.Marginals
	one sp.Instance // with one edge

	batch batch
}

// Evaluate returns F(w) and sets grad to its gradient; both slices have length Map.Dim(). It
// calls the Term once per instance, in order; the first error ends it.
func (o *Objective) Evaluate(w, grad []float64) (float64, error) {
	total, norm := o.Total(), 0.0
	for i, v := range w {
		grad[i] = o.Lambda * v
		norm += v * v
	}
	sum, err := o.sum(w, grad, total)
	if err != nil {
		return 0, err
	}
	return o.Lambda/2*norm + sum/total, nil
}

// sum returns Σᵢaᵢℓᵢ and adds its gradient over total to grad.
func (o *Objective) sum(w, grad []float64, total float64) (sum float64, err error) {
	if o.Batch != nil && runtime.GOMAXPROCS(0) > 1 {
		return o.batchSum(w, grad, total)
	}
	for i := range o.Train {
		x := &o.Train[i]
		value, err := o.Add(grad, x.Weight/total, w, 1, x)
		if err != nil {
			return 0, err
		}
		sum += x.Weight * value
	}
	return sum, nil
}

// Add returns ℓ of x under the weights scale·w and adds a times its gradient by those weights
// to dst. It touches only the coordinates of Map.Support(x) and ignores Lambda: stochastic
// methods add that term themselves.
func (o *Objective) Add(dst []float64, a float64, w []float64, scale float64,
	x *sp.Instance) (float64, error) {
	o.Map.Potentials(&o.p, w, x)
	o.p.Scale(scale)
	value, err := o.Term.Value(&o.g, &o.p, x)
	if err != nil {
		return 0, err
	}
	o.addGradient(dst, a, x, &o.g)
	o.Encoder.Learn(x, o.g.Node, w, scale)
	o.Encoder.Step()
	return value, nil
}

// addGradient adds a times the derivatives by the weights to dst, given the derivatives g by
// the scores of x.
func (o *Objective) addGradient(dst []float64, a float64, x *sp.Instance, g *sp.Marginals) {
	if m := len(x.Edges); m > 1 && len(g.Pair) == x.K*x.K {
		// Derivatives by a shared table are already summed over the edges: they count as one
		// edge.
		o.one = *x
		o.one.Edges = x.Edges[:1]
		x = &o.one
	}
	o.Map.AddMean(dst, a, x, g)
}

// Total returns Σᵢaᵢ. O(instances).
func (o *Objective) Total() float64 {
	total := 0.0
	for i := range o.Train {
		total += o.Train[i].Weight
	}
	return total
}

// Shares returns aᵢ/ā for each instance, ā the mean of all aᵢ: F is λ/2·‖w‖² plus the mean of
// aᵢ/ā·ℓᵢ. The caller owns the slice. O(instances).
func (o *Objective) Shares() []float64 {
	mean := o.Total() / float64(len(o.Train))
	list := make([]float64, len(o.Train))
	for i := range list {
		list[i] = o.Train[i].Weight / mean
	}
	return list
}
