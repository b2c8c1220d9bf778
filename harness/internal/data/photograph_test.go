package data

import (
	"bytes"
	"encoding/gob"
	"image/color"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"testing"
)

// keptFiles lists the cache of the test.
func keptFiles(t *testing.T) []string {
	t.Helper()
	return must(filepath.Glob(filepath.Join(openCache("superpixels").dir, "*")))(t)
}

// The cache returns the computed segments. After damage, or for a different file or number of
// superpixels, they are computed again.
func TestHorsesCache(t *testing.T) {
	const args = `{"superpixels":60}`
	p := newPaddock(t)
	fresh := p.loaded(t, args)
	files := keptFiles(t)
	if len(files) != 3 {
		t.Fatalf("the cache has %q", files)
	}
	if again := p.loaded(t, args); again.Hash != fresh.Hash ||
		!slices.EqualFunc(again.Outside, fresh.Outside, slices.Equal) {
		t.Error("the cached dataset differs")
	}

	// It is read at all: a valid content under the same key is believed.
	content := openCache("superpixels").recall(filepath.Base(files[0]))
	var g pixelGraph
	check(t, gob.NewDecoder(bytes.NewReader(content)).Decode(&g))
	g.Size[0]++
	check(t, openCache("superpixels").keep(filepath.Base(files[0]), encoded(&g)))
	if d := p.loaded(t, args); d.Hash == fresh.Hash {
		t.Error("the cache is not read")
	}

	stored := must(os.ReadFile(files[0]))(t)
	flipped := slices.Clone(stored)
	flipped[len(flipped)/2] ^= 4
	for name, damaged := range map[string][]byte{"bit": flipped, "half": stored[:len(stored)/2],
		"empty": {}, "head": stored[:40]} {
		check(t, os.WriteFile(files[0], damaged, 0o666))
		if d := p.loaded(t, args); d.Hash != fresh.Hash {
			t.Errorf("%s: a damaged cache changes the dataset", name)
		}
		if now := keptFiles(t); !slices.Equal(now, files) ||
			openCache("superpixels").recall(filepath.Base(files[0])) == nil {
			t.Errorf("%s: the cache is not repaired: %q", name, now)
		}
	}

	p.loaded(t, `{"superpixels":50}`)
	if n := len(keptFiles(t)); n != 6 {
		t.Errorf("%d contents for two numbers of superpixels", n)
	}
	p.put(t, "rgb/horse003.jpg", picture(180, 150, 2, color.RGBA{90, 60, 40, 255},
		color.RGBA{60, 140, 60, 255}))
	d := p.loaded(t, args)
	if n := len(keptFiles(t)); n != 7 || d.Hash == fresh.Hash {
		t.Errorf("%d contents; another photograph changes the dataset: %v", n, d.Hash != fresh.Hash)
	}
	if len(d.Warnings) != 1 {
		t.Errorf("a changed folder gives the warnings %q", d.Warnings)
	}
}

func TestHorsesOnAnyNumberOfProcessors(t *testing.T) {
	p := newPaddock(t)
	ownCache(t, "")
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(0))
	hashes := map[string]int{}
	for _, n := range []int{1, 2, 5} {
		runtime.GOMAXPROCS(n)
		hashes[p.loaded(t, `{"superpixels":60}`).Hash] = n
	}
	if len(hashes) != 1 {
		t.Errorf("other numbers of processors give other datasets: %v", hashes)
	}
}

// A quick look divides only the photographs in use; they are those of the whole dataset. Each has
// its own place in the cache.
func TestPhotographsInUse(t *testing.T) {
	for _, c := range []struct {
		p    *paddock
		args string
		used []int
	}{{newPaddock(t), `{"superpixels":60}`, []int{1}}, {newScenes(t, 14), fewScenes, nil}} {
		ownCache(t, t.TempDir())
		var told *Dataset
		c.p.entry.use = func(d *Dataset) []int {
			if told = d; c.used == nil { // two of each fold
				for f := range 2 {
					i := slices.Index(d.Fold, f)
					c.used = append(c.used, i, i+1+slices.Index(d.Fold[i+1:], f))
				}
			}
			return c.used
		}
		few := c.p.loaded(t, c.args)
		if n := len(keptFiles(t)); n != len(c.used) || len(told.Instances) != len(few.Instances) {
			t.Errorf("%s: %d photographs are divided, want %d", told.Name, n, len(c.used))
		}
		c.p.entry.use = nil
		all := c.p.loaded(t, c.args)
		if n := len(keptFiles(t)); n != len(all.Instances) || few.Hash == all.Hash {
			t.Errorf("%s: of %d photographs %d are divided", told.Name, len(all.Instances), n)
		}
		for i := range all.Instances {
			x, y := &few.Instances[i], &all.Instances[i]
			if x.ID != y.ID || slices.Contains(c.used, i) != slices.Equal(x.Gold, y.Gold) ||
				slices.Contains(c.used, i) != slices.Equal(x.Edge.Dense, y.Edge.Dense) {
				t.Errorf("%s: %s has labels %v, want %v", told.Name, x.ID, x.Gold, y.Gold)
			}
			if !slices.Contains(c.used, i) && !slices.Equal(x.Size, []float64{0}) {
				t.Errorf("%s: the stand-in of %s has sizes %v", told.Name, x.ID, x.Size)
			}
		}
	}
}
