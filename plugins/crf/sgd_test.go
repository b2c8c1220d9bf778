package crf

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"gonum.org/v1/gonum/floats"

	"github.com/spbench/spbench/harness/learner"
	"github.com/spbench/spbench/harness/learnertest"
	"github.com/spbench/spbench/harness/learnertest/cputime"
	"github.com/spbench/spbench/harness/likelihood"
	"github.com/spbench/spbench/harness/optim"
	"github.com/spbench/spbench/harness/oracle"
	"github.com/spbench/spbench/harness/sp"
)

// naive is textbook sgd on dense vectors. It starts at w and changes it.
func naive(t *testing.T, c CRF, m sp.FeatureMap, train []sp.Instance, seed uint64,
	w []float64) []float64 {
	t.Helper()
	o := objective(m, train, c.Lambda, c.Kind)
	average, grad := make([]float64, m.Dim()), make([]float64, m.Dim())
	order, perm := rand.New(rand.NewPCG(seed, 0x6f72646572)), make([]int, len(train))
	for i := range perm {
		perm[i] = i
	}
	eta := c.Eta
	if eta == 0 {
		eta = 1 / c.Lambda
	}
	step, total, radius, squares := 0, 0.0, 0.0, 0.0
	for range c.Passes {
		order.Shuffle(len(perm), func(i, j int) { perm[i], perm[j] = perm[j], perm[i] })
		for _, i := range perm {
			clear(grad)
			value := must(o.Add(grad, train[i].Weight*float64(len(train))/o.Total(), w, 1,
				&o.Train[i]))(t)
			step++
			gamma := min(eta/(float64(step)+c.Shift), 1/c.Lambda)
			if c.Eta == 0 {
				squares += floats.Dot(grad, grad)
				if step == 1 {
					radius = train[i].Weight * float64(len(train)) / o.Total() * value / math.Sqrt(squares)
				}
				radius = max(radius, floats.Norm(w, 2))
				gamma = min(gamma, radius/math.Sqrt(squares))
			}
			floats.Scale(1-gamma*c.Lambda, w)
			floats.AddScaled(w, -gamma, grad)
			optim.Project(w, m.NonNegative())
			floats.AddScaled(average, float64(step), w)
			total += float64(step)
		}
	}
	if c.Average {
		floats.ScaleTo(w, 1/total, average)
	}
	return w
}

// TestSGDFromElsewhere starts at w ≠ 0, as stage two of two-stage does.
func TestSGDFromElsewhere(t *testing.T) {
	for _, s := range shapes {
		m, train := s.problem(2, 15)
		c := CRF{Kind: kindLikelihood, Lambda: 0.1, Passes: 2}
		w := randomWeights(seeded(3), m.Dim())
		optim.Project(w, m.NonNegative())
		sgd := objective(m, train, c.Lambda, c.Kind).SGD(0, 0, false, 9)
		copy(sgd.V, w)
		for range c.Passes * len(train) {
			need(t, sgd.Next())
		}
		if d := floats.Distance(sgd.Weights(), naive(t, c, m, train, 9, w),
			math.Inf(1)); !(d <= 1e-9) {
			t.Errorf("%v: %v from the definition", s, d)
		}
	}
}

func TestSGDAgainstItsDefinition(t *testing.T) {
	for _, s := range shapes {
		m, train := s.problem(2, 15)
		for _, c := range []CRF{
			{Kind: kindLikelihood, Lambda: 0.1},
			{Kind: kindPseudo, Lambda: 0.1, Average: true},
			{Kind: kindLikelihood, Lambda: 0.1, Eta: 0.5, Shift: 3, Average: true},
			{Kind: kindPiecewise, Lambda: 0.1, Eta: 100, Average: true}, // cut to 1/λ for ten steps
			{Kind: kindUnary, Lambda: 2, Eta: 40, Shift: 5},
		} {
			c.Solver, c.Tolerance, c.Passes = solverSGD, 0.5, 7
			points, done := fit(t, c, learner.Input{Train: train, Map: m, Seed: 9})
			want := naive(t, c, m, train, 9, make([]float64, m.Dim()))
			if d := floats.Distance(last(points).Weights, want, math.Inf(1)); !(d <= 1e-9) ||
				len(points) != 1 || done.End == sp.EndedByBudget {
				t.Errorf("%v, %+v: %d checkpoints, %v from the definition", s, c, len(points), d)
			}
		}
	}
}

// The scale of w is multiplied into v before it underflows.
func TestSGDRescales(t *testing.T) {
	s := shapes[4]
	m, train := s.problem(3, 4)
	c := CRF{Kind: kindPseudo, Solver: solverSGD, Lambda: 10, Eta: 1, Shift: 9, Passes: 40,
		Average: true}
	points, _ := fit(t, c, learner.Input{Train: train, Map: m})
	if d := floats.Distance(last(points).Weights,
		naive(t, c, m, train, 0, make([]float64, m.Dim())), math.Inf(1)); !(d <= 1e-9) {
		t.Errorf("%v from the definition", d)
	}
}

// The cost of a step depends on the coordinates touched by its instance, not on the number of
// weights.
func BenchmarkSGDStep(b *testing.B) {
	for _, width := range []int{1_000, 1_000_000} {
		b.Run(fmt.Sprint(width), func(b *testing.B) {
			rng := seeded(7)
			train := make([]sp.Instance, 100)
			for i := range train {
				x := sp.Instance{ID: fmt.Sprint(i), Weight: 1, K: 9, Edges: sp.ChainEdges(20),
					Gold: make([]int32, 20)}
				x.Node = sp.Rows{N: 20, D: width, Start: []int32{0}}
				for d := range 20 {
					list := rng.Perm(1000)[:10]
					slices.Sort(list)
					for _, j := range list {
						x.Node.Index = append(x.Node.Index, int32(j*(width/1000)))
					}
					x.Node.Start = append(x.Node.Start, int32(len(x.Node.Index)))
					x.Gold[d] = rng.Int32N(9)
				}
				train[i] = x
			}
			m := learnertest.Linear("", &train[0])
			c := CRF{Kind: kindLikelihood, Lambda: 1e-3, Average: true}
			chain := oracle.NewChain()
			o := objective(m, train, c.Lambda, c.Kind)
			o.Term = &likelihood.Exact{Solver: func(*sp.Instance) (sp.Solver, error) {
				return chain, nil
			}}
			s := o.SGD(0, 0, true, 1)
			for range 2 * len(train) {
				need(b, s.Next())
			}
			b.ReportAllocs()
			defer cputime.PerOp(b)()
			for b.Loop() {
				need(b, s.Next())
			}
		})
	}
}
