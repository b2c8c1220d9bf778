package table

import (
	"bytes"
	"encoding/json"
	"maps"
	"slices"
	"strings"

	"github.com/spbench/spbench/harness/internal/suite"
)

// noteExceptions says which learners have parameters of their own on which datasets; a row would
// else seem to be of the same everywhere.
func (t *Table) noteExceptions(s *suite.Suite) {
	var all []string
	for i := range s.Learners {
		l := &s.Learners[i]
		var parts []string
		for _, e := range l.Exceptions {
			if slices.Contains(t.Datasets, e.Dataset) {
				parts = append(parts, "on "+e.Dataset+" "+differing(e.Args, l.Args))
			}
		}
		if len(parts) > 0 && slices.ContainsFunc(t.Rows, func(r Row) bool { return r.Label == l.Label }) {
			all = append(all, l.Label+" "+strings.Join(parts, ", "))
		}
	}
	if len(all) > 0 {
		t.note("Parameters are not the same on all datasets: %s.", strings.Join(all, "; "))
	}
}

// differing lists the parameters whose values are not those of the other object.
func differing(args, other json.RawMessage) string {
	values, others := members(args), members(other)
	var parts []string
	for _, name := range slices.Sorted(maps.Keys(values)) {
		if v := values[name]; !bytes.Equal(v, others[name]) {
			parts = append(parts, name+" "+strings.Trim(string(v), `"`))
		}
	}
	return strings.Join(parts, " ")
}

// noteBudgets says of columns that differ in their budgets what may be compared.
func (t *Table) noteBudgets(s *suite.Suite) {
	if slices.ContainsFunc(s.Datasets, func(d suite.Dataset) bool { return d.Budget != nil }) {
		t.note("Each column has one budget, the same for every learner; columns are not tested against each other.")
	}
}
