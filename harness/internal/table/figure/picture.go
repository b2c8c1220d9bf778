package figure

import (
	"fmt"
	"image"
	"image/color"
	"math"
	"slices"

	"github.com/spbench/spbench/harness/internal/chart"
	"github.com/spbench/spbench/harness/internal/data"
	"github.com/spbench/spbench/harness/sp"
	"golang.org/x/image/draw"
)

// Sizes of a picture, in pixels. A point has dotsPerPoint pixels.
const (
	pictureSide  = 360  // approximate side of a panel whose pixels can be enlarged
	pictureMost  = 480  // longest side of a panel
	pictureEdge  = 20   // around everything
	pictureGap   = 24   // between panels
	pictureWide  = 2000 // widest row of panels
	dotsPerPoint = 2
)

// A Picture shows one instance: image, truth, and the prediction of each row. Hatching marks wrong
// labels.
type Picture struct {
	Title string

	scene   *scene
	names   []string      // of the labels in the legend
	colours []color.NRGBA // of names
	truth   []int32
	panes   []pane
}

// A pane is a panel of a picture, of its size; nil: only titles.
type pane struct {
	title string // two lines
	image draw.Image
}

// NewPicture returns a picture of instance i of d without predictions. It fails if the instance is no
// image, or has too many labels.
func NewPicture(d *data.Dataset, i int, title string) (*Picture, error) {
	s, err := newScene(d, i)
	if err != nil {
		return nil, fmt.Errorf("figure: picture: %s: %w", d.Name, err)
	}
	colours, err := coloursOf(d)
	if err != nil {
		return nil, fmt.Errorf("figure: picture: %s: %w", d.Name, err)
	}
	p := &Picture{Title: title, scene: s, names: slices.Clip(d.Labels), colours: colours,
		truth: d.Instances[i].Gold}
	if slices.Contains(p.truth, sp.Unknown) {
		grey := color.NRGBA{0x80, 0x80, 0x80, 0xFF}
		if slices.Contains(p.colours, grey) {
			grey = color.NRGBA{0xD0, 0xD0, 0xD0, 0xFF}
		}
		p.names, p.colours = append(p.names, "void, or not known"), append(p.colours, grey)
	}
	p.panes = []pane{{"\nimage", p.scaled(s.photo)},
		{"\ntruth", p.labels(p.truth, make([]bool, len(p.truth)))}}
	return p, nil
}

// Add implements [Drawing].
func (p *Picture) Add(learner, decoder string, labels []int32) {
	pane := pane{learner + "\n" + decoder, nil}
	if labels != nil {
		at, count := wrong(labels, p.truth)
		pane.title += fmt.Sprintf(": %d of %d wrong", count, len(p.truth))
		pane.image = p.labels(labels, at)
	} else {
		pane.title += ": not stored"
	}
	p.panes = append(p.panes, pane)
}

// wrong marks labels that differ from the known truth, and counts them.
func wrong(labels, truth []int32) (at []bool, count int) {
	if len(labels) != len(truth) {
		panic(fmt.Sprintf("figure: %d labels for %d variables", len(labels), len(truth)))
	}
	at = make([]bool, len(labels))
	for v := range labels {
		if at[v] = truth[v] >= 0 && labels[v] != truth[v]; at[v] {
			count++
		}
	}
	return at, count
}

// labels returns a panel of labels, with wrong ones hatched.
func (p *Picture) labels(y []int32, wrong []bool) draw.Image {
	colours, s := make([]color.NRGBA, len(y)), p.scene
	for v, k := range y {
		n := len(p.colours) // the last one is of unknown labels
		colours[v] = p.colours[(int(k)+n)%n]
	}
	m := p.scaled(s.paint(colours))
	w, h := p.size()
	side := int(math.Sqrt(float64(w*h) / float64(len(y)))) // of a variable
	hatch(m, m.Bounds(), side, func(x, y int) bool {
		return wrong[s.variable[y*s.height/h*s.width+x*s.width/w]]
	})
	return m
}

// size returns the size of a panel: small images are enlarged by a whole number.
func (p *Picture) size() (width, height int) {
	width, height = p.scene.width, p.scene.height
	side := max(width, height)
	if side > pictureMost {
		return max(1, width*pictureMost/side), max(1, height*pictureMost/side)
	}
	zoom := max(1, (pictureSide+side/2)/side)
	return width * zoom, height * zoom
}

// scaled returns an image in the size of a panel. Paintings of labels keep their colours.
func (p *Picture) scaled(m image.Image) draw.Image {
	w, h := p.size()
	to, by := image.NewNRGBA(image.Rect(0, 0, w, h)), draw.Scaler(draw.NearestNeighbor)
	if _, painted := m.(*image.NRGBA); !painted && w < p.scene.width {
		by = draw.CatmullRom
	}
	by.Scale(to, to.Rect, m, m.Bounds(), draw.Src, nil)
	return to
}

// layout returns the number of columns and the width of each: of a panel, or of the widest title.
func (p *Picture) layout() (columns, width int) {
	width, _ = p.size()
	for _, pane := range p.panes {
		width = max(width, dots(chart.Font(legendSize).Width(pane.title)))
	}
	return max(1, min(len(p.panes), pictureWide/(width+pictureGap))), width
}

// Panel returns the place of panel i in the PNG: the image, the truth, or a view, by rows.
func (p *Picture) Panel(i int) image.Rectangle {
	columns, wide := p.layout()
	width, height := p.size()
	x := pictureEdge + i%columns*(wide+pictureGap)
	y := pictureEdge + lines(titleSize) + i/columns*(2*lines(legendSize)+height+pictureGap) +
		2*lines(legendSize)
	return image.Rect(x, y, x+width, y+height)
}
