package study

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/spbench/spbench/internal/chart"
	"github.com/spbench/spbench/internal/stats"
)

// A goal is a quantity that falls along a fit, with targets for it.
type goal struct {
	of    func(*course) []float64
	near  [2]string                                                         // the two targets of the grid
	aims  func(split []*course) (near [2]float64, easiest, hardest float64) // on one split of a dataset
	lacks string                                                            // of a run in which no fit has the quantity
}

const (
	manyTargets = 51 // as COCO has them
	loose, firm = 0.05, 0.01
	looseGap    = 0.01
	firmGap     = 0.001
)

// targets says what it takes to come close to the best row's loss.
func targets(r *Run) (*Part, error) {
	p := &Part{Name: "targets", Title: "Effort to a target of " + r.Metrics[0].Name}
	return p, goal{
		of: func(c *course) []float64 { return c.loss }, near: [2]string{"within 5 %", "within 1 %"}, aims: nearBest,
		lacks: "the checkpoints of no fit were scored",
	}.fill(p, r, fmt.Sprintf("Targets are losses on the test set (%s of the first output). \"Within 5 %%\" and \"within 1 %%\" are of the mean with which the best learner's fits end, on each split; "+
		"the curves have %d targets on each split, from the worst first checkpoint of any fit to that mean, a constant factor apart. They describe this run: nobody could have "+
		"stopped by them, as they are known from the test set.", r.Metrics[0].Name, manyTargets))
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
		"that is the same. The curves have %d targets, from 100 %% to 0.001 %%, a constant factor apart.", manyTargets))
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

// A reach is what the fits of one learner on one dataset took to their targets.
type reach struct {
	near [2]map[effort]*lengths
	many map[effort][]float64 // to all targets of all fits
}

// lengths are the efforts of fits to one target, and all that they spent.
type lengths struct{ until, spent []float64 }

// fill makes the part, with about as its first sentence.
func (g goal) fill(p *Part, r *Run, about string) error {
	all := g.having(courses(r))
	several := func(c *course) bool { return len(c.fit.Checkpoints) > 1 }
	switch {
	case len(all) == 0:
		p.Empty = "No targets: " + g.lacks + "."
		return nil
	case !slices.ContainsFunc(all, several):
		p.Empty = "No targets: every fit has one checkpoint, its end. A line such as curve: {first: 0.5, factor: 1.5} in the suite gives more."
		return nil
	}
	p.Grid = &Grid{Left: 2, Head: []string{"dataset", "learner"}}
	for _, name := range g.near {
		p.Grid.Head = append(p.Grid.Head, name, "CPU s", "wall s", "calls")
	}
	var free []string
	for _, d := range groupBy(all, byDataset) {
		reached := g.reach(d.list)
		var names []string
		for i, l := range groupBy(d.list, byLabel) {
			p.Grid.Rows = append(p.Grid.Rows, append([]string{d.key, l.key}, reached[i].cells()...))
			names = append(names, l.key)
			if total(l.list, calls) == 0 && !slices.Contains(free, l.key) {
				free = append(free, l.key)
			}
		}
		p.Charts = append(p.Charts, ecdf(d.key, cpu, names, d.list, reached), ecdf(d.key, calls, names, d.list, reached))
	}
	p.Text = append(p.Text, about,
		"A target is met at the first checkpoint that is at or below it: efforts are exact to the distance of checkpoints, and a later rise does not undo it. \"2/3\" is how many fits met it. Efforts are expected running times: what "+
			"all fits spent until the target, or until their end where they did not meet it, over the number that did; — where none did.")
	if len(free) > 0 {
		p.Text = append(p.Text, "Without oracle calls, and so on no curve against them: "+strings.Join(free, ", ")+".")
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

func total(list []*course, kind effort) (sum float64) {
	for _, c := range list {
		sum += c.spent(kind)
	}
	return sum
}

// reach measures the fits of one dataset, by learner.
func (g goal) reach(list []*course) (all []reach) {
	type aim struct {
		near [2]float64
		many []float64
	}
	aims := map[int]aim{}
	for _, s := range groupBy(list, bySplit) {
		near, easiest, hardest := g.aims(s.list)
		aims[s.key] = aim{near, stats.Targets(easiest, hardest, manyTargets)}
	}
	for _, l := range groupBy(list, byLabel) {
		m := reach{many: map[effort][]float64{}}
		for _, kind := range []effort{cpu, wall, calls} {
			for k := range m.near {
				if m.near[k] == nil {
					m.near[k] = map[effort]*lengths{}
				}
				m.near[k][kind] = &lengths{}
			}
			for _, c := range l.list {
				a, value := aims[c.Split], g.of(c)
				for k, until := range stats.RunLengths(c.effort[kind], value, a.near[:]) {
					to := m.near[k][kind]
					to.until, to.spent = append(to.until, until), append(to.spent, c.spent(kind))
				}
				m.many[kind] = append(m.many[kind], stats.RunLengths(c.effort[kind], value, a.many)...)
			}
		}
		all = append(all, m)
	}
	return all
}

// cells are those of the grid.
func (m reach) cells() (cells []string) {
	for _, near := range m.near {
		met := 0
		for _, until := range near[cpu].until {
			if !math.IsInf(until, 1) {
				met++
			}
		}
		cells = append(cells, fmt.Sprintf("%d/%d", met, len(near[cpu].until)))
		for _, kind := range []effort{cpu, wall, calls} {
			cells = append(cells, amount(stats.ExpectedRunningTime(near[kind].until, near[kind].spent)))
		}
	}
	return cells
}

// ecdf draws the share of fits × targets that were met within an effort, for each learner to the end of its longest fit.
func ecdf(dataset string, kind effort, names []string, list []*course, reached []reach) *chart.Chart {
	c := &chart.Chart{
		Title: dataset, Alt: fmt.Sprintf("Share of targets on %s that each learner has met, against %s.", dataset, kind),
		X: chart.Axis{Title: string(kind), Log: true}, Y: shares("share of fits × targets met"),
		Rising: true,
	}
	for i, l := range groupBy(list, byLabel) {
		most := 0.0
		for _, one := range l.list {
			most = max(most, one.spent(kind))
		}
		if total(l.list, kind) > 0 {
			lengths := aboveZero([][]float64{reached[i].many[kind]})[0]
			c.Series = append(c.Series, steps(names[i], l.list[0].style, lengths, most)...)
		}
	}
	return c
}
