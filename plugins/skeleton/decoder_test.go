package skeleton

import (
	"context"
	"fmt"
	"math"
	"slices"
	"testing"

	"github.com/spbench/spbench/harness/learner"
	"github.com/spbench/spbench/harness/perturb"
	"github.com/spbench/spbench/harness/serve"
	"github.com/spbench/spbench/harness/sp"
)

func forecast(in learner.Input) *serve.Forecast {
	return serve.NewForecast(defaults(), decoders(), in.Map, in.Loss, in.Seed)
}

func predict(t *testing.T, f *serve.Forecast, w []float64, x *sp.Instance, name,
	args string) sp.Prediction {
	t.Helper()
	p := must(f.Predict(context.Background(), w, x, sp.Spec{Name: name, Args: []byte(args)}))(t)
	return p
}

// hide returns x with unknown labels except the first shown ones.
func hide(x sp.Instance, shown int) sp.Instance {
	x.Gold = slices.Clone(x.Gold)
	for d := shown; d < len(x.Gold); d++ {
		x.Gold[d] = sp.Unknown
	}
	return x
}

func hidden(x *sp.Instance) *sp.Instance {
	h := hide(*x, 0)
	return &h
}

// The expected decoder is exact. Its marginals are those of many samples and of its atoms. A limit
// has no effect unless reached. Revealed labels hold even against the evidence.
func TestExpectedDecoder(t *testing.T) {
	xs := masks(9, 1, 6, 7)
	in := input(xs, three, "hamming")
	f := forecast(in)
	for _, w := range [][]float64{{0.5, 0.5, 0.5}, {1, 0.8, 0.7}} {
		for _, shown := range []int{0, 9} {
			x := hide(xs[0], shown)
			for d := range shown {
				x.Gold[d] = 0
				if x.Node.Dense[d] < 0 {
					x.Gold[d] = 1
				}
			}
			exact := predict(t, f, w, &x, decoderExpected, "")
			const draws = 20000
			sampled := predict(t, f, w, &x, decoderSampled, fmt.Sprintf(`{"draws":%d}`, draws))
			weight, made := 0.0, make([]float64, len(exact.Marginal))
			for _, a := range exact.Atoms {
				weight += a.Weight
				for d, k := range a.Labels {
					made[2*d+int(k)] += a.Weight
				}
			}
			if math.Abs(weight-1) > 1e-9 || len(exact.Atoms) < 3 {
				t.Fatalf("%d atoms weigh %v", len(exact.Atoms), weight)
			}
			for i, q := range exact.Marginal {
				if math.Abs(q-made[i]) > 1e-9 {
					t.Errorf("marginal %d is %v, of the atoms %v", i, q, made[i])
				}
				if band := 4.5*math.Sqrt(max(q*(1-q),
					0)/draws) + 5./draws; !(math.Abs(q-sampled.Marginal[i]) <= band) {
					t.Errorf("at %v: marginal %d is %v, of samples %v ± %v", w, i, q,
						sampled.Marginal[i], band)
				}
				if d := i / 2; d < shown && math.Abs(q-1) < 1e-9 != (x.Gold[d] == int32(i%2)) {
					t.Errorf("the label of %d is shown, the marginal is %v", d, q)
				}
				if q > 0.5+1e-9 && exact.Labels[i/2] != int32(i%2) {
					t.Errorf("label %d is %d", i/2, exact.Labels[i/2])
				}
			}
		}
	}
}

// The labeling of least risk is a sample, and no sample has less risk with each sample taken for
// the truth.
func TestMBR(t *testing.T) {
	xs := masks(10, 1, 6, 7)
	in := input(xs, three, "boundary-count")
	f := forecast(in)
	x, w := hide(xs[0], 0), []float64{0.6, 0.5, 0.5}
	risk := func(y []int32, of sp.Prediction) (sum float64) {
		for _, a := range of.Atoms {
			sum += a.Weight * in.Loss.Value(&x, a.Labels, y)
		}
		return sum
	}
	sampled := predict(t, f, w, &x, decoderSampled, `{"draws":30}`)
	best := predict(t, f, w, &x, decoderMBR, `{"draws":30}`).Labels
	among, worse := false, 0
	for _, a := range sampled.Atoms {
		among = among || slices.Equal(a.Labels, best)
		if r, least := risk(a.Labels, sampled), risk(best, sampled); r < least-1e-12 {
			t.Errorf("a sample has the risk %v, the decoder %v", r, least)
		} else if r > least {
			worse++
		}
	}
	if !among || worse == 0 {
		t.Errorf("among the samples: %v; worse ones: %d", among, worse)
	}
}

// inVisit returns the model of x in a visit. Shown labels hold if reveal is set.
func inVisit(t testing.TB, in learner.Input, x *sp.Instance, reveal bool) *energy {
	t.Helper()
	e := newEnergy(task(in), newParameters(in.Map, nil), x, reveal)
	need(t, e.visit(task(in)))
	return e
}

// Samples depend on the decoder's seed and not on the fit's; the centre equals the shared decoder
// map.
func TestSampledAndCentre(t *testing.T) {
	xs := masks(11, 1, 6, 7)
	in := input(xs, three, "hamming")
	x, w := hide(xs[0], 0), []float64{0.6, 0.5, 0.5}
	a := predict(t, forecast(in), w, &x, decoderSampled, "")
	if b := predict(t, forecast(in), w, &x, decoderSampled, ""); !slices.Equal(a.Marginal,
		b.Marginal) {
		t.Error("other samples with the same seed")
	}
	total := 0.0
	for _, atom := range a.Atoms {
		total += atom.Weight
		if draws := 20 * atom.Weight; math.Abs(draws-math.Round(draws)) > 1e-9 {
			t.Errorf("an atom of %v draws", draws)
		}
	}
	if math.Abs(total-1) > 1e-9 {
		t.Errorf("atoms weigh %v", total)
	}
	of, err := (&gradient{Skeleton: &Skeleton{Objective: kindPMAP, Draws: 20},
		key: perturb.NewKey(in.Seed, x.ID), model: inVisit(t, in, &x, true)}).distribution(
		boxAt([]float64{0.1, 0, 0}, 1).Whole())
	need(t, err)
	if slices.Equal(a.Marginal, prediction(&x, of).Marginal) {
		t.Error("the samples are those of a fit's first step")
	}
	other := in
	other.Seed++
	if c := predict(t, forecast(other), w, &x, decoderSampled, ""); slices.Equal(a.Marginal,
		c.Marginal) {
		t.Error("the same samples with another seed")
	}
	e := inVisit(t, in, &x, true)
	y, phi := make([]int32, x.N()), make([]float64, 3)
	need(t, e.Minimise(y, phi, w))
	got := predict(t, forecast(in), w, &x, "map", "")
	if a, b := e.p.Score(got.Labels), e.p.Score(y); math.Abs(a-b) > 1e-9 { // they may tie
		t.Errorf("map has the score %v, the labeling at the centre %v", a, b)
	}
}
