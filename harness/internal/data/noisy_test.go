package data

import (
	"fmt"
	"math"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/spbench/spbench/harness/internal/longtest"
)

// idxText returns an IDX file of images; pixel j of image i is value(i, j).
func idxText(images, rows, columns int, value func(i, j int) byte) []byte {
	text := []byte{0, 0, 8, 3, 0, 0, byte(images >> 8), byte(images), 0, 0, 0, byte(rows), 0, 0, 0,
		byte(columns)}
	for i := range images {
		for j := range rows * columns {
			text = append(text, value(i, j))
		}
	}
	return text
}

func putFile(t *testing.T, dir, name string, content []byte) {
	t.Helper()
	path := filepath.Join(dir, filepath.FromSlash(name))
	check(t, os.MkdirAll(filepath.Dir(path), 0o777))
	check(t, os.WriteFile(path, content, 0o666))
}

// putMNIST stores 30 training and 20 test images of 20×20 pixels. A quarter of the pixels is ink:
// grey values 128 where (i+j)%4 is 0, else 127.
func putMNIST(t *testing.T) string {
	t.Helper()
	dir := t.TempDir()
	value := func(i, j int) byte {
		if (i+j)%4 == 0 {
			return 128
		}
		return 127
	}
	putFile(t, dir, "mnist/train-images-idx3-ubyte", idxText(30, 20, 20, value))
	putFile(t, dir, "mnist/t10k-images-idx3-ubyte.gz", zipped(t, idxText(20, 20, 20, value)))
	return dir
}

// A pixel is ink from 128 on. Both kinds of noise have mean 0 and variance share of ink over SNR;
// the third moment distinguishes them.
func TestNoise(t *testing.T) {
	dir := putMNIST(t)
	for _, test := range []struct {
		args            string
		share, snr, bow float64 // bow: skewness
	}{
		{`{"train":30,"test":20}`, 0.25, 0.25, 1.1395},
		{`{"train":30,"test":20,"snr":4}`, 0.25, 4, 1.1395},
		{`{"train":30,"test":20,"noise":"gaussian","snr":0.5}`, 0.25, 0.5, 0},
		{`{"train":30,"test":20,"noise":"gaussian","threshold":127}`, 1, 0.25, 0},
	} {
		d := must(Load("mnist", []byte(test.args), dir))(t)
		var n, ones, sum, square, cube float64
		for _, x := range d.Instances {
			for p, k := range x.Gold {
				v := float64(x.Node.DenseRow(p)[0]) - float64(k)
				n, ones, sum, square, cube = n+1, ones+float64(k), sum+v, square+v*v, cube+v*v*v
			}
		}
		variance := test.share / test.snr
		if ones/n != test.share {
			t.Errorf("%s: %v of the pixels are ink, want %v", test.args, ones/n, test.share)
		}
		if mean := sum / n; math.Abs(mean) > 5*math.Sqrt(variance/n) {
			t.Errorf("%s: the noise has mean %v", test.args, mean)
		}
		if have := square / n; math.Abs(have/variance-1) > 0.05 {
			t.Errorf("%s: the noise has variance %v, want %v", test.args, have, variance)
		}
		if have := cube / n / math.Pow(variance, 1.5); math.Abs(have-test.bow) > 0.2 {
			t.Errorf("%s: the noise has skewness %v, want %v", test.args, have, test.bow)
		}
	}
}

// Edges have the intensities of their two pixels, and an image depends on its place only.
func TestNoisyFeatures(t *testing.T) {
	dir := putMNIST(t)
	load := func(args string) *Dataset {
		return must(Load("mnist", []byte(args), dir))(t)
	}
	d := load(`{"train":2,"test":3}`)
	if !slices.Equal(d.Fold, []int{0, 0, 1, 1, 1}) || d.Instances[2].ID != "test-0" ||
		len(d.Warnings) != 2 {
		t.Errorf("folds %v, %s, warnings %q", d.Fold, d.Instances[2].ID, d.Warnings)
	}
	like, bare := load(`{"train":2,"test":3,"pairs":"likeness"}`),
		load(`{"train":2,"test":3,"pairs":"constant"}`)
	for i := range d.Instances {
		x, y := &d.Instances[i], &like.Instances[i]
		if x.Shape != [2]int{20, 20} || len(x.Edges) != 2*20*19 || x.Edge.D != 3 || y.Edge.D != 2 ||
			bare.Instances[i].Edge.D != 0 {
			t.Fatalf("shape %v, %d edges, widths %d and %d", x.Shape, len(x.Edges), x.Edge.D,
				y.Edge.D)
		}
		if !slices.Equal(x.Node.Dense, y.Node.Dense) {
			t.Errorf("%s: the features of edges change the noise", x.ID)
		}
		for e, uv := range x.Edges {
			u, v := x.Node.DenseRow(int(uv.U))[0], x.Node.DenseRow(int(uv.V))[0]
			if !slices.Equal(x.Edge.DenseRow(e), []float32{1, u, v}) {
				t.Fatalf("edge %v has %v, its pixels %v and %v", uv, x.Edge.DenseRow(e), u, v)
			}
			off := float64(u) - float64(v)
			if row := y.Edge.DenseRow(e); row[0] != 1 ||
				math.Abs(float64(row[1])-math.Exp(-off*off)) > 1e-4 {
				t.Fatalf("edge %v has %v, its pixels %v and %v", uv, row, u, v)
			}
		}
	}
	for _, test := range []struct {
		args string
		node []float32 // constant features after the intensity
		edge []float32 // before the two intensities
		off  float32
	}{
		{`"bias":"none"`, nil, nil, 0},
		{`"bias":"node","centre":true`, []float32{1}, nil, 0.5},
		{`"bias":"edge"`, nil, []float32{1}, 0},
		{`"bias":"both","centre":true`, []float32{1}, []float32{1}, 0.5},
	} {
		for i, x := range load(`{"train":2,"test":3,` + test.args + `}`).Instances {
			y := &d.Instances[i]
			value := func(p int32) float32 { return y.Node.DenseRow(int(p))[0] - test.off }
			for p := range y.Gold {
				want := append([]float32{value(int32(p))}, test.node...)
				if !slices.Equal(x.Node.DenseRow(p), want) {
					t.Fatalf("%s: node %d has %v, want %v", test.args, p, x.Node.DenseRow(p), want)
				}
			}
			for e, uv := range y.Edges {
				want := append(slices.Clone(test.edge), value(uv.U), value(uv.V))
				if !slices.Equal(x.Edge.DenseRow(e), want) {
					t.Fatalf("%s: edge %v has %v, want %v", test.args, uv, x.Edge.DenseRow(e), want)
				}
			}
		}
	}
	again, other := load(`{"train":2,"test":3}`), load(`{"train":2,"test":3,"seed":2}`)
	if d.Hash != again.Hash || d.Hash == other.Hash {
		t.Error("the noise does not follow from the seed")
	}
}

// A test image does not depend on the number of training images, nor training noise on test images.
func TestNoiseOfFolds(t *testing.T) {
	dir := putMNIST(t)
	load := func(args string) map[string][]float32 {
		d := must(Load("mnist", []byte(args), dir))(t)
		rows := map[string][]float32{}
		for _, x := range d.Instances {
			rows[x.ID] = x.Node.Dense
		}
		return rows
	}
	few, many := load(`{"train":4,"test":20}`), load(`{"train":20,"test":3}`)
	for _, id := range []string{"train-0", "train-3", "test-0", "test-2"} {
		if !slices.Equal(few[id], many[id]) {
			t.Errorf("%s is another image among more training images and fewer test images", id)
		}
	}
	if slices.Equal(few["train-0"], few["test-0"]) {
		t.Error("the folds have the same noise")
	}
	putFile(t, dir, "mnist/t10k-images-idx3-ubyte.gz",
		zipped(t, idxText(20, 20, 20, func(i, j int) byte {
			return 255
		})))
	if other := load(`{"train":4,"test":20}`); !slices.Equal(few["train-0"], other["train-0"]) ||
		slices.Equal(few["test-0"], other["test-0"]) {
		t.Error("the ink of test images changes the noise of training images")
	}
}

func TestBrokenMNIST(t *testing.T) {
	good := idxText(3, 4, 5, func(i, j int) byte { return byte(i * j) })
	const train, test = "mnist/train-images-idx3-ubyte", "mnist/t10k-images-idx3-ubyte"
	for name, c := range map[string]struct {
		train, test []byte
		want        string
	}{
		"web page": {[]byte("<html>moved</html>"), good, train + " is not an IDX file"},
		"empty":    {good, nil, test + " is not an IDX file"},
		"labels": {[]byte{0, 0, 8, 1, 0, 0, 0, 1, 7}, good,
			"is an IDX file of type 8 and 1 sizes, must be type 8, bytes, and 3"},
		"floats":  {append([]byte{0, 0, 13}, good[3:]...), good, "of type 13"},
		"sizes":   {good[:13], good, "is truncated within its sizes"},
		"entries": {good[:40], good, "has 24 entries, its sizes [3 4 5] say 60"},
		"size 0":  {idxText(3, 0, 5, nil), good, "has a size of 0"},
		"huge": {append([]byte{0, 0, 8, 3, 255, 255, 255, 255, 255, 255, 255, 255},
			good[12:]...), good, "the whole at most"},
		"other size": {good, idxText(3, 5, 4, func(i, j int) byte {
			return 0
		}), "images of 5×4 pixels, the training images have 4×5"},
		"too few": {good, good, "has 3 images, train asks for 4"},
	} {
		dir := t.TempDir()
		putFile(t, dir, train, c.train)
		putFile(t, dir, test, c.test)
		n := 3
		if name == "too few" {
			n = 4
		}
		_, err := Load("mnist", fmt.Appendf(nil, `{"train":%d,"test":3}`, n), dir)
		wantError(t, name, err, c.want)
	}
	_, err := Load("mnist", nil, t.TempDir())
	wantError(t, "missing", err, "no file mnist/train-images-idx3-ubyte.gz",
		"spbench data fetch mnist")
	_, err = Load("mnist", []byte(`{"snr":0}`), "")
	wantError(t, "snr", err, `"snr": 0 is outside`)
}

// The published files have the published checksums, and the shares of ink for the threshold.
func TestPublishedImages(t *testing.T) {
	published(t)
	longtest.Skip(t)
	for name, want := range map[string]struct {
		folds []int
		share float64
	}{"mnist": {[]int{5000, 5000}, 0.1277}, "silhouettes": {[]int{4100, 2264, 2307}, 0.4561}} {
		d := load(t, name, `{"pairs":"constant"}`)
		var ones, n float64
		folds := make([]int, len(want.folds))
		for i, x := range d.Instances {
			folds[d.Fold[i]]++
			for _, k := range x.Gold {
				ones, n = ones+float64(k), n+1
			}
		}
		if !slices.Equal(folds, want.folds) || len(d.Warnings) > 0 ||
			math.Abs(ones/n-want.share) > 5e-5 {
			t.Errorf("%s: folds of %v images, %v of the pixels are object, warnings %q", name,
				folds, ones/n, d.Warnings)
		}
	}
}
