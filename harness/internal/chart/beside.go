package chart

import (
	"io"
	"slices"

	"github.com/spbench/spbench/harness/internal/grid"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// Beside are charts with names on their vertical axes, in rows of at most three. A chart shows its
// names unless the chart before it in the row has the same ones.
type Beside []*Chart

// Write draws the charts in one of the [Formats].
func (b Beside) Write(w io.Writer, format string) error {
	const most = 3
	var tiles []vg.Rectangle
	var at, size vg.Point // the next place, and the size of all
	var drawn []Chart
	row := vg.Length(0) // height
	for i, c := range b {
		width, height := c.size()
		if i%most == 0 {
			at, row = vg.Point{Y: at.Y + row}, 0
		} else if slices.Equal(c.Y.Names, b[i-1].Y.Names) {
			for _, name := range c.Y.Names {
				width = min(width, c.Width-Font(9).Width(grid.Plain(name)))
			}
		}
		drawn = append(drawn, *c)
		if width < c.Width {
			drawn[i].Y.Names = make([]string, len(c.Y.Names))
		}
		tiles = append(tiles, vg.Rectangle{Min: at, Max: vg.Point{X: at.X + width, Y: at.Y + height}})
		at.X, row = at.X+width, max(row, height)
		size = vg.Point{X: max(size.X, at.X), Y: at.Y + row}
	}
	return Write(w, format, size.X, size.Y, func(dc draw.Canvas) {
		Fill(dc, White)
		for i, tile := range tiles {
			to := dc
			to.Min = vg.Point{X: dc.Min.X + tile.Min.X, Y: dc.Max.Y - tile.Max.Y}
			to.Max = vg.Point{X: dc.Min.X + tile.Max.X, Y: dc.Max.Y - tile.Min.Y}
			drawn[i].draw(to)
		}
	})
}
