package stats

import (
	"math"
	"math/rand/v2"
	"testing"
)

// Numbers of scipy 1.10.1: t(9, mean, √((1/10 + ρ/(1−ρ))·s²)) with ρ = 1/10.
func TestPosterior(t *testing.T) {
	test := CorrectedT([]float64{-0.8, -1.1, -0.2, -1.9, -0.6, -0.9, -1.3, 0.1, -0.7, -1.0}, 1.0/9)
	got, want := test.Posterior(0.5), Belief{0.8912045293390887, 0.10852267480556965, 0.0002727958553416881}
	if !nearBelief(got, want, 1e-9) {
		t.Errorf("got %v, want %v", got, want)
	}
	if got := (&Test{Effect: -1, Err: math.NaN(), DF: 3}).Posterior(0.5); !math.IsNaN(got.Below) {
		t.Errorf("without a standard error: %v", got)
	}
	if got := (&Test{Effect: -1, DF: 3}).Posterior(0.5); got != (Belief{Below: 1}) {
		t.Errorf("without variance: %v", got)
	}
}

// Numbers of numpy 1.24.2: 100,000 draws of rng.dirichlet, θ by einsum.
func TestSignedRankPosterior(t *testing.T) {
	for _, test := range []struct {
		diff []float64
		rope float64
		want Belief
	}{
		{[]float64{-1.2, -0.3, -2.0, 0.4, -0.8, -1.5, 0.2, -0.9}, 0.5, Belief{0.76501, 0.23499, 0}},
		{[]float64{0.1, 0.2, -0.3}, 1, Belief{In: 1}},
		{[]float64{3, 2, 4, 1, 5}, 0, Belief{0, 0.00061, 0.99939}},
	} {
		if got := SignedRankPosterior(test.diff, test.rope); !nearBelief(got, test.want, 0.01) {
			t.Errorf("%v, rope %v: got %v, want %v", test.diff, test.rope, got, test.want)
		}
	}
	for _, diff := range [][]float64{nil, {1, math.NaN()}} {
		if got := SignedRankPosterior(diff, 1); !math.IsNaN(got.In) {
			t.Errorf("%v: got %v", diff, got)
		}
	}
}

// TestSignedRankDraws: each is a distribution. Without a region, E θ_above is that of the pairs of the prior and the observed: with
// weights of 0.5 and five times 1, α = 5.5, E w_i w_j = α_i α_j/(α(α+1)) and E w_i² = α_i(α_i+1)/(α(α+1)); all pairs are above but that of the
// prior's difference with itself.
func TestSignedRankDraws(t *testing.T) {
	draws := SignedRankDraws([]float64{3, 2, 4, 1, 5}, 0)
	mean := 0.0
	for _, d := range draws {
		if sum := d.Below + d.In + d.Above; math.Abs(sum-1) > 1e-9 || d.Below != 0 {
			t.Fatalf("%+v", d)
		}
		mean += d.Above / float64(len(draws))
	}
	if want := 1 - 0.5*1.5/(5.5*6.5); math.Abs(mean-want) > 0.001 {
		t.Errorf("θ_above is %v on average, want %v", mean, want)
	}
}

// TestDensity: it integrates to the belief.
func TestDensity(t *testing.T) {
	test := CorrectedT([]float64{-0.8, -1.1, -0.2, -1.9, -0.6}, 1.0/9)
	sum := 0.0
	const step = 1e-3
	for x := -0.5 + step/2; x < 0.5; x += step {
		sum += step * test.Density(x)
	}
	if want := test.Posterior(0.5).In; math.Abs(sum-want) > 1e-5 {
		t.Errorf("the density in the region adds up to %v, want %v", sum, want)
	}
	if got := (&Test{Effect: 1, DF: 3}).Density(1); !math.IsNaN(got) {
		t.Errorf("without variance: %v", got)
	}
}

// TestPosteriorIsCalibrated: where true differences are drawn from what is nearly the prior, of those that
// are believed to be below the region with probability q a share q is.
func TestPosteriorIsCalibrated(t *testing.T) {
	random := rand.New(rand.NewPCG(3, 4))
	const worlds, splits = 4000, 8
	believed, is := 0.0, 0.0
	for range worlds {
		mean := 6 * random.NormFloat64() // wide beside the noise
		diff := make([]float64, splits)
		for j := range diff {
			diff[j] = mean + random.NormFloat64()
		}
		test := CorrectedT(diff, 0)
		if q := test.Posterior(0.5).Below; q > 0.2 && q < 0.8 {
			believed += q
			if mean < -0.5 {
				is++
			}
		}
	}
	if math.Abs(believed-is) > 3*math.Sqrt(believed/4) || believed < 30 {
		t.Errorf("%.0f of the true differences are below the region, %.1f are believed to be", is, believed)
	}
}

func nearBelief(a, b Belief, by float64) bool {
	return math.Abs(a.Below-b.Below) < by && math.Abs(a.In-b.In) < by && math.Abs(a.Above-b.Above) < by
}
