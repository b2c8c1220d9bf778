package report

import (
	"slices"
	"strings"

	"github.com/spbench/spbench/internal/suite"
)

// exactOracle is what suites call the oracle of datasets that have none of their own.
const exactOracle = "exact"

// oracleOf returns the oracle, with its arguments, that learners of a dataset were trained with; "" where it is not known.
func oracleOf(s *suite.Suite, dataset string) string {
	if s == nil {
		return ""
	}
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
		o := oracleOf(s, d.Label)
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
	t.noteUnasked(where)
}

// noteUnasked names the rows whose fits asked none of these oracles, by the datasets that they are of, for a maximum or sum.
func (t *Table) noteUnasked(where map[string][]string) {
	approximate := map[string]bool{}
	for _, datasets := range where {
		for _, d := range datasets {
			approximate[d] = true
		}
	}
	var labels []string
	for _, row := range t.Rows {
		asked, fitted := false, false
		for d := range row.Effort {
			if e := &row.Effort[d]; approximate[t.Datasets[d]] && finite(float64(e.Calls)) {
				fitted = true
				asked = asked || e.MAP > 0 || e.Marginals > 0
			}
		}
		if fitted && !asked && !slices.Contains(labels, row.Label) {
			labels = append(labels, row.Label)
		}
	}
	if len(labels) > 0 {
		t.note("Asked no oracle for a maximum or a sum over all labelings, so that no approximate one made a difference: %s.", strings.Join(labels, ", "))
	}
}
