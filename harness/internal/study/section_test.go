package study

import (
	"strings"
	"testing"

	"github.com/spbench/spbench/harness/internal/record"
	"github.com/spbench/spbench/harness/internal/table"
)

// A section without rows warns if stale fits are left out.
func TestEmptyForStaleFits(t *testing.T) {
	for _, stale := range []bool{true, false} {
		r := run(t, ladder(2))
		for i := range r.Entries {
			if e := &r.Entries[i]; e.Label != r.Entries[0].Label {
				e.Stale, e.Metrics, e.Instances, e.Outcome = stale, nil, nil, record.Outcome{}
			}
		}
		built := must(table.Build("run", r.Entries, table.Options{Metrics: r.Metrics}))(t)
		r.Table = built
		sections := must(Sections(r, "pairs", "ranks"))(t)
		for _, p := range sections {
			if p.Empty == "" || strings.Contains(p.Empty, "stale scores") != stale {
				t.Errorf("%s, stale %v: %q", p.Name, stale, p.Empty)
			}
		}
	}
}
