package study

import (
	"math"
	"strings"
	"testing"

	"github.com/spbench/spbench/harness/internal/record"
	"github.com/spbench/spbench/harness/internal/stats"
	"github.com/spbench/spbench/harness/internal/table"
)

// TestClaimOfAnotherDataset: a claim about a dataset outside of the run is open, with a reason.
func TestClaimOfAnotherDataset(t *testing.T) {
	r := run(t, ladder(1))
	r.Table.Source = "Doe 2000"
	r.Table.Claims = []table.Claim{{Dataset: "elsewhere", Text: "A beats B",
		Outcome: stats.Open, Why: "there is no row of A", Delta: record.Number(math.NaN())}}
	section := claims(r)
	if len(lines(section)) != 1 || strings.Join(lines(section)[0],
		"|") != "|elsewhere|A beats B||||open|there is no row of A" {
		t.Errorf("%q", lines(section))
	}
}

// TestPublishedNumbersFollowClaims: both have the margin, the difference with its interval, and the
// outcome. A claim of effort has ratios.
func TestPublishedNumbersFollowClaims(t *testing.T) {
	r := run(t, ladder(1))
	r.Table.Source = "Doe 2000"
	col := &r.Table.Columns[0]
	r.Table.Claims = []table.Claim{
		{Dataset: "d", Text: "A < B", Margin: 0.5, Because: "half", Outcome: stats.Holds, Delta: -0.01,
			Low: -0.02, High: -0.004, Column: col},
		{Dataset: "d", Text: "calls: A = B", Margin: 0.1, Because: "rounding", Outcome: stats.Reversed,
			Effort: true, Delta: 0.5, Low: 0.25, High: 0.75, Column: col},
	}
	r.Table.Numbers = []table.Claim{{Dataset: "d", Text: "A map as published", Outcome: "agrees",
		Delta: 0.01, Low: -0.01, High: 0.03, Column: col}}
	section := claims(r)
	for i, want := range []string{"|d|A < B|0.5|−1.00|−2.00 … −0.40|holds|",
		"|d|calls: A = B|10 %|×0.5|×0.25 … ×0.75|reversed|",
		"|d|A map as published||+1.00|−1.00 … +3.00|agrees|"} {
		if got := strings.Join(lines(section)[i], "|"); got != want {
			t.Errorf("line %d is %q, want %q", i, got, want)
		}
	}
	text := strings.Join(section.Text, "\n")
	for _, want := range []string{"2 claims: 1 hold, 1 reversed.", "Margin 0.5: half.",
		"Margin 10 %: rounding."} {
		if !strings.Contains(text, want) {
			t.Errorf("%q is not in %q", want, text)
		}
	}
}
