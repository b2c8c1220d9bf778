package record

import (
	"archive/zip"
	"bytes"
	"os"
	"strings"
	"testing"
)

// TestShippedBomb: a small archive cannot fill the disk, in one file or in many.
func TestShippedBomb(t *testing.T) {
	for _, files := range []int{1, 40} {
		var archive bytes.Buffer
		z := zip.NewWriter(&archive)
		for i := range files {
			w := must(z.Create("statistics/" + strings.Repeat("a", 1+i)))(t)
			for range 1 + 64/files {
				_, err := w.Write(make([]byte, 1<<20))
				need(t, err)
			}
		}
		need(t, z.Close())
		dir := t.TempDir()
		err := Unship(bytes.NewReader(archive.Bytes()), int64(archive.Len()), dir)
		if err == nil || !strings.Contains(err.Error(), "unpack to more than 32 MB") {
			t.Error(err)
		}
		if entries := must(os.ReadDir(dir))(t); len(entries) > 0 {
			t.Errorf("it was unpacked: %v", entries)
		}
	}
}
