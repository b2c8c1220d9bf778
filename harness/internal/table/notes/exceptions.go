package notes

import (
	"bytes"
	"encoding/json"
	"maps"
	"slices"
	"strings"

	"github.com/spbench/spbench/harness/internal/suite"
	"github.com/spbench/spbench/harness/internal/table"
)

// exceptions lists the learners with different parameters on some datasets.
func exceptions(t *table.Table) []Note {
	var all []string
	for i := range t.Suite.Learners {
		l := &t.Suite.Learners[i]
		var parts []string
		for _, e := range l.Exceptions {
			if slices.Contains(t.Datasets, e.Dataset) {
				parts = append(parts, "on "+e.Dataset+" "+changedArgs(e.Args, l.Args))
			}
		}
		if len(parts) > 0 &&
			slices.ContainsFunc(t.Rows, func(r table.Row) bool { return r.Label == l.Label }) {
			all = append(all, l.Label+" "+strings.Join(parts, ", "))
		}
	}
	if len(all) == 0 {
		return nil
	}
	return note("Parameters are not the same on all datasets: %s.", strings.Join(all, "; "))
}

// changedArgs lists the parameters with other values than in usual.
func changedArgs(args, usual json.RawMessage) string {
	values, others := table.Members(args), table.Members(usual)
	var parts []string
	for _, name := range slices.Sorted(maps.Keys(values)) {
		if v := values[name]; !bytes.Equal(v, others[name]) {
			parts = append(parts, name+" "+strings.Trim(string(v), `"`))
		}
	}
	return strings.Join(parts, " ")
}

// budgets says what may be compared if datasets have budgets of their own.
func budgets(t *table.Table) []Note {
	if !slices.ContainsFunc(t.Suite.Datasets,
		func(d suite.Dataset) bool { return d.Budget != nil }) {
		return nil
	}
	return note("Each column has one budget, the same for every learner; columns are not tested against each other.")
}
