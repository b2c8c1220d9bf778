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
	pictureWide  = 2000 // widest row of panels whose pixels are enlarged
	dotsPerPoint = 2
)

// An Answer is the prediction of a learner for an instance.
type Answer struct {
	Learner string // label
	Views   []View
}

// A View is one panel of an answer. Without labels it has only a title, in their place.
type View struct {
	Title  string
	Labels []int32
}

// A Picture shows one instance. Each answer is a row of panels: image, truth and the predictions of
// its decoders. Hatching marks wrong labels.
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
		if v.Labels != nil && len(v.Labels) != len(p.truth) {
			panic(fmt.Sprintf("figure: picture: %d labels for %d variables", len(v.Labels),
				len(p.truth)))
		}
	}
	p.answers = append(p.answers, a)
}

// columns returns the number of panels in a row.
func (p *Picture) columns() int {
	most := 0
	for _, a := range p.answers {
		most = max(most, len(a.Views))
	}
	return 2 + most
}

// A pane is a panel of a picture, with its place, its title and its view. Column 0 is the image.
type pane struct {
	row, column int
	title       string
	view        View
}

// panes returns the panels by rows. Image and truth are in each row, so that a row is complete.
func (p *Picture) panes() (all []pane) {
	for row, a := range p.answers {
		all = append(all, pane{row: row, title: "image"},
			pane{row, 1, "truth", View{Labels: p.truth}})
		for i, v := range a.Views {
			if v.Labels != nil {
				_, count := wrong(v.Labels, p.truth)
				v.Title += fmt.Sprintf(": %d of %d wrong", count, len(p.truth))
			}
			all = append(all, pane{row, 2 + i, v.Title, v})
		}
	}
	return all
}

// image returns the image of a panel, or nil.
func (p *Picture) image(pane *pane) image.Image {
	switch {
	case pane.column == 0:
		return p.scene.photo
	case pane.view.Labels != nil:
		return p.scene.paint(ofLabels(p.colours, pane.view.Labels))
	}
	return nil
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
	side, room := max(p.scene.width, p.scene.height), pictureWide/p.columns()-pictureGap
	return max(1, min((pictureSide+side/2)/side, room/p.scene.width))
}

// columnWidth returns the width of a panel or of the widest title above one.
func (p *Picture) columnWidth() int {
	width := p.zoom() * p.scene.width
	for _, pane := range p.panes() {
		width = max(width, dots(chart.Font(legendSize).Width(pane.title)))
	}
	return width
}

// Panel returns the place of a panel in the PNG. A row has an answer; its columns are the image, the
// truth, and the views.
func (p *Picture) Panel(row, column int) image.Rectangle {
	width, height := p.zoom()*p.scene.width, p.zoom()*p.scene.height
	x := pictureEdge + column*(p.columnWidth()+pictureGap)
	y := pictureEdge + lines(titleSize) + row*(2*lines(legendSize)+height+pictureGap) +
		2*lines(legendSize)
	return image.Rect(x, y, x+width, y+height)
}
