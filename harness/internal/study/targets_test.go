package study

import (
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/spbench/spbench/harness/internal/record"
	"github.com/spbench/spbench/harness/internal/table"
	"github.com/spbench/spbench/harness/sp"
)

// TestTargets: A is the best learner, with mean 0.2 at the end. One of its three fits comes within
// 5 % after two seconds and one after three. The last crashes after six, which count as spent. B
// never does. The first fit keeps its hit though its loss rises again.
func TestTargets(t *testing.T) {
	p := must(targets(madeRun(
		made{dataset: "d", label: "A", seed: 1, losses: []float64{0.5, 0.209, 0.2, 0.19}},
		made{dataset: "d", label: "A", seed: 2, losses: []float64{0.5, 0.3, 0.201, 0.21}},
		made{dataset: "d", label: "A", seed: 3, took: 6},
		made{dataset: "d", label: "B", seed: 1, losses: []float64{0.8, 0.4}},
	)))(t)
	want := [][]string{
		{"d", "A map", "2/3", "5.50", "11.0", "≥ 25.0", "2/3", "6.00", "12.0", "≥ 30.0"},
		{"d", "B map", "0/1", "—", "—", "—", "0/1", "—", "—", "—"},
	}
	same(t, want, lines(p))
	// 51 targets from 0.8 to 0.2. A's first fit meets all after three seconds, its second all but
	// the last. The longest ends after six.
	a := p.Charts[0].Series[0]
	if n := len(a.Y); a.X[n-1] != 6 || math.Abs(a.Y[n-1]-101./153) > 1e-12 || a.X[0] != 1 {
		t.Errorf("A: %v %v", a.X, a.Y)
	}
	met := 0.0 // B meets the target 0.8 after one second, and those from 0.4 on after two
	b := p.Charts[0].Series[1]
	for i, x := range b.X {
		if x == 1 {
			met = b.Y[i]
		}
	}
	if math.Abs(met-1./51) > 1e-12 || math.Abs(b.Y[len(b.Y)-1]-26./51) > 1e-12 {
		t.Errorf("B: %v %v", b.X, b.Y)
	}
}

// TestTotalEffort: the effort of a fit is everything recorded, or a marked lower bound.
func TestTotalEffort(t *testing.T) {
	r := madeRun(
		// its process also predicted
		made{dataset: "d", label: "ended", losses: []float64{0.5, 0.4}, took: 9},
		made{dataset: "d", label: "stopped", losses: []float64{0.5, 0.4}, took: 9},
		made{dataset: "d", label: "crashed"},
	)
	r.Fits[0].Times.Fit = record.Clock{CPU: 3, Wall: 5} // one second after its last checkpoint
	r.Fits[0].Counts = sp.Counts{MAP: 25}
	r.Fits[1].Outcome.Kind = record.Timeout
	r.Fits[1].Times.Fit = record.Clock{CPU: 2, Wall: 4}
	r.Fits[2].Times.Fit = record.Clock{CPU: record.Number(math.NaN()),
		Wall: record.Number(math.NaN())}
	for i, want := range []map[effort]runLengths{
		{cpu: {spent: []float64{3}}, wall: {spent: []float64{5}}, calls: {spent: []float64{25}}},
		{cpu: {spent: []float64{9}}, wall: {spent: []float64{18}},
			calls: {spent: []float64{20}, least: true}},
		{cpu: {spent: []float64{0}, least: true}, wall: {spent: []float64{0}, least: true},
			calls: {spent: []float64{0}, least: true}},
	} {
		c := trajectories(r)[i]
		for kind, w := range want {
			if v, whole := c.totalEffort(kind); v != w.spent[0] || whole == w.least {
				t.Errorf("%s: %v %s, whole: %v; want %v", c.Label, v, kind, whole, w.spent[0])
			}
		}
	}
}

// TestTargetsOfSplits: each split has its own best. If higher is better, 5 % refer to the distance
// to 100 %.
func TestTargetsOfSplits(t *testing.T) {
	r := madeRun(
		made{dataset: "d", label: "A", split: 0, losses: []float64{0.5, 0.9}},
		made{dataset: "d", label: "A", split: 1, losses: []float64{0.5, 0.7}},
		made{dataset: "d", label: "B", split: 0, losses: []float64{0.8, 0.8}},
		made{dataset: "d", label: "B", split: 1, losses: []float64{0.68, 0.69}},
	)
	r.Metrics[0].Higher = true
	p := must(targets(r))(t)
	want := [][]string{ // best: 0.9 and 0.7; within 5 %: 0.895 and 0.685
		{"d", "A map", "2/2", "2.00", "4.00", "20.0", "2/2", "2.00", "4.00", "20.0"},
		{"d", "B map", "1/2", "4.00", "8.00", "40.0", "0/2", "—", "—", "—"},
	}
	same(t, want, lines(p))
	if !strings.HasPrefix(p.Text[0], "Targets are values of 100 % − hamming") {
		t.Errorf("%q", p.Text[0])
	}
	r.Metrics[0].Percent = false
	says(t, must(targets(r))(t).Text[0], "to that mean, equally spaced. Targets")
}

// TestTargetsBesideTheTable: a placebo sets no target. A note names the best row of the table if it
// has another decoder.
func TestTargetsBesideTheTable(t *testing.T) {
	var fits []made
	for seed := range uint64(5) {
		fits = append(fits, made{dataset: "d", label: "A", seed: seed, losses: []float64{0.5, 0.4}},
			made{dataset: "d", label: "A again", seed: seed, losses: []float64{0.2, 0.1}})
	}
	r := madeRun(fits...)
	r.Table = &table.Table{Columns: []table.Column{{Dataset: "d", Metric: r.Metrics[0]}},
		Rows: []table.Row{
			{Label: "A", Decoder: "map", Cells: []table.Cell{{}}},
			{Label: "A", Decoder: "mpm", Cells: []table.Cell{{Best: true}}},
			{Label: "A again", Decoder: "map", Cells: []table.Cell{{}}, PlaceboOf: "A"},
		}}
	p, err := targets(r)
	if err != nil || len(lines(p)) != 1 || !slices.Contains(lines(p)[0], "A map") ||
		!slices.Contains(lines(p)[0], "5/5") {
		t.Fatalf("%v %+v", err, p.Grid)
	}
	text := textOf(p)
	says(t, text, "Placebos are left out: A again.",
		"different decoder or no scored checkpoints: A mpm (d).")
	r.Table.Rows[0].Cells[0].Best, r.Table.Rows[1].Cells[0].Best = true, false
	if p, err := targets(r); err != nil || strings.Contains(textOf(p), "different decoder") {
		t.Errorf("%v %q", err, p.Text)
	}
}

// TestNoTargets: an empty section has a reason.
func TestNoTargets(t *testing.T) {
	once := madeRun(made{dataset: "d", label: "A", losses: []float64{0.5}})
	if p, err := targets(once); err != nil || p.Grid != nil ||
		!strings.Contains(p.Empty, "Only the end") {
		t.Errorf("%v: %+v", err, p)
	}
	if p, err := targets(&Run{Metrics: once.Metrics, Table: &table.Table{}}); err != nil ||
		p.Empty == "" {
		t.Errorf("of nothing: %v: %+v", err, p)
	}
}

func TestAmount(t *testing.T) {
	for v, want := range map[float64]string{0: "0", 0.00001: "0", 0.0059: "0.0059", 0.126: "0.126",
		2.5: "2.50", 9.996: "10.0", 142: "142", 9994: "9994", 9996: "10.0k",
		17400: "17.4k", 129e3: "129k", 999.6e3: "1.00M", 2e9: "2.00G", math.Inf(1): "—",
		math.NaN(): "—"} {
		if got := formatEffort(v); got != want {
			t.Errorf("%v: %s, want %s", v, got, want)
		}
	}
}
