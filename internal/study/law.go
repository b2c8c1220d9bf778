package study

import (
	"math"
	"slices"

	"github.com/spbench/spbench/internal/report"
	"github.com/spbench/spbench/internal/stats"
)

// A law is what is fitted to a learning curve.
type law struct {
	stats.PowerLaw
	weighted        bool // by the inverse squared errors
	n, y, w, errors []float64
	b, c            [2]float64 // 95 % intervals of B and C; NaN where there is none
}

// lawIntervals says what the intervals of a law are.
const lawIntervals = " Intervals of b and c are percentiles of laws fitted to means that are moved as splits move them (on one split: test instances), by a multiplier bootstrap, and say nothing of whether a law holds; — where there are fewer than 3 to move by, or where the exponent is lost in the noise."

// fitted returns the law of the points; nil where they are too few, or where it is not known how far the metric is from its best.
func fitted(points []point, m report.Metric) *law {
	if len(points) < fewSizes || m.Higher && !m.Percent {
		return nil
	}
	l := &law{b: [2]float64{math.NaN(), math.NaN()}, c: [2]float64{math.NaN(), math.NaN()}}
	l.weighted = !slices.ContainsFunc(points, func(p point) bool { return !(p.cell.Error > 0) })
	for _, p := range points {
		value, weight := float64(p.cell.Mean), 1.0
		if m.Higher {
			value = 1 - value
		}
		if l.weighted {
			weight = 1 / float64(p.cell.Error*p.cell.Error)
		}
		l.n, l.y, l.w, l.errors = append(l.n, p.n), append(l.y, value), append(l.w, weight), append(l.errors, float64(p.cell.Error))
	}
	l.PowerLaw = stats.FitPowerLaw(l.n, l.y, l.w)
	return l
}

// vary sets the intervals, from what units have at each point.
func (l *law) vary(units [][]float64) {
	if l == nil || !l.weighted {
		return
	}
	draws := stats.PowerLawDraws(l.n, l.y, l.w, l.errors, units)
	var b, c []float64
	for _, d := range draws {
		if d.A > 0 { // else any exponent is as good
			b = append(b, d.B)
		}
		c = append(c, max(0, d.C))
	}
	if float64(len(b)) >= 0.95*float64(len(draws)) {
		l.b = spread(b, l.B)
	}
	l.c = spread(c, l.C)
}

// spread returns the middle 95 % of values, with the estimate; NaN of none.
func spread(v []float64, estimate float64) [2]float64 {
	return [2]float64{min(stats.Quantile(v, 0.025), estimate), max(stats.Quantile(v, 0.975), estimate)}
}

// units returns what each split has at each of the points, or where there is one split each test instance; of those that all points have.
func units(t *report.Table, row int, points []point) (all [][]float64) {
	at := map[int][]float64{}
	for _, p := range points {
		values := splitMeans(p.cell)
		if len(values) == 1 {
			values = map[int]float64{}
			if parts := t.Instances(row, p.column); len(parts) == 1 {
				for i, v := range parts[0].Values {
					values[parts[0].Instances[i]] = v
				}
			}
		}
		for u, v := range values {
			if known(v) {
				at[u] = append(at[u], v)
			}
		}
	}
	var order []int
	for u, values := range at {
		if len(values) == len(points) {
			order = append(order, u)
		}
	}
	slices.Sort(order)
	for _, u := range order {
		all = append(all, at[u])
	}
	return all
}

// splitMeans returns the means over seeds.
func splitMeans(c *report.Cell) map[int]float64 {
	sums, n := map[int]float64{}, map[int]float64{}
	for _, v := range c.Values {
		sums[v.Split] += float64(v.Value)
		n[v.Split]++
	}
	for split := range sums {
		sums[split] /= n[split]
	}
	return sums
}
