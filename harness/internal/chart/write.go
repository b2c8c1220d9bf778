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
	"gonum.org/v1/plot/vg/vgpdf"
	"gonum.org/v1/plot/vg/vgsvg"
)

// Formats returns what figures can be written as, the default first.
func Formats() []string { return []string{"svg", "png", "pdf"} }

const dotsPerInch = 160 // of PNG

// Write draws a figure of that size, in points, and writes it in one of the [Formats].
func Write(w io.Writer, format string, width, height vg.Length, figure func(draw.Canvas)) error {
	if !slices.Contains(Formats(), format) {
		return fmt.Errorf("chart: no format of figures is called %q; there are %s", format, strings.Join(Formats(), ", "))
	}
	var canvas interface {
		vg.CanvasSizer
		io.WriterTo
	}
	switch format {
	case "svg":
		canvas = vgsvg.New(width, height)
	case "png":
		canvas = vgimg.PngCanvas{Canvas: vgimg.NewWith(vgimg.UseWH(width, height), vgimg.UseDPI(dotsPerInch))}
	case "pdf":
		undated()
		canvas = vgpdf.New(width, height)
	}
	figure(draw.New(canvas))
	var b bytes.Buffer
	_, err := canvas.WriteTo(&b)
	if err == nil && format == "svg" {
		_, err = w.Write(portable(b.Bytes()))
	} else if err == nil {
		_, err = b.WriteTo(w)
	}
	if err != nil {
		return fmt.Errorf("chart: write as %s: %w", format, err)
	}
	return nil
}

// undated gives every PDF of the program the same date and order of its parts, so that the same figure has the same bytes.
var undated = sync.OnceFunc(func() {
	fpdf.SetDefaultCreationDate(time.Unix(0, 0).UTC())
	fpdf.SetDefaultModificationDate(time.Unix(0, 0).UTC())
	fpdf.SetDefaultCatalogSort(true)
})

// portable lets a reader of an SVG without the font use one of the same widths.
func portable(svg []byte) []byte {
	return bytes.ReplaceAll(svg, []byte("font-family:Liberation Sans;"), []byte("font-family:'Liberation Sans',Arial,Helvetica,sans-serif;"))
}
