package study

import (
	"cmp"
	"math"
	"slices"

	"github.com/spbench/spbench/harness/internal/chart"
	"github.com/spbench/spbench/harness/internal/ordered"
)

// rowOrder returns the rows of the contests, sorted by their means in the first contest of each.
func rowOrder(all []contest) (order []int) {
	for _, k := range all {
		rows := append([]int{k.lead}, k.others...)
		slices.SortStableFunc(rows, func(a, b int) int {
			if k.col().Metric.Higher {
				a, b = b, a
			}
			return cmp.Compare(k.cell(a).Mean, k.cell(b).Mean)
		})
		for _, r := range rows {
			order = ordered.Add(order, r)
		}
	}
	return order
}

// dots draws the differences from the leading row, with the intervals of the table's tests. Rows
// without a dot have a line too, unless they are more than a fifth of all.
func (k *contest) dots(order []int) *chart.Chart {
	t, col := k.t, k.col()
	if n := len(k.others) + 1; 5*n < 4*len(order) {
		order = slices.DeleteFunc(slices.Clone(order), func(r int) bool {
			return r != k.lead && !slices.Contains(k.others, r)
		})
	}
	last := float64(len(order) - 1)
	lead := t.Rows[k.lead].Name()
	better, unit := "lower is better", math.Pow10(-col.Digits)
	if col.Metric.Higher {
		better = "higher is better"
	}
	c := &chart.Chart{
		Title: k.name(), Width: 340, Height: 58,
		Alt: "Differences in " + col.Metric.Name + " from " + lead + ". " + k.sentence(),
		X: chart.Axis{Title: "Δ " + col.Metric.Heading() + ", " + better, Plain: true,
			Show: []float64{0, -unit, unit}},
	}
	line := func(x float64) {
		c.Series = append(c.Series, chart.Series{Kind: chart.Curve, Style: -1, X: []float64{x, x},
			Y: []float64{-0.6, last + 0.6}})
	}
	line(0)
	if width := col.Equivalence; width > 0 { // as printed
		line(-width)
		line(width)
	}
	var labels []string
	for _, row := range t.Rows {
		labels = ordered.Add(labels, row.Label)
	}
	for at, r := range slices.Backward(order) {
		name := t.Rows[r].Name()
		c.Height += 17
		c.Y.Names = append(c.Y.Names, name)
		if r != k.lead && !slices.Contains(k.others, r) {
			continue
		}
		s := k.span(r)
		s.Label, s.Style = name, slices.Index(labels, t.Rows[r].Label)
		s.Y = []float64{last - float64(at)}
		c.Series = append(c.Series, s)
	}
	return c
}

// span draws the difference of row r from the leading one.
func (k *contest) span(r int) chart.Series {
	s := chart.Series{Kind: chart.Spans, X: []float64{0}}
	if r == k.lead {
		return s
	}
	cell, scale, relation := k.cell(r), k.col().Metric.Scale(), k.relation(r)
	s.Hollow = relation != isWorse && relation != isBetter
	s.X[0] = scale * float64(cell.Mean-k.cell(k.lead).Mean)
	s.Low = []float64{scale * float64(cell.EffectLow)}
	s.High = []float64{scale * float64(cell.EffectHigh)}
	return s
}
