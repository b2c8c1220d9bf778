package chart

import (
	"regexp"

	"github.com/spbench/spbench/harness/internal/grid"
	"gonum.org/v1/plot"
	"gonum.org/v1/plot/font"
	"gonum.org/v1/plot/text"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
	"gonum.org/v1/plot/vg/vgsvg"
)

// plain draws texts with plain formulas. In an SVG it draws them from their end or middle, as they
// are aligned. The reader may lack the font with the widths for their start.
type plain struct{ text.Plain }

func init() { plot.DefaultTextHandler = plain{plot.DefaultTextHandler.(text.Plain)} }

// Box implements text.Handler.
func (h plain) Box(txt string, f font.Font) (width, height, depth vg.Length) {
	return h.Plain.Box(grid.Plain(txt), f)
}

// Draw implements text.Handler. Alignments are multiples of −1/2.
func (h plain) Draw(c vg.Canvas, txt string, sty text.Style, pt vg.Point) {
	txt = grid.Plain(txt)
	switch within := c.(type) {
	case *draw.Canvas:
		h.Draw(within.Canvas, txt, sty, pt)
		return
	case draw.Canvas:
		h.Draw(within.Canvas, txt, sty, pt)
		return
	case *vgsvg.Canvas:
		txt = []string{"", "middle\x01", "end\x01"}[int(-2*sty.XAlign)] + txt
		sty.XAlign = draw.XLeft
	}
	h.Plain.Draw(c, txt, sty, pt)
}

// anchored finds the texts drawn from their end or middle, and their anchors.
var anchored = regexp.MustCompile("<text ([^>]*>)([a-z]+)\x01")
