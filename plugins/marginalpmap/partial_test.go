package marginalpmap

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"gonum.org/v1/gonum/floats"

	"github.com/spbench/spbench/harness/learner"
	"github.com/spbench/spbench/harness/learnertest"
	"github.com/spbench/spbench/harness/oracle"
	"github.com/spbench/spbench/harness/perturb"
	"github.com/spbench/spbench/harness/sp"
)

// hide makes labels of xs unknown: two of three, some with two candidates left;
// every third instance loses all of them.
func hide(xs []sp.Instance) {
	r := pcg(4, 4)
	for i := range xs {
		x := &xs[i]
		x.Gold, x.Allowed = slices.Clone(x.Gold), make([][]int32, x.N())
		for d, k := range x.Gold {
			if i%3 > 0 && r.IntN(3) == 0 {
				continue
			}
			x.Gold[d] = sp.Unknown
			if i%3 == 1 {
				x.Allowed[d] = []int32{k, (k + 1) % int32(x.K)}
			}
		}
	}
}

func sizes(xs []sp.Instance) {
	r := pcg(5, 5)
	for i := range xs {
		xs[i].Size = make([]float64, xs[i].N())
		for d := range xs[i].Size {
			xs[i].Size[d] = float64(1 + r.IntN(9))
		}
	}
}

// mixed returns 12 labelled and 9 partial instances and the named loss.
func mixed(k, edges int, chains bool, args, name string) learner.Input {
	xs := graphs(6, 21, k, 4, edges, chains)
	sizes(xs)
	hide(xs[12:])
	xs[3].Weight, xs[15].Weight = 2.5, 0.5
	in := learnertest.Input(xs, args, name)
	in.Train, in.Partial = xs[:12], xs[12:]
	return in
}

// beliefs returns the frequencies of labels among perturbed maximisers that agree with the known
// labels of x, by enumeration.
func beliefs(t *testing.T, in learner.Input, w []float64, x *sp.Instance, draws int) []float64 {
	t.Helper()
	var p sp.Potentials
	brute, y := oracle.NewBrute(), make([]int32, x.N())
	q := make([]float64, x.N()*x.K)
	z := make([]float64, len(q))
	for draw := range draws {
		in.Map.Potentials(&p, w, x)
		p.Restrict(x)
		perturb.NewKey(in.Seed, x.ID).Gumbel(z, uint64(draw))
		floats.Add(p.Node, z)
		must(brute.MAP(y, &p))(t)
		for d, k := range y {
			q[d*x.K+int(k)] += 1 / float64(draws)
		}
	}
	return q
}

// balanced multiplies q_d(k) by θ_d(k) = V_d/(classes·V_k).
func balanced(x *sp.Instance, q []float64) {
	volume, classes := make([]float64, x.K), 0.0
	for i, v := range q {
		volume[i%x.K] += x.SizeOf(i/x.K) * v
	}
	for _, v := range volume {
		if v > 0 {
			classes++
		}
	}
	for i := range q {
		if v := volume[i%x.K]; v > 0 {
			q[i] *= x.SizeOf(i/x.K) / (classes * v)
		}
	}
}

// A visit of an instance with unknown labels adds the sum of Algorithm 4 as printed, A and B over
// the allowed labelings, weighted by κ·aₗ over the mean weight. With "both" they are over all
// labelings; with "known", in addition, only known labels count.
func TestPartialAgainstEnumeration(t *testing.T) {
	for _, objective := range []string{kindMarginal, kindWeighted} {
		for _, partial := range []string{partialImpute, partialKnown, partialBoth} {
			for _, args := range []string{`{}`, `{"pairs":"potts"}`} {
				againstEnumeration(t, objective, partial, args)
			}
		}
	}
}

func againstEnumeration(t *testing.T, objective, partial, args string) {
	const kappa, draws = 0.3, 15
	in := mixed(3, 1, true, args, "weighted-hamming")
	l := fast(objective, 1, false)
	l.Partial = partial
	s := at(stepper(in, l), randomWeights(in.Map.Dim()))
	w := s.Weights()
	need(t, s.include(in.Partial, kappa, draws))
	mean := 0.0
	for _, x := range in.Train {
		mean += x.Weight / 21
	}
	for _, x := range in.Partial {
		mean += kappa * x.Weight / 21
	}
	for i := range in.Partial {
		x := &in.Partial[i]
		q := beliefs(t, in, w, x, draws)
		for j := range q {
			if partial == partialKnown && x.Gold[j/x.K] == sp.Unknown {
				q[j] = 0
			}
		}
		if objective == kindWeighted {
			balanced(x, q)
		}
		for draw := uint64(100); draw < 120; draw++ {
			s.draw = draw
			clear(s.Delta)
			need(t, s.visit(12+i, 0.9))
			var p sp.Potentials
			in.Map.Potentials(&p, w, x)
			z := make([]float64, len(p.Node))
			perturb.NewKey(in.Seed, x.ID).Gumbel(z, draw)
			floats.Add(p.Node, z)
			if partial == partialImpute {
				p.Restrict(x)
			}
			brute, a, b := oracle.NewBrute(), make([]int32, x.N()), make([]int32, x.N())
			must(brute.MAP(a, &p))(t)
			want := make([]float64, len(w))
			for j, weight := range q {
				if weight == 0 {
					continue
				}
				must(brute.Clamped(b, j/x.K, int32(j%x.K)))(t)
				c := 0.9 * weight * kappa * x.Weight / mean
				in.Map.Add(want, c, x, b)
				in.Map.Add(want, -c, x, a)
			}
			if !floats.EqualApprox(s.Delta, want, 1e-10) {
				t.Fatalf("%s, %s %s, instance %d: %v, want %v", objective, partial, args, i,
					s.Delta, want)
			}
		}
	}
}

// TestPartialDifferences: with fixed noise ℓ is piecewise linear in w. Its differences are the
// gradient of a visit, for all readings.
func TestPartialDifferences(t *testing.T) {
	in := mixed(3, 1, true, `{"pairs":"potts"}`, "weighted-hamming")
	r := pcg(7, 7)
	for _, objective := range []string{kindJoint, kindMarginal, kindWeighted} {
		for _, partial := range []string{partialImpute, partialKnown, partialBoth} {
			l := fast(objective, 1, false)
			l.Partial = partial
			s := at(stepper(in, l), randomWeights(in.Map.Dim()))
			need(t, s.include(in.Partial, 1, 15))
			moved := 0
			for draw := range uint64(90) {
				i := 12 + int(draw)%9
				s.draw = 100 + draw
				clear(s.Delta)
				need(t, s.visit(i, 1/s.examples[i].weight))
				u, end := make([]float64, len(s.V)), [2]float64{}
				for j := range u {
					u[j] = r.NormFloat64()
				}
				const step = 1e-7
				for side, sign := range []float64{-1, 1} {
					floats.AddScaled(s.V, sign*step/s.Scale, u)
					var at found
					need(t, s.finder.find(&at, &s.examples[i], s.draw))
					floats.AddScaled(s.V, -sign*step/s.Scale, u)
					end[side] = at.loss * s.Scale
				}
				slope, want := (end[1]-end[0])/(2*step), -floats.Dot(s.Delta, u)
				if math.Abs(slope-want) > 1e-5*(1+math.Abs(want)) {
					t.Errorf("%s, %s, instance %d: slope %v, want %v", objective, partial, i, slope,
						want)
				}
				if want != 0 {
					moved++
				}
			}
			if moved < 5 {
				t.Errorf("%s, %s: %d gradients show nothing", objective, partial, moved)
			}
		}
	}
}

// Labelled instances weigh each variable by θ: 1 for the Hamming count, one over the number of
// variables for the mean.
func TestWeightsOfLabels(t *testing.T) {
	for name, theta := range map[string]func(x *sp.Instance) []float64{
		"hamming-count": func(x *sp.Instance) []float64 { return repeat(x.N(), 1) },
		"hamming":       func(x *sp.Instance) []float64 { return repeat(x.N(), 1/float64(x.N())) },
		"weighted-hamming": func(x *sp.Instance) []float64 {
			q := make([]float64, x.N()*x.K)
			for d, k := range x.Gold {
				q[d*x.K+int(k)] = 1
			}
			balanced(x, q)
			var theta []float64
			for d, k := range x.Gold {
				theta = append(theta, q[d*x.K+int(k)])
			}
			return theta
		},
	} {
		in := mixed(3, 1, true, `{}`, name)
		for i := range in.Train {
			e := stepper(in, &MarginalPMAP{Temperature: 1, Samples: 1,
				Objective: kindWeighted, Lambda: 1}).examples[i]
			for d, want := range theta(e.x) {
				if got := e.terms[d]; got.d != int32(d) || got.k != e.x.Gold[d] ||
					math.Abs(got.weight-want) > 1e-12 {
					t.Errorf("%s, instance %d: term %+v, want weight %v", name, i, got, want)
				}
			}
		}
		if name == "hamming-count" {
			w, m := newLearner().(*MarginalPMAP), newLearner().(*MarginalPMAP)
			w.Objective, w.Passes, m.Passes, w.PartialPasses, m.PartialPasses = kindWeighted, 3, 3,
				2, 2
			a, _ := fit(t, w, in)
			b, _ := fit(t, m, in)
			if !slices.Equal(a[0].Weights, b[0].Weights) {
				t.Error("weights 1 make another objective than marginal")
			}
		}
	}
}

func repeat(n int, v float64) []float64 { return slices.Repeat([]float64{v}, n) }

// The second stage starts at w_1; the joint loss imputes the MAP under w_1.
func TestSecondStageStartsFromTheFirst(t *testing.T) {
	for _, objective := range []string{kindJoint, kindMarginal, kindWeighted} {
		for _, average := range []bool{false, true} {
			in := mixed(3, 1, true, `{"pairs":"potts"}`, "hamming")
			s := stepper(in, fast(objective, 0.1, average))
			steps(t, s, 30, 1)
			w := s.Weights()
			need(t, s.include(in.Partial, 1, 10))
			if !floats.EqualApprox(s.Weights(), w, 1e-12) {
				t.Errorf("%s, average %v: the stage starts elsewhere", objective, average)
			}
			if steps(t, s, 1, 1); s.draw < 10 {
				t.Errorf("%s: a step by draw %d of the noise, which q has used", objective, s.draw)
			}
			for _, e := range s.examples[len(in.Train):] {
				if objective != kindJoint {
					break
				}
				var p sp.Potentials
				y := make([]int32, e.x.N())
				in.Map.Potentials(&p, w, e.x)
				p.Restrict(&in.Partial[slices.IndexFunc(in.Partial, func(x sp.Instance) bool {
					return x.ID == e.x.ID
				})])
				if _, err := oracle.NewBrute().MAP(y, &p); err != nil ||
					!slices.Equal(y, e.x.Gold) || e.condition {
					t.Errorf("instance %s is imputed as %v, want %v", e.x.ID, e.x.Gold, y)
				}
			}
		}
	}
}

// Without edges, expected maxima are sums. So from known labels alone, the mean estimate of ℓ is
// log Z minus log Z given the known labels, for joint also given the candidates.
func TestKnownLabelsHaveTheirLikelihood(t *testing.T) {
	for _, objective := range []string{kindJoint, kindMarginal} {
		in := mixed(3, 0, true, `{"pairs":"none"}`, "hamming")
		if objective == kindMarginal { // leaves candidates out
			for i := range in.Partial {
				in.Partial[i].Allowed = nil
			}
		}
		l := *newLearner().(*MarginalPMAP)
		l.Objective, l.Partial = objective, partialKnown
		s := newSGD(task(in, oracle.NewTree()), &l)
		r := pcg(8, 8)
		for j := range s.V {
			s.V[j] = r.NormFloat64()
		}
		labelled := len(in.Train)
		s.guesses = make([][]float64, len(in.Partial))
		s.join(in.Partial, 1, 0)
		for i := range in.Partial {
			x, e := &in.Partial[i], &s.examples[labelled+i]
			var p sp.Potentials
			in.Map.Potentials(&p, s.V, x)
			want := 0.0
			for sign := 1.0; sign >= -1; sign -= 2 {
				for d := range x.N() {
					want += sign * floats.LogSumExp(p.Node[d*x.K:][:x.K])
				}
				p.Restrict(x)
			}
			zero := 0.0 // ℓ at w = 0
			for _, k := range x.Gold {
				if k != sp.Unknown {
					zero += math.Log(float64(x.K))
				}
			}
			if math.Abs(e.zero-zero) > 1e-12 {
				t.Errorf("%s, instance %d: first %v, want %v", objective, i, e.zero, zero)
			}
			const draws = 4000
			sum, square := 0.0, 0.0
			for draw := range uint64(draws) {
				var found found
				need(t, s.finder.find(&found, e, draw))
				sum, square = sum+found.loss, square+found.loss*found.loss
			}
			mean := sum / draws
			se := math.Sqrt((square/draws - mean*mean) / draws)
			if math.Abs(mean-want) > 5*se+1e-9 {
				t.Errorf("%s, instance %d: mean estimate %v ± %v, want %v", objective, i, mean, se,
					want)
			}
		}
	}
}

func pcg(a, b uint64) *rand.Rand { return rand.New(rand.NewPCG(a, b)) }

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
