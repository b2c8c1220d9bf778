package table_test

import (
	"fmt"
	"math"
	"reflect"
	"strings"
	"testing"
	"time"

	"github.com/spbench/spbench/harness/internal/record"
	"github.com/spbench/spbench/harness/internal/table"
	"github.com/spbench/spbench/harness/internal/table/layout"
	"github.com/spbench/spbench/harness/sp"
)

// recorded is a fit of learner CRF on dataset d with two decoders.
func recorded(seed uint64) record.Fit {
	stats := record.Statistics{Num: record.Numbers{1, 0}, Den: record.Numbers{4, 5}}
	return record.Fit{
		Dataset: "d", DatasetHash: "aaaaaaaaaa", Split: 0, Seed: record.Seed(seed), Label: "CRF",
		Outcome: record.Outcome{Kind: record.Budget, Reason: "30 passes"}, Ended: sp.EndedByBudget,
		Warnings:    []string{"w"},
		Checkpoints: []record.Checkpoint{{Values: record.ValuesOf(map[string]record.Number{sp.ValueMissedMaxima: 3})}, {Values: record.ValuesOf(map[string]record.Number{sp.ValueMissedMaxima: 7})}},
		Counts:      sp.Counts{MAP: 1, Marginals: 2, Clamped: 3}, Passes: 6,
		Audit: audited("hinge", 4, 0.25),
		Rows: []record.Row{
			{Decoder: "map", Label: "map", Outcome: record.Outcome{Kind: record.OK},
				Metrics:   map[string]record.Number{"hamming": 0.125},
				Instances: map[string]record.Statistics{"hamming": stats}},
			{Decoder: "perturb", Label: "perturb 100", Outcome: record.Outcome{Kind: record.Skipped,
				Reason: "no"}},
		},
		Times: record.Times{Fit: record.Clock{Wall: 2, CPU: 1.5}, Concurrent: true,
			Appended: time.Unix(100, 0)},
	}
}

func planned(decoder string, seed uint64) table.Entry {
	return table.Entry{Planned: table.Planned{Dataset: "d", Seed: record.Seed(seed), Train: 1, Test: 2, Variables: 9}, Label: "CRF", Decoder: decoder}
}

func TestFromRecords(t *testing.T) {
	plan := []table.Entry{planned("map", 1), planned("perturb 100", 1), planned("mpm", 1),
		planned("map", 2)}
	entries := must(table.FromRecords(plan, []record.Fit{recorded(1), recorded(7)}))(t)
	want := planned("map", 1)
	fit := recorded(1)
	want.Fit = &fit
	want.Row = want.Fit.Rows[0]
	want.Origin.Fits = 1
	if !reflect.DeepEqual(entries[0], want) {
		t.Errorf("got  %+v\nwant %+v", entries[0], want)
	}
	if o := entries[1].Outcome(); o.Kind != record.Skipped || o.Reason != "no" {
		t.Errorf("the decoder's own outcome: %+v", o)
	}
	if o := entries[2].Outcome(); o.Kind != "" {
		t.Errorf("a decoder that the fit lacks: %+v", o)
	}
	unrun := planned("map", 2)
	unrun.Fit = table.NotRun
	if !reflect.DeepEqual(entries[3], unrun) {
		t.Errorf("a fit that has not run: %+v", entries[3])
	}
	if !reflect.DeepEqual(plan[0], planned("map", 1)) {
		t.Error("the plan was changed")
	}
}

func TestFromRecordsFailedFit(t *testing.T) {
	f := recorded(1)
	f.Outcome, f.Rows = record.Outcome{Kind: record.Crash, Reason: "boom"}, nil
	f.Times.Fit = record.Clock{Wall: record.Number(math.NaN()), CPU: record.Number(math.NaN())}
	entries := must(table.FromRecords([]table.Entry{planned("map", 1), planned("perturb 100", 1)},
		[]record.Fit{f}))(t)
	for _, e := range entries {
		if e.Outcome() != f.Outcome || e.Row.Metrics != nil {
			t.Errorf("%+v", e)
		}
	}
}

// TestStoppedFits: the number of a last checkpoint is shown, with a mark and the
// reason, and takes no part in comparisons.
func TestStoppedFits(t *testing.T) {
	var fits []record.Fit
	var plan []table.Entry
	for seed := range uint64(4) {
		slow := recorded(seed)
		slow.Label = "slow"
		slow.Rows[0].Metrics = map[string]record.Number{"hamming": 0.1} // better
		if seed < 2 {
			slow.Outcome = record.Outcome{Kind: record.Timeout,
				Reason: "not finished within the limit of 1s"}
		}
		if seed == 1 {
			slow.Rows = nil
		}
		entry := planned("map", seed)
		plan = append(plan, entry)
		entry.Label = "slow"
		plan = append(plan, entry)
		fits = append(fits, recorded(seed), slow)
	}
	text := func(n int) string {
		return flat(write(t, build(t, must(table.FromRecords(plan[:n], fits))(t)), "text",
			layout.Style{}))
	}
	for n, wants := range map[int][]string{
		2: {"10.0 ± 12.5 (timeout)",
			"timeout: the number is that of the last checkpoint; not finished within the limit of 1s"},
		8: {"10.0 ± 12.5 (3 of 4, 1 timeout)", "timeout in 1 of 4: the number is that",
			"timeout in 1 of 4: not finished"},
	} {
		got := text(n)
		says(t, got, append(wants, "12.5")...)
		if strings.Contains(got, "best mean") {
			t.Errorf("%d entries: a best one of one\n%s", n, got)
		}
	}
}

func TestFromRecordsLastAppendedCounts(t *testing.T) {
	old, repeated := recorded(1), recorded(1)
	repeated.Times.Appended = old.Times.Appended.Add(time.Second)
	repeated.Passes = 77
	for _, fits := range [][]record.Fit{{old, repeated}, {repeated, old}} {
		entries, err := table.FromRecords([]table.Entry{planned("map", 1)}, fits)
		if err != nil || entries[0].Fit.Passes != 77 {
			t.Errorf("passes %v, error %v", entries[0].Fit.Passes, err)
		}
	}
}

func TestFromRecordsRefusesOtherData(t *testing.T) {
	other := recorded(2)
	other.DatasetHash = "bbbbbbbbbb"
	_, err := table.FromRecords([]table.Entry{planned("map", 1), planned("map", 2)},
		[]record.Fit{recorded(1), other})
	says(t, fmt.Sprint(err), "bbbbbbbb", "run the suite again")
}

// TestShippedSeconds: seconds of shipped fits are left out if other fits ran on another machine. A
// note names the shipped rows.
func TestShippedSeconds(t *testing.T) {
	for _, c := range []struct {
		machine, shipped string
		left             bool
	}{{"A", "", true}, {"B", "", false}, {"A", "v1, 2026-01-02", false}} {
		theirs, mine := recorded(1), recorded(1)
		mine.Label, mine.Times.Machine, mine.Times.Shipped = "mine", c.machine, c.shipped
		theirs.Times.Machine, theirs.Times.Shipped = "B", "v1, 2026-01-02"
		plan := []table.Entry{planned("map", 1), planned("map", 1)}
		plan[1].Label = "mine"
		entries := must(table.FromRecords(plan, []record.Fit{theirs, mine}))(t)
		if e := entries[0]; math.IsNaN(float64(e.Fit.Times.Fit.CPU)) != c.left || e.Elsewhere != c.left {
			t.Errorf("%+v: %v CPU seconds", c, e.Fit.Times.Fit.CPU)
		}
		if e := entries[1]; e.Fit.Times.Fit.CPU != 1.5 || e.Elsewhere {
			t.Errorf("%+v: %v CPU seconds of mine", c, e.Fit.Times.Fit.CPU)
		}
		tab := must(annotated("run", entries, table.Options{Metrics: []table.Metric{hamming}}))(t)
		text := strings.Join(tab.Notes, "\n")
		if !strings.Contains(text, "Shipped results, not made here: CRF") ||
			strings.Contains(text, "and mine (") != (c.shipped != "" && c.machine == "B") ||
			strings.Contains(text, "(B; v1, 2026-01-02)") != true ||
			strings.Contains(text, "seconds on the other machine") != c.left {
			t.Errorf("%+v: notes\n%s", c, text)
		}
	}
}
