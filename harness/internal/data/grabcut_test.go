package data

import (
	"bytes"
	"image"
	"image/color"
	"image/png"
	"os"
	"path/filepath"
	"slices"
	"testing"
)

// masks writes masks of w×h pixels to a data folder. They are white right of the middle and in the
// top left corner.
func masks(t *testing.T, w, h int) string {
	t.Helper()
	dir := t.TempDir()
	m := image.NewGray(image.Rect(0, 0, w, h))
	for y := range h {
		for x := range w {
			if x >= w/2 || x < w/4 && y < h/4 {
				m.SetGray(x, y, color.Gray{Y: 255})
			}
		}
	}
	var content bytes.Buffer
	check(t, png.Encode(&content, m))
	for _, name := range grabcutNames() {
		putFile(t, dir, "grabcut/"+name, content.Bytes())
	}
	for _, name := range horsesNames()[:horsesCount] {
		putFile(t, dir, "weizmann_horse/"+name, content.Bytes())
	}
	return dir
}

// Masks of horses are seen as those of objects are: the flips of the first 30 are the same.
func TestGrabcutOfHorses(t *testing.T) {
	dir := masks(t, 64, 48)
	objects := must(Load("grabcut", []byte(`{"pixels": 768}`), dir))(t)
	d := must(Load("grabcut", []byte(`{"pixels": 768, "masks": "horses"}`), dir))(t)
	if len(d.Instances) != 328 || d.Instances[327].ID != "horse328" || d.Fold[327] != 2 {
		t.Fatalf("%d instances, the last one %s", len(d.Instances), d.Instances[327].ID)
	}
	for i, want := range objects.Instances {
		if x := d.Instances[i]; !slices.Equal(x.Gold, want.Gold) ||
			!slices.Equal(x.Node.Dense, want.Node.Dense) {
			t.Fatalf("%s differs from %s", x.ID, want.ID)
		}
	}
	check(t, os.RemoveAll(filepath.Join(dir, "weizmann_horse")))
	_, err := Load("grabcut", []byte(`{"masks": "horses"}`), dir)
	wantError(t, "no masks", err, "weizmann_horse/figure_ground/horse001.jpg", "weizmann_horse_db")
}

func TestGrabcut(t *testing.T) {
	d := must(Load("grabcut", []byte(`{"pixels": 768}`), masks(t, 640, 480)))(t)
	if len(d.Instances) != 30 || d.NodeWidth != 1 || d.EdgeWidth != 2 || d.Fold[5] != 0 ||
		d.Fold[29] != 4 {
		t.Fatalf("%d instances, widths %d and %d, folds %v", len(d.Instances), d.NodeWidth,
			d.EdgeWidth, d.Fold)
	}
	flips, n := 0, 0
	for i := range d.Instances {
		x := &d.Instances[i]
		if x.Shape != [2]int{24, 32} {
			t.Fatalf("%s has the shape %v", x.ID, x.Shape)
		}
		for p, k := range x.Gold {
			row, column := p/32, p%32
			if want := column >= 16 || column < 8 && row < 6; (k == 1) != want {
				t.Fatalf("%s: pixel %d,%d has label %d", x.ID, row, column, k)
			}
			if n++; x.Node.Dense[p] != float32(2*k-1) {
				flips++
			}
		}
		for e, uv := range x.Edges {
			if row := x.Edge.DenseRow(e); row[0]+row[1] != 1 ||
				(row[1] == 1) != (uv.U/32 == uv.V/32) {
				t.Fatalf("%s: edge %v has the features %v", x.ID, uv, row)
			}
		}
	}
	if share := float64(flips) / float64(n); share < 0.045 || share > 0.055 {
		t.Errorf("%v of the pixels are flipped", share)
	}
}
