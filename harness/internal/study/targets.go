package study

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/spbench/spbench/harness/internal/grid"
	"github.com/spbench/spbench/harness/internal/ordered"
	"github.com/spbench/spbench/harness/internal/stats"
	"github.com/spbench/spbench/harness/internal/table"
)

const (
	manyTargets = 51 // as COCO has them
	loose, firm = 0.05, 0.01
)

// targets says what it takes to come close to the best row's loss.
func targets(r *Run) (*Section, error) {
	m := r.Metrics[0]
	p := &Section{Name: "targets", Title: "Effort to a target of " + m.Name}
	apart := "a constant factor apart (equally far apart where that mean is 0)"
	if m.Higher && !m.Percent {
		apart = "equally far apart"
	}
	all, placebos := entrants(r)
	all = scored(all)
	several := func(c *course) bool {
		return len(c.loss) > 1 && !math.IsNaN(c.loss[0]) // without a curve in the suite only the end is known
	}
	switch {
	case len(all) == 0:
		p.Empty = "No targets: the checkpoints of no fit were scored."
		return p, nil
	case !slices.ContainsFunc(all, several):
		p.Empty = "No targets: of every fit only the end is known. A line such as curve: {first: 0.5, factor: 1.5} in the suite gives more."
		return p, nil
	}
	p.Grid = grid.New("dataset", "row")
	for _, name := range []string{"within 5 %", "within 1 %"} {
		p.Grid.Numbers(name, "CPU s", "wall s", "calls")
	}
	var free []string
	for _, d := range groupBy(all, byDataset) {
		reached := reaches(d.list)
		var names []string
		for i, l := range groupBy(d.list, byLabel) {
			name := l.list[0].name()
			p.Grid.Add(append([]string{d.key, name}, reached[i].cells()...)...)
			names = append(names, name)
			if total(l.list, calls) == 0 {
				free = ordered.Add(free, l.key)
			}
		}
		p.Charts = append(p.Charts, ecdf(d.key, cpu, names, d.list, reached), ecdf(d.key, calls, names, d.list, reached))
	}
	p.Text = append(p.Text, fmt.Sprintf("Targets are %s on the test set. \"Within 5 %%\" and \"within 1 %%\" are of the mean with which the best learner's fits end, on each split; "+
		"the curves have %d targets on each split, from the worst first checkpoint of any fit to that mean, %s. They describe this run: nobody could have "+
		"stopped by them, as they are known from the test set.", courseOf(m), manyTargets, apart),
		"A target is met at the first checkpoint that is at or below it: efforts are exact to the distance of checkpoints, and a later rise does not undo it. \"2/3\" is how many fits met it. Efforts are expected running times: what "+
			"all fits spent until the target, or until their end where they did not meet it, over the number that did; — where none did. Of a fit that crashed or was stopped the CPU seconds are those of its process; "+
			"≥ where what such a fit spent is not recorded in full, as calls after its last checkpoint never are.")
	if len(free) > 0 {
		p.Text = append(p.Text, "Without oracle calls, and so on no curve against them: "+strings.Join(free, ", ")+".")
	}
	p.Text = append(p.Text, leftOut(placebos)...)
	p.Text = append(p.Text, otherBest(r, all)...)
	return p, nil
}

// courseOf words what lossOf returns.
func courseOf(m table.Metric) string {
	switch {
	case m.Higher && m.Percent:
		return "of what " + m.Name + " lacks to 100 %"
	case m.Higher:
		return "of " + m.Name + ", where higher is better,"
	}
	return "of the loss " + m.Name
}

// nearBest has targets near the least mean loss that a learner ends with.
func nearBest(split []*course) (near [2]float64, easiest, hardest float64) {
	hardest, easiest = math.Inf(1), math.Inf(-1)
	for _, g := range groupBy(split, byLabel) {
		var ends []float64
		for _, c := range g.list {
			if len(c.loss) > 0 && !math.IsNaN(c.loss[0]) {
				easiest = max(easiest, c.loss[0])
			}
			if end := last(c.loss); !math.IsNaN(end) {
				ends = append(ends, end)
			}
		}
		if mean := stats.Summarize(ends).Mean; mean < hardest {
			hardest = mean
		}
	}
	return [2]float64{hardest + loose*math.Abs(hardest), hardest + firm*math.Abs(hardest)}, easiest, hardest
}

// scored returns the fits of learners with a scored checkpoint in any fit.
func scored(all []*course) []*course {
	has := map[string]bool{}
	for _, c := range all {
		has[c.Label] = has[c.Label] || slices.ContainsFunc(c.loss, func(v float64) bool { return !math.IsNaN(v) })
	}
	return slices.DeleteFunc(all, func(c *course) bool { return !has[c.Label] })
}

// leftOut names the placebos.
func leftOut(placebos []string) []string {
	if len(placebos) == 0 {
		return nil
	}
	return []string{"Placebos take no part: " + strings.Join(placebos, ", ") + "."}
}

// otherBest says on which datasets the best row of the table is none of those whose courses are known, as fits are scored along their
// way by their first decoder only.
func otherBest(r *Run, all []*course) []string {
	var texts []string
	for c := range r.Table.Columns {
		col := &r.Table.Columns[c]
		for i := range r.Table.Rows {
			row := &r.Table.Rows[i]
			followed := func(o *course) bool {
				return o.Dataset == col.Dataset && o.Label == row.Label && o.decoder == row.Decoder
			}
			if col.Metric.Name == r.Metrics[0].Name && row.Cells[c].Best && !slices.ContainsFunc(all, followed) {
				texts = append(texts, fmt.Sprintf("%s (%s)", nameOf(row), col.Dataset))
			}
		}
	}
	if len(texts) == 0 {
		return nil
	}
	return []string{"Checkpoints are scored by the first decoder of each learner. The best row of the table is another decoder, or was not scored along its way, and sets no target here: " + strings.Join(texts, ", ") + "."}
}
