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
	"github.com/spbench/spbench/harness/internal/grid"
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
	if p.panes[len(p.panes)-1].learner == "" {
		return errors.New("figure: picture: no learner to show")
	}
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

// Parts returns the image of the instance as JPEG and the rest of the picture as PNG, which is several
// times smaller than the whole. If the image has few colours, it returns the whole.
func (p *Picture) Parts() (files [][]byte, err error) {
	rest, m := *p, p.panes[0].image
	if _, few := paletted(m).(*image.Paletted); !few {
		width, height := p.size()
		photo := page{pixels: image.NewNRGBA(image.Rect(0, 0, width, height))}
		photo.fillBy(photo.pixels.Bounds(), m.Bounds(), m.At)
		var b bytes.Buffer
		err = jpeg.Encode(&b, photo.pixels, &jpeg.Options{Quality: 85})
		files, rest.panes = append(files, b.Bytes()), p.panes[1:]
	}
	var b bytes.Buffer
	err = errors.Join(err, rest.Write(&b))
	return append(files, b.Bytes()), err
}

// paletted returns m with a palette, which saves three quarters of the bytes. If m has too many
// colours, it merges colours that differ by 1/255. If there are still too many, it returns m.
func paletted(m image.Image) image.Image {
	for _, step := range []uint8{1, 2} {
		if p := palettedBy(m, step); p != nil {
			return p
		}
	}
	return m
}

// palettedBy returns m with a palette that merges colours with the same channels after division by
// step; nil if there are more than 256.
func palettedBy(m image.Image, step uint8) *image.Paletted {
	index := map[[3]uint8]uint8{} // m is opaque
	var colours color.Palette
	p := image.NewPaletted(m.Bounds(), nil)
	for y := p.Rect.Min.Y; y < p.Rect.Max.Y; y++ {
		for x := p.Rect.Min.X; x < p.Rect.Max.X; x++ {
			c := color.RGBAModel.Convert(m.At(x, y)).(color.RGBA)
			key := [3]uint8{c.R / step, c.G / step, c.B / step}
			i, ok := index[key]
			if !ok {
				if len(colours) == 256 {
					return nil
				}
				i = uint8(len(colours))
				index[key], colours = i, append(colours, c)
			}
			p.SetColorIndex(x, y, i)
		}
	}
	p.Palette = colours
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
				page.hatch(box, p.period(), func(int, int) bool { return true })
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
		Y: vg.Length(g.height-y) / dotsPerPoint}, grid.Plain(s))
}

func (g *page) fill(r image.Rectangle, c color.Color) {
	stddraw.Draw(g.pixels, r, image.NewUniform(c), image.Point{}, stddraw.Src)
}

// fillBy fills r with the colours at the nearest pixels of an image with these bounds.
func (g *page) fillBy(r, bounds image.Rectangle, at func(x, y int) color.Color) {
	for y := range r.Dy() {
		for x := range r.Dx() {
			g.pixels.Set(r.Min.X+x, r.Min.Y+y, at(bounds.Min.X+x*bounds.Dx()/r.Dx(),
				bounds.Min.Y+y*bounds.Dy()/r.Dy()))
		}
	}
}

// pane draws panel i with its titles above.
func (g *page) pane(p *Picture, i int) {
	at, pane, s := p.Panel(i), &p.panes[i], p.scene
	g.text(legendSize, at.Min.X, at.Min.Y-2*lines(legendSize), pane.learner)
	g.text(legendSize, at.Min.X, at.Min.Y-lines(legendSize), pane.Title)
	if pane.image == nil && pane.Labels == nil {
		return
	}
	g.fill(at.Inset(-1), chart.Frame)
	if pane.image != nil {
		g.fillBy(at, pane.image.Bounds(), pane.image.At)
		return
	}
	variable := func(x, y int) int32 { return s.variable[y*s.width+x] }
	g.fillBy(at, image.Rect(0, 0, s.width, s.height), func(x, y int) color.Color {
		k := pane.Labels[variable(x, y)]
		if k < 0 {
			return p.colours[len(p.colours)-1]
		}
		return p.colours[k]
	})
	wrong, _ := wrong(pane.Labels, p.truth)
	g.hatch(at, p.period(), func(x, y int) bool {
		return wrong[variable(x*s.width/at.Dx(), y*s.height/at.Dy())]
	})
}

// red is the colour of the hatching. White on both sides makes it visible on any colour.
var red = color.NRGBA{0xE0, 0x00, 0x3C, 0xFF}

// period returns the distance of two diagonals, so small that one crosses each wrong image pixel.
func (p *Picture) period() int {
	width, _ := p.size()
	return min(max(width/p.scene.width, 5), 14)
}

// hatch draws diagonals over those pixels of r, counted from its corner, for which in holds.
func (g *page) hatch(r image.Rectangle, period int, in func(x, y int) bool) {
	thick := (period + 1) / 5
	for y := range r.Dy() {
		for x := range r.Dx() {
			if !in(x, y) {
				continue
			}
			switch at := (x + y) % period; {
			case at == 0, at == thick+1:
				g.pixels.Set(r.Min.X+x, r.Min.Y+y, chart.White)
			case at <= thick:
				g.pixels.Set(r.Min.X+x, r.Min.Y+y, red)
			}
		}
	}
}
