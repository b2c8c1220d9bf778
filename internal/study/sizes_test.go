package study

import (
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/spbench/spbench/internal/record"
	"github.com/spbench/spbench/internal/report"
	"github.com/spbench/spbench/internal/suite"
)

// sizedRun has a row on a dataset of each size, with 0.9·n^−½ + 0.1 and what is added to it, and a dataset of one size. Of its 50 test
// instances half are 0.07 below the mean and half above, on each size the same.
func sizedRun(t *testing.T, added map[int]float64, sizes ...int) *Run {
	t.Helper()
	r := &Run{Suite: &suite.Suite{}, Metrics: []report.Metric{wrong}}
	for i, n := range append(sizes, 7) {
		d := suite.Dataset{Label: "words (train " + string(rune('a'+i)) + ")", Base: "words"}
		if n == 7 {
			d = suite.Dataset{Label: "images"}
		}
		losses := make([]float64, 50)
		for k := range losses {
			losses[k] = 0.9/math.Sqrt(float64(n)) + 0.1 + added[n] + 0.07*float64(2*(k%2)-1)
		}
		e := entry(d.Label, "A", 0, 0, losses)
		e.Train = n
		r.Suite.Datasets, r.Entries = append(r.Suite.Datasets, d), append(r.Entries, e)
	}
	rebuild(t, r)
	return r
}

func TestSizes(t *testing.T) {
	p, err := sizes(sizedRun(t, nil, 400, 25, 100, 50)) // in any order
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff([][]string{{"words", "A", "map", "25 50 100 400", "28.0", "14.5", "90.0", "0.50", "0.50 … 0.50", "10.0", "8.1 … 12.1", "0.00"}}, p.Grid.Rows); diff != "" {
		t.Errorf("(-want +got)\n%s", diff)
	}
	if len(p.Charts) != 1 || len(p.Charts[0].Series) != 2 {
		t.Fatalf("%+v", p.Charts)
	}
	points, law := p.Charts[0].Series[0], p.Charts[0].Series[1]
	if !slices.Equal(points.X, []float64{25, 50, 100, 400}) || math.Abs(points.Low[0]-26) > 0.02 || math.Abs(law.Y[0]-28) > 1e-3 || law.X[len(law.X)-1] != 400 {
		t.Errorf("%+v\n%+v", points, law)
	}
}

// TestSizesWithErrors: what is known to be far off has little say.
func TestSizesWithErrors(t *testing.T) {
	r := sizedRun(t, map[int]float64{50: 0.2}, 25, 50, 100, 200, 400)
	r.Table.Rows[0].Cells[1].Error = 100
	p, err := sizes(r)
	if err != nil || p.Grid.Rows[0][7] != "0.50" {
		t.Errorf("%v %q", err, p.Grid.Rows)
	}
}

// TestSizesThatSayLittle: a size at which a fit failed is no point, a curve that rises has no exponent, and what is not weighted is said to be so.
func TestSizesThatSayLittle(t *testing.T) {
	r := sizedRun(t, nil, 25, 50, 100, 200, 400)
	r.Table.Rows[0].Cells[1].Planned, r.Table.Rows[0].Cells[1].Mean = 2, 0.9
	p, err := sizes(r)
	if err != nil || p.Grid.Rows[0][3] != "25 100 200 400" || p.Grid.Rows[0][7] != "0.50" || !strings.Contains(p.Text[2], "left out of A map (words)") {
		t.Errorf("%v %q %q", err, p.Grid.Rows, p.Text)
	}
	if p, err = sizes(sizedRun(t, map[int]float64{400: 0.5}, 25, 50, 100, 400)); err != nil || p.Grid.Rows[0][6] != "—" || p.Grid.Rows[0][7] != "—" || p.Grid.Rows[0][8] != "—" || p.Grid.Rows[0][9] == "—" || len(p.Text) > 2 || strings.Contains(p.Text[1], "Unweighted") {
		t.Errorf("%v %q %q", err, p.Grid.Rows, p.Text)
	}
	r = sizedRun(t, nil, 25, 50, 100, 200)
	r.Table.Rows[0].Cells[2].Error = record.Number(math.NaN())
	if p, err = sizes(r); err != nil || !strings.Contains(p.Text[1], "Unweighted, as a standard error is not known: A map (words).") {
		t.Errorf("%v %q", err, p.Text)
	}
}

// TestFewSizes: of three sizes there is a curve without a law, of one none; sizes that are tested on other numbers of
// instances are no curve.
func TestFewSizes(t *testing.T) {
	p, err := sizes(sizedRun(t, nil, 25, 50, 100))
	if err != nil || p.Grid.Rows[0][6] != "—" || len(p.Charts[0].Series) != 1 || !strings.Contains(p.Text[1], "fewer than 4 sizes") {
		t.Errorf("%v %+v", err, p)
	}
	other := sizedRun(t, nil, 25, 50)
	other.Entries[1].Test = 60
	for _, r := range []*Run{sizedRun(t, nil, 25), other} {
		if p, err = sizes(r); err != nil || p.Grid != nil || p.Empty == "" {
			t.Errorf("%v %+v", err, p)
		}
	}
}
