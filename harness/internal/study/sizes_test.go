package study

import (
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/spbench/spbench/harness/internal/suite"
	"github.com/spbench/spbench/harness/internal/table"
)

// sizedRun has a row on a dataset of each size, with mean 0.9·n^−½ + 0.1, and a dataset of one
// size. Half of the 50 test instances are 0.07 below the mean, half above.
func sizedRun(t *testing.T, sizes ...int) *Run {
	t.Helper()
	r := &Run{Suite: &suite.Suite{}, Metrics: []table.Metric{wrong}}
	for i, n := range append(sizes, 7) {
		d := suite.Dataset{Label: "words (train " + string(rune('a'+i)) + ")", Base: "words"}
		if n == 7 {
			d = suite.Dataset{Label: "images"}
		}
		losses := make([]float64, 50)
		for k := range losses {
			losses[k] = 0.9/math.Sqrt(float64(n)) + 0.1 + 0.07*float64(2*(k%2)-1)
		}
		e := entry(d.Label, "A", 0, 0, losses)
		e.Train = n
		r.Suite.Datasets, r.Entries = append(r.Suite.Datasets, d), append(r.Entries, e)
	}
	tabulate(t, r)
	return r
}

func TestSizes(t *testing.T) {
	p := sizes(sizedRun(t, 400, 25, 100, 50)) // in any order
	same(t, [][]string{{"words", "A", "map", "25 50 100 400", "28.0", "14.5"}}, lines(p))
	if len(p.Charts) != 1 || len(p.Charts[0].Series) != 1 {
		t.Fatalf("%+v", p.Charts)
	}
	points := p.Charts[0].Series[0]
	if !slices.Equal(points.X, []float64{25, 50, 100, 400}) || math.Abs(points.Low[0]-26) > 0.02 {
		t.Errorf("%+v", points)
	}
}

// A size with a failed fit is left out of the curve.
func TestSizeOfFailedFit(t *testing.T) {
	r := sizedRun(t, 25, 50, 100, 200, 400)
	r.Table.Rows[0].Cells[1].Planned, r.Table.Rows[0].Cells[1].Mean = 2, 0.9
	p := sizes(r)
	if lines(p)[0][3] != "25 100 200 400" ||
		!strings.Contains(p.Text[1], "left out of A map (words)") {
		t.Errorf("%q %q", lines(p), p.Text)
	}
}

// One size is no curve. Sizes with different numbers of test instances are not joined.
func TestNoSizes(t *testing.T) {
	other := sizedRun(t, 25, 50)
	other.Entries[1].Test = 60
	for _, r := range []*Run{sizedRun(t, 25), other} {
		if p := sizes(r); p.Grid != nil || p.Empty == "" {
			t.Errorf("%+v", p)
		}
	}
}
