package study

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/spbench/spbench/internal/report"
	"github.com/spbench/spbench/internal/stats"
)

// A goal is a quantity that falls along a fit, with targets for it.
type goal struct {
	of    func(*course) []float64
	near  [2]string                                                         // the two targets of the grid
	aims  func(split []*course) (near [2]float64, easiest, hardest float64) // on one split of a dataset
	lacks string                                                            // of a run in which no fit has the quantity

	scored bool // it is of a learner's first output
}

const (
	manyTargets = 51 // as COCO has them
	loose, firm = 0.05, 0.01
	looseGap    = 0.01
	firmGap     = 0.001
)

// targets says what it takes to come close to the best row's loss.
func targets(r *Run) (*Part, error) {
	m := r.Metrics[0]
	p := &Part{Name: "targets", Title: "Effort to a target of " + m.Name}
	apart := "a constant factor apart (equally far apart where that mean is 0)"
	if m.Higher && !m.Percent {
		apart = "equally far apart"
	}
	return p, goal{
		of: func(c *course) []float64 { return c.loss }, near: [2]string{"within 5 %", "within 1 %"}, aims: nearBest, scored: true,
		lacks: "the checkpoints of no fit were scored",
	}.fill(p, r, fmt.Sprintf("Targets are %s on the test set. \"Within 5 %%\" and \"within 1 %%\" are of the mean with which the best learner's fits end, on each split; "+
		"the curves have %d targets on each split, from the worst first checkpoint of any fit to that mean, %s. They describe this run: nobody could have "+
		"stopped by them, as they are known from the test set.", courseOf(m), manyTargets, apart))
}

// courseOf words what lossOf returns.
func courseOf(m report.Metric) string {
	switch {
	case m.Higher && m.Percent:
		return "of what " + m.Name + " lacks to 100 %"
	case m.Higher:
		return "of " + m.Name + ", where higher is better,"
	}
	return "of the loss " + m.Name
}

// gaps says what it takes to come close to the optimum.
func gaps(r *Run) (*Part, error) {
	p := &Part{Name: "gaps", Title: "Effort to a target of the gap"}
	return p, goal{
		of: func(c *course) []float64 { return c.gap }, near: [2]string{"gap ≤ 1 %", "gap ≤ 0.1 %"},
		aims: func([]*course) ([2]float64, float64, float64) {
			return [2]float64{looseGap, firmGap}, 1, 1e-5
		},
		lacks: "no learner claims both an objective that the harness can evaluate and a lower bound of it",
	}.fill(p, r, fmt.Sprintf("The gap is (F − bound)/|F|, with F as the harness evaluated it and the bound of the end of the fit. Learners minimise different F: efforts are comparable where "+
		"that is the same. An F below its bound by more than 10⁻⁶ of it shows that the bound is none: such a checkpoint meets no target. The curves have %d targets, from 100 %% to 0.001 %%, a constant factor apart.", manyTargets))
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

// fill makes the part, with about as its first sentence.
func (g goal) fill(p *Part, r *Run, about string) error {
	all, placebos := entrants(r)
	all = g.having(all)
	several := func(c *course) bool {
		known := c.gap
		if g.scored {
			known = c.loss
		}
		return len(known) > 1 && !math.IsNaN(known[0]) // without a curve in the suite only the end is known
	}
	switch {
	case len(all) == 0:
		p.Empty = "No targets: " + g.lacks + "."
		return nil
	case !slices.ContainsFunc(all, several):
		p.Empty = "No targets: of every fit only the end is known. A line such as curve: {first: 0.5, factor: 1.5} in the suite gives more."
		return nil
	}
	p.Grid = &Grid{Left: 2, Head: []string{"dataset", "learner"}}
	if g.scored {
		p.Grid.Head[1] = "row"
	}
	for _, name := range g.near {
		p.Grid.Head = append(p.Grid.Head, name, "CPU s", "wall s", "calls")
	}
	var free []string
	for _, d := range groupBy(all, byDataset) {
		reached := g.reach(d.list)
		var names []string
		for i, l := range groupBy(d.list, byLabel) {
			name := l.key
			if g.scored {
				name = l.list[0].name()
			}
			p.Grid.Rows = append(p.Grid.Rows, append([]string{d.key, name}, reached[i].cells()...))
			names = append(names, name)
			if total(l.list, calls) == 0 && !slices.Contains(free, l.key) {
				free = append(free, l.key)
			}
		}
		p.Charts = append(p.Charts, ecdf(d.key, cpu, names, d.list, reached), ecdf(d.key, calls, names, d.list, reached))
	}
	p.Text = append(p.Text, about,
		"A target is met at the first checkpoint that is at or below it: efforts are exact to the distance of checkpoints, and a later rise does not undo it. \"2/3\" is how many fits met it. Efforts are expected running times: what "+
			"all fits spent until the target, or until their end where they did not meet it, over the number that did; — where none did. Of a fit that crashed or was stopped the CPU seconds are those of its process; "+
			"≥ where what such a fit spent is not recorded in full, as calls after its last checkpoint never are.")
	if len(free) > 0 {
		p.Text = append(p.Text, "Without oracle calls, and so on no curve against them: "+strings.Join(free, ", ")+".")
	}
	p.Text = append(p.Text, leftOut(placebos)...)
	if g.scored {
		p.Text = append(p.Text, otherBest(r, all)...)
	}
	return nil
}

// having returns the fits of the learners of which any fit has the quantity: those of the others say nothing, and a
// fit without it is one that did not come to its first checkpoint.
func (g goal) having(all []*course) []*course {
	has := map[string]bool{}
	for _, c := range all {
		has[c.Label] = has[c.Label] || slices.ContainsFunc(g.of(c), func(v float64) bool { return !math.IsNaN(v) })
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
// way by their first output only.
func otherBest(r *Run, all []*course) []string {
	var texts []string
	for c := range r.Table.Columns {
		col := &r.Table.Columns[c]
		for i := range r.Table.Rows {
			row := &r.Table.Rows[i]
			followed := func(o *course) bool {
				return o.Dataset == col.Dataset && o.Label == row.Label && o.output == row.Output
			}
			if col.Metric.Name == r.Metrics[0].Name && row.Cells[c].Best && !slices.ContainsFunc(all, followed) {
				texts = append(texts, fmt.Sprintf("%s (%s)", nameOf(row), col.Dataset))
			}
		}
	}
	if len(texts) == 0 {
		return nil
	}
	return []string{"Checkpoints are scored by the first output of each learner. The best row of the table is another output, or was not scored along its way, and sets no target here: " + strings.Join(texts, ", ") + "."}
}
