package chart

import (
	"io"
	"slices"
	"strings"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// A Sheet is a file of charts. They have one title, one legend and one caption.
type Sheet struct {
	Title   string     // above the charts; "" for none
	Rows    [][]*Chart // none is longer than the first
	Caption []string   // sentences below the charts
}

// Sizes of the texts of a sheet, and its margin, in points.
const (
	titleSize, footSize, margin vg.Length = 13, 8.5, 10
	footLine                              = 1.35 * footSize
)

// Write draws the sheet in one of the [Formats]. A chart leaves the labels of an axis to the chart
// on its left, or below it, if that has the same axis.
func (s *Sheet) Write(w io.Writer, format string) error {
	// Later charts have fewer labels. They need less room.
	width, height := s.Rows[0][0].size()
	width += vg.Length(len(s.Rows[0])-1) * width * 3 / 4
	for _, row := range s.Rows[1:] {
		_, next := row[0].size()
		height += next * 3 / 4
	}
	head, legend := vg.Length(0), s.legend()
	if s.Title != "" {
		head = 2 * titleSize
	}
	foot := s.footLines(width - 2*margin)
	below := legend.Height(width-2*margin) + vg.Length(len(foot))*footLine
	return Write(w, format, width, height+head+below, func(dc draw.Canvas) {
		Fill(dc, White)
		dc = draw.Crop(dc, margin, -margin, margin, -margin)
		dc.FillText(Font(titleSize), vg.Point{X: dc.Min.X, Y: dc.Max.Y}, s.Title)
		s.drawCharts(draw.Crop(dc, 0, 0, below, -head))
		dc.Max.Y = dc.Min.Y + below
		legend.Draw(dc)
		for i, line := range foot {
			y := dc.Min.Y + vg.Length(len(foot)-i)*footLine
			dc.FillText(Font(footSize), vg.Point{X: dc.Min.X, Y: y}, line)
		}
	})
}

// drawCharts draws the charts in rows and columns. Their data are aligned.
func (s *Sheet) drawCharts(dc draw.Canvas) {
	plots := make([][]*plot.Plot, len(s.Rows))
	for r, row := range s.Rows {
		plots[r] = make([]*plot.Plot, len(s.Rows[0]))
		for i := range row {
			c := *row[i]
			c.Y.bare = i > 0 && c.Y.same(&row[i-1].Y)
			c.X.bare = r+1 < len(s.Rows) && i < len(s.Rows[r+1]) && c.X.same(&s.Rows[r+1][i].X)
			plots[r][i] = c.plot(c.ranges())
			for _, s := range c.Series {
				plots[r][i].Add(s)
			}
		}
	}
	tiles := draw.Tiles{Rows: len(plots), Cols: len(plots[0]), PadX: 2 * margin, PadY: 2 * margin}
	for r, row := range plot.Align(plots, tiles, dc) {
		for i, p := range plots[r] {
			if p != nil {
				p.Draw(row[i])
			}
		}
	}
}

// legend returns the legend of all charts. It has each label once.
func (s *Sheet) legend() (all Legend) {
	for _, c := range slices.Concat(s.Rows...) {
		for _, l := range c.Legend() {
			if !slices.ContainsFunc(all, func(o Series) bool { return o.Label == l.Label }) {
				all = append(all, l)
			}
		}
	}
	return all
}

// footLines wraps the caption.
func (s *Sheet) footLines(width vg.Length) (lines []string) {
	style := Font(footSize)
	for _, sentence := range s.Caption {
		line := ""
		for _, word := range strings.Fields(sentence) {
			if line != "" && style.Width(line+" "+word) > width {
				lines, line = append(lines, line), ""
			}
			line = strings.TrimPrefix(line+" "+word, " ")
		}
		lines = append(lines, line)
	}
	return lines
}
