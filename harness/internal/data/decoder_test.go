package data

import (
	"crypto/sha256"
	"errors"
	"fmt"
	"io/fs"
	"runtime"
	"testing"

	"github.com/spbench/spbench"
	"github.com/spbench/spbench/harness/internal/longtest"
	"github.com/spbench/spbench/harness/internal/superpixel"
)

// TestDecoderIsPinned: the pixels of a JPEG file are those of Go 1.26. Other pixels make other
// superpixels, and other hashes of datasets of photographs. Then say so in docs/data.md and in the
// changelog. No published dataset may change without a word.
func TestDecoderIsPinned(t *testing.T) {
	const pixels, regions = "c7f36ce5d37d37cddbbffa2dded2f654b022959cc31449d74cd8c129d2f72d1f", 47
	m := unscaled(must(readImage("testdata/golden.jpg", mostPixels))(t))
	if have := fmt.Sprintf("%x", sha256.Sum256(m.Pix)); have != pixels {
		t.Errorf("%s decodes JPEG otherwise: the pixels have the hash %s, want %s", runtime.Version(),
			have, pixels)
	}
	for size, want := range map[[2]int]string{{40, 30}: "b31e47827ecf", {97, 61}: "f23458489495",
		{300, 200}: "9aee325760e3", {1, 1}: "a51455e41b6f"} {
		small := resample(m, size[0], size[1])
		if have := fmt.Sprintf("%x", sha256.Sum256(small.Pix))[:12]; have != want &&
			spbench.Arithmetic() == "" {
			t.Errorf("%v: the pixels have the hash %s, want %s", size, have, want)
		}
	}
	d := superpixel.Divide(superpixel.NewImage(m), 40)
	if runtime.GOARCH == "amd64" && d.N != regions {
		t.Errorf("%d superpixels, want %d", d.N, regions)
	}
}

// TestPublishedContents: the contents of the published files are those of the shipped results.
func TestPublishedContents(t *testing.T) {
	published(t)
	if a := spbench.Arithmetic(); a != "" {
		t.Skipf("SKIPPED: %s rounds otherwise", a)
	}
	for _, c := range []struct {
		name, args, hash string
		slow             bool
	}{
		{"grabcut", "", "e215b2bb6151", false}, {"ocr", "", "2135db21c1f4", false},
		{"stanford", `{"pixels":1000,"void":false}`, "db8b665190fa", false},
		{"ud_english_ewt", "", "9f8fbce77639", false}, {"mnist", "", "9851b0e19579", true},
		{"silhouettes", "", "78facfdcd22b", true}, {"horses", "", "357b766e4027", true},
		{"stanford", "", "6fea4f45612c", true},
	} {
		if c.slow && !longtest.Enabled() {
			t.Logf("SKIPPED: %s takes long: set SPBENCH_LONG=1", c.name)
			continue
		}
		d, err := Load(c.name, []byte(c.args), "")
		if errors.Is(err, fs.ErrNotExist) {
			t.Log("SKIPPED: ", err)
		} else if err != nil || d.Hash[:12] != c.hash || len(d.Warnings) > 0 {
			t.Errorf("%s %s is not the published content: %+v, %v", c.name, c.args, d, err)
		}
	}
}
