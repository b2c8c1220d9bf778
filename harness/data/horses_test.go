package data

import (
	"bytes"
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"image"
	"image/color"
	"image/jpeg"
	"io/fs"
	"math"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"
)

// A paddock is a small folder of horses, which are brown squares on green ground.
type paddock struct {
	dir   string
	entry Entry
}

// newPaddock writes three photographs and their masks, and gives the test a cache
// of its own.
func newPaddock(t *testing.T) *paddock {
	t.Helper()
	t.Setenv("XDG_CACHE_HOME", t.TempDir())
	t.Setenv("HOME", t.TempDir())
	p := &paddock{dir: t.TempDir(), entry: horsesEntry}
	f := File{Path: "weizmann_horse"}
	for _, folder := range []string{"figure_ground", "rgb"} {
		for i := range 3 {
			f.Names = append(f.Names, fmt.Sprintf("%s/horse%03d.jpg", folder, i+1))
		}
	}
	p.entry.Files = []File{f}
	for i := range 3 {
		p.put(t, f.Names[i], picture(120, 80+10*i, i, color.White, color.Black))
		p.put(t, f.Names[3+i], picture(180, 3*(80+10*i)/2, i, color.RGBA{130, 70, 40, 255}, color.RGBA{60, 140, 60, 255}))
	}
	_, sum, err := readFolder(p.dir, p.entry, f)
	if err != nil {
		t.Fatal(err)
	}
	p.entry.Files[0].SHA256 = sum
	return p
}

// picture paints a horse: the middle third of each side, and i pixels more.
func picture(w, h, i int, horse, ground color.Color) *image.RGBA {
	m := image.NewRGBA(image.Rect(0, 0, w, h))
	for y := range h {
		for x := range w {
			m.Set(x, y, ground)
			if x >= w/3 && x < 2*w/3+i && y >= h/3 && y < 2*h/3 {
				m.Set(x, y, horse)
			}
		}
	}
	return m
}

func (p *paddock) path(name string) string {
	return filepath.Join(p.dir, "weizmann_horse", filepath.FromSlash(name))
}

// put writes a JPEG file.
func (p *paddock) put(t *testing.T, name string, m image.Image) {
	t.Helper()
	var out bytes.Buffer
	if err := jpeg.Encode(&out, m, &jpeg.Options{Quality: 95}); err != nil {
		t.Fatal(err)
	}
	p.write(t, name, out.Bytes())
}

func (p *paddock) write(t *testing.T, name string, content []byte) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(p.path(name)), 0o777); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(p.path(name), content, 0o666); err != nil {
		t.Fatal(err)
	}
}

// load returns the dataset after the checks that Load makes.
func (p *paddock) load(args string) (*Dataset, error) {
	d, err := p.entry.load(p.entry, []byte(args), p.dir)
	if err == nil {
		if err = d.check(); err == nil {
			d.Hash = d.contentHash()
		}
	}
	return d, err
}

func (p *paddock) loaded(t *testing.T, args string) *Dataset {
	t.Helper()
	d, err := p.load(args)
	if err != nil {
		t.Fatal(err)
	}
	return d
}

func TestHorses(t *testing.T) {
	p := newPaddock(t)
	d := p.loaded(t, `{"superpixels":60}`)
	if len(d.Instances) != 3 || d.K != 2 || d.NodeWidth != 70 || d.EdgeWidth != 6 || !d.Standardise || len(d.Outside) != 3 || len(d.Warnings) != 0 {
		t.Fatalf("%d instances, %d labels, widths %d and %d, warnings %q", len(d.Instances), d.K, d.NodeWidth, d.EdgeWidth, d.Warnings)
	}
	for i := range d.Instances {
		x, w, h := &d.Instances[i], 120, 80+10*i
		if want := fmt.Sprintf("horse%03d", i+1); x.ID != want || x.N() < 30 || x.N() > 90 {
			t.Errorf("%s has %d superpixels, want %s", x.ID, x.N(), want)
		}
		pixels, err := d.Pixels(i)
		if err != nil {
			t.Fatal(err)
		}
		if pixels.Width != w || pixels.Height != h || pixels.Photo.Bounds() != image.Rect(0, 0, w, h) {
			t.Errorf("%s: %d×%d pixels, want those of the mask, %d×%d", x.ID, pixels.Width, pixels.Height, w, h)
		}
		size, horse := make([]float64, x.N()), make([]float64, x.N())
		box := make([]bool, x.N())
		for q, k := range pixels.Variable {
			size[k]++
			if a, b := q%w, q/w; a >= w/3 && a < 2*w/3+i && b >= h/3 && b < 2*h/3 {
				horse[k]++
				box[k] = true
			}
		}
		if !slices.Equal(size, x.Size) {
			t.Errorf("%s: the sizes are not those of the regions", x.ID)
		}
		for k, gold := range x.Gold {
			// Where a third of the pixels is in doubt JPEG may decide.
			if share := horse[k] / size[k]; gold == 1 && share < 1.0/3 || gold == 0 && share > 2.0/3 {
				t.Errorf("%s: superpixel %d has label %d, %v of it is horse", x.ID, k, gold, share)
			}
			// A square fills its box.
			if d.Outside[i][k] == box[k] {
				t.Errorf("%s: superpixel %d: outside %v, %v of it is horse", x.ID, k, d.Outside[i][k], horse[k]/size[k])
			}
		}
		for _, v := range x.Edge.Dense {
			if v < 0 {
				t.Errorf("%s: edge feature %v", x.ID, v)
			}
		}
	}
}

func TestHorsesFeatures(t *testing.T) {
	p := newPaddock(t)
	all := p.loaded(t, `{"superpixels":60,"features":["colour","texture","position","contrast","saliency"]}`)
	some := p.loaded(t, `{"superpixels":60,"features":["texture","saliency"]}`)
	if all.NodeWidth != 74 || some.NodeWidth != 25 || p.loaded(t, `{"superpixels":60,"features":[]}`).NodeWidth != 1 {
		t.Fatalf("%d and %d columns, want 74 and 25", all.NodeWidth, some.NodeWidth)
	}
	for k := range all.Instances[1].N() {
		row := all.Instances[1].Node.DenseRow(k)
		if want := slices.Concat(row[34:54], row[69:74]); !slices.Equal(some.Instances[1].Node.DenseRow(k), want) {
			t.Errorf("superpixel %d: %v, want %v", k, some.Instances[1].Node.DenseRow(k), want)
		}
	}
}

func TestHorsesArguments(t *testing.T) {
	p := newPaddock(t)
	for args, want := range map[string]string{
		`{"superpixels":19}`:               "superpixels is 19, must be 20..500",
		`{"superpixels":501}`:              "superpixels is 501",
		`{"features":["colour","weight"]}`: `features has "weight", must have each at most once of colour, texture, position, contrast, saliency`,
		`{"features":["colour","colour"]}`: `features has "colour"`,
		`{"superpixel":200}`:               `"superpixel"`,
		`{"features":"colour"}`:            "features",
	} {
		_, err := p.load(args)
		wantError(t, args, err, want)
	}
}

// Every way in which a file can be wrong is an error that names it.
func TestHorsesErrors(t *testing.T) {
	const mask, photo = "figure_ground/horse002.jpg", "rgb/horse002.jpg"
	for name, test := range map[string]struct {
		bend func(t *testing.T, p *paddock)
		want []string
	}{
		"missing photo": {func(t *testing.T, p *paddock) { remove(t, p.path(photo)) },
			[]string{"no file weizmann_horse/" + photo, "the given data folder", "download " + horsesURL, "put its folders figure_ground and rgb into", "SPBENCH_DATA"}},
		"missing mask": {func(t *testing.T, p *paddock) { remove(t, p.path(mask)) }, []string{"no file weizmann_horse/" + mask}},
		"half a photo": {func(t *testing.T, p *paddock) {
			content, err := os.ReadFile(p.path(photo))
			if err != nil {
				t.Fatal(err)
			}
			p.write(t, photo, content[:len(content)/2])
		}, []string{photo + " is not a whole JPEG picture", "download it again"}},
		"empty mask": {func(t *testing.T, p *paddock) { p.write(t, mask, nil) }, []string{mask + " is not a whole JPEG picture"}},
		"web page":   {func(t *testing.T, p *paddock) { p.write(t, photo, []byte("<html>moved</html>")) }, []string{photo + " is not a whole JPEG picture"}},
		"another picture": {func(t *testing.T, p *paddock) { p.put(t, mask, picture(80, 120, 0, color.White, color.Black)) },
			[]string{photo + " has 180×135 pixels and its mask " + mask + " 80×120: these are not the same picture"}},
		"no horse": {func(t *testing.T, p *paddock) { p.put(t, mask, picture(120, 90, 0, color.Black, color.Black)) },
			[]string{mask + ": the mask has no pixel of the object"}},
		"too small": {func(t *testing.T, p *paddock) { p.put(t, mask, picture(12, 9, 0, color.White, color.Black)) },
			[]string{photo + ": 12×9 pixels are too few for 60 superpixels, 9 each are needed"}},
		"a folder": {func(t *testing.T, p *paddock) {
			remove(t, p.path(photo))
			if err := os.Mkdir(p.path(photo), 0o777); err != nil {
				t.Fatal(err)
			}
		}, []string{photo}},
	} {
		t.Run(name, func(t *testing.T) {
			p := newPaddock(t)
			test.bend(t, p)
			_, err := p.load(`{"superpixels":60}`)
			wantError(t, name, err, test.want...)
		})
	}
}

func remove(t *testing.T, path string) {
	t.Helper()
	if err := os.Remove(path); err != nil {
		t.Fatal(err)
	}
}

// keptFiles lists the cache of the test.
func keptFiles(t *testing.T) []string {
	t.Helper()
	list, err := filepath.Glob(filepath.Join(openCache("superpixels").dir, "*"))
	if err != nil {
		t.Fatal(err)
	}
	return list
}

// What comes from the cache is what was computed; damage, another file and other
// superpixels are computed anew.
func TestHorsesCache(t *testing.T) {
	const args = `{"superpixels":60}`
	p := newPaddock(t)
	fresh := p.loaded(t, args)
	files := keptFiles(t)
	if len(files) != 1 {
		t.Fatalf("the cache has %q", files)
	}
	if again := p.loaded(t, args); again.Hash != fresh.Hash || !slices.EqualFunc(again.Outside, fresh.Outside, slices.Equal) {
		t.Error("the cached dataset differs")
	}

	// It is read at all: a valid content under the same key is believed.
	content := openCache("superpixels").recall(filepath.Base(files[0]))
	s, err := decodeSegments(content)
	if err != nil {
		t.Fatal(err)
	}
	s.Size[0]++
	if err := openCache("superpixels").keep(filepath.Base(files[0]), s.encode()); err != nil {
		t.Fatal(err)
	}
	if d := p.loaded(t, args); d.Instances[0].Size[0] != fresh.Instances[0].Size[0]+1 {
		t.Error("the cache is not read")
	}

	stored, err := os.ReadFile(files[0])
	if err != nil {
		t.Fatal(err)
	}
	flipped := slices.Clone(stored)
	flipped[len(flipped)/2] ^= 4
	for name, damaged := range map[string][]byte{"bit": flipped, "half": stored[:len(stored)/2], "empty": {}, "head": stored[:40]} {
		if err := os.WriteFile(files[0], damaged, 0o666); err != nil {
			t.Fatal(err)
		}
		if d := p.loaded(t, args); d.Hash != fresh.Hash {
			t.Errorf("%s: a damaged cache changes the dataset", name)
		}
		if now := keptFiles(t); !slices.Equal(now, files) || openCache("superpixels").recall(filepath.Base(files[0])) == nil {
			t.Errorf("%s: the cache is not repaired: %q", name, now)
		}
	}

	p.loaded(t, `{"superpixels":50}`)
	if n := len(keptFiles(t)); n != 2 {
		t.Errorf("%d contents for two numbers of superpixels", n)
	}
	p.put(t, "rgb/horse003.jpg", picture(180, 150, 2, color.RGBA{90, 60, 40, 255}, color.RGBA{60, 140, 60, 255}))
	d := p.loaded(t, args)
	if n := len(keptFiles(t)); n != 3 || d.Hash == fresh.Hash {
		t.Errorf("%d contents; another photograph changes the dataset: %v", n, d.Hash != fresh.Hash)
	}
	if len(d.Warnings) != 1 {
		t.Errorf("a changed folder gives the warnings %q", d.Warnings)
	}
}

// Without a cache folder, and with one that cannot be written, loading works.
func TestHorsesWithoutCache(t *testing.T) {
	p := newPaddock(t)
	want := p.loaded(t, `{"superpixels":60}`).Hash
	file := filepath.Join(t.TempDir(), "file")
	if err := os.WriteFile(file, nil, 0o666); err != nil {
		t.Fatal(err)
	}
	for _, dir := range []string{"", file} {
		t.Setenv("XDG_CACHE_HOME", dir)
		t.Setenv("HOME", dir)
		if d := p.loaded(t, `{"superpixels":60}`); d.Hash != want {
			t.Errorf("cache %q: another dataset", dir)
		}
	}
}

func TestHorsesOnAnyNumberOfProcessors(t *testing.T) {
	p := newPaddock(t)
	photos, _, err := readPhotographs(p.dir, p.entry)
	if err != nil {
		t.Fatal(err)
	}
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(0))
	var first []byte
	for _, n := range []int{1, 2, 5} {
		runtime.GOMAXPROCS(n)
		s, err := horsesArgs{Superpixels: 60}.segment(photos)
		if err != nil {
			t.Fatal(err)
		}
		if content := s.encode(); first == nil {
			first = content
		} else if !bytes.Equal(content, first) {
			t.Errorf("%d processors give another dataset", n)
		}
	}
}

func TestPixelsOfChangedFiles(t *testing.T) {
	p := newPaddock(t)
	d := p.loaded(t, `{"superpixels":60}`)
	p.put(t, "figure_ground/horse001.jpg", picture(300, 200, 0, color.White, color.Black))
	if _, err := d.Pixels(0); err != nil && !errors.Is(err, fs.ErrNotExist) {
		wantError(t, "changed", err, "rgb/horse001.jpg has changed since it was read", "data: horses: ")
	}
	remove(t, p.path("rgb/horse001.jpg"))
	_, err := d.Pixels(0)
	wantError(t, "removed", err, "no file weizmann_horse/rgb/horse001.jpg")
}

func TestSegmentsEncoding(t *testing.T) {
	s := &segments{Variables: []int32{2}, Edges: []int32{1}, Node: []float32{1.5, -2}, Ends: []int32{0, 1}, Edge: []float32{3},
		Gold: []int32{0, 1}, Size: []float64{4, 5}, Outside: []bool{true, false}}
	content := s.encode()
	back, err := decodeSegments(content)
	if err != nil || fmt.Sprint(back) != fmt.Sprint(s) {
		t.Errorf("%v becomes %v, %v", s, back, err)
	}
	for n := range content {
		if _, err := decodeSegments(content[:n]); err == nil {
			t.Errorf("%d of %d bytes are decoded", n, len(content))
		}
	}
}

func TestHorsesFolder(t *testing.T) {
	p := newPaddock(t)
	ctx := context.Background()
	state := func() State {
		t.Helper()
		states, err := p.entry.Verify(ctx, p.dir)
		if err != nil || len(states) != 1 {
			t.Fatal(states, err)
		}
		return states[0]
	}
	if s := state(); s.Err != nil || s.Size == 0 || s.Path != filepath.Join(p.dir, "weizmann_horse") {
		t.Errorf("%+v", s)
	}
	if _, err := p.entry.Fetch(ctx, p.dir, FetchOptions{}); err != nil {
		t.Errorf("what is there is fetched: %v", err)
	}
	p.put(t, "rgb/horse002.jpg", picture(30, 20, 0, color.Black, color.White))
	if s := state(); s.String() != "changed" {
		t.Errorf("changed: %s", s)
	} else {
		wantError(t, "changed", s.Err, "is not the published folder", p.entry.Files[0].SHA256, "6 files")
	}
	_, err := p.entry.Fetch(ctx, p.dir, FetchOptions{})
	wantError(t, "changed", err, "it is left alone")
	remove(t, p.path("rgb/horse002.jpg"))
	if s := state(); s.String() != "absent" {
		t.Errorf("absent: %s: %v", s, s.Err)
	}
	_, err = p.entry.Fetch(ctx, p.dir, FetchOptions{})
	wantError(t, "fetch", err, "data: horses: no file weizmann_horse/rgb/horse002.jpg", "download "+horsesURL+", unpack it", "archives are not unpacked here")
	if err != nil && strings.Contains(err.Error(), "spbench data fetch") {
		t.Errorf("%v says to do what it has just refused", err)
	}
	ended, cancel := context.WithCancel(ctx)
	cancel()
	if _, err := p.entry.Verify(ended, p.dir); !errors.Is(err, context.Canceled) {
		t.Errorf("%v is not context.Canceled", err)
	}
}

// The checksum of a folder is what the command line gives.
func TestFolderChecksum(t *testing.T) {
	p := newPaddock(t)
	var list bytes.Buffer
	for _, name := range p.entry.Files[0].Names {
		content, err := os.ReadFile(p.path(name))
		if err != nil {
			t.Fatal(err)
		}
		fmt.Fprintf(&list, "%x  %s\n", sha256.Sum256(content), name)
	}
	if want := fmt.Sprintf("%x", sha256.Sum256(list.Bytes())); p.entry.Files[0].SHA256 != want {
		t.Errorf("%s, want %s", p.entry.Files[0].SHA256, want)
	}
}

func TestPublishedHorses(t *testing.T) {
	if os.Getenv("SPBENCH_DATA") == "" {
		t.Skip("SKIPPED: SPBENCH_DATA is not set: the published photographs of horses are not tested")
	}
	if testing.Short() {
		t.Skip("SKIPPED: all photographs take seconds, and minutes under the race detector")
	}
	d, err := Load("horses", nil, "")
	if errors.Is(err, fs.ErrNotExist) {
		t.Skip("SKIPPED: ", err)
	}
	if err != nil {
		t.Fatal(err)
	}
	if len(d.Instances) != 328 || len(d.Warnings) > 0 {
		t.Errorf("%d photographs, warnings %q", len(d.Instances), d.Warnings)
	}
	fewest, most, horse, outside, total := math.MaxInt, 0, 0.0, 0, 0
	for i := range d.Instances {
		x := &d.Instances[i]
		fewest, most, total = min(fewest, x.N()), max(most, x.N()), total+x.N()
		var v [2]float64
		for k, gold := range x.Gold {
			v[gold] += x.Size[k]
			if d.Outside[i][k] {
				outside++
			}
		}
		horse += v[1] / (v[0] + v[1]) / float64(len(d.Instances))
	}
	t.Logf("%d to %d superpixels, mean %.1f; %.1f %% of the pixels are horse; %.1f %% of the superpixels are outside a box",
		fewest, most, float64(total)/328, 100*horse, 100*float64(outside)/float64(total))
	if fewest < 100 || most > 300 || math.Abs(horse-0.252) > 0.005 {
		t.Error("superpixels must be 100 to 300, and 25.2 % of the pixels horse")
	}
	photos, _, err := readPhotographs("", horsesEntry)
	if err != nil {
		t.Fatal(err)
	}
	right, pixels := 0.0, 0.0
	for i := 0; i < len(photos); i += 8 {
		_, mask, err := photos[i].picture()
		if err != nil {
			t.Fatal(err)
		}
		about, err := d.Pixels(i)
		if err != nil {
			t.Fatal(err)
		}
		for p, k := range about.Variable {
			pixels++
			if inObject(mask, p) == (d.Instances[i].Gold[k] == 1) {
				right++
			}
		}
	}
	t.Logf("the labels of superpixels are right for %.2f %% of the pixels", 100*right/pixels)
	if right/pixels < 0.97 {
		t.Error("less than 97 %")
	}
}

func BenchmarkLoadHorses(b *testing.B) {
	if os.Getenv("SPBENCH_DATA") == "" {
		b.Skip("SPBENCH_DATA is not set")
	}
	b.ReportAllocs()
	for b.Loop() {
		if _, err := Load("horses", nil, ""); err != nil {
			b.Fatal(err)
		}
	}
}
