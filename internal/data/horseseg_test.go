package data

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"image"
	"image/color"
	"image/png"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/spbench/spbench/harness/sp"
	"github.com/spbench/spbench/internal/hdf5/hdf5test"
)

// A segPicture is one image of a small HorseSeg: a picture of 4×6 pixels in 2×3
// superpixels, numbered row-major, with three features each.
type segPicture struct {
	number int
	labels []float64 // nil: none are published
	one    bool      // superpixels count from 1, in grey of 16 bits
	turned bool      // arrays are transposed
}

func (p segPicture) arrays() []hdf5test.Array {
	name := func(what string) string { return fmt.Sprintf("%s_%06d", what, p.number) }
	features := []float64{10, 11, 12, 13, 14, 15, 20, 21, 22, 23, 24, 25, 30, 31, 32, 33, 34, 35 + float64(p.number)}
	edges := []float64{0, 1, 2, 1, 3, 4, 4, 5, 0, 3, 1, 4, 2, 5, 1, 0} // the last again
	shapes := [2][]int{{3, 6}, {8, 2}}
	if p.turned {
		features, edges = transposed(features, 3), transposed(edges, 8)
		shapes = [2][]int{{6, 3}, {2, 8}}
	}
	list := []hdf5test.Array{
		{Name: name("superpixel_count"), Values: []float64{6}, Type: hdf5test.Type{Bits: 32, Integer: true, Signed: true}},
		{Name: name("edge_count"), Shape: []int{1}, Values: []float64{8}, Type: hdf5test.Type{Bits: 64, Integer: true}},
		{Name: name("edge_structure"), Shape: shapes[1], Values: edges, Type: hdf5test.Type{Bits: 32, Integer: true, Signed: true}},
		{Name: name("features"), Shape: shapes[0], Values: features, Type: hdf5test.Type{Bits: 32}, Chunk: []int{2, 2}, Deflate: true},
	}
	if p.labels != nil {
		list = append(list, hdf5test.Array{Name: name("labels"), Shape: []int{len(p.labels)}, Values: p.labels, Type: hdf5test.Type{Bits: 8, Integer: true}})
	}
	return list
}

// transposed returns the transpose of a matrix of so many rows.
func transposed(v []float64, rows int) []float64 {
	var out []float64
	for c := range len(v) / rows {
		for r := range rows {
			out = append(out, v[r*len(v)/rows+c])
		}
	}
	return out
}

func (p segPicture) png(t *testing.T) []byte {
	t.Helper()
	grey, grey16 := image.NewGray(image.Rect(0, 0, 6, 4)), image.NewGray16(image.Rect(0, 0, 6, 4))
	for y := range 4 {
		for x := range 6 {
			v := y/2*3 + x/2
			grey.SetGray(x, y, color.Gray{Y: uint8(v)})
			grey16.SetGray16(x, y, color.Gray16{Y: uint16(v + 1)})
		}
	}
	var b bytes.Buffer
	var picture image.Image = grey
	if p.one {
		picture = grey16
	}
	if err := png.Encode(&b, picture); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// putHorseSeg writes a data folder with images of every fold; bend may change
// the arrays of the training half.
func putHorseSeg(t *testing.T, bend func([]hdf5test.Array) []hdf5test.Array) (dir string) {
	t.Helper()
	dir = t.TempDir()
	put := func(name string, content []byte) {
		name = filepath.Join(dir, "horseseg", filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(name), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(name, content, 0o666); err != nil {
			t.Fatal(err)
		}
	}
	for suffix, pictures := range map[string][]segPicture{
		"": {
			{number: 0, labels: []float64{0, 1, 0, 0, 1, 0}}, {number: 1, labels: []float64{0, 0, 0, 0, 0, 0}, turned: true},
			{number: 147, labels: []float64{0, 1, 1, 0, 0, 0}, one: true}, {number: 6121},
		},
		"-test": {{number: 0, labels: []float64{1, 0, 0, 0, 0, 1}}},
	} {
		var arrays []hdf5test.Array
		for _, p := range pictures {
			arrays = append(arrays, p.arrays()...)
			put(fmt.Sprintf("horse-superpixels%s/%06d.png", suffix, p.number), p.png(t))
		}
		if bend != nil && suffix == "" {
			arrays = bend(arrays)
		}
		put("horse-features"+suffix+".bin", hdf5test.Bytes(arrays...))
	}
	return dir
}

const fewHorses = `{"manual":2,"boxes":1,"others":1,"test":1}`

func TestHorseSeg(t *testing.T) {
	d, err := Load("horseseg", []byte(fewHorses), putHorseSeg(t, nil))
	if err != nil {
		t.Fatal(err)
	}
	if len(d.Instances) != 5 || !slices.Equal(d.Fold, []int{0, 0, 1, 2, 3}) || d.NodeWidth != 4 || d.EdgeWidth != 0 || !d.Standardise {
		t.Fatalf("%d instances, folds %v, widths %d and %d", len(d.Instances), d.Fold, d.NodeWidth, d.EdgeWidth)
	}
	for i, id := range []string{"000000", "000001", "000147", "006121", "test-000000"} {
		x := &d.Instances[i]
		if x.ID != id || x.N() != 6 || len(x.Edges) != 7 || x.Edges[1] != (sp.Edge{U: 1, V: 2}) {
			t.Errorf("%s: %d superpixels, edges %v", x.ID, x.N(), x.Edges)
		}
		if row := x.Node.DenseRow(4); !slices.Equal(row, []float32{14, 24, 34, 1}) {
			t.Errorf("%s: features of superpixel 4 are %v", x.ID, row)
		}
		if !slices.Equal(x.Size, []float64{4, 4, 4, 4, 4, 4}) {
			t.Errorf("%s: sizes %v", x.ID, x.Size)
		}
	}
	for i, want := range []string{"x.xx.x", "......", "x..xxx", "......", "......"} {
		got := ""
		for _, out := range d.Outside[i] {
			got += map[bool]string{true: "x", false: "."}[out]
		}
		if got != want {
			t.Errorf("image %d: outside the box is %s, want %s", i, got, want)
		}
	}
	if x := &d.Instances[3]; x.Gold[0] != sp.Unknown || !slices.Equal(d.Instances[4].Gold, []int32{1, 0, 0, 0, 0, 1}) {
		t.Errorf("labels %v and %v", x.Gold, d.Instances[4].Gold)
	}
	splits, err := d.Splits(SplitSpec{TrainFolds: []int{0}, BoxesFolds: []int{1}, PartialFolds: []int{2}, TestFolds: []int{3}}, 1)
	if err != nil || fmt.Sprint(splits) != "[{[0 1] [2] [3] [4] -1}]" {
		t.Errorf("splits %v, %v", splits, err)
	}
}

func TestHorseSegRefusals(t *testing.T) {
	set := func(name string, shape []int, values ...float64) func([]hdf5test.Array) []hdf5test.Array {
		return func(list []hdf5test.Array) []hdf5test.Array {
			i := slices.IndexFunc(list, func(a hdf5test.Array) bool { return a.Name == name })
			list[i] = hdf5test.Array{Name: name, Shape: shape, Values: values}
			return list
		}
	}
	for _, test := range []struct {
		name, want string
		bend       func([]hdf5test.Array) []hdf5test.Array
	}{
		{"label", "labels_000000: label 2 of superpixel 1, must be 0 or 1", set("labels_000000", []int{6}, 0, 2, 0, 0, 0, 0)},
		{"labels", "5 labels of 6 superpixels in labels_000147", set("labels_000147", []int{5}, 0, 0, 0, 0, 0)},
		{"edge", "edge_structure_000000: edge 0 joins 0 and 6", set("edge_structure_000000", []int{8, 2}, 0, 6, 0, 1, 0, 1, 0, 1, 0, 1, 0, 1, 0, 1, 0, 1)},
		{"edges", "edge_structure_000000 has the shape [4] for 8 edges", set("edge_structure_000000", []int{4}, 0, 1, 1, 2)},
		{"features", "features_000001 has the shape [2 5] for 6 superpixels", set("features_000001", []int{2, 5}, make([]float64, 10)...)},
		{"widths", "widths 3, 0, the dataset has 2 and 4, 0", set("features_000001", []int{2, 6}, make([]float64, 12)...)},
		{"count", "superpixel_count_000000 is [-3]", set("superpixel_count_000000", nil, -3)},
		{"fewer", "superpixel 5, but there are only 5", func(list []hdf5test.Array) []hdf5test.Array {
			list = set("superpixel_count_006121", nil, 5)(list)
			list = set("edge_count_006121", nil, 0)(list)
			list = set("edge_structure_006121", []int{0, 2})(list)
			return set("features_006121", []int{3, 5}, make([]float64, 15)...)(list)
		}},
		{"missing", `"labels_000147": there is no such name`, func(list []hdf5test.Array) []hdf5test.Array {
			return slices.DeleteFunc(list, func(a hdf5test.Array) bool { return a.Name == "labels_000147" })
		}},
	} {
		_, err := Load("horseseg", []byte(fewHorses), putHorseSeg(t, test.bend))
		wantError(t, test.name, err, "data: horseseg: ", test.want)
	}
	for args, want := range map[string]string{
		`{"manual":148}`: `"manual": 148 is outside [0,147]`, `{"others":-1}`: `"others": -1 is outside`,
		`{"manual":0,"boxes":0,"others":0,"test":0}`: "no images are asked for",
	} {
		_, err := Load("horseseg", []byte(args), t.TempDir())
		wantError(t, args, err, want)
	}
}

// What is missing is said with where it comes from and where it belongs.
func TestHorseSegFolder(t *testing.T) {
	dir := putHorseSeg(t, nil)
	state := func() State {
		states, err := horsesegEntry.Verify(context.Background(), dir)
		if err != nil || len(states) != 1 {
			t.Fatalf("%v, %v", states, err)
		}
		return states[0]
	}
	if s := state(); s.String() != "present" || s.Size == 0 {
		t.Errorf("%s, %d bytes: %v", s, s.Size, s.Err)
	}
	lost := filepath.Join(dir, "horseseg", "horse-superpixels", "000001.png")
	if err := os.Remove(lost); err != nil {
		t.Fatal(err)
	}
	_, err := Load("horseseg", []byte(fewHorses), dir)
	wantError(t, "picture", err, "no file horseseg/horse-superpixels/000001.png in "+dir)
	if err := os.Remove(filepath.Join(dir, "horseseg", "horse-features-test.bin")); err != nil {
		t.Fatal(err)
	}
	const advice = "data.tar, unpack it and put its horse-features.bin and horse-features-test.bin and horse-superpixels and horse-superpixels-test into "
	if s := state(); s.String() != "absent" || !strings.Contains(s.Err.Error(), advice) {
		t.Errorf("%s: %v", s, s.Err)
	}
	_, err = Load("horseseg", []byte(`{"manual":0,"boxes":0,"others":0,"test":1}`), dir)
	wantError(t, "features", err, "no file horseseg/horse-features-test.bin in "+dir, advice)
	if !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("%v is not fs.ErrNotExist", err)
	}
}
