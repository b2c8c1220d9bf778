package figure_test

import (
	"bytes"
	"flag"
	"fmt"
	"image"
	"image/color"
	"image/png"
	"math/rand/v2"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/spbench/spbench/harness/internal/data"
	"github.com/spbench/spbench/harness/internal/table/figure"
	"github.com/spbench/spbench/harness/sp"
)

// grid is an image of 2×3 pixels that has one channel and a constant feature.
func lattice() *data.Dataset {
	return &data.Dataset{Name: "grid", K: 2, Labels: []string{"sky", "tree"},
		Instances: []sp.Instance{{
			ID: "x", K: 2, Shape: [2]int{2, 3}, Gold: []int32{0, 1, 1, 0, 0, sp.Unknown},
			Node: sp.Rows{N: 6, D: 2, Dense: []float32{-1, 1, 0, 1, 1, 1, -1, 1, -0.5, 1, 1, 1}},
		}}}
}

// photographs is an image of 4×2 pixels in three variables of three labels.
func photographs() *data.Dataset {
	photo := image.NewNRGBA(image.Rect(5, 7, 9, 9)) // not at the origin
	for y := range 2 {
		for x := range 4 {
			photo.SetNRGBA(5+x, 7+y, color.NRGBA{uint8(10 * x), uint8(100 * y), 50, 0xFF})
		}
	}
	d := &data.Dataset{Name: "photographs", K: 3, Labels: []string{"a", "b", "c"},
		Instances: []sp.Instance{{
			ID: "x", K: 3, Gold: []int32{0, 1, 2}, Node: sp.Rows{N: 3, D: 1, Dense: []float32{0, 0, 0}},
		}}}
	d.Pixels = func(int) (*data.Pixels, error) {
		return &data.Pixels{Photo: photo, Width: 4, Height: 2,
			Variable: []int32{0, 0, 1, 1, 0, 2, 2, 1}}, nil
	}
	return d
}

// An answer is the prediction of a row.
type answer struct {
	decoder string
	labels  []int32
}

// panels draws d with the answers and returns the pixels of the image in panel i. It fills its part
// of the panel.
func panels(t *testing.T, d *data.Dataset, width, height int,
	answers ...answer) func(i int) []color.NRGBA {
	t.Helper()
	p := must(figure.NewPicture(d, 0, "title"))(t)
	for _, a := range answers {
		p.Add("a learner", a.decoder, a.labels)
	}
	var b bytes.Buffer
	ok(t, p.Write(&b))
	m := must(png.Decode(&b))(t)
	at := func(x, y int) color.NRGBA { return color.NRGBAModel.Convert(m.At(x, y)).(color.NRGBA) }
	return func(i int) []color.NRGBA {
		t.Helper()
		box := p.Panel(i)
		if !box.Inset(-2).In(m.Bounds()) || box.Dx()%width != 0 ||
			box.Dx()/width != box.Dy()/height {
			t.Fatalf("panel %v for %d×%d pixels in a picture of %v", box, width, height, m.Bounds())
		}
		zoom := box.Dx() / width
		var colours []color.NRGBA
		for y := range height {
			for x := range width {
				count := map[color.NRGBA]int{}
				most := color.NRGBA{}
				for dy := range zoom {
					for dx := range zoom {
						c := at(box.Min.X+x*zoom+dx, box.Min.Y+y*zoom+dy)
						if count[c]++; count[c] > count[most] {
							most = c
						}
					}
				}
				if hatched := count[color.NRGBA{0xE0, 0, 0x3C, 0xFF}] > 0; !hatched &&
					len(count) > 1 {
					t.Errorf("panel %d: pixel %d,%d has %d colours", i, x, y, len(count))
				} else if hatched {
					most.A = wrongAlpha
				}
				colours = append(colours, most)
			}
		}
		return colours
	}
}

// wrongAlpha is how the tests note that a pixel is hatched.
const wrongAlpha = 1

// However small the pixels of an image are, none that is wrong is missed between two strokes of the
// hatching.
func TestPictureHatchesEveryPixel(t *testing.T) {
	for _, side := range []int{3, 20, 60, 70} {
		d, n := lattice(), side*side
		d.Instances[0] = sp.Instance{ID: "x", K: 2, Shape: [2]int{side, side},
			Gold: make([]int32, n), Node: sp.Rows{N: n, D: 1, Dense: make([]float32, n)}}
		labels := make([]int32, n)
		for v := range labels {
			labels[v] = int32(v % 2)
		}
		for v, c := range panels(t, d, side, side, answer{"map", labels})(2) {
			if (c.A == wrongAlpha) != (labels[v] == 1) {
				t.Fatalf("%d×%d: pixel %d of label %d is %v", side, side, v, labels[v], c)
			}
		}
	}
}

// TestPictures reads testdata/pictures.txt: the colour of each pixel in each panel, with
// a star where it is hatched. The first two panels are image and truth. -update writes the file.
func TestPictures(t *testing.T) {
	view := func(decoder string, labels ...int32) answer {
		return answer{decoder, labels}
	}
	one := view("map", 1, 0, 0, 1, 1, 0)
	many := lattice() // of several channels and as many labels as there are colours
	many.K, many.Instances[0].K, many.Instances[0].Shape = 24, 24, [2]int{1, 24}
	x := &many.Instances[0]
	x.Gold, many.Labels = nil, slices.Repeat([]string{"a label of some length"}, 24)
	x.Node = sp.Rows{N: 24, D: 4}
	for k := range 24 {
		x.Gold = append(x.Gold, int32(k))
		x.Node.Dense = append(x.Node.Dense, float32(k), 7, float32(-k), 0)
	}
	x.Node.Dense[3] = 1
	void := photographs() // in its own colours, of which one is the usual grey
	void.Colours = [][3]uint8{{0x80, 0x80, 0x80}, {0xFF, 0, 0}, {0, 0, 0xFF}}
	void.Instances[0].Gold = []int32{0, sp.Unknown, 2}
	numbers := photographs()
	numbers.Colours = [][3]uint8{{}, {1, 1, 1}, {2, 2, 2}}
	var got strings.Builder
	for _, scene := range []struct {
		name          string
		data          *data.Dataset
		width, height int
		rows          []answer
	}{
		{"a grid: of the last pixel the truth is not known", lattice(), 3, 2, []answer{
			one, view("a title that is much wider than a panel, so that columns move apart",
				0, 0, 0, 0, 0, 1), one}},
		{"what is not there leaves its place white", lattice(), 3, 2, []answer{
			view("map"), view("icm", 1, 1, 1, 1, 1, 0),
			view("icm 2", 0, 0, 0, 0, 0, 1), view("map", 0, 0, 0, 0, 0, 1)}},
		{"a photograph", photographs(), 4, 2, []answer{
			view("map", 2, 2, 0)}},
		{"its own colours, and a variable without a label", void, 4, 2, []answer{
			view("map", 2, 1, 0)}},
		{"colours that are numbers", numbers, 4, 2, []answer{view("map", 0, 1, 2)}},
		{"red, green and blue channels, distinct labels", many, 24, 1, []answer{
			view("map", x.Gold...)}},
	} {
		fmt.Fprintf(&got, "%s\n", scene.name)
		panel := panels(t, scene.data, scene.width, scene.height, scene.rows...)
		for i := range 2 + len(scene.rows) {
			fmt.Fprintf(&got, "\tpanel %d:", i)
			for _, c := range panel(i) {
				wrong := map[bool]string{true: "*"}[c.A == wrongAlpha]
				fmt.Fprintf(&got, " %02x%02x%02x%s", c.R, c.G, c.B, wrong)
			}
			fmt.Fprintln(&got)
		}
	}
	const file = "testdata/pictures.txt"
	if *update {
		ok(t, os.WriteFile(file, []byte(got.String()), 0o666))
	}
	if diff := cmp.Diff(string(must(os.ReadFile(file))(t)), got.String()); diff != "" {
		t.Error(diff)
	}
}

var update = flag.Bool("update", false, "rewrite testdata/pictures.txt")

func TestPictureRefuses(t *testing.T) {
	for want, spoil := range map[string]func(d *data.Dataset){
		"not images":      func(d *data.Dataset) { d.Pixels = nil },
		"25 labels":       func(d *data.Dataset) { d.K = 25 },
		"variable 3 of 3": func(d *data.Dataset) { pixels(d).Variable[4] = 3 },
		"7 pixels":        func(d *data.Dataset) { p := pixels(d); p.Variable = p.Variable[:7] },
		"photograph of (4,2)": func(d *data.Dataset) {
			p := pixels(d)
			p.Width,
				p.Height = 2, 4
		},
		"photographs: its instances ": func(d *data.Dataset) { d.Pixels = nil },
	} {
		d := photographs()
		spoil(d)
		fails(figure.NewPicture(d, 0, ""))(t, want)
	}
}

// pixels makes d return one and the same Pixels, to be spoilt.
func pixels(d *data.Dataset) *data.Pixels {
	p, _ := d.Pixels(0)
	d.Pixels = func(int) (*data.Pixels, error) { return p, nil }
	return p
}

// TestParts: a photograph is a JPEG of its own, scaled down. Ten of them with five predictions have
// less than 3 MB on a page. An image of few colours stays in the picture.
func TestParts(t *testing.T) {
	const width, height = 700, 500
	photo := image.NewRGBA(image.Rect(0, 0, width, height))
	pixels := &data.Pixels{Photo: photo, Width: width, Height: height,
		Variable: make([]int32, width*height)}
	random, d := rand.New(rand.NewPCG(1, 2)), photographs()
	for at := range pixels.Variable {
		x, y := at%width, at/width
		pixels.Variable[at] = int32((x/40 + y/40) % 3)
		v := uint8(x/4 + random.IntN(40))
		photo.SetRGBA(x, y, color.RGBA{v, uint8(y / 3), v / 2, 0xFF})
	}
	d.Pixels = func(int) (*data.Pixels, error) { return pixels, nil }
	parts := func(d *data.Dataset, labels []int32) [][]byte {
		p := must(figure.NewPicture(d, 0, "a title"))(t)
		for range 5 {
			p.Add("A", "map", labels)
		}
		return must(p.Parts())(t)
	}
	files := parts(d, []int32{1, 1, 0})
	if size := len(bytes.Join(files, nil)); len(files) != 2 || size > 3_000_000/10*3/4 {
		t.Fatalf("%d files, %d bytes", len(files), size)
	}
	m, format, err := image.Decode(bytes.NewReader(files[0]))
	if err != nil || format != "jpeg" || m.Bounds().Size() != image.Pt(480, 342) {
		t.Errorf("%v %s %v", m.Bounds(), format, err)
	}
	if files := parts(lattice(), []int32{1, 1, 0, 0, 0, 0}); len(files) != 1 {
		t.Errorf("%d files of a lattice", len(files))
	}
}
