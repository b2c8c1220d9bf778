package study

import (
	"fmt"
	"math"

	"github.com/spbench/spbench/harness/internal/chart"
	"github.com/spbench/spbench/harness/internal/stats"
)

// A reach is what the fits of one learner on one dataset took to their targets.
type reach struct {
	near [2]map[effort]*lengths
	many map[effort][]float64 // to all targets of all fits
}

// lengths are the efforts of fits to one target, and all that they spent.
type lengths struct {
	until, spent []float64
	least        bool // a fit that did not meet it spent that much or more
}

// written is the expected running time.
func (l *lengths) written() string {
	text := amount(stats.ExpectedRunningTime(l.until, l.spent))
	if l.least && text != "—" {
		text = "≥ " + text
	}
	return text
}

func total(list []*course, kind effort) (sum float64) {
	for _, c := range list {
		v, _ := c.spent(kind)
		sum += v
	}
	return sum
}

// reaches measures the fits of one dataset, by learner.
func reaches(list []*course) (all []reach) {
	type aim struct {
		near [2]float64
		many []float64
	}
	aims := map[int]aim{}
	for _, s := range groupBy(list, bySplit) {
		near, easiest, hardest := nearBest(s.list)
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
				a, value := aims[c.Split], c.loss
				for k, until := range stats.RunLengths(c.effort[kind], value, a.near[:]) {
					to := m.near[k][kind]
					spent, whole := c.spent(kind)
					to.until, to.spent = append(to.until, until), append(to.spent, spent)
					to.least = to.least || !whole && math.IsInf(until, 1)
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
			cells = append(cells, near[kind].written())
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
			spent, _ := one.spent(kind)
			most = max(most, spent)
		}
		if total(l.list, kind) > 0 {
			lengths := aboveZero(reached[i].many[kind])
			c.Series = append(c.Series, steps(names[i], l.list[0].style, lengths, most)...)
		}
	}
	return c
}
