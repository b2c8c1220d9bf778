package chart

import (
	"bytes"
	"fmt"
	"html"
	"io"
	"regexp"
	"slices"
	"strings"
	"sync"
	"time"

	"codeberg.org/go-pdf/fpdf"
	"github.com/spbench/spbench/harness/internal/grid"
	"gonum.org/v1/plot"
	"gonum.org/v1/plot/font"
	"gonum.org/v1/plot/text"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
	"gonum.org/v1/plot/vg/vgimg"
	_ "gonum.org/v1/plot/vg/vgpdf" // format pdf
	"gonum.org/v1/plot/vg/vgsvg"
)

// Formats returns the formats of figures, the default first.
func Formats() []string { return []string{"svg", "png", "pdf"} }

const dotsPerInch = 160 // of PNG

// Write draws a figure of a size in points, and writes it in one of [Formats].
func Write(w io.Writer, format string, width, height vg.Length, figure func(draw.Canvas)) error {
	if !slices.Contains(Formats(), format) {
		return fmt.Errorf("chart: no format of figures is called %q; there are %s", format,
			strings.Join(Formats(), ", "))
	}
	undated()
	canvas, err := draw.NewFormattedCanvas(width, height, format)
	if format == "png" {
		canvas = vgimg.PngCanvas{Canvas: vgimg.NewWith(vgimg.UseWH(width, height),
			vgimg.UseDPI(dotsPerInch))}
	}
	var b bytes.Buffer
	if err == nil {
		figure(draw.NewCanvas(canvas, width, height))
		_, err = canvas.WriteTo(&b)
	}
	text := b.Bytes()
	if format == "svg" {
		text = anchored.ReplaceAll(text, []byte(`<text text-anchor="$2" $1`))
		text = bytes.ReplaceAll(text, []byte("font-family:Liberation Sans;"),
			[]byte("font-family:"+families+";"))
	}
	if err == nil {
		_, err = w.Write(text)
	}
	if err != nil {
		return fmt.Errorf("chart: write as %s: %w", format, err)
	}
	return nil
}

// undated sets a fixed date and order of parts in PDFs, so that equal figures have equal bytes.
var undated = sync.OnceFunc(func() {
	fpdf.SetDefaultCreationDate(time.Unix(0, 0).UTC())
	fpdf.SetDefaultModificationDate(time.Unix(0, 0).UTC())
	fpdf.SetDefaultCatalogSort(true)
})

// families are fonts of the same widths, for readers without the first one.
const families = "'Liberation Sans',Arial,Helvetica,sans-serif"

// plainFont is the style of each text in an SVG, apart from its size.
const plainFont = "font-family:" + families + ";font-variant:normal;font-weight:normal;" +
	"font-style:normal;"

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

// HTML returns the chart with its legend as an SVG element for a page, without an XML declaration.
// Its label is Alt.
func (c *Chart) HTML() ([]byte, error) {
	var b bytes.Buffer
	if err := c.Write(&b, "svg"); err != nil {
		return nil, err
	}
	_, svg, _ := bytes.Cut(b.Bytes(), []byte("<svg"))
	svg = bytes.ReplaceAll(svg, []byte(plainFont), nil)
	return fmt.Appendf(nil, `<svg role="img" aria-label="%s" font-family="%s"%s`,
		html.EscapeString(grid.Plain(c.Alt)), families, svg), nil
}
