package chart

import (
	"regexp"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/text"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
	"gonum.org/v1/plot/vg/vgsvg"
)

// anchored draws texts of an SVG from their end or middle, as they are aligned: the reader may lack
// the font whose widths place their start.
type anchored struct{ text.Plain }

func init() {
	plot.DefaultTextHandler = anchored{plot.DefaultTextHandler.(text.Plain)}
}

// Draw implements text.Handler. It marks the text for anchor.
func (h anchored) Draw(c vg.Canvas, txt string, sty text.Style, pt vg.Point) {
	switch within := c.(type) {
	case *draw.Canvas:
		h.Draw(within.Canvas, txt, sty, pt)
		return
	case draw.Canvas:
		h.Draw(within.Canvas, txt, sty, pt)
		return
	case *vgsvg.Canvas:
		if mark := marks[sty.XAlign]; mark != "" {
			txt, sty.XAlign = mark+txt, draw.XLeft
		}
	}
	h.Plain.Draw(c, txt, sty, pt)
}

var (
	marks  = map[text.XAlignment]string{draw.XCenter: "middle\x01", draw.XRight: "end\x01"}
	marked = regexp.MustCompile("<text ([^>]*>)([a-z]+)\x01")
)

// anchor sets the anchors of the marked texts.
func anchor(svg []byte) []byte {
	return marked.ReplaceAll(svg, []byte(`<text text-anchor="$2" $1`))
}
