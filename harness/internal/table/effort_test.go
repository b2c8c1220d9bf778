package table_test

import (
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/spbench/spbench/harness/internal/suite"
	"github.com/spbench/spbench/harness/internal/table"
	"github.com/spbench/spbench/harness/internal/table/layout"
	"github.com/spbench/spbench/harness/sp"
)

// heads are the headings of the columns of effort.
func heads(t *table.Table) (list []string) {
	for _, h := range layout.Grid(t, "*").Heads {
		if h.Number {
			list = append(list, strings.TrimSpace(h.Top+" "+h.Bottom))
		}
	}
	return list
}

// The time of trials has a column. It is missing if the records are of an older build, without it.
func TestEffortColumns(t *testing.T) {
	entries, opt := tuned()
	tab := built(t, entries, opt)
	if got := heads(tab); !slices.Equal(got, []string{"CPU s", "tune s", "candi- dates", "passes",
		"calls", "gap %", "conv. %"}) {
		t.Errorf("columns %q", got)
	}
	l := layout.Grid(tab, "*").Rows
	crf := l[1]
	if tune := crf[len(crf)-6]; tune.Text != "6.0" {
		t.Errorf("CRF: tuning %+v", tune)
	}
	if tune := l[0][len(crf)-6]; tune.Text != "0.0" {
		t.Errorf("independent, which was not tuned: %+v", tune)
	}
	tab.Rows[1].Effort[0].Choice = 0.89
	shares := layout.Grid(tab, "*").Rows
	if got := heads(tab); got[len(got)-1] != "choice %" || shares[1][len(crf)].Text != "89" ||
		shares[0][len(crf)].Text != "—" {
		t.Errorf("a share by choices: columns %q, %+v", got, shares[1][len(crf):])
	}
	for i := range entries {
		entries[i].Fit.Times.TuneCPU = 0
	}
	tab = built(t, entries, opt)
	if got := heads(tab); !slices.Equal(got, []string{"CPU s", "candi- dates", "passes", "calls",
		"gap %", "conv. %"}) {
		t.Errorf("without them: columns %q", got)
	}
	if e := tab.Rows[1].Effort[0]; !math.IsNaN(float64(e.TuneCPU)) ||
		tab.Rows[0].Effort[0].TuneCPU != 0 {
		t.Errorf("without them: %+v", e)
	}
}

// TestMachines: where fits were timed on two machines, a note says which learners on which.
func TestMachines(t *testing.T) {
	entries, opt := tuned()
	for i := range entries {
		entries[i].Fit.Times.Machine = "A, 2 CPUs"
	}
	for _, want := range []string{"",
		"perturb&MAP, 24 of 25 fits (A, 2 CPUs); CRF, 1 of 5 fits (B, 8 CPUs)."} {
		if want != "" {
			at := slices.IndexFunc(entries, func(e table.Entry) bool { return e.Label == "CRF" })
			entries[at].Fit.Times.Machine = "B, 8 CPUs"
		}
		tab := built(t, entries, opt)
		at := slices.IndexFunc(tab.Notes, func(note string) bool {
			return strings.Contains(note,
				"different machines or Go versions")
		})
		if (at >= 0) != (want != "") || at >= 0 && !strings.HasSuffix(tab.Notes[at], want) {
			t.Errorf("want %q in %q", want, tab.Notes)
		}
	}
}

// TestMachinesAndSeconds: where seconds ended fits, their numbers depend on the machine too.
func TestMachinesAndSeconds(t *testing.T) {
	for _, test := range []struct {
		budget suite.Budget
		ended  sp.End
		nor    bool
	}{
		{suite.Budget{Passes: 3}, sp.EndedByBudget, false},
		{suite.Budget{Seconds: 3}, sp.Converged, false},
		{suite.Budget{Seconds: 3}, sp.EndedByBudget, true},
		{suite.Budget{CPUSeconds: 3}, sp.EndedByBudget, true},
		{suite.Budget{Passes: 3}, sp.EndedByTime, true},
	} {
		entries, opt := tuned()
		for i := range entries {
			entries[i].Fit.Times.Machine, entries[i].Fit.Ended = "A", sp.Converged
		}
		entries[0].Fit.Times.Machine, entries[0].Fit.Ended = "B", test.ended
		opt.Suite = &suite.Suite{Budget: test.budget,
			Datasets: []suite.Dataset{{Label: entries[0].Dataset}}}
		tab := built(t, entries, opt)
		if nor := strings.Contains(notesOf(tab), "Scores of fits that ended"); nor != test.nor {
			t.Errorf("%+v, ended %s: %q", test.budget, test.ended, tab.Notes)
		}
	}
}
