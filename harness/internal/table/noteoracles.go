package table

import (
	"slices"
	"strings"

	"github.com/spbench/spbench/harness/internal/ordered"
	"github.com/spbench/spbench/harness/internal/suite"
	"github.com/spbench/spbench/harness/internal/wording"
)

// exactOracle is what suites call the oracle of datasets that have none of their own.
const exactOracle = "exact"

// oracleOf returns the oracle, with its arguments, that learners of a dataset were trained with; "" where it is not known.
func oracleOf(s *suite.Suite, dataset string) string {
	i := slices.IndexFunc(s.Datasets, func(d suite.Dataset) bool { return d.Label == dataset })
	switch {
	case i < 0:
		return ""
	case s.Datasets[i].Oracle == nil:
		return exactOracle
	}
	o := s.Datasets[i].Oracle
	if args := string(o.Args); args != "{}" && args != "" {
		return o.Name + " " + args
	}
	return o.Name
}

// noteOracles says where learners were trained with an oracle that is not exact, and what may be compared.
func (t *Table) noteOracles(s *suite.Suite) {
	var where ordered.Groups[string] // datasets by oracle
	approximate := map[string]bool{}
	for i := range s.Datasets {
		if d := &s.Datasets[i]; d.Oracle != nil && slices.Contains(t.Datasets, d.Label) {
			where.Add(oracleOf(s, d.Label), d.Label)
			approximate[d.Label] = true
		}
	}
	if where.Len() == 0 {
		return
	}
	var oracles []string
	for o, datasets := range where.All() {
		oracles = append(oracles, o+" on "+wording.And(datasets))
	}
	t.note("Learners were trained with approximate oracles, the same for all of a column: %s. Columns are not tested against each other; decoders have inference of their own.",
		strings.Join(oracles, "; "))
	t.noteUnasked(approximate)
}

// noteUnasked names the rows whose fits on these datasets asked the oracle for no maximum and no sum.
func (t *Table) noteUnasked(approximate map[string]bool) {
	var labels []string
	for _, row := range t.Rows {
		asked, fitted := false, false
		for d := range row.Effort {
			if e := &row.Effort[d]; approximate[t.Datasets[d]] && finite(float64(e.Calls)) {
				fitted = true
				asked = asked || e.MAP > 0 || e.Marginals > 0
			}
		}
		if fitted && !asked {
			labels = ordered.Add(labels, row.Label)
		}
	}
	if len(labels) > 0 {
		t.note("Asked no oracle for a maximum or a sum over all labelings, so that no approximate one made a difference: %s.", strings.Join(labels, ", "))
	}
}
