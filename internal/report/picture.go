package report

import (
	"errors"
	"fmt"
	"image"
	"image/color"
	stddraw "image/draw"
	"io"

	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
	"gonum.org/v1/plot/vg/vgimg"

	"github.com/spbench/spbench/internal/chart"
	"github.com/spbench/spbench/internal/data"
)

// Sizes of a picture, in its pixels, of which there are dotsPerPoint to a point.
const (
	pictureSide  = 360 // of a panel, about, where pixels can be enlarged
	pictureEdge  = 20  // around everything
	pictureGap   = 24  // between panels
	dotsPerPoint = 2
)

// An Answer is what a learner says of the variables of an instance.
type Answer struct {
	Learner string // label
	Views   []View
}

// A View is one panel of an answer: labels, marginals, or how undecided marginals are;
// where all are nil, nothing but its title.
type View struct {
	Title    string
	Labels   []int32   // n
	Marginal []float64 // n×K
	Spread   []float64 // n×K: marginals q, of which Σ q(1−q) at each variable is shown as grey, from black for 0 to white for 1−1/K
}

// A Picture shows one instance as panels, in a row for each learner: image, truth,
// and the views of its answer.
type Picture struct {
	Title string

	scene   *scene
	names   []string // of the labels
	colours []color.NRGBA
	truth   []int32
	answers []Answer
}

// NewPicture returns a picture of instance i of d without answers. The error says
// why the instance cannot be shown.
func NewPicture(d *data.Dataset, i int, title string) (*Picture, error) {
	s, err := newScene(d, i)
	if err != nil {
		return nil, fmt.Errorf("report: picture: %s: %w", d.Name, err)
	}
	colours, err := labelColours(d.K)
	if err != nil {
		return nil, fmt.Errorf("report: picture: %s: %w", d.Name, err)
	}
	return &Picture{Title: title, scene: s, names: d.Labels, colours: colours, truth: d.Instances[i].Gold}, nil
}

// Add adds a row. It panics where a has not the size of the instance.
func (p *Picture) Add(a Answer) {
	for _, v := range a.Views {
		n := len(p.truth)
		wrong := func(of []float64) bool { return of != nil && len(of) != n*len(p.colours) }
		if v.Labels != nil && len(v.Labels) != n || wrong(v.Marginal) || wrong(v.Spread) {
			panic(fmt.Sprintf("report: picture: %d labels, %d and %d marginals for %d variables", len(v.Labels), len(v.Marginal), len(v.Spread), n))
		}
	}
	p.answers = append(p.answers, a)
}

// titles returns what stands over the panels of row r.
func (p *Picture) titles(r int) []string {
	titles := []string{"image", "truth"}
	for _, v := range p.answers[r].Views {
		titles = append(titles, v.Title)
	}
	return titles
}

// images returns the panels of row r, a pixel of the image each; nil where there is
// nothing to show.
func (p *Picture) images(r int) []image.Image {
	images := []image.Image{p.scene.photo, p.scene.paint(ofLabels(p.colours, p.truth))}
	for _, v := range p.answers[r].Views {
		switch {
		case v.Labels != nil:
			images = append(images, p.scene.paint(ofLabels(p.colours, v.Labels)))
		case v.Marginal != nil:
			images = append(images, p.scene.paint(ofMarginals(p.colours, v.Marginal)))
		case v.Spread != nil:
			images = append(images, p.scene.paint(ofSpread(v.Spread, len(p.colours))))
		default:
			images = append(images, nil)
		}
	}
	return images
}

// columns returns the number of panels of the longest row.
func (p *Picture) columns() (n int) {
	for r := range p.answers {
		n = max(n, len(p.titles(r)))
	}
	return n
}

// zoom is the number of pixels of the picture along a pixel of the image.
func (p *Picture) zoom() int {
	side := max(p.scene.width, p.scene.height)
	return max(1, (pictureSide+side/2)/side)
}

// Panel returns where panel c of row r lies in the PNG: 0 image, 1 truth, and from 2
// on the views.
func (p *Picture) Panel(r, c int) image.Rectangle {
	width, height := p.zoom()*p.scene.width, p.zoom()*p.scene.height
	x := pictureEdge
	for i := range c {
		x += p.columnWidth(i) + pictureGap
	}
	y := pictureEdge + lines(titleSize) + r*(lines(legendSize)*2+height+pictureGap) + 2*lines(legendSize)
	return image.Rect(x, y, x+width, y+height)
}

// columnWidth is that of the panel or of the widest text over it.
func (p *Picture) columnWidth(c int) int {
	width := p.zoom() * p.scene.width
	for r := range p.answers {
		if titles := p.titles(r); c < len(titles) {
			width = max(width, dots(chart.Font(legendSize).Width(titles[c])))
		}
	}
	return width
}

// dots returns a length in pixels, rounded up.
func dots(l vg.Length) int { return int(l*dotsPerPoint + 1) }

// lines returns the height of a line of text of that size in pixels.
func lines(size vg.Length) int { return dots(1.5 * size) }

// Write draws the picture as PNG.
func (p *Picture) Write(w io.Writer) error {
	if len(p.answers) == 0 {
		return errors.New("report: picture: no learner to show")
	}
	end := p.columns() - 1
	last := p.Panel(len(p.answers)-1, end)
	width := last.Min.X + p.columnWidth(end) + pictureEdge
	width = max(width, 2*pictureEdge+dots(chart.Font(titleSize).Width(p.Title)))
	inner := vg.Length(width-2*pictureEdge) / dotsPerPoint
	legend := breakLegend(p.names, swatch, inner)
	height := last.Max.Y + pictureGap/2 + len(legend)*lines(legendSize) + pictureEdge
	c := vgimg.NewWith(vgimg.UseWH(vg.Length(width)/dotsPerPoint, vg.Length(height)/dotsPerPoint), vgimg.UseDPI(72*dotsPerPoint))
	page := page{draw.New(c), c.Image(), height}
	page.text(titleSize, pictureEdge, pictureEdge, p.Title)
	for r := range p.answers {
		page.row(p, r)
	}
	p.drawLegend(&page, legend, last.Max.Y+pictureGap/2)
	if _, err := (vgimg.PngCanvas{Canvas: c}).WriteTo(w); err != nil {
		return fmt.Errorf("report: picture: %w", err)
	}
	return nil
}

// swatch is the width of a colour in the legend, in points.
const swatch vg.Length = 14

// drawLegend draws a colour with its label for each, from y down.
func (p *Picture) drawLegend(page *page, rows [][]string, y int) {
	k := 0
	for _, row := range rows {
		x, line := pictureEdge, lines(legendSize)
		for _, name := range row {
			box := image.Rect(x, y+line/8, x+dots(swatch), y+line*3/4)
			page.fill(box.Inset(-1), chart.Frame)
			page.fill(box, p.colours[k])
			page.text(legendSize, box.Max.X+10, y, name)
			x += dots(swatch + 5 + chart.Font(legendSize).Width(name) + legendGap)
			k++
		}
		y += line
	}
}

// A page takes text and images at pixels counted from its top left corner.
type page struct {
	canvas draw.Canvas
	pixels stddraw.Image
	height int
}

func (g *page) text(size vg.Length, x, y int, s string) {
	g.canvas.FillText(chart.Font(size), vg.Point{X: vg.Length(x) / dotsPerPoint, Y: vg.Length(g.height-y) / dotsPerPoint}, s)
}

func (g *page) fill(r image.Rectangle, c color.Color) {
	stddraw.Draw(g.pixels, r, image.NewUniform(c), image.Point{}, stddraw.Src)
}

// row draws a row of panels with its text above.
func (g *page) row(p *Picture, r int) {
	titles, zoom := p.titles(r), p.zoom()
	for c, m := range p.images(r) {
		at := p.Panel(r, c)
		if c == 0 {
			g.text(legendSize, at.Min.X, at.Min.Y-2*lines(legendSize), p.answers[r].Learner)
		}
		g.text(legendSize, at.Min.X, at.Min.Y-lines(legendSize), titles[c])
		if m == nil {
			continue
		}
		g.fill(at.Inset(-1), chart.Frame)
		from := m.Bounds().Min
		for y := range at.Dy() {
			for x := range at.Dx() {
				g.pixels.Set(at.Min.X+x, at.Min.Y+y, m.At(from.X+x/zoom, from.Y+y/zoom))
			}
		}
	}
}
