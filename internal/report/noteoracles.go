package report

import (
	"slices"
	"strings"

	"github.com/spbench/spbench/internal/suite"
)

// noteOracles says where learners were trained with an oracle that is not exact, and what may be compared.
func (t *Table) noteOracles(s *suite.Suite) {
	if s == nil {
		return
	}
	var oracles []string
	where := map[string][]string{}
	for i := range s.Datasets {
		d := &s.Datasets[i]
		if d.Oracle == nil || !slices.Contains(t.Datasets, d.Label) {
			continue
		}
		o := d.Oracle.Name
		if args := string(d.Oracle.Args); args != "{}" {
			o += " " + args
		}
		if where[o] == nil {
			oracles = append(oracles, o)
		}
		where[o] = append(where[o], d.Label)
	}
	if len(oracles) == 0 {
		return
	}
	for i, o := range oracles {
		oracles[i] = o + " on " + and(where[o])
	}
	t.note("Learners were trained with approximate oracles, the same for all of a column: %s. Columns are not tested against each other; outputs have inference of their own.",
		strings.Join(oracles, "; "))
}
