package notes

import (
	"fmt"
	"slices"

	"github.com/spbench/spbench/harness/internal/table"
)

// uneven lists the columns with values on different test instances, by rows of one protocol.
func uneven(t *table.Table) []Note {
	var texts []string
	for c, col := range t.Columns {
		var counts []int
		first, differ := map[string][]bool{}, false
		for r, row := range t.Rows {
			var known []bool
			n := 0
			for _, s := range t.Own(r, c) {
				for _, v := range s.Values {
					if known = append(known, finite(v)); finite(v) {
						n++
					}
				}
			}
			if known == nil || !row.Cells[c].Complete() {
				continue
			}
			if first[row.Shown] == nil {
				first[row.Shown] = known
			}
			counts, differ = append(counts, n), differ || !slices.Equal(first[row.Shown], known)
		}
		if differ {
			texts = append(texts, fmt.Sprintf("%s on %s (%d to %d values)", col.Metric.Name, col.Dataset,
				slices.Min(counts), slices.Max(counts)))
		}
	}
	return list("Rows have values on different test instances, so do not compare their means: %s.", texts)
}
