package stats

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/spbench/spbench/internal/longtest"
)

// lawWorld is what J splits have at five sizes: a law, what a split adds to all of its sizes, and noise.
func lawWorld(random *rand.Rand, law PowerLaw, splits int, common, own float64) (n, y, w, errors []float64, units [][]float64) {
	n = []float64{25, 50, 100, 200, 400}
	for range splits {
		shift := common * random.NormFloat64()
		unit := make([]float64, len(n))
		for i := range n {
			unit[i] = law.At(n[i]) + shift + own*random.NormFloat64()
		}
		units = append(units, unit)
	}
	for i := range n {
		column := make([]float64, splits)
		for u := range units {
			column[u] = units[u][i]
		}
		s := Summarize(column)
		e := s.Std / math.Sqrt(float64(splits))
		y, errors, w = append(y, s.Mean), append(errors, e), append(w, 1/(e*e))
	}
	return n, y, w, errors, units
}

// TestPowerLawDraws: the same each time; where splits differ by a shift alone, the exponent does not vary and the constant varies as the mean
// does; of two units there is none.
func TestPowerLawDraws(t *testing.T) {
	n, y, w, errors, units := lawWorld(rand.New(rand.NewPCG(5, 6)), PowerLaw{A: 2, B: 0.5, C: 0.2}, 10, 0.02, 0)
	draws, again := PowerLawDraws(n, y, w, errors, units), PowerLawDraws(n, y, w, errors, units)
	var b, c []float64
	for k := range draws {
		if draws[k] != again[k] {
			t.Fatalf("draw %d: %+v and %+v", k, draws[k], again[k])
		}
		b, c = append(b, draws[k].B), append(c, draws[k].C)
	}
	if lo, hi := Quantile(b, 0.025), Quantile(b, 0.975); lo < 0.499 || hi > 0.501 {
		t.Errorf("b from %v to %v", lo, hi)
	}
	// 2.26 is the quantile of Student's t with 9 degrees of freedom.
	if half := (Quantile(c, 0.975) - Quantile(c, 0.025)) / 2; math.Abs(half/(2.26*errors[0])-1) > 0.15 {
		t.Errorf("c ± %v, the mean ± %v", half, 2.26*errors[0])
	}
	if got := PowerLawDraws(n, y, w, errors, units[:2]); got != nil {
		t.Errorf("of two units: %v", got)
	}
}

// TestPowerLawCoverage: how often the interval of 95 % has the true exponent and constant, where a law holds.
func TestPowerLawCoverage(t *testing.T) {
	longtest.Skip(t)
	const worlds = 200
	for _, law := range []PowerLaw{{A: 2, B: 0.5, C: 0.1}, {A: 1, B: 0.3, C: 0}, {A: 20, B: 1, C: 0.15}} {
		for _, splits := range []int{4, 10} {
			for _, noise := range [][2]float64{{0.01, 0.005}, {0.005, 0.02}} {
				random := rand.New(rand.NewPCG(7, uint64(splits)))
				inB, inC := 0.0, 0.0
				for range worlds {
					n, y, w, errors, units := lawWorld(random, law, splits, noise[0], noise[1])
					var b, c []float64
					for _, d := range PowerLawDraws(n, y, w, errors, units) {
						b, c = append(b, d.B), append(c, d.C)
					}
					if Quantile(b, 0.025) <= law.B && law.B <= Quantile(b, 0.975) {
						inB += 1. / worlds
					}
					if Quantile(c, 0.025) <= law.C && law.C <= Quantile(c, 0.975) {
						inC += 1. / worlds
					}
				}
				t.Logf("%+v, %d splits, common noise %v, own %v: coverage of b %.3f, of c %.3f", law, splits, noise[0], noise[1], inB, inC)
				// Four standard errors of a share of 0.95 are 0.06.
				if inB < 0.89 || inC < 0.89 {
					t.Errorf("%+v, %d splits, noise %v: coverage of b %.3f, of c %.3f", law, splits, noise, inB, inC)
				}
			}
		}
	}
}
