package data

import (
	"errors"
	"fmt"
	"os"
	"path"

	"github.com/spbench/spbench/harness/sp"
	"github.com/spbench/spbench/internal/hdf5"
)

var horsesegEntry = withArguments(Entry{
	Name: "horseseg",
	Doc: "HorseSeg: 25679 photographs of horses in superpixels, 2 labels, 4 folds: 147 labelled by hand, 5974 with boxes, 19317 others, " +
		"241 to test on (Kolesnikov, Guillaumin, Ferrari & Lampert, ECCV 2014); the reader was never tried on the original files",
	Licence: "none stated by the authors; not redistributed here",
	URL:     "https://pub.ist.ac.at/~akolesnikov/HDSeg/data.tar",
	Files: []File{{Path: "horseseg", Names: []string{
		"horse-features.bin", "horse-features-test.bin", "horse-superpixels", "horse-superpixels-test",
	}}},
}, func() horsesegArgs { return horsesegArgs{147, 5974, 19317, 241} }, loadHorseSeg)

// horsesegArgs are the arguments of "horseseg". All images take 4 bytes for each
// superpixel and feature, some 10 GB.
type horsesegArgs struct {
	Manual int `json:"manual" range:"[0,147]" help:"how many images of fold 0 are read, the first ones"`
	Boxes  int `json:"boxes" range:"[0,5974]" help:"likewise of fold 1"`
	Others int `json:"others" range:"[0,19317]" help:"likewise of fold 2; all take some 10 GB, so read fewer on a small machine"`
	Test   int `json:"test" range:"[0,241]" help:"likewise of fold 3"`
}

// A horsesegFold is a run of images of one half of the data.
type horsesegFold struct {
	name        string
	wanted, all int
	test        bool // in the test half, else in the training half
	from        int  // its first image
	unlabelled  bool // labels may be missing
}

func (a horsesegArgs) folds() []horsesegFold {
	return []horsesegFold{
		{name: "manual", wanted: a.Manual, all: 147},
		{name: "boxes", wanted: a.Boxes, all: 5974, from: 147},
		{name: "others", wanted: a.Others, all: 19317, from: 147 + 5974, unlabelled: true},
		{name: "test", wanted: a.Test, all: 241, test: true},
	}
}

// loadHorseSeg reads the published layout: beside a HDF5 file with the features
// of each half there is a folder of its superpixels. It was written from the
// description of the layout and holds the files to it; where the description
// leaves a choice (the number of the first image and of the first superpixel,
// the orientation of an array) it takes whichever the sizes agree with.
//
// Labels outside the boxes are those outside the smallest rectangle that holds
// the superpixels labelled 1: the published labels of these images were made
// from boxes, which are not among the files.
func loadHorseSeg(e Entry, a horsesegArgs, dir string) (*Dataset, error) {
	d := &Dataset{K: 2, Labels: []string{"background", "horse"}, Standardise: true}
	for at, fold := range a.folds() {
		if fold.wanted == 0 {
			continue
		}
		if err := d.addHorseSeg(e, dir, at, fold); err != nil {
			return nil, err
		}
	}
	if len(d.Instances) == 0 {
		return nil, errors.New("no images are asked for")
	}
	d.NodeWidth = d.Instances[0].Node.D
	return d, nil
}

// addHorseSeg reads the images of one fold.
func (d *Dataset) addHorseSeg(e Entry, dir string, at int, fold horsesegFold) (err error) {
	features, superpixels, prefix := "horse-features.bin", "horse-superpixels", ""
	if fold.test {
		features, superpixels, prefix = "horse-features-test.bin", "horse-superpixels-test", "test-"
	}
	dir, why, err := folder(dir)
	if err != nil {
		return err
	}
	name := e.Files[0].member(features).in(dir)
	file, err := os.Open(name)
	if err != nil {
		return e.absent(e.Files[0], features, dir, why, err)
	}
	defer file.Close()
	info, err := file.Stat()
	if err != nil {
		return err
	}
	f, err := hdf5.Open(file, info.Size())
	if err != nil {
		return fmt.Errorf("%s: %w", name, err)
	}
	half := horsesegHalf{f: f}
	if _, err := f.Dataset(key("superpixel_count", 0)); errors.Is(err, hdf5.ErrMissing) {
		half.first = 1
	}
	for i := fold.from; i < fold.from+fold.wanted; i++ {
		x, err := half.image(i, fold.unlabelled)
		if err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
		number := fmt.Sprintf("%06d", i+half.first)
		x.ID = prefix + number
		member := path.Join(superpixels, number+".png")
		picture := e.Files[0].member(member).in(dir)
		regions, err := readRegions(picture, x.N())
		if errors.Is(err, os.ErrNotExist) {
			return e.absent(e.Files[0], member, dir, why, err)
		}
		if err != nil {
			return fmt.Errorf("%s: %w", picture, err)
		}
		x.Size = regions.sizes()
		d.Instances = append(d.Instances, x)
		d.Outside = append(d.Outside, regions.outside(x.Gold))
		d.Fold = append(d.Fold, at)
	}
	return nil
}

func key(name string, i int) string { return fmt.Sprintf("%s_%06d", name, i) }

// A horsesegHalf is the features of the training or of the test images.
type horsesegHalf struct {
	f     *hdf5.File
	first int // number of the first image
}

// image reads image i but for what its picture says.
func (h *horsesegHalf) image(i int, unlabelled bool) (x sp.Instance, err error) {
	n, err := h.single("superpixel_count", i)
	if err != nil {
		return x, err
	}
	x = sp.Instance{Weight: 1, K: 2, Gold: make([]int32, n)}
	if x.Edges, err = h.edges(i, n); err != nil {
		return x, err
	}
	if x.Node, err = h.features(i, n); err != nil {
		return x, err
	}
	labels, _, err := h.ints("labels", i)
	switch {
	case unlabelled && errors.Is(err, hdf5.ErrMissing):
		for d := range x.Gold {
			x.Gold[d] = sp.Unknown
		}
		return x, nil
	case err != nil:
		return x, err
	case len(labels) != n:
		return x, fmt.Errorf("%d labels of %d superpixels in %s", len(labels), n, key("labels", i+h.first))
	}
	for d, k := range labels {
		if k != 0 && k != 1 {
			return x, fmt.Errorf("%s: label %d of superpixel %d, must be 0 or 1", key("labels", i+h.first), k, d)
		}
		x.Gold[d] = k
	}
	return x, nil
}

func (h *horsesegHalf) ints(name string, i int) (values []int32, shape []int, err error) {
	d, err := h.f.Dataset(key(name, i+h.first))
	if err != nil {
		return nil, nil, err
	}
	values, err = d.Ints()
	return values, d.Shape, err
}

// single reads a count.
func (h *horsesegHalf) single(name string, i int) (int, error) {
	values, _, err := h.ints(name, i)
	if err != nil {
		return 0, err
	}
	if len(values) != 1 || values[0] < 0 || values[0] > 1e6 {
		return 0, fmt.Errorf("%s is %v, must be one number in 0..1000000", key(name, i+h.first), values)
	}
	return int(values[0]), nil
}

// edges reads pairs of neighbours, m×2 or 2×m, each once whatever its direction.
func (h *horsesegHalf) edges(i, n int) ([]sp.Edge, error) {
	m, err := h.single("edge_count", i)
	if err != nil {
		return nil, err
	}
	pairs, shape, err := h.ints("edge_structure", i)
	if err != nil {
		return nil, err
	}
	name := key("edge_structure", i+h.first)
	step, other := 2, 1 // from pair to pair, and from one end to the other
	switch {
	case len(pairs) != 2*m || m > 0 && len(shape) != 2:
		return nil, fmt.Errorf("%s has the shape %v for %d edges", name, shape, m)
	case m > 0 && shape[1] != 2:
		step, other = 1, m
	}
	var edges []sp.Edge
	seen := map[sp.Edge]bool{}
	for j := range m {
		u, v := pairs[j*step], pairs[j*step+other]
		e := sp.Edge{U: min(u, v), V: max(u, v)}
		if e.U < 0 || e.U == e.V || int(e.V) >= n {
			return nil, fmt.Errorf("%s: edge %d joins %d and %d of %d superpixels", name, j, u, v, n)
		}
		if !seen[e] {
			seen[e] = true
			edges = append(edges, e)
		}
	}
	return edges, nil
}

// features reads the features, one column for each superpixel, or one row where
// only that agrees with their number, and appends the constant 1.
func (h *horsesegHalf) features(i, n int) (rows sp.Rows, err error) {
	name := key("features", i+h.first)
	a, err := h.f.Dataset(name)
	if err != nil {
		return rows, err
	}
	values, err := a.Numbers()
	if err != nil {
		return rows, err
	}
	if len(a.Shape) != 2 || a.Shape[0] != n && a.Shape[1] != n {
		return rows, fmt.Errorf("%s has the shape %v for %d superpixels", name, a.Shape, n)
	}
	width, step, across := a.Shape[0], 1, n
	if a.Shape[1] != n {
		width, step, across = a.Shape[1], a.Shape[1], 1
	}
	rows = sp.Rows{N: n, D: width + 1, Dense: make([]float32, 0, n*(width+1))}
	for d := range n {
		for j := range width {
			rows.Dense = append(rows.Dense, float32(values[d*step+j*across]))
		}
		rows.Dense = append(rows.Dense, 1)
	}
	return rows, nil
}
