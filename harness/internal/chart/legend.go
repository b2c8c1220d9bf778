package chart

import (
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// Sizes of a legend, in points: text, mark, the gap between labels, and the height of a line.
const (
	LegendText, LegendGap  vg.Length = 10.5, 16
	legendMark, legendLine vg.Length = 26, 15.2
)

// BreakLegend breaks labels into rows that fit a width. Each label has a mark before it and a gap
// behind it.
func BreakLegend(labels []string, mark, width vg.Length) (rows [][]string) {
	style := Font(LegendText)
	room := vg.Length(-1)
	for _, label := range labels {
		need := mark + 5 + style.Width(label) + LegendGap
		if len(rows) == 0 || room < need {
			rows, room = append(rows, nil), width
		}
		rows[len(rows)-1] = append(rows[len(rows)-1], label)
		room -= need
	}
	return rows
}

// A Legend has the series with a label and a mark.
type Legend []Series

// rows breaks the labels.
func (l Legend) rows(width vg.Length) [][]string {
	var labels []string
	for _, s := range l {
		labels = append(labels, s.Label)
	}
	return BreakLegend(labels, legendMark, width)
}

// Height returns the height of the legend at a width.
func (l Legend) Height(width vg.Length) vg.Length {
	return vg.Length(len(l.rows(width))) * legendLine
}

// Draw draws the legend at the top of dc.
func (l Legend) Draw(dc draw.Canvas) {
	style, at := Font(LegendText), 0
	style.YAlign = draw.YCenter
	y := dc.Max.Y - legendLine/2
	for _, row := range l.rows(dc.Max.X - dc.Min.X) {
		x := dc.Min.X
		for _, label := range row {
			mark := dc
			mark.Min, mark.Max = vg.Point{X: x, Y: y - 4}, vg.Point{X: x + legendMark, Y: y + 4}
			l[at].Thumbnail(&mark)
			dc.FillText(style, vg.Point{X: x + legendMark + 5, Y: y}, label)
			x += legendMark + 5 + style.Width(label) + LegendGap
			at++
		}
		y -= legendLine
	}
}
