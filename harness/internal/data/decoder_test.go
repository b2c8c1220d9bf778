package data

import (
	"crypto/sha256"
	"fmt"
	"runtime"
	"testing"

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
	d := superpixel.Divide(superpixel.NewImage(m), 40)
	if runtime.GOARCH == "amd64" && d.N != regions {
		t.Errorf("%d superpixels, want %d", d.N, regions)
	}
}

// TestPublishedPhotographs: the content of the published photographs is the one of the shipped
// results.
func TestPublishedPhotographs(t *testing.T) {
	published(t)
	for _, c := range []struct{ name, args, hash string }{
		{"grabcut", "", "e215b2bb6151"}, {"stanford", `{"pixels":1000,"void":false}`, "db8b665190fa"},
	} {
		if d := must(Load(c.name, []byte(c.args), ""))(t); d.Hash[:12] != c.hash {
			t.Errorf("%s %s has the hash %s, want %s…", c.name, c.args, d.Hash, c.hash)
		}
	}
}
