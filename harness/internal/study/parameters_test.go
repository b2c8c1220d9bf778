package study

import (
	"math"
	"slices"
	"testing"

	"github.com/spbench/spbench/harness/internal/chart"
)

// softRun has two rows of a list and three others.
func softRun(t *testing.T) *Run {
	t.Helper()
	losses := func(mean float64) [][][]float64 {
		noise, list := pcg(uint64(1000*mean), 1), make([]float64, 40)
		for i := range list {
			list[i] = mean + 0.01*noise.NormFloat64()
		}
		return [][][]float64{{list}}
	}
	return run(t, world{"words": {"CRF": losses(0.2), "soft epsilon=0.1": losses(0.25),
		"soft epsilon=1": losses(0.22), "S-SVM": losses(0.3), "lambda=x": losses(0.4)}})
}

// TestParameters: rows of a list make a curve, in the order of the table. Others are levels.
// Intervals are those of the tests.
func TestParameters(t *testing.T) {
	r := softRun(t)
	section := parameters(r)
	if len(section.Charts) != 1 || section.Charts[0].X.Title != "epsilon" {
		t.Fatalf("%+v", section)
	}
	var labels []string
	for _, s := range section.Charts[0].Series {
		labels = append(labels, s.Label)
		if s.Kind == chart.Curve {
			same(t, []float64{0.1, 1}, s.X)
			continue
		}
		same(t, []float64{0.1, 1}, s.X)
		for i, y := range s.Y {
			cell := r.Table.Rows[3+i].Cells[0]
			if d := 100 * float64(cell.Effect); !(math.Abs(d-y) < 1e-9) ||
				s.Low[i] != 100*float64(cell.EffectLow) || s.High[i] != 100*float64(cell.EffectHigh) {
				t.Errorf("at %v: %+v of %+v", s.X[i], s, cell)
			}
		}
	}
	slices.Sort(labels)
	same(t, []string{"CRF map", "S-SVM map", "lambda=x map", "soft map"}, labels)
}
