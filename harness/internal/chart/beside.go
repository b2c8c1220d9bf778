package chart

import (
	"io"
	"slices"

	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// Beside are charts with the same names on their vertical axes, in rows of at most three. The first
// of each row shows the names.
type Beside []*Chart

// Write draws the charts in one of the [Formats].
func (b Beside) Write(w io.Writer, format string) error {
	const most = 3
	names := vg.Length(0)
	for _, name := range b[0].Y.Names {
		names = max(names, Font(9).Width(name))
	}
	whole, height := b[0].size()
	rest := whole - names
	rows := slices.Collect(slices.Chunk(b, most))
	width := whole + vg.Length(len(rows[0])-1)*rest
	return Write(w, format, width, vg.Length(len(rows))*height, func(dc draw.Canvas) {
		blank(dc)
		for r, row := range rows {
			for i, c := range row {
				tile, drawn := dc, *c
				tile.Max.Y = dc.Max.Y - vg.Length(r)*height
				tile.Min.Y = tile.Max.Y - height
				if i > 0 {
					drawn.Y.Names = slices.Repeat([]string{""}, len(c.Y.Names))
					tile.Min.X = dc.Min.X + whole + vg.Length(i-1)*rest
				}
				tile.Max.X = dc.Min.X + whole + vg.Length(i)*rest
				drawn.draw(tile)
			}
		}
	})
}
