package figure_test

import (
	"bytes"
	"fmt"
	"image"
	"image/color"
	"image/png"
	"slices"
	"testing"

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

// panels draws d with the answers and returns what is in each pixel of the image
// in panel c of row r, having seen that it fills its part of the panel.
func panels(t *testing.T, d *data.Dataset, width, height int,
	answers ...figure.Answer) func(r, c int) []color.NRGBA {
	t.Helper()
	p := must(figure.NewPicture(d, 0, "title"))(t)
	for _, a := range answers {
		p.Add(a)
	}
	var b bytes.Buffer
	ok(t, p.Write(&b))
	m := must(png.Decode(&b))(t)
	at := func(x, y int) color.NRGBA { return color.NRGBAModel.Convert(m.At(x, y)).(color.NRGBA) }
	return func(r, c int) []color.NRGBA {
		t.Helper()
		box := p.Panel(r, c)
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
					t.Errorf("row %d, panel %d: pixel %d,%d has %d colours", r, c, x, y, len(count))
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

// hatched is a colour under the hatching.
func hatched(c color.NRGBA) color.NRGBA {
	c.A = wrongAlpha
	return c
}

// answer has a view of labels and one of marginals.
func answer(learner string, labels []int32, title string, marginal []float64) figure.Answer {
	return figure.Answer{Learner: learner, Views: []figure.View{{Title: "map", Labels: labels},
		{Title: title, Marginal: marginal}}}
}

func wantColours(t *testing.T, what string, got []color.NRGBA, want ...color.NRGBA) {
	t.Helper()
	for i := range want {
		if len(got) != len(want) || got[i] != want[i] {
			t.Errorf("%s: pixels %v, want %v", what, got, want)
			return
		}
	}
}

func TestPictureOfGrid(t *testing.T) {
	grey := func(v uint8) color.NRGBA { return color.NRGBA{v, v, v, 0xFF} }
	black, white := grey(0), grey(0xFF)
	panel := panels(t, lattice(), 3, 2,
		answer("one", []int32{1, 0, 0, 1, 1, 0}, "marginals",
			[]float64{1, 0, 0.8, 0.2, 0.6, 0.4, 0.4, 0.6, 0.2, 0.8, 0, 1}),
		answer("two", []int32{0, 0, 0, 0, 0, 1},
			"a title that is much wider than a panel, so that columns move apart",
			make([]float64, 12)),
	)
	for r := range 2 {
		wantColours(t, "image", panel(r, 0), black, grey(128), white, black, grey(64), white)
		wantColours(t, "truth", panel(r, 1), black, white, white, black, black, grey(0x80))
	}
	wantColours(t, "MAP", panel(0, 2), hatched(white), hatched(black), hatched(black), hatched(white), hatched(white), black) // of the last the truth is not known
	wantColours(t, "MAP", panel(1, 2), black, hatched(black), hatched(black), black, black, white)
	wantColours(t, "marginals", panel(0, 3), black, grey(51), grey(102), grey(153), grey(204),
		white)
}

// What is undecided is grey on one scale for all pictures: black where a label is sure, white where
// all are as probable, whatever else is in the panel.
func TestPictureOfSpread(t *testing.T) {
	grey := func(v uint8) color.NRGBA { return color.NRGBA{v, v, v, 0xFF} }
	view := func(v ...float64) figure.Answer {
		return figure.Answer{Learner: "a", Views: []figure.View{{Title: "variance", Spread: v}}}
	}
	panel := panels(t, lattice(), 3, 2, view(1, 0, 0, 1, 0.5, 0.5, 0.9, 0.1, 0.1, 0.9, 0.25, 0.75),
		view(1, 0, 0, 1, 1, 0, 0.9, 0.1, 1, 0, 1, 0))
	wantColours(t, "spread", panel(0, 2), grey(0), grey(0), grey(255), grey(92), grey(92),
		grey(191))
	wantColours(t, "little", panel(1, 2), grey(0), grey(0), grey(0), grey(92), grey(0), grey(0))
}

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
		for v, c := range panels(t, d, side, side, figure.Answer{Learner: "a",
			Views: []figure.View{{Title: "map", Labels: labels}}})(0, 2) {
			if (c.A == wrongAlpha) != (labels[v] == 1) {
				t.Fatalf("%d×%d: pixel %d of label %d is %v", side, side, v, labels[v], c)
			}
		}
	}
}

// TestPictureRows: an answer is a row with image and truth. Predictions, marginals and variances have
// columns of their own, for the answer with most of them. No panel overlaps another, and enlarged
// pixels shrink where many columns need room.
func TestPictureRows(t *testing.T) {
	labels := []int32{1, 0, 0, 1, 1, 0}
	sure := []float64{1, 0, 1, 0, 1, 0, 1, 0, 1, 0, 1, 0}
	half := []float64{.5, .5, .5, .5, .5, .5, .5, .5, .5, .5, .5, .5}
	answers := []figure.Answer{
		{Learner: "one", Views: []figure.View{{Title: "map", Labels: labels},
			{Title: "mpm", Labels: labels}, {Title: "mpm, marginals", Marginal: sure}}},
		{Learner: "two", Views: []figure.View{{Title: "perturb", Labels: labels},
			{Title: "perturb, marginals", Marginal: half},
			{Title: "perturb, variance", Spread: half}}},
	}
	panel := panels(t, lattice(), 3, 2, answers...)
	grey := func(v uint8) (all []color.NRGBA) {
		for range 6 {
			all = append(all, color.NRGBA{v, v, v, 0xFF})
		}
		return all
	}
	wantColours(t, "truth of the second row", panel(1, 1), panel(0, 1)...)
	wantColours(t, "image of the second row", panel(1, 0), panel(0, 0)...)
	wantColours(t, "prediction of the second row", panel(1, 2), panel(0, 2)...)
	wantColours(t, "second prediction", panel(0, 3), panel(0, 2)...)
	wantColours(t, "no second prediction", panel(1, 3), grey(0xFF)...)
	wantColours(t, "sure", panel(0, 4), grey(0)...)
	wantColours(t, "half", panel(1, 4), grey(0x80)...)
	wantColours(t, "no variance", panel(0, 5), grey(0xFF)...)
	wantColours(t, "variance", panel(1, 5), grey(0xFF)...)

	for _, decoders := range []int{1, 4, 9} {
		p := must(figure.NewPicture(lattice(), 0, "title"))(t)
		var a figure.Answer
		for range decoders {
			a.Views = append(a.Views, figure.View{Title: "map", Labels: labels})
		}
		p.Add(a)
		p.Add(a)
		var b bytes.Buffer
		ok(t, p.Write(&b))
		size, err := png.DecodeConfig(&b)
		if err != nil || size.Width > 2200 {
			t.Errorf("%d decoders are %d wide: %v", decoders, size.Width, err)
		}
		var all []image.Rectangle
		for i := range 2 * (2 + decoders) {
			box := p.Panel(i/(2+decoders), i%(2+decoders))
			if !box.In(image.Rect(0, 0, size.Width, size.Height)) {
				t.Errorf("%d decoders: panel %v outside of %v", decoders, box, size)
			}
			for _, other := range all {
				if box.Overlaps(other) {
					t.Errorf("%d decoders: panels %v and %v overlap", decoders, box, other)
				}
			}
			all = append(all, box)
		}
	}
}

// TestPictureBars: the colour bar of marginals runs from the colour of the first label to that of
// the last one, the bar of variance from black to white. Without such panels there is no bar.
func TestPictureBars(t *testing.T) {
	bars := func(d *data.Dataset, views ...figure.View) (found []string) {
		p := must(figure.NewPicture(d, 0, ""))(t)
		p.Add(figure.Answer{Learner: "a", Views: views})
		var b bytes.Buffer
		ok(t, p.Write(&b))
		m := must(png.Decode(&b))(t)
		at := func(x, y int) color.NRGBA { return color.NRGBAModel.Convert(m.At(x, y)).(color.NRGBA) }
		frame, white := color.NRGBA{0x60, 0x60, 0x60, 0xFF}, color.NRGBA{0xFF, 0xFF, 0xFF, 0xFF}
		for y := p.Panel(0, 0).Max.Y + 2; y < m.Bounds().Max.Y; y++ {
			x, run := 0, 0 // of the upper line of the frame
			for ; x < m.Bounds().Max.X && run < 330; x++ {
				run++
				if at(x, y) != frame {
					run = 0
				}
			}
			if run == 330 && at(x-325, y-1) == white {
				found = append(found, fmt.Sprint(at(x-325, y+5), at(x-5, y+5)))
			}
		}
		return found
	}
	labels := figure.View{Title: "map", Labels: make([]int32, 6)}
	marginals := figure.View{Marginal: make([]float64, 12)}
	spread := figure.View{Spread: make([]float64, 12)}
	grey := "{0 0 0 255} {255 255 255 255}"
	three := figure.View{Marginal: make([]float64, 9)}
	for _, c := range []struct {
		name string
		got  []string
		want []string
	}{
		{"labels", bars(lattice(), labels), nil},
		{"marginals", bars(lattice(), labels, marginals), []string{grey}},
		{"both", bars(lattice(), labels, marginals, spread), []string{grey, grey}},
		{"spread", bars(lattice(), spread), []string{grey}},
		{"three labels", bars(photographs(), three), []string{"{0 114 178 255} {0 158 115 255}"}},
	} {
		if !slices.Equal(c.got, c.want) {
			t.Errorf("%s: bars %v, want %v", c.name, c.got, c.want)
		}
	}
}

// Answers have as many views as they have; one of nothing leaves its place white.
func TestPictureOfFewerViews(t *testing.T) {
	grey := func(v uint8) color.NRGBA { return color.NRGBA{v, v, v, 0xFF} }
	black, white := grey(0), grey(0xFF)
	one, two := []int32{1, 1, 1, 1, 1, 0}, []int32{0, 0, 0, 0, 0, 1}
	panel := panels(t, lattice(), 3, 2,
		figure.Answer{Learner: "a", Views: []figure.View{{Title: "map: not supported here"},
			{Title: "icm", Labels: one}, {Title: "icm 2", Labels: two}}},
		figure.Answer{Learner: "b", Views: []figure.View{{Title: "map", Labels: two}}},
	)
	wantColours(t, "nothing", panel(0, 2), white, white, white, white, white, white)
	wantColours(t, "icm", panel(0, 3), hatched(white), white, white, hatched(white), hatched(white),
		black)
	wantColours(t, "icm 2", panel(0, 4), black, hatched(black), hatched(black), black, black, white)
	wantColours(t, "map", panel(1, 2), black, hatched(black), hatched(black), black, black, white)
}

func TestPictureOfPhotograph(t *testing.T) {
	a, b, c := color.NRGBA{0x00, 0x72, 0xB2, 0xFF}, color.NRGBA{0xD5, 0x5E, 0x00, 0xFF}, color.NRGBA{0x00, 0x9E, 0x73, 0xFF} // Okabe and Ito
	panel := panels(t, photographs(), 4, 2, answer("one", []int32{2, 2, 0}, "marginals",
		[]float64{0.5, 0.5, 0, 0, 0, 1, 0, 1, 0}))
	photo := func(x, y uint8) color.NRGBA { return color.NRGBA{10 * x, 100 * y, 50, 0xFF} }
	wantColours(t, "image", panel(0, 0), photo(0, 0), photo(1, 0), photo(2, 0), photo(3, 0),
		photo(0, 1), photo(1, 1), photo(2, 1), photo(3, 1))
	wantColours(t, "truth", panel(0, 1), a, a, b, b, a, c, c, b)
	wantColours(t, "MAP", panel(0, 2), hatched(c), hatched(c), hatched(c), hatched(c), hatched(c),
		hatched(a), hatched(a), hatched(c))
	half := color.NRGBA{0x6B, 0x68, 0x59, 0xFF}
	wantColours(t, "marginals", panel(0, 3), half, half, c, c, half, b, b, c)
}

// Channels are red, green and blue where there are several; labels have distinct
// colours as far as there are any.
func TestPictureOfManyChannelsAndLabels(t *testing.T) {
	d := lattice()
	d.K, d.Instances[0].K, d.Instances[0].Shape = 24, 24, [2]int{1, 24}
	x := &d.Instances[0]
	x.Gold = nil
	x.Node = sp.Rows{N: 24, D: 4}
	for k := range 24 {
		d.Labels = append(d.Labels[:min(k, len(d.Labels))], "a label of some length")
		x.Gold = append(x.Gold, int32(k))
		x.Node.Dense = append(x.Node.Dense, float32(k), 7, float32(-k), 0)
	}
	x.Node.Dense[3] = 1
	panel := panels(t, d, 24, 1, answer("one", x.Gold, "marginals", make([]float64, 24*24)))
	image := panel(0, 0)
	wantColours(t, "ends of the image", []color.NRGBA{image[0], image[23]},
		color.NRGBA{0, 0xFF, 0xFF, 0xFF}, color.NRGBA{0xFF, 0, 0, 0xFF})
	seen := map[color.NRGBA]int{}
	for k, c := range panel(0, 2) {
		if other, ok := seen[c]; ok {
			t.Errorf("labels %d and %d have the colour %v", other, k, c)
		}
		seen[c] = k
	}
}

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
	p := must(figure.NewPicture(lattice(), 0, ""))(t)
	if err := p.Write(new(bytes.Buffer)); err == nil {
		t.Error("a picture without a learner was drawn")
	}
}

// pixels makes d return one and the same Pixels, to be spoilt.
func pixels(d *data.Dataset) *data.Pixels {
	p, _ := d.Pixels(0)
	d.Pixels = func(int) (*data.Pixels, error) { return p, nil }
	return p
}
