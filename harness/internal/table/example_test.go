package table_test

import (
	"fmt"
	"os"

	"github.com/spbench/spbench/harness/internal/record"
	"github.com/spbench/spbench/harness/internal/table"
	"github.com/spbench/spbench/harness/internal/table/layout"
	"github.com/spbench/spbench/harness/internal/table/notes"
	"github.com/spbench/spbench/harness/sp"
)

// Two learners, ten test instances, one of them clearly worse.
func Example() {
	var entries []table.Entry
	for i, label := range []string{"CRF", "independent"} {
		e := table.Entry{Planned: table.Planned{Dataset: "words", Seed: record.Seed(1), Train: 20,
			Test: 10}, Label: label, Decoder: "map",
			Fit: &record.Fit{Outcome: record.Outcome{Kind: record.OK}, Times: record.Times{Process: record.Usage{Sandbox: "bubblewrap"}, Fit: record.Clock{Wall: 1.25, CPU: 1.25}}, Passes: 12, Counts: sp.Counts{Marginals: 240}},
			Row: record.Row{Outcome: record.Outcome{Kind: record.OK},
				Metrics: map[string]record.Number{"hamming": 0.1 + 0.2*record.Number(i)}}}
		var s record.Statistics
		for range 10 {
			s.Num, s.Den = append(s.Num, float64(1+2*i)), append(s.Den, 10)
		}
		e.Row.Instances = map[string]record.Statistics{"hamming": s}
		entries = append(entries, e)
	}
	tab, err := table.Build("An example", entries, table.Options{Metrics: []table.Metric{
		{Name: "hamming", Doc: "share of wrong variables, mean over instances (macro)",
			Percent: true},
	}})
	if err != nil {
		fmt.Println(err)
		return
	}
	notes.Add(tab)
	if err := layout.Write(os.Stdout, tab, "markdown", layout.Style{}); err != nil {
		fmt.Println(err)
	}
	// Output:
	// ### An example
	//
	// | learner     | decoder | words hamming %<br>train 20 | CPU s | passes | calls |
	// | ----------- | ------- | --------------------------: | ----: | -----: | ----: |
	// | CRF         | map     |                  **10.0** † |   1.2 |     12 |   240 |
	// | independent | map     |                        30.0 |   1.2 |     12 |   240 |
	//
	// - Bold with †: the best mean, on one training set.
	// - One fit for each number ± standard error over test instances.
	// - Test: sign flips by instance (n = 10), α = 0.05, a single comparison.
	// - hamming %: share of wrong variables, mean over instances (macro); lower is better.
	// - Sizes: words (20 training instances, 10 test instances).
	// - CPU seconds, passes (visits / instances), oracle calls: medians over fits; no fit has a gap.
	// - Result hash e1da72faa106.
}
