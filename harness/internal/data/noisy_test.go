package data

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"testing"
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

// Noise and features are pinned, as those of generated datasets.
func TestNoiseIsPinned(t *testing.T) {
	dir := putMNIST(t)
	for args, want := range map[string]string{
		``:                                  "09bc819c3ca19e220bdaf7fc563aeaf4af305fa8f3704c137234197988f939f6",
		`,"snr":4,"threshold":127,"seed":2`: "eb93ee24fa938917347a9964b498c1d57d3846827cd08c73e034dd05e32b9b2d",
		`,"noise":"gaussian","snr":0.5`:     "ee1bbc1acaa282557ceef0e25558bea970952dd24ac8b4157709739942a5b451",
		`,"pairs":"likeness"`:               "96c59808023fa1d77b5d7f0b5b06621f8e1e319ea4c57e962808f098513cb5fb",
		`,"pairs":"constant","bias":"node"`: "59d2aa3abb9aa5a1ebe1117eb1dd7cc8b262a8cf6a974158130fb4454bc05b40",
		`,"bias":"none"`:                    "48f22c310e58e59e12db500399e335b9a177a02952833b4316c0bad62642c14e",
		`,"bias":"edge","centre":true`:      "3fe8c9445f166005d68c2550a6fa1239ce6ef2d46a4cffbadfaf756d3ba663ea",
	} {
		d := must(Load("mnist", []byte(`{"train":3,"test":2`+args+"}"), dir))(t)
		if d.Hash != want || !slices.Equal(d.Fold, []int{0, 0, 0, 1, 1}) || len(d.Warnings) != 2 {
			t.Errorf("%s: content %s, want %s; folds %v, warnings %q", args, d.Hash, want, d.Fold,
				d.Warnings)
		}
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
