package data

import (
	"bytes"
	"fmt"
	"image"
	"image/color"
	"image/jpeg"
	"image/png"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/spbench/spbench/harness/sp"
)

// newScenes writes n photographs of blue sky above a grey road, with the border in row 40+i. Labels
// are text, or PNG files for odd i. In the lower corners 20×20 pixels are unknown.
func newScenes(t *testing.T, n int) *paddock {
	t.Helper()
	ownCache(t, t.TempDir())
	p := &paddock{dir: t.TempDir(), entry: stanfordEntry}
	f := File{Path: "stanford_background"}
	for i := range n {
		id := fmt.Sprintf("%07d", i)
		f.Names = append(f.Names, "images/"+id+".jpg")
		m := image.NewRGBA(image.Rect(0, 0, 120, 80))
		labels := image.NewGray(m.Rect)
		var text strings.Builder
		for y := range 80 {
			for x := range 120 {
				c, l := color.RGBA{120, 180, uint8(230 + i), 255}, 0
				if y >= 40+i {
					c, l = color.RGBA{90, 90, uint8(90 + i), 255}, 2
				}
				m.Set(x, y, c)
				if y >= 60 && (x < 20 || x >= 100) {
					l = -1
				}
				labels.Pix[y*labels.Stride+x] = uint8(l) // −1 is 255
				fmt.Fprintf(&text, "%d ", l)
			}
			text.WriteByte('\n')
		}
		var b bytes.Buffer
		check(t, png.Encode(&b, labels))
		var photo bytes.Buffer
		check(t, jpeg.Encode(&photo, m, &jpeg.Options{Quality: 95}))
		putFile(t, p.dir, "stanford_background/images/"+id+".jpg", photo.Bytes())
		if i%2 == 0 {
			putFile(t, p.dir, "stanford_background/labels/"+id+".regions.txt",
				[]byte(text.String()))
		} else {
			putFile(t, p.dir, "stanford_background/labels_regions/"+id+".png", b.Bytes())
		}
	}
	f.SHA256 = f.sum(t, p.dir)
	p.entry.Files = []File{f}
	return p
}

const fewScenes = `{"superpixels":40,"test":4,"hidden":8,"passes":60}`

func TestStanford(t *testing.T) {
	p := newScenes(t, 14)
	d := p.loaded(t, fewScenes)
	if len(d.Instances) != 14 || d.K != 8 || d.NodeWidth != 9 || d.EdgeWidth != 3 ||
		len(d.Warnings) != 0 {
		t.Fatalf("%d instances, %d labels, widths %d and %d, warnings %q", len(d.Instances), d.K,
			d.NodeWidth, d.EdgeWidth, d.Warnings)
	}
	if _, err := d.Splits(SplitSpec{Train: Part{Folds: []int{1}}, Test: Part{Folds: []int{0}}},
		1); err == nil {
		t.Error(
			"a split trains outside of the classifier's training set or tests within it")
	}
	test, wrong, n := 0, 0, 0
	for i := range d.Instances {
		x := &d.Instances[i]
		test += d.Fold[i]
		pixels := must(d.Pixels(i))(t)
		mixed := make([]float64, len(x.Mixed))
		for q, v := range pixels.Variable {
			a, b := q%120, q/120
			switch {
			case b >= 60 && (a < 20 || a >= 100):
			case b >= 40+i:
				mixed[int(v)*8+2]++
			default:
				mixed[int(v)*8]++
			}
		}
		if !slices.Equal(mixed, x.Mixed) {
			t.Fatalf("%s: pixels of each label are not those of the regions", x.ID)
		}
		for v, gold := range x.Gold {
			most := slices.Max(mixed[v*8:][:8])
			if most == 0 && gold != sp.Unknown ||
				most > 0 && (gold == sp.Unknown || mixed[v*8+int(gold)] != most) {
				t.Errorf("%s: superpixel %d has label %d, its pixels %v", x.ID, v, gold,
					mixed[v*8:][:8])
			}
			row, sum, best := x.Node.DenseRow(v), 0.0, 0
			for k, lp := range row[:8] {
				sum += math.Exp(float64(lp))
				if lp > row[best] {
					best = k
				}
			}
			if math.Abs(sum-1) > 1e-5 || row[8] != 1 {
				t.Errorf("%s: probabilities of superpixel %d sum to %v", x.ID, v, sum)
			}
			if gold != sp.Unknown {
				n++
				if int32(best) != gold {
					wrong++
				}
			}
		}
	}
	if test != 4 || 10*wrong > n {
		t.Errorf("%d photographs to test on; the classifier is wrong on %d of %d superpixels", test,
			wrong, n)
	}
	for i := range d.Instances {
		edges := &d.Instances[i].Edge
		for e := range edges.N {
			if row := edges.DenseRow(e); len(row) != 3 || row[0] != 1 || slices.Min(row) < 0 {
				t.Fatalf("%s: edge %d has %v", d.Instances[i].ID, e, row)
			}
		}
	}
	if again := p.loaded(t, fewScenes); again.Hash != d.Hash {
		t.Error("the cached dataset differs")
	}
}

// No feature of a photograph depends on its own labels or on labels of the test fold.
func TestStanfordUnariesAreOutOfFold(t *testing.T) {
	p := newScenes(t, 14)
	before := p.loaded(t, fewScenes)
	water := func(i int) { // labels everything as water
		text := bytes.Repeat(append(bytes.Repeat([]byte("4 "), 120), '\n'), 80)
		putFile(t, p.dir, fmt.Sprintf("stanford_background/labels/%07d.regions.txt", i), text)
	}
	train, test := slices.Index(before.Fold, 0), slices.Index(before.Fold, 1)
	water(test)
	after := p.loaded(t, fewScenes)
	for i := range after.Instances {
		if !slices.Equal(before.Instances[i].Node.Dense, after.Instances[i].Node.Dense) {
			t.Errorf("%s has other features after a change of the labels of a test photograph",
				after.Instances[i].ID)
		}
	}
	water(train)
	after = p.loaded(t, fewScenes)
	changed := 0
	for i := range after.Instances {
		same := slices.Equal(before.Instances[i].Node.Dense, after.Instances[i].Node.Dense)
		if i == train && !same {
			t.Errorf("%s has other features after a change of its labels", after.Instances[i].ID)
		}
		if !same {
			changed++
		}
	}
	if changed < 10 {
		t.Errorf("only %d photographs have other features after a change of a training photograph",
			changed)
	}
}

func TestStanfordErrors(t *testing.T) {
	const labels = "stanford_background/labels/0000000.regions.txt"
	for name, c := range map[string]struct {
		bend func(p *paddock)
		want string
	}{
		"no photo": {func(p *paddock) {
			remove(t, p.dir+"/stanford_background/images/0000001.jpg")
		}, "no file stanford_background/images/0000001.jpg & " + stanfordURL},
		"no labels": {func(p *paddock) {
			remove(t, p.dir+"/"+labels)
		}, "no file " + labels + " & download " + stanfordURL},
		"ragged": {func(p *paddock) {
			putFile(t, p.dir, labels, []byte("0 1 2\n0 1\n"))
		}, "labels/0000000.regions.txt: line 2 has 2 numbers, the first has 3"},
		"letters": {func(p *paddock) {
			putFile(t, p.dir, labels, []byte("0 sky\n"))
		}, `line 1 has "sky", not a number`},
		"size": {func(p *paddock) {
			putFile(t, p.dir, labels, []byte("0 1\n0 1\n"))
		}, "labels of 4 pixels in rows of 2, its photograph has 120×80"},
		"no png": {func(p *paddock) {
			putFile(t, p.dir, "stanford_background/labels_regions/0000001.png", []byte("x"))
		}, "labels_regions/0000001.png: unexpected EOF"},
	} {
		p := newScenes(t, 6)
		c.bend(p)
		_, err := p.load(`{"superpixels":20,"test":1,"passes":1}`)
		wantError(t, name, err, c.want)
	}
	_, err := newScenes(t, 7).load(`{"test":3}`)
	wantError(t, "few to learn from", err,
		"test is 3 of 7 photographs: 4 would be left to learn from", "needs at least 5")
	p := newScenes(t, 6) // all training photographs except one have no known pixels
	one := p.loaded(t, `{"superpixels":20,"test":1,"passes":1}`)
	for i := range one.Instances {
		if i == slices.Index(one.Fold, 0) {
			continue
		}
		if i%2 == 1 {
			remove(t, fmt.Sprintf("%s/stanford_background/labels_regions/%07d.png", p.dir, i))
		}
		putFile(t, p.dir, fmt.Sprintf("stanford_background/labels/%07d.regions.txt", i),
			bytes.Repeat(append(bytes.Repeat([]byte("-1 "), 120), '\n'), 80))
	}
	_, err = p.load(`{"superpixels":20,"test":1,"passes":1}`)
	wantError(t, "a part without labels", err,
		"of 5 of the training photographs: classify: no training row of positive weight")
}

// With pixels the scenes are grids with colour, place and 1, of equal folds; the sizes are those of
// the known pixels of each label.
func TestStanfordPixels(t *testing.T) {
	p := newScenes(t, 14)
	d := p.loaded(t, `{"pixels":600}`) // 30×20 of 120×80: 16 pixels each
	fold := make([]int, 5)
	for i := range d.Instances {
		x := &d.Instances[i]
		fold[d.Fold[i]]++
		if x.Shape != [2]int{20, 30} || x.Node.D != 6 || x.Edge.D != 2 {
			t.Fatalf("%s: shape %v, widths %d and %d", x.ID, x.Shape, x.Node.D, x.Edge.D)
		}
		for v, gold := range x.Gold {
			row, column, known := v/30, v%30, 16.
			if row >= 15 && (column < 5 || column >= 25) {
				known = 0
			}
			sky := min(max(float64(40+i-4*row), 0), 4) * 4 // pixels above the border
			mixed := x.Mixed[v*8:][:8]
			if known == 0 && gold != sp.Unknown || known > 0 && (mixed[0] != sky ||
				mixed[2] != known-sky || gold != 0 && gold != 2 || mixed[gold] < 8) {
				t.Fatalf("%s: pixel %d, %d has label %d and sizes %v", x.ID, row, column, gold, mixed)
			}
			f := x.Node.DenseRow(v)
			if f[3] != float32(row)/19 || f[4] != float32(column)/29 || f[5] != 1 {
				t.Fatalf("%s: pixel %d, %d has features %v", x.ID, row, column, f)
			}
		}
	}
	if want := []int{3, 3, 3, 3, 2}; !slices.Equal(fold, want) {
		t.Errorf("folds of %v photographs, want %v", fold, want)
	}
}
