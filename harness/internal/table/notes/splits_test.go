package notes

import (
	"encoding/json"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/spbench/spbench/harness/internal/longtest"
	"github.com/spbench/spbench/harness/internal/record"
	"github.com/spbench/spbench/harness/internal/table"
	"github.com/spbench/spbench/harness/internal/table/bysplit"
)

// splitTable returns a table of equally good rows a, b, … on splits that share no instances, plus
// more(row, split). Row a has learned with λ = lambda(split).
func splitTable(t *testing.T, r *rand.Rand, rows, splits int, more func(row, split int) float64,
	lambda func(split int) int) *table.Table {
	var entries []table.Entry
	const instances = 40
	for row := range rows {
		for split := range splits {
			of := table.Planned{Dataset: "d", Split: split, Train: 9, Test: instances}
			e := table.Entry{Planned: of, Label: string(rune('a' + row)), Decoder: "map",
				Fit: &record.Fit{Outcome: record.Outcome{Kind: record.OK}},
				Row: record.Row{Outcome: record.Outcome{Kind: record.OK}}}
			if row == 0 {
				e.Fit.Trials = make([]record.Trial, 2)
				e.Fit.Params = json.RawMessage(fmt.Sprint(lambda(split)))
			}
			var s record.Statistics
			sum, own := 0.0, 0.1*r.NormFloat64()+more(row, split)
			for i := range instances {
				v := 5 + r.NormFloat64() + own
				e.Fit.Test = append(e.Fit.Test, fmt.Sprint(split, i))
				s.Num, s.Den, sum = append(s.Num, v), append(s.Den, 1), sum+v
			}
			e.Row.Metrics = map[string]record.Number{"m": record.Number(sum / instances)}
			e.Row.Instances = map[string]record.Statistics{"m": s}
			entries = append(entries, e)
		}
	}
	opt := table.Options{Metrics: []table.Metric{{Name: "m", Micro: true}}}
	tab, err := table.Build("s", entries, opt, bysplit.Add)
	if err != nil {
		t.Fatal(err)
	}
	return tab
}

func oneLambda(int) int { return 1 }

// Significant differences come with the share of failures that the splits may have missed, failed
// splits with mean and median, and choices with their share of the variance.
func TestSplitNotes(t *testing.T) {
	worse := func(row, _ int) float64 { return 2 * float64(row) }
	modulo := func(split int) int { return split % 4 }
	for _, c := range []struct {
		splits int
		more   func(row, split int) float64
		lambda func(int) int
		want   string // the three notes
	}{
		{3, worse, oneLambda, "3 splits may miss failures on 63 % of training sets."},
		{5, worse, oneLambda, "5 splits may miss failures on 45 % of training sets."},
		{10, worse, oneLambda, "10 splits may miss failures on 26 % of training sets."},
		{20, worse, oneLambda, "20 splits may miss failures on 14 % of training sets."},
		{20, func(int, int) float64 { return 0 }, modulo, ""},
		{10, func(row, split int) float64 { return 30 * float64(row*(split/9)) }, oneLambda,
			"Failed splits, four robust standard deviations worse than the row's others: " +
				"b map (d split 9: mean 8.094, median 5.076)."},
		{9, func(row, split int) float64 { return 30 * float64(row*(split/8)) }, oneLambda, ""},
		{20, func(row, split int) float64 { return float64((1 - row) * (split % 4)) }, modulo,
			"20 splits may miss failures on 14 % of training sets.Half or more of the variance " +
				"between splits goes with the chosen parameters: a map (d 97 %)."},
	} {
		tab := splitTable(t, rand.New(rand.NewPCG(3, 4)), 2, c.splits, c.more, c.lambda)
		got := strings.Join(slices.Concat(said(tab, unseenFailures), said(tab, fallen), said(tab, byChoice)), "")
		if got != c.want {
			t.Errorf("%d splits: %q, want %q", c.splits, got, c.want)
		}
		a := tab.Rows[0]
		if one := c.lambda(0) == c.lambda(1); one != math.IsNaN(float64(a.Effort[0].Choice)) ||
			!one && a.Effort[0].Choice != a.Cells[0].ByChoice {
			t.Errorf("%d splits: share %v in the effort, %v in the cell", c.splits,
				a.Effort[0].Choice, a.Cells[0].ByChoice)
		}
	}
}

// A learner fails on a tenth of training sets, by twice the standard deviation of an instance. It
// is better on the others, so rows are equal. All tables in which the test errs have the note of
// missed failures. Lines give, for each number of splits: errors, errors with the note, tables
// that name a failed split of those with one, and of those without any.
func TestUnseenFailures(t *testing.T) {
	n := 12
	if longtest.Enabled() {
		n = 400
	}
	for _, splits := range []int{3, 5, 10, 20} {
		errors, told, failures, named, wrong := 0, 0, 0, 0, 0
		for seed := range n {
			r := rand.New(rand.NewPCG(uint64(seed), uint64(splits)))
			failed := make([]bool, splits)
			any := false
			for j := range failed {
				failed[j] = r.Float64() < 0.1
				any = any || failed[j]
			}
			tab := splitTable(t, r, 2, splits, func(row, split int) float64 {
				switch {
				case row == 0:
					return 0
				case failed[split]:
					return 1.8
				}
				return -0.2
			}, oneLambda)
			if tab.Pairs()[0].Adjusted <= 0.05 {
				errors, told = errors+1, told+len(said(tab, unseenFailures))
			}
			if any {
				failures++
				named += min(1, len(tab.Rows[1].Cells[0].Fallen))
			} else {
				wrong += len(said(tab, fallen))
			}
		}
		t.Logf("| %d | %d of %d | %d | %d of %d | %d of %d |", splits, errors, n, told, named,
			failures, wrong, n-failures)
		if told != errors || longtest.Enabled() && errors == 0 {
			t.Errorf("%d splits: %d errors, %d with the note", splits, errors, told)
		}
		if splits >= 10 && 10*named < 8*failures {
			t.Errorf("%d splits: %d of %d tables name a failed split", splits, named, failures)
		}
	}
}
