package data

import (
	"crypto/sha256"
	"errors"
	"fmt"
	"io/fs"
	"runtime"
	"testing"

	"github.com/spbench/spbench"
	"github.com/spbench/spbench/harness/internal/data/raster"
	"github.com/spbench/spbench/harness/internal/jpeg"
	"github.com/spbench/spbench/harness/internal/longtest"
	"github.com/spbench/spbench/harness/internal/superpixel"
)

// TestDecoderIsPinned: the pixels of a JPEG file are those of libjpeg-turbo 2.1.5. Other pixels
// make other superpixels, and other hashes of datasets of photographs. No published dataset may
// change without a word.
func TestDecoderIsPinned(t *testing.T) {
	const pixels, regions = "f09df4fce5c6692a371ca622cd4fd326a1c3abfc630889ba52e533df5de42aa4", 46
	m := unscaled(must(raster.ReadImage("testdata/golden.jpg", 0, mostPixels))(t))
	if have := fmt.Sprintf("%x", sha256.Sum256(m.Pix)); have != pixels {
		t.Errorf("%s: the pixels have the hash %s, want %s", jpeg.Version, have, pixels)
	}
	for size, want := range map[[2]int]string{{40, 30}: "97675ec01b9c", {97, 61}: "9985a2fe211a",
		{300, 200}: "aa2e88d7dc73", {1, 1}: "ee8c398476e4"} {
		small := superpixel.Resample(m, size[0], size[1])
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

// TestPublishedContents: the contents of the published files are pinned.
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
		{"stanford", `{"pixels":1000,"void":false}`, "c629ba115913", true},
		{"ud_english_ewt", "", "9f8fbce77639", true}, {"mnist", "", "9851b0e19579", true},
		{"silhouettes", "", "78facfdcd22b", true}, {"horses", "", "bc6de66b1c72", true},
		{"stanford", "", "4b51051740ab", true},
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
