package study

import (
	"strings"
	"testing"

	"github.com/spbench/spbench/harness/internal/record"
	"github.com/spbench/spbench/harness/internal/table"
)

// A part that is empty since fits are left out says why they are.
func TestEmptyForStaleFits(t *testing.T) {
	for _, stale := range []bool{true, false} {
		r := run(t, ladder(2))
		for i := range r.Entries {
			if e := &r.Entries[i]; e.Label != r.Entries[0].Label {
				e.Stale, e.Metrics, e.Instances, e.Outcome = stale, nil, nil, record.Outcome{}
			}
		}
		tab := must(table.Build("run", r.Entries, table.Options{Metrics: r.Metrics}))(t)
		r.Table = tab
		parts := must(Parts(r, "pairs", "ranks"))(t)
		for _, p := range parts {
			if p.Empty == "" || strings.Contains(p.Empty, "another spbench scored") != stale {
				t.Errorf("%s, stale %v: %q", p.Name, stale, p.Empty)
			}
		}
	}
}
