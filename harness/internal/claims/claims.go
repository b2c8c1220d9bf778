// Package claims sets the results of a run beside those of a paper: its numbers, and its statements
// about them (claims), from the file published.yaml. It changes no number, mark or hash of ours.
//
//  1. [Build] makes a table, as package table does, and adds both to it.
//  2. A number stands in the cell of its row. If data, split and metric are ours, it agrees, differs,
//     or is open: see [table.Published].
//  3. A claim is tested on our numbers alone, by the tests of the table: see [table.Claim].
//  4. [Planned] says what a planned run can find.
package claims

import (
	"slices"

	"github.com/spbench/spbench/harness/internal/ordered"
	"github.com/spbench/spbench/harness/internal/record"
	"github.com/spbench/spbench/harness/internal/stats"
	"github.com/spbench/spbench/harness/internal/suite"
	"github.com/spbench/spbench/harness/internal/table"
	"github.com/spbench/spbench/harness/internal/table/bysplit"
	"github.com/spbench/spbench/harness/internal/table/sensitivity"
)

// Build is [table.Build] with failed splits, with the numbers and claims of a paper, and with
// conclusions under the choices of the suite; p may be nil. All rows are compared, also those that
// the options do not show.
func Build(title string, entries []table.Entry, opt table.Options, p *suite.Published) (*table.Table,
	error) {
	t, err := table.Build(title, entries, opt, bysplit.Add, func(t *table.Table) error {
		if p == nil {
			return nil
		}
		return add(t, p)
	})
	if err == nil {
		err = sensitivity.Add(t)
	}
	return t, err
}

// add puts published numbers into their cells, and tests the claims about them.
func add(t *table.Table, p *suite.Published) error {
	t.Source, t.Because, t.Margin = p.Source, p.Margin.Because, record.Number(p.Margin.Size)
	for i := range p.Numbers {
		n := &p.Numbers[i]
		r, c, _, differs := place(t, n)
		switch {
		case !finite(n.Mean): // not printed
		case r < 0 || c < 0:
			t.Unplaced = append(t.Unplaced, n)
		case t.Changed(n.Dataset):
			t.LeftOut = ordered.Add(t.LeftOut, n.Dataset)
		default:
			publish(t, r, c, n, differs)
		}
	}
	return testClaims(t, p)
}

// place returns the row, the column and the metric of ours beside a published number, -1 if there is
// none, and how the number differs.
func place(t *table.Table, n *suite.PublishedNumber) (r, c int, metric, differs string) {
	decoder, metric, differs, ok := n.Counterpart(t.Suite, splitSizes(t, n.Dataset))
	if !ok {
		return -1, -1, "", ""
	}
	return t.FindRow(n.Learner, decoder), t.FindColumn(n.Dataset, metric), metric, differs
}

// splitSizes returns the numbers of instances in the splits of a dataset.
func splitSizes(t *table.Table, dataset string) (sizes []suite.Split) {
	seen := map[int]bool{}
	for _, e := range t.Entries {
		if e.Dataset == dataset && !seen[e.Split] {
			seen[e.Split] = true
			sizes = append(sizes, suite.Split{
				Train: suite.Part{Count: e.Train}, Boxes: suite.Part{Count: e.Boxes},
				Partial: suite.Part{Count: e.Partial}, Test: suite.Part{Count: e.Test},
			})
		}
	}
	return sizes
}

// Unrun returns a table of claims without results. why says how to get them.
func Unrun(s *suite.Suite, p *suite.Published, why string) *table.Table {
	t := &table.Table{Suite: s, Source: p.Source, Alpha: 0.05}
	for i := range p.Claims {
		c := untested(&p.Claims[i])
		c.Outcome, c.Why = stats.NotRun, why
		t.Claims = append(t.Claims, c)
	}
	return t
}

// Failed names the claims and the published numbers that our numbers contradict. An order is also
// contradicted if its rows are level.
func Failed(t *table.Table) (names []string) {
	for _, c := range slices.Concat(t.Claims, t.Numbers) {
		switch c.Outcome {
		case stats.Reversed, stats.Level, stats.Differs:
			names = append(names, c.Text+" on "+c.Dataset)
		}
	}
	return names
}

func finite[F ~float64](v F) bool { return v-v == 0 }
