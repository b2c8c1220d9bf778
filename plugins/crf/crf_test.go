package crf

import (
	"errors"
	"math"
	"slices"
	"testing"

	"gonum.org/v1/gonum/floats"

	"github.com/google/go-cmp/cmp"

	"github.com/spbench/spbench/harness/encoder"
	"github.com/spbench/spbench/harness/learner"
	"github.com/spbench/spbench/harness/learnertest"
	"github.com/spbench/spbench/harness/likelihood"
	"github.com/spbench/spbench/harness/optim"
	"github.com/spbench/spbench/harness/sp"
)

// fit runs c and returns all checkpoints; the last holds the result.
func fit(t testing.TB, c CRF, in learner.Input) ([]sp.Stamped, sp.Done) {
	t.Helper()
	return learnertest.Fit(t, &c, in)
}

func last(points []sp.Stamped) sp.Stamped { return points[len(points)-1] }

// exact returns a CRF that is trained to the precision of the arithmetic.
func exact(kind string) CRF {
	return CRF{Kind: kind, Solver: solverLBFGS, Lambda: 0.1, Tolerance: 1e-12}
}

func TestOptimumAgainstGradientDescent(t *testing.T) {
	for _, s := range shapes {
		for _, kind := range oneStage {
			m, train := s.problem(1, 12)
			points, _ := fit(t, exact(kind), learner.Input{Train: train, Map: m})
			f := objective(m, train, 0.1, kind)
			w := randomWeights(seeded(2), m.Dim())
			descend(t, f, w)
			if d := floats.Distance(w, last(points).Weights, math.Inf(1)); d > 1e-5 {
				t.Errorf("%v, %s: the weights differ by %v from gradient descent's", s, kind, d)
			}
			if again, err := f.Evaluate(last(points).Weights,
				make([]float64, len(w))); err != nil || again != last(points).Values["objective"] {
				t.Errorf("%v, %s: reported %v, the objective is %v, %v", s, kind,
					last(points).Values["objective"], again, err)
			}
		}
	}
}

// descend runs projected gradient descent with backtracking until w no longer changes.
func descend(t *testing.T, f *likelihood.Objective, w []float64) {
	t.Helper()
	bounds := f.Map.NonNegative()
	optim.Project(w, bounds)
	grad, next, scratch := make([]float64, len(w)), make([]float64, len(w)), make([]float64, len(w))
	step := 1.0
	for range 5000 {
		value := must(f.Evaluate(w, grad))(t)
		for step *= 1.5; ; step /= 2 {
			floats.AddScaledTo(next, w, -step, grad)
			optim.Project(next, bounds)
			moved := floats.Distance(next, w, 2)
			if moved < 1e-9 {
				return
			}
			if v, _ := f.Evaluate(next, scratch); v <= value-0.1*moved*moved/step {
				break
			}
		}
		copy(w, next)
	}
	t.Fatal("gradient descent has not converged")
}

func TestNonNegativeStrengths(t *testing.T) {
	rng := seeded(3)
	s := shape{labels: 3, node: 2, edge: 3, tree: true, mapArgs: `{"pairs":"potts"}`}
	m, train := s.featureMap(), s.draw(rng, 40)
	for i := range train { // optimum: one strength negative, one positive
		for e, uv := range train[i].Edges {
			row := train[i].Edge.DenseRow(e)
			for j := range row {
				row[j] = float32(rng.Float64())
			}
			if train[i].Gold[uv.U] == train[i].Gold[uv.V] {
				row[0] /= 4
			} else {
				row[1] /= 4
			}
		}
	}
	points, _ := fit(t, exact(kindLikelihood), learner.Input{Train: train, Map: m})
	w, grad := last(points).Weights, make([]float64, m.Dim())
	must(objective(m, train, 0.1, kindLikelihood).Evaluate(w, grad))(t)
	strengths := m.NonNegative()
	if len(strengths) != 3 || w[strengths[0]] != 0 || w[strengths[1]] <= 0 {
		t.Errorf("strengths %v, want the first at 0 and the second positive",
			w[strengths[0]:])
	}
	for i, g := range grad {
		if slices.Contains(strengths, i) {
			g = w[i] - max(w[i]-g, 0) // vanishes iff w, g >= 0 and w·g = 0
		}
		if w[i] < 0 && slices.Contains(strengths, i) || math.Abs(g) > 1e-5 {
			t.Errorf("weight %d = %v with gradient %v is not optimal", i, w[i], grad[i])
		}
	}
}

func TestOrderAndWeights(t *testing.T) {
	s := shapes[2]
	m, train := s.problem(4, 10)
	for i := range train {
		train[i].Weight = 1
	}
	heavy := slices.Clone(train)
	heavy[3].Weight, heavy[7].Weight = 2, 3
	repeated := append(slices.Clone(train), train[3], train[7], train[7])
	reversed := slices.Clone(heavy)
	slices.Reverse(reversed)
	points, _ := fit(t, exact(kindLikelihood), learner.Input{Train: heavy, Map: m})
	for name, other := range map[string][]sp.Instance{"repeated": repeated, "reversed": reversed} {
		others, _ := fit(t, exact(kindLikelihood), learner.Input{Train: other, Map: m})
		if d := floats.Distance(last(points).Weights, last(others).Weights, math.Inf(1)); d > 1e-5 {
			t.Errorf("%s: the weights differ by %v", name, d)
		}
	}
	plain, _ := fit(t, exact(kindLikelihood), learner.Input{Train: train, Map: m})
	if d := floats.Distance(last(points).Weights, last(plain).Weights, math.Inf(1)); d < 1e-3 {
		t.Errorf("instance weights change the result only by %v", d)
	}
}

func TestCheckpoints(t *testing.T) {
	s := shapes[0]
	m, train := s.problem(5, 30)
	in := learner.Input{Train: train, Map: m, Schedule: sp.Schedule{First: 1, Factor: 1.3}}
	points, _ := fit(t, CRF{Kind: kindLikelihood, Solver: solverLBFGS, Lambda: 0.01,
		Tolerance: 1e-8}, in)
	if len(points) < 5 {
		t.Fatalf("%d checkpoints", len(points))
	}
	least := last(points).Values["objective"]
	for i, p := range points {
		if p.Values["bound"] > least {
			t.Errorf("checkpoint %d: bound %v above the minimum %v", i, p.Values["bound"], least)
		}
		if i > 0 && (p.Values["objective"] >= points[i-1].Values["objective"] ||
			p.Values["bound"] < points[i-1].Values["bound"]) {
			t.Errorf("checkpoint %d: %v after %v", i, p.Values, points[i-1].Values)
		}
		if p.Counts.MAP != 0 || p.Counts.Marginals%int64(len(in.Train)) != 0 {
			t.Errorf("checkpoint %d after %+v, want whole evaluations of %d calls", i, p.Counts,
				len(in.Train))
		}
	}
	if gap := least - last(points).Values["bound"]; gap > 1e-7*least {
		t.Errorf("gap %v at the end", gap)
	}
	if want := (sp.Objective{Kind: sp.ObjectiveLikelihood,
		Lambda: 0.01}); last(points).Objective == nil || !cmp.Equal(*last(points).Objective, want) {
		t.Errorf("the fit reports %v, want %v", last(points).Objective, want)
	}
	again, _ := fit(t, CRF{Kind: kindLikelihood, Solver: solverLBFGS, Lambda: 0.01,
		Tolerance: 1e-8}, in)
	if !slices.Equal(last(again).Weights, last(points).Weights) {
		t.Error("the same fit gives different bits")
	}
}

// TestBudgetKeepsTheBest: a budget limits visits also for objectives without oracle calls. A larger
// budget never ends with a worse objective.
func TestBudgetKeepsTheBest(t *testing.T) {
	s := shapes[0]
	for _, kind := range oneStage {
		in := learner.Input{Train: s.draw(seeded(6), 20), Map: s.featureMap()}
		before := math.Inf(1)
		for _, visits := range []int64{1, 20, 39, 40, 100, 119, 120} {
			in.Budget.Visits = visits
			points, done := fit(t, CRF{Kind: kind, Solver: solverLBFGS, Lambda: 0.01,
				Tolerance: 1e-8}, in)
			want := sp.Counts{Visits: visits, Marginals: visits}
			if kind == kindPseudo || kind == kindPiecewise {
				want.Marginals = 0
			}
			if len(points) != 1 || done.End != sp.EndedByBudget || done.Counts != want {
				t.Fatalf("%s, %d visits: %d checkpoints, %+v", kind, visits, len(points), done)
			}
			value, known := points[0].Values["objective"]
			if known != (visits >= 20) {
				t.Errorf("%s, %d visits: objective known: %v", kind, visits, known)
			}
			if !known {
				continue
			}
			if value > before {
				t.Errorf("%s, %d visits: objective %v, with fewer visits %v", kind, visits, value,
					before)
			}
			before = value
			f := objective(in.Map, in.Train, 0.01, kind)
			if again, _ := f.Evaluate(points[0].Weights,
				make([]float64, in.Map.Dim())); again != value {
				t.Errorf("%s, %d visits: reported %v, the objective is %v", kind, visits, value,
					again)
			}
		}
	}
}

// TestGraphWithoutOracle: on a complete graph no oracle sums over labelings; objectives without
// oracle calls still work.
func TestGraphWithoutOracle(t *testing.T) {
	t.Run("no solver", func(t *testing.T) { graphWithoutOracle(t, shapes[0]) })
	t.Run("cuts only", func(t *testing.T) { graphWithoutOracle(t, shapes[1]) })
}

func graphWithoutOracle(t *testing.T, s shape) {
	m, train := s.problem(7, 10)
	x := &train[9]
	const n = 20
	*x = sp.Instance{ID: "dense", Weight: 1, K: x.K, Node: dense(seeded(8), n, s.node)}
	for v := range int32(n) {
		x.Gold = append(x.Gold, v%int32(x.K))
		for u := range v {
			x.Edges = append(x.Edges, sp.Edge{U: u, V: v})
		}
	}
	in := learner.Input{Train: train, Map: m, Schedule: sp.Schedule{First: 0.1, Factor: 1.5}}
	for _, solver := range []string{solverLBFGS, solverDescent, solverSGD} {
		for _, kind := range []string{kindLikelihood, kindTwoStage} {
			c := exact(kind)
			c.Solver = solver
			points, _, err := learnertest.Try(t, &c, in)
			if !errors.Is(err, errors.ErrUnsupported) || len(points) > 0 {
				t.Errorf("%s by %s: %d checkpoints, error %v", kind, solver, len(points), err)
			}
		}
		for _, kind := range []string{kindUnary, kindPseudo, kindPiecewise} {
			c := exact(kind)
			c.Solver = solver
			points, _ := fit(t, c, in)
			pairs := floats.Norm(last(points).Weights[s.node*s.labels:], 1)
			if (pairs == 0) != (kind == kindUnary) || last(points).Objective == nil ||
				last(points).Objective.Kind != kind {
				t.Errorf("%s by %s: pair weights of norm %v, reported objective %v", kind, solver,
					pairs, last(points).Objective)
			}
			f, err := learnertest.Objective(*last(points).Objective, last(points).Weights, in.Train,
				in.Map, nil)
			if claimed, ok := last(points).Values[sp.ValueObjective]; ok != (solver != solverSGD) ||
				err != nil || ok && math.Abs(claimed-f) > 1e-12*f {
				t.Errorf("%s by %s: reported %v, the harness finds %v, %v", kind, solver, claimed, f,
					err)
			}
		}
	}
}

func TestNothingLabelled(t *testing.T) {
	s := shapes[0]
	train := s.draw(seeded(9), 3)
	for i := range train {
		train[i].Gold[0] = sp.Unknown
	}
	_, _, err := learnertest.Try(t, new(exact(kindLikelihood)),
		learner.Input{Partial: train, Map: s.featureMap()})
	if !errors.Is(err, errors.ErrUnsupported) {
		t.Errorf("error %v, want ErrUnsupported", err)
	}
}

func TestParameters(t *testing.T) {
	c := newLearner().(*CRF)
	need(t, learner.Decode(c,
		[]byte(`{"objective":"unary","lambda":0.5,"memory":7}`)))
	if want := (CRF{Kind: kindUnary, Solver: solverLBFGS, Lambda: 0.5, Tolerance: 1e-6,
		Memory: 7, Through: throughLBP, Sweeps: 10, Encoder: encoder.Defaults()}); *c != want {
		t.Errorf("decoded %+v, want %+v", *c, want)
	}
	for _, bad := range []string{`{"lambda":0}`, `{"objective":"joint"}`, `{"tolerance":1}`,
		`{"memory":-1}`, `{"solver":"newton"}`, `{"eta":1}`, `{"solver":"sgd","memory":3}`,
		`{"sweeps":3}`, `{"objective":"clique","sweeps":0}`} {
		if learner.Decode(newLearner(), []byte(bad)) == nil {
			t.Errorf("%s is accepted", bad)
		}
	}
}

// must returns v, or ends the test.
func must[T any](v T, err error) func(t testing.TB) T {
	return func(t testing.TB) T {
		t.Helper()
		need(t, err)
		return v
	}
}

// need ends the test after an error.
func need(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}
