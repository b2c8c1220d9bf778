package study

import (
	"fmt"
	"strings"
	"testing"

	"github.com/spbench/spbench/harness/internal/suite"
	"github.com/spbench/spbench/harness/internal/table"
)

// phasedRun has a panel of four cells: A is best, A and B are level, all are under noise, B is best.
func phasedRun(t *testing.T) *Run {
	t.Helper()
	r := &Run{Suite: &suite.Suite{}, Metrics: []table.Metric{wrong}}
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
	same(t, [][]string{{"grids", "labels ↓ noise →", "0.5", "1"}, {"", "2", "A", "2 level"},
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
	// A learner is shown by its first decoder, or by best.
	r.Suite.Against = ""
	for i := range r.Entries {
		if e := &r.Entries[i]; e.Label == "C" {
			e.Label, e.Decoder = "B", "mpm"
		}
	}
	tabulate(t, r)
	if got := lines(phases(r)); got[2][3] != "B" || got[1][2] != "A" {
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
