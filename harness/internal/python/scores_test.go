package python_test

import (
	"bytes"
	"fmt"
	"image"
	"image/color"
	"image/jpeg"
	"image/png"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/spbench/spbench/harness/internal/data"
	"github.com/spbench/spbench/harness/internal/longtest"
)

// TestScoresExample: dataset images reads the scores of the example without a warning. A second run
// writes the same. After some epochs they know the labels of unseen images.
func TestScoresExample(t *testing.T) {
	longtest.Skip(t)
	path, dir := torch(t), t.TempDir()
	for i := range 12 {
		photo, mask := image.NewRGBA(image.Rect(0, 0, 80, 64)), image.NewGray(image.Rect(0, 0, 80, 64))
		for p := range 80 * 64 {
			x, y := p%80, p/80
			photo.Set(x, y, color.RGBA{uint8(20 * i), 200, 40, 255})
			if mask.Pix[p] = 3; y < 14+3*i { // grass below the sky
				photo.Set(x, y, color.RGBA{uint8(20 * i), 90, 250, 255})
				mask.Pix[p] = 0
			}
		}
		for name, encode := range map[string]func(b *bytes.Buffer) error{
			"images/%02d.jpg":         func(b *bytes.Buffer) error { return jpeg.Encode(b, photo, nil) },
			"labels_regions/%02d.png": func(b *bytes.Buffer) error { return png.Encode(b, mask) },
		} {
			var b bytes.Buffer
			name = filepath.Join(dir, fmt.Sprintf(name, i))
			if err := encode(&b); err != nil || os.MkdirAll(filepath.Dir(name), 0o777) != nil ||
				os.WriteFile(name, b.Bytes(), 0o666) != nil {
				t.Fatal(name, err)
			}
		}
	}
	var first []byte
	for _, out := range []string{"one", "two"} {
		cmd := exec.Command(path, "examples/python/scores.py", dir, filepath.Join(dir, out), "12",
			"10")
		if text, err := cmd.CombinedOutput(); err != nil || len(text) > 0 {
			t.Fatalf("%v: %s", err, text)
		}
		d, err := data.Load(data.ImagesName, []byte(strings.ReplaceAll(`{
			"path":"DIR/photos","masks":"DIR/masks","scores":"DIR/logits","others":"void","pixels":192,
			"labels":{"sky":0,"tree":1,"road":2,"grass":3,
			"water":4,"building":5,"mountain":6,"object":7}}`, "DIR", filepath.Join(dir, out))), "")
		if err != nil {
			t.Fatal(err)
		}
		if strings.Contains(strings.Join(d.Warnings, ""), "network") || !d.Fitted || d.NodeWidth != 9 {
			t.Errorf("%v, fitted %v, %d columns", d.Warnings, d.Fitted, d.NodeWidth)
		}
		seen, wrong, all := 0, 0, 0
		for i, x := range d.Instances {
			if d.Fold[i] == 0 {
				seen++
				continue
			}
			for v, k := range x.Gold {
				row := x.Node.DenseRow(v)[:8]
				if all++; row[k] < slices.Max(row) {
					wrong++
				}
			}
		}
		if seen != 8 || wrong*5 > all {
			t.Errorf("%d images seen, %d of %d labels are wrong", seen, wrong, all)
		}
		file, err := os.ReadFile(filepath.Join(dir, out, "logits", "07.npy"))
		if first == nil {
			first = file
		}
		if err != nil || !bytes.Equal(file, first) {
			t.Errorf("other scores in a second run: %v", err)
		}
	}
}
