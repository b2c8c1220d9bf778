package data

import (
	"fmt"
	"image"
	"image/draw"
	"math"
	"path"
	"slices"
	"strings"

	"github.com/spbench/spbench/harness/internal/data/raster"
	"github.com/spbench/spbench/harness/internal/superpixel"
)

const (
	horsesURL = "http://www.msri.org/people/members/eranb/weizmann_horse_db.tar.gz"
	// Output of "sha256sum figure_ground/*.jpg rgb/*.jpg" in the folder.
	horsesSHA256 = "64f23193cba44b63c100af11f3a2009e196780134f1644a197c85c6943bc96a0"
	horsesCount  = 328
)

var horsesEntry = withArguments(Entry{
	Name: "horses",
	Doc: "328 photographs of horses, divided into superpixels: background or horse " +
		"(Borenstein & Ullman, ECCV 2002)",
	Licence: "none stated by the authors; not redistributed here",
	URL:     horsesURL,
	Files:   []File{{Path: "weizmann_horse", Names: horsesNames(), SHA256: horsesSHA256}},
}, horsesArgs{Superpixels: 200}, loadHorses)

// horsesNames lists the masks, then the photographs.
func horsesNames() []string {
	var names []string
	for _, folder := range []string{"figure_ground", "rgb"} {
		for i := range horsesCount {
			names = append(names, fmt.Sprintf("%s/horse%03d.jpg", folder, i+1))
		}
	}
	return names
}

// horsesArgs are the arguments of "horses". Superpixels have their features without saliency. Edges
// have the constant, length, likeness of colour, length times likeness, weakness of the gradient, and
// length times weakness, none negative.
type horsesArgs struct {
	Superpixels int `json:"superpixels" range:"[20,500]" help:"about so many for each photograph"`
}

func loadHorses(e Entry, a horsesArgs) (*Dataset, error) {
	photos := e.horses()
	columns := []int{superpixel.Columns - 1} // the constant, the last one
	for j := range superpixel.Saliency {
		columns = slices.Insert(columns, j, j)
	}
	d := &Dataset{
		K: 2, NodeWidth: len(columns), EdgeWidth: superpixel.BorderColumns,
		Labels: []string{"background", "horse"}, Standardise: true,
	}
	all, err := segmentAll(e, d, photos, a.Superpixels)
	if err != nil {
		return nil, err
	}
	for i, g := range all {
		x := g.instance(photos[i].id, d.K)
		x.Node.D, x.Node.Dense = len(columns), chosen(g.Node, superpixel.Columns, columns)
		x.Edge.D, x.Mixed = d.EdgeWidth, nil
		d.Instances[i], d.Outside = x, append(d.Outside, g.Outside)
	}
	return d, nil
}

// chosen returns columns of rows.
func chosen(rows []float32, width int, columns []int) (some []float32) {
	for row := range slices.Chunk(rows, width) {
		for _, j := range columns {
			some = append(some, row[j])
		}
	}
	return some
}

// A horse is a picture with the mask of its object, both JPEG files. The picture gets the size of
// the mask.
type horse struct {
	id             string
	path, maskPath string // for messages
	photo, mask    []byte
}

// horses returns those in the files of e, masks then photographs.
func (e Entry) horses() (horses []*horse) {
	f, contents := e.Files[0], e.read[0].contents
	for i, mask := range contents[:len(contents)/2] {
		j := len(contents)/2 + i
		horses = append(horses, &horse{id: strings.TrimSuffix(path.Base(f.Names[j]), ".jpg"),
			path: f.Names[j], photo: contents[j], maskPath: f.Names[i], mask: mask})
	}
	return horses
}

func (h *horse) place() string { return h.path }

func (h *horse) files() (picture, labels []byte, err error) { return h.photo, h.mask, nil }

func (h *horse) picture(most int) (image.Image, error) {
	mask, err := raster.DecodeImage(h.maskPath, h.mask, 0, most)
	if err != nil {
		return nil, err
	}
	photo, err := raster.DecodeImage(h.path, h.photo, 0, most)
	if err != nil {
		return nil, err
	}
	m, p := mask.Bounds().Size(), photo.Bounds().Size()
	turn := float64(m.X) * float64(p.Y) / (float64(m.Y) * float64(p.X))
	if math.Abs(math.Log(turn)) > 0.1 {
		return nil, fmt.Errorf(
			"%s has %d×%d pixels and its mask %s %d×%d: these are not the same picture", h.path, p.X,
			p.Y, h.maskPath, m.X, m.Y)
	}
	return superpixel.Resample(photo, m.X, m.Y), nil
}

// labels returns label 1 for grey values from 128 on: JPEG spreads the two values of a mask.
func (h *horse) labels(_ image.Image, most int) ([]int32, error) {
	m, err := raster.DecodeImage(h.maskPath, h.mask, 0, most)
	if err != nil {
		return nil, err
	}
	mask := image.NewGray(image.Rectangle{Max: m.Bounds().Size()})
	draw.Draw(mask, mask.Rect, m, m.Bounds().Min, draw.Src)
	labels := threshold(mask.Pix, 128)
	if !slices.Contains(labels, 1) {
		return nil, fmt.Errorf("%s: the mask has no pixel of the object (128 or more)", h.maskPath)
	}
	return labels, nil
}
