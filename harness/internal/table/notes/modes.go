package notes

import (
	"fmt"
	"strings"

	"github.com/spbench/spbench/harness/internal/table"
)

// modes names pairs of rows in another order by a second span-f1, such as in another mode.
func modes(t *table.Table) (all []Note) {
	for b, to := range t.Columns {
		for a, of := range t.Columns[:b] {
			if of.Dataset != to.Dataset ||
				strings.Count(of.Metric.Args+to.Metric.Args, "span-f1") < 2 {
				continue
			}
			var pairs []string
			for j, y := range t.Rows {
				for _, x := range t.Rows[:j] {
					if (x.Cells[a].Mean-y.Cells[a].Mean)*(x.Cells[b].Mean-y.Cells[b].Mean) < 0 {
						pairs = append(pairs, x.Name()+" and "+y.Name())
					}
				}
			}
			all = append(all, list(fmt.Sprintf("%s and %s order rows of %s differently: %%s.",
				of.Metric.Name, to.Metric.Name, of.Dataset), pairs)...)
		}
	}
	return all
}
