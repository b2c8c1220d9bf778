package chart

import (
	"bytes"
	"fmt"
	"io"
	"slices"
	"strings"
	"sync"
	"time"

	"codeberg.org/go-pdf/fpdf"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
	"gonum.org/v1/plot/vg/vgimg"
	_ "gonum.org/v1/plot/vg/vgpdf" // format pdf
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
