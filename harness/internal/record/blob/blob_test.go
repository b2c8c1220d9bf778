package blob

import (
	"bytes"
	"math/rand/v2"
	"os"
	"path/filepath"
	"testing"
)

// TestLargeBlobs: content comes back as it was, however well it packs.
func TestLargeBlobs(t *testing.T) {
	dir := t.TempDir()
	if err := os.Mkdir(filepath.Join(dir, Statistics), 0o777); err != nil {
		t.Fatal(err)
	}
	noise := make([]byte, 1<<20)
	_, _ = rand.NewChaCha8([32]byte{}).Read(noise)
	for name, content := range map[string][]byte{
		"none": {}, "noise": noise, "zeros": make([]byte, freeSize+1),
	} {
		sha, err := Put(dir, Statistics, content)
		if err != nil {
			t.Fatal(name, err)
		}
		if back, err := Read(dir, Statistics, sha); err != nil || !bytes.Equal(back, content) {
			t.Errorf("%s: %d bytes, %v", name, len(back), err)
		}
	}
}
