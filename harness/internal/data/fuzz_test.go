package data

import (
	"bytes"
	"image"
	"image/color"
	"image/jpeg"
	"io"
	"strings"
	"testing"
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
			f, err := openImage(content)
			if err == nil && f.width*f.height > 1<<16 && f.width*f.height <= 1<<24 {
				t.Skip("allowed, but slow")
			}
		}
		g, err := segmented(&horse{path: "p.jpg", maskPath: "m.jpg", photo: photo, mask: mask}, 9, 2)
		if err != nil {
			if !strings.Contains(err.Error(), "p.jpg") && !strings.Contains(err.Error(), "m.jpg") {
				t.Errorf("error %q names no file", err)
			}
			return
		}
		x := g.instance("p", 2)
		check(t, x.Check())
	})
}
