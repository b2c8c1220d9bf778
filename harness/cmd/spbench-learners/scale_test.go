package main

import (
	"encoding/json"
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"github.com/spbench/spbench/harness/learner"
	"github.com/spbench/spbench/harness/learnertest"
	"github.com/spbench/spbench/harness/likelihood"
	"github.com/spbench/spbench/harness/local"
	"github.com/spbench/spbench/harness/oracle"
	"github.com/spbench/spbench/harness/sp"
)

// TestScales: at any scale of one raw feature, each learner reaches and reports the minimum of its
// objective. One row of variables is a chain. On chains the forests of partclamp are whole graphs,
// so its bound without further states and its composite likelihood are the exact likelihood.
func TestScales(t *testing.T) {
	pseudo := func(sp.FeatureMap, []sp.Instance) likelihood.Term { return &likelihood.Pseudo{} }
	exact := func(m sp.FeatureMap, _ []sp.Instance) likelihood.Term {
		return &likelihood.Exact{Solver: func(x *sp.Instance) (sp.Solver, error) { return oracle.New(x, m) }}
	}
	pairs := func(_ sp.FeatureMap, train []sp.Instance) likelihood.Term {
		return &likelihood.Blocks{Of: func(x *sp.Instance) []int32 {
			return local.Divide(x.N(), x.Edges, x.Shape, 1, 2)
		}}
	}
	for _, c := range []struct {
		learner, args string
		rows          []int
		term          func(sp.FeatureMap, []sp.Instance) likelihood.Term
	}{
		{"crf", `{}`, []int{1, 3}, exact},
		{"crf", `{"objective": "unary"}`, []int{1, 3}, exact},
		{"crf", `{"objective": "pseudolikelihood"}`, []int{1, 3}, pseudo},
		{"crf", `{"objective": "piecewise"}`, []int{1, 3},
			func(sp.FeatureMap, []sp.Instance) likelihood.Term { return &likelihood.Piecewise{} }},
		{"locpmap", `{}`, []int{1, 4}, pseudo},
		{"locpmap", `{"block": "1x2"}`, []int{1, 4}, pairs},
		{"partclamp", `{"objective": "pseudolikelihood"}`, []int{1, 3}, pseudo},
		{"partclamp", `{"objective": "composite"}`, []int{1}, exact},
		{"partclamp", `{"states": 0}`, []int{1}, exact},
	} {
		for _, rows := range c.rows {
			for _, scale := range []float64{1, 1e3, 3e3, 1e4, 3e4, 1e5, 1e6, 1e7} {
				train := grids(1, 20, rows, 5, scale)
				m := learnertest.Linear("", &train[0])
				_, l := learners[c.learner]()
				fitted := l()
				for _, args := range []string{`{"lambda": 0.01}`, c.args} {
					if err := json.Unmarshal([]byte(args), fitted); err != nil {
						t.Fatal(err)
					}
				}
				points, done := learnertest.Fit(t, fitted, learner.Input{Train: train, Map: m})
				if c.args == `{"objective": "unary"}` {
					train = likelihood.WithoutEdges(train)
				}
				end := points[len(points)-1]
				o := likelihood.Objective{Map: m, Train: train, Lambda: 0.01, Term: c.term(m, train)}
				least := minimum(t, o.Evaluate, m, train)
				if f := end.Values[sp.ValueObjective]; done.End != sp.Converged ||
					math.Abs(f-least) > 1e-6*least {
					t.Errorf("%s %s, %d rows, scale %g: %.9g, want %.9g; %s", c.learner, c.args, rows, scale,
						f, least, done.End)
				}
			}
		}
	}
}

// grids returns count grids of labels 0 and 1 with three features: a raw number in [0, scale],
// a binary one and a constant. One row makes chains. The labels follow the features and each other.
func grids(seed uint64, count, rows, columns int, scale float64) []sp.Instance {
	r := rand.New(rand.NewPCG(seed, 1))
	list := make([]sp.Instance, count)
	for i := range list {
		n := rows * columns
		x := sp.Instance{
			ID: fmt.Sprint(i), Weight: 1, K: 2, Shape: [2]int{rows, columns},
			Node: sp.Rows{N: n, D: 3}, Gold: make([]int32, n),
		}
		for d := range n {
			score := 0.0
			for _, back := range []struct {
				step   int
				inside bool
			}{{1, d%columns > 0}, {columns, d >= columns}} {
				if back.inside {
					x.Edges = append(x.Edges, sp.Edge{U: int32(d - back.step), V: int32(d)})
					score += 2*float64(x.Gold[d-back.step]) - 1
				}
			}
			raw, binary := r.Float64(), float64(r.IntN(2))
			score += 3*raw + binary - 2
			if r.Float64() < 1/(1+math.Exp(-score)) {
				x.Gold[d] = 1
			}
			x.Node.Dense = append(x.Node.Dense, float32(scale*raw), float32(binary), 1)
		}
		x.Edge = sp.Rows{N: len(x.Edges)}
		list[i] = x
	}
	return list
}

// minimum returns the minimum of f. f returns its value at w and sets the gradient. The method is
// Newton's with backtracking, in units where all features have the size 1. The Hessian is made of
// central differences of the gradient. A step takes O(dim) evaluations and O(dim³) time.
func minimum(t testing.TB, f func(w, grad []float64) (float64, error), m sp.FeatureMap,
	train []sp.Instance) float64 {
	t.Helper()
	n, unit := m.Dim(), units(m, train)
	value := func(v, grad []float64) float64 {
		w := floats.MulTo(make([]float64, n), v, unit)
		at, err := f(w, grad)
		if err != nil {
			t.Fatal(err)
		}
		floats.Mul(grad, unit)
		return at
	}
	v, grad, next := make([]float64, n), make([]float64, n), make([]float64, n)
	at := value(v, grad)
	for range 100 {
		var c mat.Cholesky
		if !c.Factorize(hessian(value, v)) {
			t.Fatal("the Hessian is not positive definite")
		}
		step := mat.NewVecDense(n, nil)
		if err := c.SolveVecTo(step, mat.NewVecDense(n, grad)); err != nil {
			t.Fatal(err)
		}
		fallen := false
		for length := 1.0; length > 1e-6 && !fallen; length /= 2 {
			floats.AddScaledTo(next, v, -length, step.RawVector().Data)
			if now := value(next, grad); now < at {
				at, fallen = now, true
				copy(v, next)
			}
		}
		if !fallen {
			return at
		}
	}
	t.Fatal("Newton's method did not end in 100 steps")
	return 0
}

// units returns the inverse of the root mean square of each feature, for weights of one size.
func units(m sp.FeatureMap, train []sp.Instance) []float64 {
	squares := make([]float64, m.Dim())
	for i := range train {
		x := &train[i]
		for k := range int32(x.K) {
			phi, y := make([]float64, m.Dim()), make([]int32, x.N())
			for d := range y {
				y[d] = k
				if d%2 == 1 {
					y[d] = (k + int32(i)) % int32(x.K)
				}
			}
			m.Add(phi, 1/float64(x.N()), x, y)
			floats.Mul(phi, phi)
			floats.Add(squares, phi)
		}
	}
	for j, s := range squares {
		squares[j] = 1
		if s > 0 {
			squares[j] = math.Sqrt(float64(len(train)) / s)
		}
	}
	return squares
}

func hessian(value func(v, grad []float64) float64, v []float64) *mat.SymDense {
	// the second for what is hidden by rounding: a feature's sum over labels
	const h, damping = 1e-5, 1e-8
	n := len(v)
	up, down, at := make([]float64, n), make([]float64, n), make([]float64, n)
	all := mat.NewDense(n, n, nil)
	for j := range n {
		copy(at, v)
		at[j] = v[j] + h
		value(at, up)
		at[j] = v[j] - h
		value(at, down)
		for i := range n {
			all.Set(i, j, (up[i]-down[i])/(2*h))
		}
	}
	sym := mat.NewSymDense(n, nil)
	for i := range n {
		for j := range i + 1 {
			sym.SetSym(i, j, (all.At(i, j)+all.At(j, i))/2)
		}
		sym.SetSym(i, i, sym.At(i, i)+damping)
	}
	return sym
}
