package data

import (
	"bytes"
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
