package notes

import (
	"encoding/json"
	"math"
	"math/rand/v2"
	"reflect"
	"runtime"
	"slices"
	"testing"

	"github.com/spbench/spbench/harness/internal/record"
	"github.com/spbench/spbench/harness/internal/suite"
	"github.com/spbench/spbench/harness/internal/table"
	"github.com/spbench/spbench/harness/sp"
)

// plain returns a table without a test and with nothing to tell: learners A and B on dataset d. dens
// are the denominators of B's instances.
func plain(t *testing.T, dens ...float64) *table.Table {
	var entries []table.Entry
	for _, label := range []string{"A", "B"} {
		den := []float64{1, 1, 1, 1}
		if label == "B" && dens != nil {
			den = dens
		}
		entries = append(entries, table.Entry{Planned: table.Planned{Dataset: "d", Train: 9, Test: 4}, Label: label, Decoder: "map",
			Fit: &record.Fit{Outcome: record.Outcome{Kind: record.OK}, Times: record.Times{Process: record.Usage{Sandbox: record.BestSandbox}}, Counts: sp.Counts{Visits: 9, MAP: 9}},
			Row: record.Row{Outcome: record.Outcome{Kind: record.OK}, Metrics: map[string]record.Number{"m": 0.5}, Instances: map[string]record.Statistics{"m": {Num: []float64{0.5, 0, 1, 0.5}, Den: den}}}})
	}
	s := &suite.Suite{Datasets: []suite.Dataset{{Label: "d"}}, Learners: []suite.Learner{
		{Spec: suite.Spec{Name: "a"}, Label: "A"}, {Spec: suite.Spec{Name: "b"}, Label: "B"}}}
	tab, err := table.Build("plain", entries, table.Options{Metrics: []table.Metric{{Name: "m"}}, Suite: s})
	if err != nil {
		t.Fatal(err)
	}
	tab.Columns[0].Silent = ""
	return tab
}

// always are the notes of every table, by their numbers in all.
var always = []func(*writer){averages, metrics, sizes, effort}

// TestAll: a plain table has these notes alone. Each other note has a table of its own. A new note
// needs a line here, in the order of the notes.
func TestAll(t *testing.T) {
	nan := record.Number(math.NaN())
	entry := func(f func(e *table.Entry)) func(*table.Table) {
		return func(t *table.Table) { f(&t.Entries[0]) }
	}
	warning := func(text string) func(*table.Table) {
		return entry(func(e *table.Entry) { e.Fit.Warnings = []string{text} })
	}
	fit := func(f table.FitEnd) func(*table.Table) {
		return func(t *table.Table) {
			t.Rows[0].Effort[0].Gap, t.Rows[0].Effort[0].Fits = 0.1, []table.FitEnd{f}
		}
	}
	paper := func(f func(t *table.Table)) func(*table.Table) {
		return func(t *table.Table) { t.Source = "a paper"; f(t) }
	}
	loss := func(name string) func(*table.Table) {
		return func(t *table.Table) { t.Columns[0].Compared, t.Suite.TrainLoss.Name = true, name }
	}
	tested := func(t *table.Table) { t.Columns[0].Test, t.Comparisons = "a test", 1 }
	grid := func(t *table.Table) {
		t.Equivalence = 0.1
		t.Rows[0].Tuning = []table.Tuning{{Grid: 2, SE: 1, By: t.Columns[0].Metric}}
	}
	oracle := func(t *table.Table) { t.Suite.Datasets[0].Oracle = lbp(`{}`) }
	ownLoss := func(t *table.Table) { t.Suite.Learners[0].TrainLoss = &suite.Spec{Name: "hinge"} }
	declare := func(when string) func(*table.Table) {
		return func(t *table.Table) {
			t.Declared = []table.Declaration{{What: "rope 1", When: when}}
		}
	}
	none := func(*table.Table) {}
	decided := splitTable(t, rand.New(rand.NewPCG(1, 2)), 2, 3,
		func(row, _ int) float64 { return 5 * float64(row) }, oneLambda)
	cases := []func(*table.Table){
		func(t *table.Table) { t.Suite.Quick = true },
		func(t *table.Table) { t.Whole = &table.Size{Rows: 3, Datasets: 1, Metrics: 1} },
		func(t *table.Table) { t.Columns[0].DataWarnings = []string{"changed"} },
		entry(func(e *table.Entry) { e.Fit.Times.Shipped = "today" }),
		entry(func(e *table.Entry) { e.Stale = true }),
		entry(func(e *table.Entry) { e.Fit.Times.Process.Sandbox = record.NoSandbox }),
		entry(func(e *table.Entry) { e.Copies = 1 }),
		func(t *table.Table) { t.Rows[0].Variant = suite.Variant{Of: "B", Choice: "passes"} },
		entry(func(e *table.Entry) { e.Fit.Checkpoints = learnedFrom(3) }),
		entry(func(e *table.Entry) { e.Unseen = "x (2)" }), func(t *table.Table) { t.Rows[0].Shown = "half" },
		fit(table.FitEnd{Ended: sp.EndedByBudget}), warning("strange"),
		warning(unscaled + "mpm: taken as they are"), warning(atEdge),
		fit(table.FitEnd{Gap: 2 * table.WideGap}), warning(atEdge),
		func(t *table.Table) {
			t.Entries[0].Elsewhere = true
			fit(table.FitEnd{Ended: sp.EndedByTime})(t)
		},
		func(t *table.Table) { t.Rows[0].NotConverged = []record.Number{0.5} },
		warning(oneLabel),
		func(t *table.Table) {
			*t = *decided
			t.Suite = &suite.Suite{Learners: []suite.Learner{
				{Spec: suite.Spec{Name: "crf", Args: []byte(`{"objective":"unary"}`)}, Label: "a"},
				{Spec: suite.Spec{Name: "crf", Args: []byte(`{}`)}, Label: "b"}}}
		}, warning(approximate), oracle, ownLoss, ownLoss, grid,
		func(t *table.Table) {
			t.Suite.Learners[0].Candidates = make([]suite.Spec, 2)
		},
		entry(func(e *table.Entry) { e.Best = true }), grid,
		loss("hinge"), loss("m"), entry(func(e *table.Entry) { e.Fit.Params = json.RawMessage(`{"lambda":1}`) }),
		paper(none),
		paper(func(t *table.Table) { t.Claims = make([]table.Claim, 1) }), none,
		entry(func(e *table.Entry) { e.TestGroups = 2 }), tested, tested,
		func(t *table.Table) { t.Columns[0].Warning = "weak" },
		func(t *table.Table) { *t = *decided },
		func(t *table.Table) { t.Rows[0].Cells[0].Fallen = []int{3} },
		func(t *table.Table) { t.Rows[0].Cells[0].ByChoice = 0.5 },
		func(t *table.Table) {
			t.Rows[0].Cells[0].Best = true
			t.Conclusions = []table.Conclusion{{Pair: table.Pair{B: 1}, Depends: []string{"decoder x"}}}
		},
		declare("Changed after 3 fits"),
		func(t *table.Table) { tested(t); t.Rows[1].Cells[0].P, t.Rows[1].Cells[0].Best = nan, false },
		tested,
		nil, // a table of its own
		declare("Declared after 0 fits"),
		func(t *table.Table) { // a second metric in another order
			t.Columns[0].Metric.Args = "span-f1{}"
			t.Columns = append(t.Columns, t.Columns[0])
			for i := range t.Rows {
				t.Rows[i].Cells = append(t.Rows[i].Cells, table.Cell{Mean: record.Number(i)})
				t.Rows[i].Cells[0].Mean = record.Number(-i)
			}
		}, none, none,
		func(t *table.Table) { t.LeftOut = []string{"d"} },
		paper(func(t *table.Table) { t.Numbers = make([]table.Claim, 1) }), warning(byName),
		paper(func(t *table.Table) { t.Unplaced = []*suite.PublishedNumber{{Dataset: "d"}} }),
		none,
		func(t *table.Table) { t.Entries[0].Fit.Times.Machine, t.Entries[1].Fit.Times.Machine = "x", "y" },
		entry(func(e *table.Entry) { e.Fit.Times.CPUs, e.Fit.Times.Load = 2, 3 }),
		entry(func(e *table.Entry) { e.Fit.Times.Resumed = 1 }), entry(func(e *table.Entry) { e.Fit.Counts.Sweeps = 1 }),
		entry(func(e *table.Entry) { e.Fit.Remote = true }), warning(unaudited),
		entry(func(e *table.Entry) { e.Fit.Times.Concurrent = true }),
	}
	if len(cases) != len(all) {
		t.Fatalf("%d cases for %d notes", len(cases), len(all))
	}
	for i, change := range cases {
		at := reflect.ValueOf(all[i].of).Pointer()
		name := runtime.FuncForPC(at).Name()
		is := slices.ContainsFunc(always, func(f func(*writer)) bool {
			return reflect.ValueOf(f).Pointer() == at
		})
		if got := said(plain(t), all[i].of); (got != nil) != is {
			t.Errorf("note %d, %s, of a plain table: %q", i, name, got)
		}
		told := plain(t, 1, 0, 1, 1)
		if change != nil {
			told = plain(t)
			change(told)
			told.Facts = table.FactsOf(told.Entries)
		}
		if got := said(told, all[i].of); len(got) == 0 || slices.Contains(got, "") {
			t.Errorf("note %d, %s, is missing: %q", i, name, got)
		}
	}
}

// learnedFrom is the end of a fit that used n instances.
func learnedFrom(n record.Number) []record.Checkpoint {
	return []record.Checkpoint{{Values: record.Values{{Name: sp.ValueInstances, Number: n}}}}
}
