package crf

import (
	"errors"
	"slices"

	"gonum.org/v1/gonum/floats"

	"github.com/spbench/spbench/harness/sp"
)

// twoStage fits the node weights first and then, with their direction frozen,
// one scale for them together with the pair weights (Nowozin & Lampert 2011).
// Let F be the objective "likelihood". Stage one is "unary":
//
//	u = argmin F(u),  pair weights 0: F is that of independent variables
//
// and stage two, in the unit vector û = u/‖u‖, is
//
//	min over s, v of F(s·û + v),  node weights of v 0
//
// so that the regulariser covers s and v, λ/2·(s² + ‖v‖²), and F falls throughout
// for solvers that descend. Checkpoints carry F(w) in both stages; a bound is one
// of the stage's own minimum. The tolerance and sgd's passes are those of each stage;
// a budget is that of both, and where stage one uses it up the result is u.
func (r *run) twoStage() error {
	t := r.task
	apart := withoutEdges(t.Train)
	u, second := make([]float64, t.Map.Dim()), false // second: stage one is over
	if r.Solver == solverSGD {
		if err := r.Resume(&u, &second); err != nil {
			return err
		}
	}
	if !second {
		err := r.minimize(r.of(t.Map, apart), u, nil)
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

// A frozen is the feature map of stage two: the weights of the map that it wraps,
// of which the instances made for it touch the pair weights only, and one more,
// the weight of the frozen node scores.
type frozen struct {
	sp.FeatureMap
	dim    int                  // of the wrapped map
	scores map[*int32][]float64 // n×K, by the place of the row starts, which an instance shares with its copies only
}

// freeze returns the map for node weights u and instances like those of train
// without node features; apart are the same without edges.
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
