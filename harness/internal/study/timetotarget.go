package study

import (
	"fmt"
	"math"

	"github.com/spbench/spbench/harness/internal/chart"
	"github.com/spbench/spbench/harness/internal/stats"
)

// A targetTimes has the cost to reach targets, for the fits of one learner on one dataset.
type targetTimes struct {
	near [2]map[effort]*runLengths
	many map[effort][]float64 // to all targets of all fits
}

// A runLengths has the effort of each fit until one target, and its total effort.
type runLengths struct {
	until, spent []float64
	least        bool // the total of a fit that missed the target is a lower bound
}

// expectedTime returns the expected running time as text.
func (l *runLengths) expectedTime() string {
	text := formatEffort(stats.ExpectedRunningTime(l.until, l.spent))
	if l.least && text != "—" {
		text = "≥ " + text
	}
	return text
}

func sumEffort(list []*trajectory, kind effort) (sum float64) {
	for _, c := range list {
		v, _ := c.totalEffort(kind)
		sum += v
	}
	return sum
}

// measureTargets measures the fits of one dataset, by learner.
func measureTargets(list []*trajectory) (all []targetTimes) {
	type aim struct {
		near [2]float64
		many []float64
	}
	aims := map[int]aim{}
	for _, s := range groupBy(list, bySplit) {
		near, easiest, hardest := nearTargets(s.list)
		aims[s.key] = aim{near, stats.Targets(easiest, hardest, manyTargets)}
	}
	for _, l := range groupBy(list, byLabel) {
		m := targetTimes{many: map[effort][]float64{}}
		for _, kind := range []effort{cpu, wall, calls} {
			for k := range m.near {
				if m.near[k] == nil {
					m.near[k] = map[effort]*runLengths{}
				}
				m.near[k][kind] = &runLengths{}
			}
			for _, c := range l.list {
				a, value := aims[c.Split], c.loss
				for k, until := range stats.RunLengths(c.effort[kind], value, a.near[:]) {
					to := m.near[k][kind]
					spent, whole := c.totalEffort(kind)
					to.until, to.spent = append(to.until, until), append(to.spent, spent)
					to.least = to.least || !whole && math.IsInf(until, 1)
				}
				m.many[kind] = append(m.many[kind],
					stats.RunLengths(c.effort[kind], value, a.many)...)
			}
		}
		all = append(all, m)
	}
	return all
}

// cells returns the row of the grid, without its first columns.
func (m targetTimes) cells() (cells []string) {
	for _, near := range m.near {
		met := 0
		for _, until := range near[cpu].until {
			if !math.IsInf(until, 1) {
				met++
			}
		}
		cells = append(cells, fmt.Sprintf("%d/%d", met, len(near[cpu].until)))
		for _, kind := range []effort{cpu, wall, calls} {
			cells = append(cells, near[kind].expectedTime())
		}
	}
	return cells
}

// ecdf plots the share of fits × targets met within an effort. Each learner's line ends with its
// longest fit.
func ecdf(dataset string, kind effort, names []string, list []*trajectory,
	reached []targetTimes) *chart.Chart {
	c := &chart.Chart{
		Title: dataset, Alt: fmt.Sprintf("Share of targets met by each learner on %s, against %s.",
			dataset, kind),
		X: chart.Axis{Title: string(kind), Log: true}, Y: shareAxis("share of fits × targets met"),
		Rising: true,
	}
	for i, l := range groupBy(list, byLabel) {
		most := 0.0
		for _, one := range l.list {
			spent, _ := one.totalEffort(kind)
			most = max(most, spent)
		}
		if sumEffort(l.list, kind) > 0 {
			lengths := raiseZeros(reached[i].many[kind])
			c.Series = append(c.Series, steps(names[i], l.list[0].style, lengths, most)...)
		}
	}
	return c
}
