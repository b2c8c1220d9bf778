package figure

import (
	"bytes"
	"errors"
	"fmt"
	"image"
	"image/color"
	stddraw "image/draw"
	"image/jpeg"
	"image/png"
	"io"

	"github.com/spbench/spbench/harness/internal/chart"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
	"gonum.org/v1/plot/vg/vgimg"
)

// Sizes of texts, in points.
const titleSize, legendSize vg.Length = 13, chart.LegendText

// dots returns a length in pixels, rounded up.
func dots(l vg.Length) int { return int(l*dotsPerPoint + 1) }

// lines returns the height of a line of text of that size in pixels.
func lines(size vg.Length) int { return dots(1.5 * size) }

// Write draws the picture as PNG.
func (p *Picture) Write(w io.Writer) error {
	columns, wide := p.layout()
	width := 2*pictureEdge + columns*(wide+pictureGap) - pictureGap
	width = max(width, 2*pictureEdge+dots(chart.Font(titleSize).Width(p.Title)))
	bottom := p.Panel(len(p.panes)-1).Max.Y + pictureGap/2
	legend := chart.BreakLegend(append(p.names[:len(p.names):len(p.names)], hatchedLabel), swatch,
		vg.Length(width-2*pictureEdge)/dotsPerPoint)
	height := bottom + len(legend)*lines(legendSize) + pictureEdge
	c := vgimg.NewWith(vgimg.UseWH(vg.Length(width)/dotsPerPoint, vg.Length(height)/dotsPerPoint),
		vgimg.UseDPI(72*dotsPerPoint))
	page := page{draw.New(c), c.Image(), height}
	page.text(titleSize, pictureEdge, pictureEdge, p.Title)
	for i := range p.panes {
		page.pane(p, i)
	}
	p.drawLegend(&page, legend, bottom)
	if err := png.Encode(w, paletted(c.Image())); err != nil {
		return fmt.Errorf("figure: picture: %w", err)
	}
	return nil
}

// Parts returns the image of the instance as JPEG and the rest of the picture as PNG. Together they
// are several times smaller than the whole. If the image has few colours, it returns the whole.
func (p *Picture) Parts() (files [][]byte, err error) {
	var photo, b bytes.Buffer
	rest, m := *p, p.panes[0].image
	if _, few := paletted(m).(*image.Paletted); !few {
		err = jpeg.Encode(&photo, m, &jpeg.Options{Quality: 85})
		files, rest.panes = append(files, photo.Bytes()), p.panes[1:]
	}
	err = errors.Join(err, rest.Write(&b))
	return append(files, b.Bytes()), err
}

// paletted returns m with a palette. This saves three quarters of the bytes. With more than 256
// colours, paletted returns m.
func paletted(m image.Image) image.Image {
	index := map[color.RGBA]uint8{} // m is opaque
	p := image.NewPaletted(m.Bounds(), nil)
	for y := p.Rect.Min.Y; y < p.Rect.Max.Y; y++ {
		for x := p.Rect.Min.X; x < p.Rect.Max.X; x++ {
			c := color.RGBAModel.Convert(m.At(x, y)).(color.RGBA)
			i, ok := index[c]
			if !ok {
				if len(index) == 256 {
					return m
				}
				i = uint8(len(index))
				index[c], p.Palette = i, append(p.Palette, c)
			}
			p.SetColorIndex(x, y, i)
		}
	}
	return p
}

// swatch is the width of a colour in the legend, in points.
const swatch vg.Length = 14

// hatchedLabel explains the hatching in the legend.
const hatchedLabel = "hatched: wrong"

// drawLegend draws each colour with its label, and then the hatching, from y down.
func (p *Picture) drawLegend(page *page, rows [][]string, y int) {
	k := 0
	for _, row := range rows {
		x, line := pictureEdge, lines(legendSize)
		for _, name := range row {
			box := image.Rect(x, y+line/8, x+dots(swatch), y+line*3/4)
			page.fill(box.Inset(-1), chart.Frame)
			if k < len(p.colours) {
				page.fill(box, p.colours[k])
			} else {
				page.fill(box, chart.Rule)
				hatch(page.pixels, box, 5, func(int, int) bool { return true })
			}
			page.text(legendSize, box.Max.X+10, y, name)
			x += dots(swatch + 5 + chart.Font(legendSize).Width(name) + chart.LegendGap)
			k++
		}
		y += line
	}
}

// A page draws text and images at pixels, counted from the top left corner.
type page struct {
	canvas draw.Canvas
	pixels stddraw.Image
	height int
}

func (g *page) text(size vg.Length, x, y int, s string) {
	g.canvas.FillText(chart.Font(size), vg.Point{X: vg.Length(x) / dotsPerPoint,
		Y: vg.Length(g.height-y) / dotsPerPoint}, s)
}

func (g *page) fill(r image.Rectangle, c color.Color) {
	stddraw.Draw(g.pixels, r, image.NewUniform(c), image.Point{}, stddraw.Src)
}

// pane draws panel i with its titles above.
func (g *page) pane(p *Picture, i int) {
	at, pane := p.Panel(i), &p.panes[i]
	g.text(legendSize, at.Min.X, at.Min.Y-dots(2.5*legendSize), pane.title)
	if pane.image != nil {
		g.fill(at.Inset(-1), chart.Frame)
		stddraw.Draw(g.pixels, at, pane.image, image.Point{}, stddraw.Src)
	}
}

// red is the colour of the hatching. White on both sides makes it visible on any colour.
var red = color.NRGBA{0xE0, 0x00, 0x3C, 0xFF}

// hatch draws diagonals over those pixels of r in m, counted from its corner, for which in holds.
// At least one crosses a square of side pixels, from 5 on. Wide ones hide less of the colour.
func hatch(m stddraw.Image, r image.Rectangle, side int, in func(x, y int) bool) {
	period := min(max(side, 5), 14)
	thick := (period + 1) / 5
	for y := range r.Dy() {
		for x := range r.Dx() {
			if !in(x, y) {
				continue
			}
			switch at := (x + y) % period; {
			case at == 0, at == thick+1:
				m.Set(r.Min.X+x, r.Min.Y+y, chart.White)
			case at <= thick:
				m.Set(r.Min.X+x, r.Min.Y+y, red)
			}
		}
	}
}
