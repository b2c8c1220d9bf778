package data

import (
	"image"
	"image/color"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/spbench/spbench/harness/internal/data/raster"
	"github.com/spbench/spbench/harness/sp"
)

// TestUnlabelledImages: an image without a mask is the instance of the dataset without its labels.
// Its labels are written as the mask that it had.
func TestUnlabelledImages(t *testing.T) {
	dir := t.TempDir()
	check(t, os.Mkdir(dir+"/out", 0o777))
	photo := image.NewRGBA(image.Rect(0, 0, 40, 30))
	mask := image.NewRGBA(photo.Rect)
	for p := range 40 * 30 {
		x, y := p%40, p/40
		photo.Set(x, y, color.RGBA{uint8(6 * x), uint8(8 * y), uint8(x * y), 255})
		mask.Set(x, y, color.RGBA{0, 0, 0, 255})
		if x > 19 {
			photo.Set(x, y, color.RGBA{255, uint8(6 * x), uint8(8 * y), 255})
			mask.Set(x, y, color.RGBA{0, 200, 0, 255})
		}
	}
	putImage(t, dir+"/photos/a.png", photo)
	putImage(t, dir+"/masks/a.png", mask)
	for _, more := range []string{`, "pixels": 300`, `, "superpixels": 20`, `, "neighbours": 8, "position": true`} {
		args := []byte(strings.ReplaceAll(`{"path": "DIR/photos", "masks": "DIR/masks", `+
			`"labels": {"sky": "#000000", "tree": "#00c800"}`, "DIR", dir) + more + "}")
		d := must(Load(ImagesName, args, ""))(t)
		for _, path := range []string{dir + "/photos", dir + "/photos/a.png"} {
			u := must(d.ReadUnlabelled(args, path))(t)
			x, y := u.Instances[0], d.Instances[0]
			if x.ID != y.ID || !slices.Equal(x.Node.Dense, y.Node.Dense) ||
				!slices.Equal(x.Edge.Dense, y.Edge.Dense) || !slices.Equal(x.Edges, y.Edges) ||
				!slices.Equal(x.Size, y.Size) || x.Shape != y.Shape ||
				slices.ContainsFunc(x.Gold, func(k int32) bool { return k != sp.Unknown }) {
				t.Errorf("%s: %s is another instance", more, path)
			}
			check(t, u.Pictures(filepath.Join(dir, "out"), [][]int32{y.Gold}))
			wantError(t, "a mask over its image", u.Pictures(dir+"/photos", [][]int32{y.Gold}),
				"a.png: the mask would replace the image")
			got := must(raster.ReadImage(filepath.Join(dir, "out", "a.png"), 0, mostPixels))(t)
			wrong := 0
			for p := range 40 * 30 {
				if colourAt(got, p) != colourAt(mask, p) {
					wrong++
				}
			}
			if wrong > 12 || wrong > 0 && x.Shape[0] > 0 { // superpixels mix a few
				t.Errorf("%s: %d pixels of the written mask differ", more, wrong)
			}
		}
		_, err := d.ReadUnlabelled(args, dir+"/out/none")
		wantError(t, "a folder that is missing", err, "no such file")
		check(t, os.Remove(filepath.Join(dir, "out", "a.png")))
		_, err = d.ReadUnlabelled(args, dir+"/out")
		wantError(t, "an empty folder", err, "has no image")
	}
}

// TestUnlabelledLines: JSON lines fit every dataset with their columns and labels.
func TestUnlabelledLines(t *testing.T) {
	d := must(Load("chains", []byte(`{"words": 3}`), ""))(t)
	path := filepath.Join(t.TempDir(), "new.jsonl")
	var text strings.Builder
	check(t, d.WriteJSONL(&text))
	read := func(old, new string) (*Unlabelled, error) {
		check(t, os.WriteFile(path, []byte(strings.Replace(text.String(), old, new, 1)), 0o666))
		return d.ReadUnlabelled(nil, path)
	}
	u := must(read("", ""))(t)
	for i, x := range u.Instances {
		if y := d.Instances[i]; x.ID != y.ID || !slices.Equal(x.Node.Dense, y.Node.Dense) ||
			!slices.Equal(x.Node.Index, y.Node.Index) || x.Node.D != d.NodeWidth || x.Labelled() {
			t.Errorf("instance %d is another one", i)
		}
	}
	_, err := read(`"labels":["a"`, `"labels":["A"`)
	wantError(t, "other labels", err, `labels ["A"`)
	_, err = d.ReadUnlabelled(nil, "new.txt")
	wantError(t, "another format", err,
		"new.txt: want JSON lines (.jsonl) with the columns of the dataset")
	check(t, os.WriteFile(path, []byte(`{"labels": ["a", "b"], "node_width": 2}`+"\n"+
		`{"nodes": [[1, 2]]}`), 0o666))
	sparse := &Dataset{Name: "small", K: 2, NodeWidth: 2, Labels: []string{"a", "b"},
		Instances: []sp.Instance{{Node: sp.Rows{N: 1, D: 2, Start: []int32{0, 0}, Index: []int32{}}}}}
	_, err = sparse.ReadUnlabelled(nil, path)
	wantError(t, "dense rows beside sparse ones", err, "features of variables than the dataset")
	e := &Dataset{Name: "small", K: 2, NodeWidth: 3, Labels: []string{"a", "b"},
		Instances: make([]sp.Instance, 1)}
	_, err = e.ReadUnlabelled(nil, path)
	wantError(t, "another width", err,
		"has 2 and 0 columns of variables and edges, the dataset has 3 and 0")
}
