package stats_test

import (
	"math"
	"testing"

	"github.com/spbench/spbench/harness/internal/stats"
	"github.com/spbench/spbench/harness/learnertest/cputime"
)

// darwin holds the differences in height, in eighths of an inch, of 15 pairs of
// crossed and self-fertilised maize (Fisher 1935, The Design of Experiments, §21).
var darwin = []float64{49, -67, 8, 16, 6, 23, 28, 41, 14, 29, 56, 24, 75, 60, -48}

func TestSignFlipReproducesFisher(t *testing.T) {
	// Fisher's count: 1726 of the 32768 sign patterns; also
	// scipy 1.10.1: permutation_test((d,), np.sum, permutation_type='samples').
	got := stats.SignFlip(darwin)
	if want := 1726.0 / 32768; got.P != want {
		t.Errorf("P = %v, want %v", got.P, want)
	}
	if got.N != 15 || got.Floor != 2.0/32768 || math.Abs(got.Effect-314.0/15) > 1e-12 {
		t.Errorf("got %+v", got)
	}
}

func TestSignFlipSmallCases(t *testing.T) {
	nan, inf := math.NaN(), math.Inf(1)
	tests := []struct {
		name     string
		diff     []float64
		p, floor float64
		n        int
	}{
		{"one", []float64{3}, 1, 1, 1},
		{"five alike", []float64{1, 1, 1, 1, 1}, 0.0625, 0.0625, 5},
		{"six alike", []float64{-1, -2, -3, -1, -2, -3}, 0.03125, 0.03125, 6},
		{"ties in rounding", []float64{0.1, 0.2, -0.3}, 1, 0.25, 3},
		{"zeros carry nothing", []float64{0, 1, 0, 1, 1, 0}, 0.25, 0.03125, 6},
		{"all zero", []float64{0, 0}, 1, 0.5, 2},
		{"none", nil, nan, 1, 0},
		{"not a number", []float64{1, nan}, nan, 1, 2},
		{"infinite", []float64{1, inf}, nan, 1, 2},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			got := stats.SignFlip(test.diff)
			if !same(got.P, test.p) || got.N != test.n ||
				(!math.IsNaN(test.p) && got.Floor != test.floor) {
				t.Errorf("got %+v, want P %v, floor %v, N %d", got, test.p, test.floor, test.n)
			}
		})
	}
}

// TestSignFlipMonteCarloAgreesWithNormal compares the sampled p with the
// central-limit value, for sample sizes on both sides of a multiple of eight.
func TestSignFlipMonteCarloAgreesWithNormal(t *testing.T) {
	random := pcg(3, 1)
	for _, n := range []int{21, 24, 63, 64, 65, 1001} {
		for _, shift := range []float64{0, 1.5, 2.5} {
			d := make([]float64, n)
			sum, square := 0.0, 0.0
			for i := range d {
				d[i] = random.NormFloat64()
				square += d[i] * d[i]
			}
			for i := range d { // Σd = shift standard deviations of Σ±d, nearly
				sum += d[i]
			}
			for i := range d {
				d[i] += (shift*math.Sqrt(square) - sum) / float64(n)
			}
			sum, square = 0, 0
			for i := range d {
				sum, square = sum+d[i], square+d[i]*d[i]
			}
			want := math.Erfc(math.Abs(sum) / math.Sqrt(2*square))
			if got := stats.SignFlip(d).P; math.Abs(got-want) > 0.02 {
				t.Errorf("n = %d, shift %g: P = %.4f, normal %.4f", n, shift, got, want)
			}
		}
	}
}

// TestSignFlipSampledMeetsEnumerated tests 16 differences by enumeration and, with one more, tiny
// but not zero, by sampling.
func TestSignFlipSampledMeetsEnumerated(t *testing.T) {
	random := pcg(5, 1)
	for range 10 {
		d := make([]float64, 16)
		for i := range d {
			d[i] = random.NormFloat64() + 0.4
		}
		exact := stats.SignFlip(d)
		sampled := stats.SignFlip(append(d, 1e-9))
		if exact.Floor != math.Ldexp(2, -16) || sampled.Floor != 1.0/32769 {
			t.Fatalf("floors %v and %v", exact.Floor, sampled.Floor)
		}
		// five standard errors of the sampled share
		if bound := 5*math.Sqrt(exact.P*(1-exact.P)/32768) + 1.0/32768; math.Abs(exact.P-sampled.P) > bound {
			t.Errorf("enumerated %v, sampled %v", exact.P, sampled.P)
		}
	}
}

func TestSignFlipSampledIsNeverZero(t *testing.T) {
	d := make([]float64, 60) // two of 2^60 patterns reach the sum; none is drawn
	for i := range d {
		d[i] = 1
	}
	if got := stats.SignFlip(d); got.P != 1.0/32769 || got.Floor != got.P {
		t.Errorf("got %+v", got)
	}
}

func TestSignFlipInvariance(t *testing.T) {
	random := pcg(7, 1)
	for _, n := range []int{3, 12, 16, 17, 200} {
		d, negated, scaled := make([]float64, n), make([]float64, n), make([]float64, n)
		for i := range d {
			d[i] = random.NormFloat64() + 0.1
			negated[i], scaled[i] = -d[i], 8*d[i]
		}
		p := stats.SignFlip(d).P
		if again := stats.SignFlip(d).P; again != p {
			t.Errorf("n = %d: %v, then %v", n, p, again)
		}
		if q := stats.SignFlip(negated).P; q != p {
			t.Errorf("n = %d: negation changes %v to %v", n, p, q)
		}
		if q := stats.SignFlip(scaled).P; q != p {
			t.Errorf("n = %d: scale changes %v to %v", n, p, q)
		}
		random.Shuffle(n, func(i, j int) { d[i], d[j] = d[j], d[i] })
		if q := stats.SignFlip(d).P; n <= 16 && q != p {
			t.Errorf("n = %d: order changes %v to %v", n, p, q)
		}
	}
}

// TestSignFlipIsUniformUnderTheNull draws symmetric differences of unequal scale: P(p ≤ α) must be
// about α, and at most α for an exact test.
func TestSignFlipIsUniformUnderTheNull(t *testing.T) {
	for n, trials := range map[int]int{10: 1000, 30: 250} {
		random := pcg(11, uint64(n))
		below := map[float64]int{0.05: 0, 0.2: 0, 0.5: 0, 0.8: 0}
		for range trials {
			d := make([]float64, n)
			for i := range d {
				d[i] = random.NormFloat64() * float64(1+i%4)
			}
			p := stats.SignFlip(d).P
			for level := range below {
				if p <= level {
					below[level]++
				}
			}
		}
		for level, hits := range below {
			share := float64(hits) / float64(trials)
			if bound := 4 * math.Sqrt(level*(1-level)/float64(trials)); math.Abs(share-level) > bound {
				t.Errorf("n = %d: P(p <= %g) is %.3f", n, level, share)
			}
		}
	}
}

func same(a, b float64) bool { return a == b || math.IsNaN(a) && math.IsNaN(b) }

func BenchmarkSignFlip(b *testing.B) {
	for name, n := range map[string]int{"enumerated16": 16, "sampled6251": 6251} {
		b.Run(name, func(b *testing.B) {
			random := pcg(1, 1)
			d := make([]float64, n)
			for i := range d {
				d[i] = random.NormFloat64()
			}
			b.ReportAllocs()
			defer cputime.PerOp(b)()
			for b.Loop() {
				stats.SignFlip(d)
			}
		})
	}
}
