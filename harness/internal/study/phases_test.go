package study

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/spbench/spbench/harness/internal/suite"
	"github.com/spbench/spbench/harness/internal/table"
)

// phasedRun has a panel of four cells: A is best, A and B are level, all are under noise, B is best.
// C has no structure.
func phasedRun(t *testing.T) *Run {
	t.Helper()
	r := &Run{Suite: &suite.Suite{Headroom: &suite.Headroom{Of: "C", To: "A", Share: 0.1}},
		Metrics: []table.Metric{wrong}}
	random := pcg(1, 2)
	for _, c := range []struct {
		labels, noise string
		gap, spread   float64
	}{
		{"2", "0.5", 0.2, 0.001}, {"2", "1", 0.001, 0.0001},
		{"4", "0.5", 0, 0.3}, {"4", "1", -0.1, 0.001},
	} {
		d := suite.Dataset{Label: fmt.Sprintf("grids labels=%s noise=%s", c.labels, c.noise),
			Panel: &suite.Panel{Name: "grids", Factors: []string{"labels", "noise"},
				Values: []string{c.labels, c.noise}}}
		d.Name = d.Label // different data
		r.Suite.Datasets = append(r.Suite.Datasets, d)
		for split := range 8 {
			for i, label := range []string{"A", "B", "C"} {
				losses := make([]float64, 20)
				for k := range losses {
					losses[k] = 0.3 + c.spread*random.NormFloat64() + []float64{0, c.gap, 0.4}[i]
				}
				r.Entries = append(r.Entries, entry(d.Label, label, split, 0, losses))
			}
		}
	}
	tabulate(t, r)
	return r
}

// Three rows in a panel of 2×2 cells. The gap of B from A is 0, a few errors of A, or 0 under
// strong noise.
func TestPhases(t *testing.T) {
	r := phasedRun(t)
	p := phases(r)
	got := lines(p)
	open := got[2][2]
	if open != "A?" && open != "B?" {
		t.Errorf("under noise the cell is %q", open)
	}
	same(t, [][]string{{"grids", "labels ↓ noise →", "0.5", "1"}, {"", "2", "A", "level, 2 of 3"},
		{"", "4", open, "B"}}, got)
	cells := 0
	for _, s := range p.Charts[0].Series {
		cells += len(s.X)
		if s.Label == "B" && (s.X[0] != 1 || s.Y[0] != 1 || s.Hollow) {
			t.Errorf("%+v", s)
		}
	}
	if cells != 4 {
		t.Errorf("the chart has %d cells", cells)
	}
	// Rows with different training instances are not compared.
	for i := range r.Entries {
		if e := &r.Entries[i]; e.Label == "B" && e.Dataset == "grids labels=4 noise=1" {
			e.Fit.Checkpoints = learnedFrom(5)
		}
	}
	tabulate(t, r)
	if got := lines(phases(r)); got[2][3] != "" || got[1][2] != "A" {
		t.Errorf("B learned from less: the cells are %q", got)
	}
	for i := range r.Entries {
		r.Entries[i].Fit.Checkpoints = nil
	}
	// A control has no part in the choice of the best row: B, and then not tested against C.
	r.Suite.Against = "A"
	tabulate(t, r)
	if got := lines(phases(r))[2][3]; got != "B?" {
		t.Errorf("against A the cell is %q", got)
	}
	// There is a panel for the first decoders, and one for the second. A has one decoder for both.
	r.Suite.Against = ""
	for i := range r.Entries {
		if e := &r.Entries[i]; e.Label == "C" {
			e.Label, e.Decoder = "B", "mpm"
		}
	}
	tabulate(t, r)
	if got := lines(phases(r)); len(got) != 6 || got[0][0] != "grids, map" || got[2][3] != "B" ||
		got[3][0] != "grids, map and mpm" || got[4][2] != "A" || got[5][3] != "A" {
		t.Errorf("with two decoders the cells are %q", got)
	}
	best := suite.Decoder{Label: "mpm"}
	best.Name = suite.Best
	r.Suite.Learners = []suite.Learner{{Label: "B", Decoders: []suite.Decoder{{Label: "map"}, best}}}
	tabulate(t, r)
	if got := lines(phases(r))[2][3]; got != "A" {
		t.Errorf("with the worse decoder for best the cell is %q", got)
	}
	if text := strings.Join(effects(r).Text, " "); !strings.Contains(text, "one grid share") {
		t.Errorf("effects do not say that datasets share a generator: %s", text)
	}
}

// A dataset takes the first of further decoders that all learners have on it.
func TestPhasesByFurtherDecoders(t *testing.T) {
	r := phasedRun(t)
	for _, e := range slices.Clone(r.Entries) {
		for _, decoder := range []string{"mpm", "lbp"} {
			e.Decoder = decoder
			if decoder == "lbp" || !strings.Contains(e.Dataset, "labels=4") {
				r.Entries = append(r.Entries, e)
			}
		}
	}
	tabulate(t, r)
	got := lines(phases(r))
	if len(got) != 6 || got[0][0] != "grids, map" || got[3][0] != "grids, mpm or lbp" {
		t.Fatalf("panels %q", got)
	}
	same(t, got[1:3], got[4:])
}

// The rope is a share of the headroom, or a number in points. Rows are level within it. A cell is
// level if all rows with structure are. Where no gain is shown, there is nothing to gain.
func TestHeadroom(t *testing.T) {
	headroom := &suite.Headroom{Of: "none", To: "A", Share: 0.1}
	worlds := map[string][4]float64{ // errors of none, A, B and D
		"all": {0.7, 0.3, 0.3005, 0.3006}, "some": {0.7, 0.3, 0.3005, 0.5}, "one": {0.7, 0.3, 0.4, 0.5},
		"nothing": {0.3, 0.3, 0.3, 0.3}, "worse": {0.3, 0.4, 0.2, 0.4},
		"little": {0.304, 0.3, 0.3005, 0.32},
	}
	for _, c := range []struct {
		world    string
		spread   float64
		headroom *suite.Headroom
		rope     float64 // in points
		want     string
	}{
		{"all", 0.0001, headroom, 0, "level, 3 of 4"},
		{"some", 0.0001, headroom, 0, "A, 2 of 4"},
		{"some", 0.01, headroom, 0, "B?, 2 of 4"},
		{"one", 0.0001, headroom, 0, "A"},
		{"nothing", 0.01, headroom, 0, noGain},
		{"worse", 0.0001, headroom, 0, noGain},
		{"little", 0.0001, headroom, 0, "A"}, // B is behind by more than a tenth of 0.4 points
		{"all", 0.0001, nil, 1, "A, 3 of 4"}, // none counts as the others do
		{"little", 0.0001, nil, 5, "level, 4 of 4"},
		{"all", 0.0001, nil, 0, "A"},
	} {
		for _, higher := range []bool{false, true} {
			d := suite.Dataset{Label: "grids", Panel: &suite.Panel{Name: "grids",
				Factors: []string{"labels", "noise"}, Values: []string{"2", "1"}}}
			metric := wrong
			metric.Higher = higher
			r := &Run{Suite: &suite.Suite{Datasets: []suite.Dataset{d}, Headroom: c.headroom,
				Rope: c.rope}, Metrics: []table.Metric{metric}}
			random := pcg(3, 4)
			for split := range 8 {
				for i, label := range []string{"none", "A", "B", "D"} {
					values := make([]float64, 20)
					for k := range values {
						values[k] = worlds[c.world][i] + c.spread*random.NormFloat64()
						if higher {
							values[k] = 1 - values[k]
						}
					}
					r.Entries = append(r.Entries, entry(d.Label, label, split, 0, values))
				}
			}
			tabulate(t, r)
			if got := lines(phases(r))[1][2]; got != c.want {
				t.Errorf("%s, spread %v, rope %v, higher %v: %q, want %q", c.world, c.spread, c.rope, higher,
					got, c.want)
			}
			// Learners that enter twice change nothing, but one with structure is never none.
			again := *r
			for _, e := range r.Entries {
				if e.Label += " again"; e.Label != "none again" || c.world == "all" && c.headroom != nil {
					again.Entries = append(again.Entries, e)
				}
			}
			tabulate(t, &again)
			want := c.want
			if c.want == "level, 3 of 4" {
				want = "A, 3 of 4"
			}
			if got := lines(phases(&again))[1][2]; got != want {
				t.Errorf("%s, spread %v with copies: %q, want %q", c.world, c.spread, got, want)
			}

			// The table's own rope: a row is level with the best one only if something is to be gained.
			level := slices.ContainsFunc(r.Table.Rows, func(row table.Row) bool {
				return row.Cells[0].Level
			})
			if want := strings.Contains(c.want, " of 4"); level != want {
				t.Errorf("%s, spread %v, rope %v, higher %v: some row is level: %v", c.world, c.spread, c.rope,
					higher, level)
			}
		}
	}
}
