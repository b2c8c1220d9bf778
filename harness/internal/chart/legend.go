package chart

import (
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// Sizes of a chart's legend, in points: text, mark, and the gap between labels.
const (
	legendText, legendMark, legendGap vg.Length = 9, 20, 14
	legendLine                                  = 1.5 * legendText
)

// BreakLegend breaks labels into rows that fit a width. Each label has a mark before it and a gap
// behind it.
func BreakLegend(labels []string, text, mark, gap, width vg.Length) (rows [][]string) {
	style := Font(text)
	room := vg.Length(-1)
	for _, label := range labels {
		need := mark + 5 + style.Width(label) + gap
		if len(rows) == 0 || room < need {
			rows, room = append(rows, nil), width
		}
		rows[len(rows)-1] = append(rows[len(rows)-1], label)
		room -= need
	}
	return rows
}

// legend returns the rows of the legend, and the series by label.
func (c *Chart) legend(width vg.Length) (rows [][]string, series map[string]Series) {
	series = map[string]Series{}
	var labels []string
	for _, s := range c.Series {
		if s.Label != "" && s.Kind != Spans {
			labels, series[s.Label] = append(labels, s.Label), s
		}
	}
	return BreakLegend(labels, legendText, legendMark, legendGap, width-16), series
}

func (c *Chart) legendHeight(width vg.Length) vg.Length {
	rows, _ := c.legend(width)
	return vg.Length(len(rows)) * legendLine
}

// drawLegend draws the legend at the bottom of dc.
func (c *Chart) drawLegend(dc draw.Canvas, height vg.Length) {
	rows, series := c.legend(dc.Max.X - dc.Min.X + 8)
	style := Font(legendText)
	style.YAlign = draw.YCenter
	y := dc.Min.Y + height - legendLine/2
	for _, row := range rows {
		x := dc.Min.X
		for _, label := range row {
			mark := dc
			mark.Min, mark.Max = vg.Point{X: x, Y: y - 4}, vg.Point{X: x + legendMark, Y: y + 4}
			series[label].Thumbnail(&mark)
			dc.FillText(style, vg.Point{X: x + legendMark + 5, Y: y}, label)
			x += legendMark + 5 + style.Width(label) + legendGap
		}
		y -= legendLine
	}
}
