package main

import (
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"gonum.org/v1/gonum/floats"

	"github.com/spbench/spbench/harness/feature"
	"github.com/spbench/spbench/harness/learner"
	"github.com/spbench/spbench/harness/likelihood"
	"github.com/spbench/spbench/harness/optim"
	"github.com/spbench/spbench/harness/oracle"
	"github.com/spbench/spbench/harness/sp"
)

func TestSolversAgree(t *testing.T) {
	for _, s := range shapes {
		m, train := s.featureMap(t), s.draw(rand.New(rand.NewPCG(1, 1)), 20)
		for _, kind := range append([]string{kindTwoStage}, oneStage...) {
			value := func(c CRF) float64 {
				c.Kind, c.Lambda = kind, 0.1
				points, _ := fit(t, c, learner.Input{Train: train, Map: m, Seed: 5})
				end := kind
				if kind == kindTwoStage {
					end = kindLikelihood
				}
				v, err := objective(m, train, c.Lambda, end).Evaluate(last(points).Params, make([]float64, m.Dim()))
				if err != nil {
					t.Fatal(err)
				}
				return v
			}
			want := value(CRF{Solver: solverLBFGS, Tolerance: 1e-10})
			for name, c := range map[string]CRF{
				"gradient descent": {Solver: solverDescent, Tolerance: 1e-10},
				"sgd":              {Solver: solverSGD, Passes: 500},
				"averaged sgd":     {Solver: solverSGD, Passes: 500, Average: true, Shift: 20},
			} {
				tol := 1e-3
				if c.Solver == solverDescent {
					tol = 1e-8
					if kind == kindTwoStage { // F is not minimal in the direction of stage one's result
						tol = 1e-6
					}
				}
				if got := value(c); math.Abs(got-want) > tol*want || got < want*(1-1e-9) && kind != kindTwoStage {
					t.Errorf("%v, %s: %s reaches %v, L-BFGS %v", s, kind, name, got, want)
				}
			}
		}
	}
}

// naive is sgd as it is printed, on dense vectors.
func naive(t *testing.T, c CRF, m sp.FeatureMap, train []sp.Instance, seed uint64) []float64 {
	t.Helper()
	o := objective(m, train, c.Lambda, c.Kind)
	w, average, grad := make([]float64, m.Dim()), make([]float64, m.Dim()), make([]float64, m.Dim())
	order, perm := rand.New(rand.NewPCG(seed, 0x6f72646572)), make([]int, len(train))
	for i := range perm {
		perm[i] = i
	}
	eta := c.Eta
	if eta == 0 {
		eta = 1 / c.Lambda
	}
	step, total := 0, 0.0
	for range c.Passes {
		order.Shuffle(len(perm), func(i, j int) { perm[i], perm[j] = perm[j], perm[i] })
		for _, i := range perm {
			clear(grad)
			if _, err := o.Add(grad, train[i].Weight*float64(len(train))/o.Total(), w, 1, &o.Train[i]); err != nil {
				t.Fatal(err)
			}
			step++
			gamma := min(eta/(float64(step)+c.Shift), 1/c.Lambda)
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

func TestSGDAgainstItsDefinition(t *testing.T) {
	for _, s := range shapes {
		m, train := s.featureMap(t), s.draw(rand.New(rand.NewPCG(2, 2)), 15)
		for _, c := range []CRF{
			{Kind: kindLikelihood, Lambda: 0.1},
			{Kind: kindPseudo, Lambda: 0.1, Average: true},
			{Kind: kindLikelihood, Lambda: 0.1, Eta: 0.5, Shift: 3, Average: true},
			{Kind: kindPiecewise, Lambda: 0.1, Eta: 100, Average: true}, // cut to 1/λ for ten steps
			{Kind: kindUnary, Lambda: 2, Eta: 40, Shift: 5},
		} {
			c.Solver, c.Tolerance, c.Passes = solverSGD, 0.5, 7
			points, done := fit(t, c, learner.Input{Train: train, Map: m, Seed: 9})
			want := naive(t, c, m, train, 9)
			if d := floats.Distance(last(points).Params, want, math.Inf(1)); !(d <= 1e-9) || len(points) != 1 || done.Budget {
				t.Errorf("%v, %+v: %d checkpoints, %v from the definition", s, c, len(points), d)
			}
		}
	}
}

// The scale of w is multiplied into v before it vanishes.
func TestSGDRescales(t *testing.T) {
	s := shapes[4]
	m, train := s.featureMap(t), s.draw(rand.New(rand.NewPCG(3, 3)), 4)
	c := CRF{Kind: kindPseudo, Solver: solverSGD, Lambda: 10, Eta: 1, Shift: 9, Passes: 40, Average: true}
	points, _ := fit(t, c, learner.Input{Train: train, Map: m})
	if d := floats.Distance(last(points).Params, naive(t, c, m, train, 0), math.Inf(1)); !(d <= 1e-9) {
		t.Errorf("%v from the definition", d)
	}
}

func TestSGDCheckpointsAndEnd(t *testing.T) {
	s := shapes[0]
	train, m := s.draw(rand.New(rand.NewPCG(4, 4)), 10), s.featureMap(t)
	for _, test := range []struct {
		kind   string
		passes int
		budget sp.Budget
		visits int64
		ended  bool
	}{
		{kindLikelihood, 3, sp.Budget{}, 30, false},
		{kindLikelihood, 0, sp.Budget{}, 500, false},
		{kindLikelihood, 0, sp.Budget{Calls: 77}, 77, true},
		{kindPseudo, 0, sp.Budget{}, 500, false},
		{kindPseudo, 0, sp.Budget{Passes: 8}, 80, true},
		{kindTwoStage, 3, sp.Budget{}, 60, false},
		{kindTwoStage, 3, sp.Budget{Calls: 20}, 20, true},
		{kindTwoStage, 3, sp.Budget{Calls: 30}, 30, true},
		{kindTwoStage, 3, sp.Budget{Calls: 45}, 45, true},
	} {
		in := learner.Input{Train: train, Map: m, Budget: test.budget}
		c := CRF{Kind: test.kind, Solver: solverSGD, Lambda: 0.1, Passes: test.passes}
		end, done := fit(t, c, in)
		if test.kind == kindPseudo && done.Total() != 0 || test.kind != kindPseudo && done.Total() != test.visits || done.Budget != test.ended || len(end) != 1 {
			t.Errorf("%+v: %d checkpoints, %+v", test, len(end), done)
		}
		in.Schedule = learner.Schedule{First: 0.5, Factor: 2}
		points, _ := fit(t, c, in)
		if !slices.Equal(last(points).Params, last(end).Params) {
			t.Errorf("%+v: checkpoints change the result", test)
		}
		due := 0
		for at := 5.0; at <= float64(test.visits); at *= 2 {
			due++
		}
		if len(points) < due || len(points) > due+1 {
			t.Errorf("%+v: %d checkpoints, %d were due", test, len(points), due)
		}
		for _, p := range points {
			if p.Values["loss-estimate"] <= 0 {
				t.Errorf("%+v: values %v", test, p.Values)
			}
		}
	}
}

func TestTwoStage(t *testing.T) {
	for _, s := range shapes {
		m, train := s.featureMap(t), s.draw(rand.New(rand.NewPCG(5, 5)), 15)
		unary, _ := fit(t, exact(kindUnary), learner.Input{Train: train, Map: m})
		u := last(unary).Params
		points, done := fit(t, exact(kindTwoStage), learner.Input{Train: train, Map: m, Schedule: learner.Schedule{First: 1, Factor: 1.2}})
		w, grad := last(points).Params, make([]float64, m.Dim())
		value, err := objective(m, train, 0.1, kindLikelihood).Evaluate(w, grad)
		if err != nil || math.Abs(value-last(points).Values["objective"]) > 1e-12 || done.Objective != nil {
			t.Errorf("%v: claimed %v, F is %v, %v; audited: %v", s, last(points).Values, value, err, done.Objective)
		}
		for i := 1; i < len(points); i++ {
			if points[i].Values["objective"] > points[i-1].Values["objective"]+1e-12 {
				t.Errorf("%v: F rises from %v to %v", s, points[i-1].Values, points[i].Values)
			}
		}
		// The node weights have the direction of u; along it and in the pair weights F is minimal.
		scale := floats.Dot(w, u) / floats.Dot(u, u)
		along := floats.Dot(grad, u)
		bounded := m.NonNegative()
		for i := range w {
			switch {
			case u[i] != 0:
				if math.Abs(w[i]-scale*u[i]) > 1e-12 {
					t.Errorf("%v: weight %d is %v, %v·%v is expected", s, i, w[i], scale, u[i])
				}
			case slices.Contains(bounded, i) && w[i] == 0:
				if grad[i] < -1e-5 {
					t.Errorf("%v: strength %d is held at 0 with gradient %v", s, i, grad[i])
				}
			case i >= m.Dim()-pairWeights(m, train) && math.Abs(grad[i]) > 1e-5:
				t.Errorf("%v: pair weight %d has gradient %v", s, i, grad[i])
			}
		}
		if math.Abs(along) > 1e-5 {
			t.Errorf("%v: the gradient along the node weights is %v", s, along)
		}
	}
}

// pairWeights returns the number of weights that edges touch.
func pairWeights(m sp.FeatureMap, train []sp.Instance) int {
	x := train[0]
	for _, y := range train {
		if len(y.Edges) > len(x.Edges) {
			x = y
		}
	}
	whole, apart := m.Support(nil, &x), m.Support(nil, &withoutEdges([]sp.Instance{x})[0])
	return int(whole[len(whole)-1] - apart[len(apart)-1])
}

// The law of feature maps, and the node scores of the map that is wrapped.
func TestFrozenMap(t *testing.T) {
	for _, s := range shapes {
		rng := rand.New(rand.NewPCG(6, 6))
		m, train := s.featureMap(t), s.draw(rng, 6)
		u := randomWeights(rng, m.Dim())
		frozen, bare := freeze(m, u, train, withoutEdges(train))
		w := randomWeights(rng, frozen.Dim())
		for i := range bare {
			x := &bare[i]
			var p, node, whole sp.Potentials
			frozen.Potentials(&p, w, x)
			m.Potentials(&node, u, &train[i])
			m.Potentials(&whole, w[:m.Dim()], &train[i])
			for j := range p.Node {
				if p.Node[j] != w[m.Dim()]*node.Node[j] {
					t.Fatalf("%v: node score %v, want %v·%v", s, p.Node[j], w[m.Dim()], node.Node[j])
				}
			}
			if !slices.Equal(p.Pair.Table, whole.Pair.Table) || !slices.Equal(p.Pair.Potts, whole.Pair.Potts) {
				t.Fatalf("%v: pair scores differ", s)
			}
			phi, support := make([]float64, frozen.Dim()), frozen.Support(nil, x)
			frozen.Add(phi, 1, x, x.Gold)
			if got := floats.Dot(w, phi); math.Abs(got-p.Score(x.Gold)) > 1e-9 {
				t.Errorf("%v: ⟨w,φ⟩ = %v, score %v", s, got, p.Score(x.Gold))
			}
			inside := 0.0
			for r := 0; r < len(support); r += 2 {
				inside += floats.Norm(phi[support[r]:support[r+1]], 1)
			}
			if math.Abs(inside-floats.Norm(phi, 1)) > 1e-9 {
				t.Errorf("%v: φ reaches outside its support %v", s, support)
			}
		}
	}
}

func TestGradientDescentEnds(t *testing.T) {
	// A function whose gradient lies has no step that descends.
	w := []float64{1, 2}
	r, err := gradientDescent(func(w, grad []float64) (float64, error) {
		floats.ScaleTo(grad, -1, w)
		return floats.Dot(w, w) / 2, nil
	}, w, optim.Options{OnIter: func(_, _ []float64, _ float64) (bool, error) { return false, nil }})
	if err != nil || r.Converged || r.F != 2.5 || r.Evaluations > 100 || !slices.Equal(w, []float64{1, 2}) {
		t.Errorf("%+v, %v, w = %v", r, err, w)
	}
	if _, err := gradientDescent(func(_, _ []float64) (float64, error) { return math.NaN(), nil }, w, optim.Options{}); err == nil {
		t.Error("NaN at the start passes")
	}
	// An error leaves the best point.
	stop := errors.New("budget")
	calls := 0
	r, err = gradientDescent(func(w, grad []float64) (float64, error) {
		if calls++; calls > 4 {
			return 0, stop
		}
		copy(grad, w)
		return floats.Dot(w, w) / 2, nil
	}, w, optim.Options{OnIter: func(_, _ []float64, _ float64) (bool, error) { return false, nil }})
	if !errors.Is(err, stop) || floats.Dot(w, w)/2 != r.F || r.F >= 2.5 {
		t.Errorf("%+v, %v, w = %v", r, err, w)
	}
}

// A step must cost what its instance touches, whatever the number of weights.
func BenchmarkSGDStep(b *testing.B) {
	for _, width := range []int{1_000, 1_000_000} {
		b.Run(fmt.Sprint(width), func(b *testing.B) {
			rng := rand.New(rand.NewPCG(7, 7))
			train := make([]sp.Instance, 100)
			for i := range train {
				x := sp.Instance{ID: fmt.Sprint(i), Weight: 1, K: 9, Edges: sp.ChainEdges(20), Gold: make([]int32, 20)}
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
			m, err := feature.New("linear", nil, feature.Dims{K: 9, Node: width})
			if err != nil {
				b.Fatal(err)
			}
			c := CRF{Kind: kindLikelihood, Lambda: 1e-3, Average: true}
			chain := oracle.NewChain()
			o := objective(m, train, c.Lambda, c.Kind)
			o.Term = &likelihood.Exact{Solver: func(*sp.Instance) (sp.Solver, error) { return chain, nil }}
			s := c.newSGD(o, make([]float64, m.Dim()), 1)
			for range 2 * len(train) {
				if err := s.step(); err != nil {
					b.Fatal(err)
				}
			}
			b.ReportAllocs()
			for b.Loop() {
				if err := s.step(); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
