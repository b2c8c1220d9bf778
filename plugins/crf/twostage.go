package crf

import (
	"errors"
	"slices"

	"gonum.org/v1/gonum/floats"

	"github.com/spbench/spbench/harness/likelihood"
	"github.com/spbench/spbench/harness/sp"
)

// twoStage fits the node weights first. Then it freezes their direction and fits one scale for them
// together with the pair weights (Nowozin & Lampert 2011). Let F be the objective "likelihood".
// Stage one is "unary":
//
//	u = argmin F(u),  pair weights 0: F is that of independent variables
//
// Stage two, with the unit vector û = u/‖u‖, is
//
//	min over s, v of F(s·û + v),  node weights of v 0
//
// The regulariser covers s and v, λ/2·(s² + ‖v‖²). With descent solvers F falls throughout.
// Checkpoints carry F(w) in both stages; a bound applies to the minimum of the current stage. Each
// stage has the full tolerance and sgd's full passes, but the budget is shared. If stage one uses
// it up, the result is u.
func (r *run) twoStage() error {
	t := r.task
	apart := likelihood.WithoutEdges(t.Train)
	u, second := make([]float64, t.Map.Dim()), false // second: stage two has begun
	if r.Solver == solverSGD {
		if err := r.Resume(&u, &second); err != nil {
			return err
		}
	}
	if !second {
		err := r.minimize(r.of(t.Map, apart), u, slices.Clone)
		if err != nil && !errors.Is(err, sp.ErrLimit) {
			return err
		}
		r.Hold()
		second = true
	}
	norm, unit := floats.Norm(u, 2), slices.Clone(u)
	if norm > 0 {
		floats.Scale(1/norm, unit)
	}
	m, train := freeze(t.Map, unit, t.Train, apart)
	w := make([]float64, m.Dim())
	w[len(u)] = norm
	return r.minimize(r.of(m, train), w, func(w []float64) []float64 {
		return floats.AddScaledTo(make([]float64, len(u)), w[:len(u)], w[len(u)], unit)
	})
}

// A frozen is the feature map of stage two. It has the weights of the wrapped map plus one, the
// weight of the frozen node scores. Its instances touch only the pair weights and that one.
type frozen struct {
	sp.FeatureMap
	dim int // of the wrapped map
	// n×K, keyed by the address of the row starts, shared only by copies of the instance
	scores map[*int32][]float64
}

// freeze returns the map for node weights u, and copies of the instances of train without node
// features. apart are the instances of train without edges.
func freeze(m sp.FeatureMap, u []float64, train, apart []sp.Instance) (*frozen, []sp.Instance) {
	f := &frozen{FeatureMap: m, dim: m.Dim(), scores: make(map[*int32][]float64, len(train))}
	bare := slices.Clone(train)
	var p sp.Potentials
	for i := range bare {
		x := &bare[i]
		m.Potentials(&p, u, &apart[i])
		x.Node = sp.Rows{N: x.N(), D: x.Node.D, Start: make([]int32, x.N()+1)}
		f.scores[&x.Node.Start[0]] = slices.Clone(p.Node)
	}
	return f, bare
}

func (f *frozen) of(x *sp.Instance) []float64 { return f.scores[&x.Node.Start[0]] }

func (f *frozen) Dim() int { return f.dim + 1 }

func (f *frozen) Potentials(p *sp.Potentials, w []float64, x *sp.Instance) {
	f.FeatureMap.Potentials(p, w[:f.dim], x)
	floats.AddScaled(p.Node, w[f.dim], f.of(x))
}

func (f *frozen) Add(dst []float64, a float64, x *sp.Instance, y []int32) {
	f.FeatureMap.Add(dst[:f.dim], a, x, y)
	scores := f.of(x)
	for d, k := range y {
		dst[f.dim] += a * scores[d*x.K+int(k)]
	}
}

func (f *frozen) AddMean(dst []float64, a float64, x *sp.Instance, mu *sp.Marginals) {
	f.FeatureMap.AddMean(dst[:f.dim], a, x, mu)
	dst[f.dim] += a * floats.Dot(mu.Node, f.of(x))
}

func (f *frozen) Support(ranges []int32, x *sp.Instance) []int32 {
	return append(f.FeatureMap.Support(ranges, x), int32(f.dim), int32(f.dim+1))
}
