package notes

import (
	"bytes"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/spbench/spbench/harness/internal/ordered"
	"github.com/spbench/spbench/harness/internal/table"
	"github.com/spbench/spbench/harness/internal/wording"
)

// withOracle reports whether the suite sets an oracle for a dataset. Such oracles count as
// approximate.
func withOracle(t *table.Table, dataset string) bool {
	d := t.Suite.On(dataset)
	return d != nil && d.Oracle != nil
}

// ownOracles lists the learners with features, an oracle or a training loss of their own, and
// parameters of one dataset. A difference from the other rows then is one of these, too. Brief
// notes leave out oracles in labels.
func ownOracles(t *table.Table, brief bool) []Note {
	var texts []string
	for _, l := range t.Suite.Learners {
		if l.Features != nil {
			texts = append(texts, l.Label+" has the features "+table.NameOracle(l.Features))
		}
		if l.Oracle != nil && !(brief && strings.HasSuffix(l.Label, "("+l.Oracle.Name+")")) {
			texts = append(texts, l.Label+" trains with the oracle "+table.NameOracle(l.Oracle))
		}
		if l.TrainLoss != nil {
			texts = append(texts, l.Label+" learns for "+strings.TrimSuffix(l.TrainLoss.Name+string(l.TrainLoss.Args), "{}"))
		}
		was := table.Members(l.Args)
		for _, e := range l.Exceptions {
			is := table.Members(e.Args)
			for _, name := range slices.Sorted(maps.Keys(is)) {
				if !bytes.Equal(was[name], is[name]) {
					texts = append(texts, fmt.Sprintf("%s has %s %s on %s", l.Label, name,
						plainJSON(string(is[name])), e.Dataset))
				}
			}
		}
	}
	if texts == nil {
		return nil
	}
	return note("Unlike other rows, %s.", wording.And(texts))
}

// oracles lists the approximate training oracles.
func oracles(t *table.Table) []Note {
	var where ordered.Groups[string] // datasets by oracle
	for _, c := range t.Columns {
		if withOracle(t, c.Dataset) {
			where.Add(c.Oracle, c.Dataset)
		}
	}
	if where.Len() == 0 {
		return nil
	}
	var texts []string
	for oracle, datasets := range where.All() {
		texts = append(texts, oracle+" on "+wording.And(datasets))
	}
	return note("Learners were trained with approximate oracles, the same for all learners of a column: %s. Columns are not tested against each other. Decoders use their own inference.",
		strings.Join(texts, "; "))
}
