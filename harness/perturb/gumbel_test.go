package perturb

import (
	"math"
	"slices"
	"testing"
)

func TestGumbelIsTheFormula(t *testing.T) {
	z, u := make([]float64, 100000), make([]float64, 100000)
	k := NewKey(1, "a")
	k.Gumbel(z, 3)
	k.Uniform(u, 3)
	for i := range z {
		if want := -math.Log(-math.Log(u[i])) - Euler; math.Abs(z[i]-want) > 1e-13*(1+math.Abs(want)) {
			t.Fatalf("entry %d of u = %v is %v, want %v", i, u[i], z[i], want)
		}
	}
	// Computed by an independent program.
	for i, want := range []float64{-1.7456625144492661, 0.562451284916199, 2.090317477232184,
		-0.37650221524019123} {
		if math.Abs(z[i]-want) > 1e-13 {
			t.Errorf("entry %d is %v, want %v", i, z[i], want)
		}
	}
}

// TestGumbelOneByOne: vectors and single entries give the same bits, for all lengths; nothing
// is written beyond the end.
func TestGumbelOneByOne(t *testing.T) {
	for n := range 300 {
		z, k := make([]float64, n+4), NewKey(uint64(n), "b")
		for draw := range uint64(20) {
			k.Gumbel(z[:n], draw)
			for i, got := range z[:n] {
				if want := gumbel(unit(bits(k.stream(draw), i))); got != want {
					t.Fatalf("entry %d of %d is %v, want %v", i, n, got, want)
				}
			}
			if [4]float64(z[n:]) != [4]float64{} {
				t.Fatalf("written beyond %d", n)
			}
		}
	}
}

func TestLogAtTheEnds(t *testing.T) {
	for _, b := range []uint64{0, 1 << 12, 1 << 40, math.MaxUint64, math.MaxUint64 - 1<<12,
		math.MaxUint64 - 1<<57, 1 << 63} {
		u := unit(b)
		want := -math.Log(-math.Log(u)) - Euler
		if got := gumbel(u); math.Abs(got-want) > 1e-13*(1+math.Abs(want)) {
			t.Errorf("u = %v gives %v, want %v", u, got, want)
		}
	}
}

// TestDistributions checks a million entries over many keys, draws and positions. Moments have bounds.
// So has the largest distance from the distribution function (Kolmogorov–Smirnov, level 10⁻³).
func TestDistributions(t *testing.T) {
	const n = 1 << 20
	for name, test := range map[string]struct {
		fill               func(k Key, z []float64, draw uint64)
		variance, kurtosis float64
		cdf                func(v float64) float64
	}{
		"Gumbel": {Key.Gumbel, math.Pi * math.Pi / 6, 5.4, func(v float64) float64 {
			return math.Exp(-math.Exp(-(v + Euler)))
		}},
		"normal": {of(Normal), 1, 3, func(v float64) float64 { return math.Erfc(-v/math.Sqrt2) / 2 }},
		"logistic": {of(Logistic), math.Pi * math.Pi / 3, 4.2, func(v float64) float64 {
			return 1 / (1 + math.Exp(-v))
		}},
	} {
		z := make([]float64, n)
		for draw := range uint64(n / 64) {
			test.fill(NewKey(draw%16, string(rune('a'+draw%7))), z[64*draw:][:64], draw)
		}
		mean, variance := meanVariance(z)
		if math.Abs(mean) > 4*math.Sqrt(test.variance/n) ||
			math.Abs(variance/test.variance-1) > 4*math.Sqrt((test.kurtosis-1)/n) {
			t.Errorf("%s: mean %v, variance %v, want 0, %v", name, mean, variance, test.variance)
		}
		slices.Sort(z)
		distance := 0.0
		for i, v := range z {
			f := test.cdf(v)
			distance = max(distance, math.Abs(f-float64(i)/n), math.Abs(f-float64(i+1)/n))
		}
		if limit := 1.95 / math.Sqrt(n); distance > limit {
			t.Errorf("%s: distance %v from the distribution, limit %v", name, distance, limit)
		}
	}
}

// of returns Fill for a family.
func of(family string) func(k Key, z []float64, draw uint64) {
	return func(k Key, z []float64, draw uint64) { k.Fill(z, family, draw) }
}

func meanVariance(z []float64) (mean, variance float64) {
	for _, v := range z {
		mean += v
	}
	mean /= float64(len(z))
	for _, v := range z {
		variance += (v - mean) * (v - mean)
	}
	return mean, variance / float64(len(z)-1)
}

// TestGumbelIsIndependent: neighbours in position, draw, seed and ID must not be correlated.
func TestGumbelIsIndependent(t *testing.T) {
	const n = 1 << 17
	k := NewKey(5, "x1")
	noise := func(k Key, draw uint64) []float64 {
		z := make([]float64, n)
		k.Gumbel(z, draw)
		return z
	}
	base := noise(k, 0)
	others := map[string][]float64{
		"next draw":  noise(k, 1),
		"far draw":   noise(k, 1<<32),
		"next seed":  noise(NewKey(6, "x1"), 0),
		"next ID":    noise(NewKey(5, "x2"), 0),
		"longer ID":  noise(NewKey(5, "x1\x00"), 0),
		"next entry": append(base[1:n:n], base[0]),
		"entry +26":  append(base[26:n:n], base[:26]...),
		"entry +208": append(base[208:n:n], base[:208]...),
	}
	for name, z := range others {
		c := 0.0
		for i := range z {
			c += z[i] * base[i]
		}
		if c /= n * math.Pi * math.Pi / 6; math.Abs(c) > 4/math.Sqrt(n) {
			t.Errorf("correlation with the %s is %v", name, c)
		}
	}
	// First entries over consecutive draws, as single-variable problems use them.
	first := make([]float64, n)
	for draw := range first {
		k.Gumbel(first[draw:draw+1], uint64(draw))
	}
	mean, variance := meanVariance(first)
	if math.Abs(mean) > 4*math.Pi/math.Sqrt(6*n) ||
		math.Abs(variance/(math.Pi*math.Pi/6)-1) > 4*math.Sqrt(4.4/n) {
		t.Errorf("first entries over draws: mean %v, variance %v", mean, variance)
	}
}

func TestEntriesDoNotDependOnCalls(t *testing.T) {
	k := NewKey(9, "word")
	for _, family := range []string{Gumbel, Normal, Logistic} {
		fill := of(family)
		whole, u := make([]float64, 300), make([]float64, 300)
		fill(k, whole, 7)
		for draw := range uint64(20) { // calls between
			fill(k, make([]float64, 11), draw)
			k.Uniform(u, draw)
		}
		part := make([]float64, 101)
		fill(k, part, 7)
		if !slices.Equal(part, whole[:101]) {
			t.Error("the first entries depend on the length or on other calls")
		}
	}
}

func TestNoiseDoesNotAllocate(t *testing.T) {
	k, dst := NewKey(1, "word"), make([]float64, 208)
	if n := testing.AllocsPerRun(100, func() { k.Gumbel(dst, 1); k.Fill(dst, Logistic, 2) }); n != 0 {
		t.Errorf("%v allocations per call", n)
	}
}
