package figure

import (
	"fmt"
	"image"
	"image/color"

	"github.com/spbench/spbench/harness/internal/chart"
	"github.com/spbench/spbench/harness/internal/data"
)

// Sizes of a picture, in its pixels, of which there are dotsPerPoint to a point.
const (
	pictureSide  = 360  // of a panel, about, where pixels can be enlarged
	pictureEdge  = 20   // around everything
	pictureGap   = 24   // between panels
	pictureWide  = 2000 // where a row of panels is broken, about
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

// A Picture shows one instance as panels: image and truth, then the views of each answer. What is wrong in a view of labels is
// hatched.
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
		return nil, fmt.Errorf("figure: picture: %s: %w", d.Name, err)
	}
	colours, err := labelColours(d.K)
	if err != nil {
		return nil, fmt.Errorf("figure: picture: %s: %w", d.Name, err)
	}
	return &Picture{Title: title, scene: s, names: d.Labels, colours: colours, truth: d.Instances[i].Gold}, nil
}

// Add adds the panels of an answer. It panics where a has not the size of the instance.
func (p *Picture) Add(a Answer) {
	for _, v := range a.Views {
		n := len(p.truth)
		wrong := func(of []float64) bool { return of != nil && len(of) != n*len(p.colours) }
		if v.Labels != nil && len(v.Labels) != n || wrong(v.Marginal) || wrong(v.Spread) {
			panic(fmt.Sprintf("figure: picture: %d labels, %d and %d marginals for %d variables", len(v.Labels), len(v.Marginal), len(v.Spread), n))
		}
	}
	p.answers = append(p.answers, a)
}

// A panel of a picture: of whom it is, what it is, and what it shows; image nil for nothing.
type pane struct {
	who, what string
	image     image.Image
	wrong     []bool // by variable, to be hatched; nil for none
}

// panes returns the panels in their order.
func (p *Picture) panes() []pane {
	all := []pane{{what: "image", image: p.scene.photo}, {what: "truth", image: p.scene.paint(ofLabels(p.colours, p.truth))}}
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

// wrong says where labels are not the known truth, and how often.
func wrong(labels, truth []int32) (at []bool, count int) {
	at = make([]bool, len(labels))
	for v := range labels {
		if at[v] = truth[v] >= 0 && labels[v] != truth[v]; at[v] {
			count++
		}
	}
	return at, count
}

// zoom is the number of pixels of the picture along a pixel of the image.
func (p *Picture) zoom() int {
	side := max(p.scene.width, p.scene.height)
	return max(1, (pictureSide+side/2)/side)
}

// columnWidth is that of a panel or of the widest text over one.
func (p *Picture) columnWidth() int {
	width := p.zoom() * p.scene.width
	for _, pane := range p.panes() {
		for _, text := range []string{pane.who, pane.what} {
			width = max(width, dots(chart.Font(legendSize).Width(text)))
		}
	}
	return width
}

// columns returns how many panels stand beside each other.
func (p *Picture) columns() int {
	return max(2, min(len(p.panes()), (pictureWide+pictureGap)/(p.columnWidth()+pictureGap)))
}

// Panel returns where a panel lies in the PNG: 0 image, 1 truth, and from 2 on the views in the order in which they
// were added.
func (p *Picture) Panel(i int) image.Rectangle {
	width, height := p.zoom()*p.scene.width, p.zoom()*p.scene.height
	row, column := i/p.columns(), i%p.columns()
	x := pictureEdge + column*(p.columnWidth()+pictureGap)
	y := pictureEdge + lines(titleSize) + row*(2*lines(legendSize)+height+pictureGap) + 2*lines(legendSize)
	return image.Rect(x, y, x+width, y+height)
}
