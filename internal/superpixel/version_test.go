package superpixel

import (
	"crypto/sha256"
	"fmt"
	"os"
	"path/filepath"
	"testing"
)

// A change of any file of the package is another version.
func TestVersionIsOfAllFiles(t *testing.T) {
	files, err := filepath.Glob("*.go")
	if err != nil {
		t.Fatal(err)
	}
	sum := sha256.New()
	for _, name := range files {
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		sum.Write(text)
	}
	if want := fmt.Sprintf("%x", sum.Sum(nil)); Version() != want {
		t.Errorf("version %s, the files are %s", Version(), want)
	}
}
