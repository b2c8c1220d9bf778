package figure

import (
	"fmt"
	"image"
	"image/color"

	"github.com/spbench/spbench/harness/internal/chart"
	"github.com/spbench/spbench/harness/internal/data"
)

// Sizes of a picture, in pixels. A point has dotsPerPoint pixels.
const (
	pictureSide  = 360  // approximate side of a panel whose pixels can be enlarged
	pictureEdge  = 20   // around everything
	pictureGap   = 24   // between panels
	pictureWide  = 2000 // approximate width of a row of panels
	dotsPerPoint = 2
)

// An Answer is the prediction of a learner for an instance.
type Answer struct {
	Learner string // label
	Views   []View
}

// A View is one panel of an answer: labels, marginals, or the spread of marginals. If all are nil,
// it has only a title.
type View struct {
	Title    string
	Labels   []int32   // n
	Marginal []float64 // n×K
	Spread   []float64 // n×K: marginals q; grey shows Σ q(1−q) of a variable, from black for 0 to white for 1−1/K
}

// A Picture shows one instance as panels: image and truth, then the views of each answer. Hatching
// marks wrong labels.
type Picture struct {
	Title string

	scene   *scene
	names   []string // of the labels
	colours []color.NRGBA
	truth   []int32
	answers []Answer
}

// NewPicture returns a picture of instance i of d without answers. It fails if the instance is no
// image, or has too many labels.
func NewPicture(d *data.Dataset, i int, title string) (*Picture, error) {
	s, err := newScene(d, i)
	if err != nil {
		return nil, fmt.Errorf("figure: picture: %s: %w", d.Name, err)
	}
	colours, err := labelColours(d.K)
	if err != nil {
		return nil, fmt.Errorf("figure: picture: %s: %w", d.Name, err)
	}
	return &Picture{Title: title, scene: s, names: d.Labels, colours: colours,
		truth: d.Instances[i].Gold}, nil
}

// Add adds the panels of an answer. It panics if a has another size than the instance.
func (p *Picture) Add(a Answer) {
	for _, v := range a.Views {
		n := len(p.truth)
		wrong := func(of []float64) bool { return of != nil && len(of) != n*len(p.colours) }
		if v.Labels != nil && len(v.Labels) != n || wrong(v.Marginal) || wrong(v.Spread) {
			panic(fmt.Sprintf("figure: picture: %d labels, %d and %d marginals for %d variables",
				len(v.Labels), len(v.Marginal), len(v.Spread), n))
		}
	}
	p.answers = append(p.answers, a)
}

// A pane is a panel of a picture, with a learner, a title and an image; image may be nil.
type pane struct {
	who, what string
	image     image.Image
	wrong     []bool // variables to hatch; nil for none
}

// panes returns the panels in their order.
func (p *Picture) panes() []pane {
	all := []pane{{what: "image", image: p.scene.photo}, {what: "truth",
		image: p.scene.paint(ofLabels(p.colours, p.truth))}}
	for _, a := range p.answers {
		for _, v := range a.Views {
			pane := pane{who: a.Learner, what: v.Title}
			switch {
			case v.Labels != nil:
				pane.image = p.scene.paint(ofLabels(p.colours, v.Labels))
				count := 0
				pane.wrong, count = wrong(v.Labels, p.truth)
				pane.what += fmt.Sprintf(": %d of %d wrong", count, len(p.truth))
			case v.Marginal != nil:
				pane.image = p.scene.paint(ofMarginals(p.colours, v.Marginal))
			case v.Spread != nil:
				pane.image = p.scene.paint(ofSpread(v.Spread, len(p.colours)))
			}
			all = append(all, pane)
		}
	}
	return all
}

// wrong marks labels that differ from the known truth, and counts them.
func wrong(labels, truth []int32) (at []bool, count int) {
	at = make([]bool, len(labels))
	for v := range labels {
		if at[v] = truth[v] >= 0 && labels[v] != truth[v]; at[v] {
			count++
		}
	}
	return at, count
}

// zoom returns the side of an image pixel in the picture, in pixels.
func (p *Picture) zoom() int {
	side := max(p.scene.width, p.scene.height)
	return max(1, (pictureSide+side/2)/side)
}

// columnWidth returns the width of a panel or of the widest text above one.
func (p *Picture) columnWidth() int {
	width := p.zoom() * p.scene.width
	for _, pane := range p.panes() {
		for _, text := range []string{pane.who, pane.what} {
			width = max(width, dots(chart.Font(legendSize).Width(text)))
		}
	}
	return width
}

// columns returns the number of panels in a row.
func (p *Picture) columns() int {
	return max(2, min(len(p.panes()), (pictureWide+pictureGap)/(p.columnWidth()+pictureGap)))
}

// Panel returns the place of a panel in the PNG: 0 is the image, 1 the truth, and from 2 on are the
// views in the order of Add.
func (p *Picture) Panel(i int) image.Rectangle {
	width, height := p.zoom()*p.scene.width, p.zoom()*p.scene.height
	row, column := i/p.columns(), i%p.columns()
	x := pictureEdge + column*(p.columnWidth()+pictureGap)
	y := pictureEdge + lines(titleSize) + row*(2*lines(legendSize)+height+pictureGap) +
		2*lines(legendSize)
	return image.Rect(x, y, x+width, y+height)
}
