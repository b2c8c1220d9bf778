package data

import (
	"bytes"
	"image"
	"image/color"
	"image/jpeg"
	"io"
	"strings"
	"testing"

	"github.com/spbench/spbench/harness/internal/superpixel"
	"github.com/spbench/spbench/harness/sp"
)

// A file, compressed or not, gives its content up to the bound, or an error.
func FuzzContent(f *testing.F) {
	text := []byte(strings.Repeat("1\ta\t-1\n", 50))
	f.Add(text)
	f.Add(zipped(f, text))
	f.Add(zipped(f, text)[:40])
	f.Add(append(zipped(f, text), zipped(f, nil)...))
	f.Fuzz(func(t *testing.T, file []byte) {
		r := newContent(bytes.NewReader(file))
		r.left = 1 << 20 // not 256 MiB, for speed
		content, err := io.ReadAll(r)
		if err == nil && len(content) > 1<<20 {
			t.Errorf("%d bytes without an error", len(content))
		}
	})
}

// A photograph and its mask become a valid instance, or an error that names one of them.
func FuzzPhotograph(f *testing.F) {
	encode := func(m image.Image) []byte {
		var b bytes.Buffer
		check(f, jpeg.Encode(&b, m, nil))
		return b.Bytes()
	}
	photo := encode(picture(24, 18, 1, color.RGBA{130, 70, 40, 255}, color.RGBA{60, 140, 60, 255}))
	mask := encode(picture(16, 12, 1, color.White, color.Black))
	f.Add(photo, mask)
	f.Add(mask, photo)
	f.Add(photo[:len(photo)/2], mask)
	f.Add(photo, mask[:20])
	f.Fuzz(func(t *testing.T, photo, mask []byte) {
		for _, content := range [][]byte{photo, mask} {
			c, err := jpeg.DecodeConfig(bytes.NewReader(content))
			if err == nil && c.Width*c.Height > 1<<16 && c.Width*c.Height <= 1<<24 {
				t.Skip("allowed, but slow")
			}
		}
		p := photograph{id: "p", path: "p.jpg", maskPath: "m.jpg", photo: photo, mask: mask}
		s, err := p.divided(9)
		if err != nil {
			if !strings.Contains(err.Error(), "p.jpg") && !strings.Contains(err.Error(), "m.jpg") {
				t.Errorf("error %q names no file", err)
			}
			return
		}
		again := must(decodeSegments(s.encode()))(t)
		x := sp.Instance{ID: "p", Weight: 1, K: 2, Gold: again.Gold, Size: again.Size,
			Node:  sp.Rows{N: len(again.Gold), D: superpixel.Columns, Dense: again.Node},
			Edges: again.edges(),
			Edge:  sp.Rows{N: len(again.Ends) / 2, D: superpixel.BorderColumns, Dense: again.Edge}}
		check(t, x.Check())
	})
}

// Kept segments are read back or refused.
func FuzzSegments(f *testing.F) {
	s := segments{Variables: []int32{2}, Edges: []int32{1}, Node: []float32{1, 2},
		Ends: []int32{0, 1}, Edge: []float32{1},
		Gold: []int32{0, 1}, Size: []float64{3, 4}, Outside: []bool{true, false}}
	f.Add(s.encode())
	f.Add(s.encode()[:30])
	f.Fuzz(func(t *testing.T, content []byte) {
		s, err := decodeSegments(content)
		if err == nil && len(s.encode()) > len(content) {
			t.Errorf("%d bytes became %d", len(content), len(s.encode()))
		}
	})
}
