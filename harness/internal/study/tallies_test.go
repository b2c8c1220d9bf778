package study

import (
	"strings"
	"testing"
)

// TestTallies: B is worse than A on three datasets, and than C on two. C has no rank. Significant
// differences within the rope are not decided.
func TestTallies(t *testing.T) {
	w := splitWorld([]string{"a", "b", "c"}, 0.05)
	delete(w["c"], "C")
	r := run(t, w)
	for rope, want := range map[float64][]string{
		0: {"A map|1.00|1|1|1|1||3/0/0|0/2/0", "B map|2.00|2|2|2|2|0/0/3||0/0/2",
			"C map|||||3|0/2/0|2/0/0|"},
		20: {"A map|1.00|1|1|1|1||0/3/0|0/2/0", "B map|2.00|2|2|2|2|0/3/0||0/2/0",
			"C map|||||3|0/2/0|0/2/0|"},
	} {
		r.Suite.Rope = rope
		tabulate(t, r)
		section := ranks(r)
		var got []string
		for _, line := range lines(section) {
			got = append(got, strings.Join(line, "|"))
		}
		same(t, want, got)
		says(t, textOf(section), "Not decided is no tie")
	}
	// Against a control only its column is left.
	r.Suite.Rope, r.Suite.Against = 0, "A"
	tabulate(t, r)
	section := ranks(r)
	same(t, []string{"row", "mean rank", "a", "b", "c", "no.", "vs 1"}, headings(section.Grid))
	same(t, "0/0/3", lines(section)[1][6])
}
