package data

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"image"
	"image/color"
	"image/jpeg"
	"image/png"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/spbench/spbench/harness/sp"
)

// painted writes an image of w×h pixels.
func painted(t *testing.T, path string, w, h int, at func(x, y int) color.RGBA) {
	t.Helper()
	m := image.NewRGBA(image.Rect(0, 0, w, h))
	for y := range h {
		for x := range w {
			m.SetRGBA(x, y, at(x, y))
		}
	}
	check(t, os.MkdirAll(filepath.Dir(path), 0o777))
	file, err := os.Create(path)
	check(t, err)
	defer file.Close()
	if filepath.Ext(path) == ".jpg" {
		err = jpeg.Encode(file, m, nil)
	} else {
		err = png.Encode(file, m)
	}
	check(t, err)
}

var black, white, grey = color.RGBA{A: 255}, color.RGBA{255, 255, 255, 255},
	color.RGBA{128, 128, 128, 255}

// halves is white on the right of the column at, black on its left.
func halves(at int) func(x, y int) color.RGBA {
	return func(x, y int) color.RGBA {
		if x < at {
			return black
		}
		return white
	}
}

const blackAndWhite = `"labels":{"horse":"#ffffff","background":"#000000"}`

func images(dir, args string) []byte {
	return fmt.Appendf(nil, `{"path":%q,"masks":%q,%s}`, dir+"/photos", dir+"/masks", args)
}

func TestImagesGrid(t *testing.T) {
	dir := t.TempDir()
	for _, name := range []string{"b.png", "a.jpg"} {
		painted(t, dir+"/photos/"+name, 3, 2, halves(1))
	}
	painted(t, dir+"/masks/a.png", 3, 2, halves(1))
	painted(t, dir+"/masks/b.png", 3, 2, func(x, y int) color.RGBA {
		if x == 0 {
			return grey
		}
		return halves(2)(x, y)
	})
	d := load(t, ImagesName,
		string(images(dir, blackAndWhite+
			`,"neighbours":8,"position":true,"others":"unknown","folds":2`)))
	a, b := &d.Instances[0], &d.Instances[1]
	void := load(t, ImagesName, string(images(dir, blackAndWhite+
		`,"neighbours":8,"position":true,"others":"void","folds":2`)))
	if d.Void || !void.Void || d.Hash == void.Hash || !slices.Equal(void.Instances[1].Gold, b.Gold) {
		t.Errorf("others: void gives %+v", void)
	}
	if d.K != 2 || !slices.Equal(d.Labels, []string{"background", "horse"}) ||
		!slices.Equal(d.Fold, []int{0, 1}) || a.ID != "a" || d.NodeWidth != 6 {
		t.Errorf("%+v", d)
	}
	if !slices.Equal(a.Gold, []int32{0, 1, 1, 0, 1, 1}) ||
		!slices.Equal(b.Gold, []int32{sp.Unknown, 0, 1, sp.Unknown, 0, 1}) ||
		a.Shape != [2]int{2, 3} || a.Size != nil {
		t.Errorf("labels %v and %v", a.Gold, b.Gold)
	}
	if row := b.Node.DenseRow(5); !slices.Equal(row, []float32{1, 1, 1, 1, 1, 1}) {
		t.Errorf("the last pixel is %v", row)
	}
	if row := b.Node.DenseRow(1); !slices.Equal(row, []float32{1, 1, 1, 0, 0.5, 1}) {
		t.Errorf("pixel 1 is %v", row)
	}
	if len(a.Edges) != 7+4 {
		t.Errorf("%d edges", len(a.Edges))
	}
	// 6 of the 11 edges cross the border: exp(−11/12), diagonals less; the others are alike.
	for i, e := range b.Edges {
		crosses := (e.U%3 == 0) != (e.V%3 == 0)
		diagonal := e.U/3 != e.V/3 && e.U%3 != e.V%3
		if row := b.Edge.DenseRow(i); row[0] != 1 || (row[1] < 0.5) != crosses ||
			!crosses && (row[1] < 1) != diagonal {
			t.Errorf("edge %v has %v", e, row)
		}
	}
}

// A scaled image is within the limit of pixels. Each of its pixels has the label of the mask pixels
// it covers.
func TestImagesScaled(t *testing.T) {
	dir := t.TempDir()
	painted(t, dir+"/photos/a.png", 10, 6, halves(5))
	painted(t, dir+"/masks/a.png", 10, 6, halves(5))
	d := load(t, ImagesName, string(images(dir, blackAndWhite+`,"pixels":16`)))
	x := &d.Instances[0]
	if x.Shape != [2]int{3, 5} || len(x.Edges) != 22 {
		t.Fatalf("%v with %d edges", x.Shape, len(x.Edges))
	}
	if !slices.Equal(x.Gold[:5], []int32{0, 0, 0, 1, 1}) || x.Size[2] != 4 ||
		!slices.Equal(x.Mixed[4:6], []float64{2, 2}) {
		t.Errorf("labels %v, sizes %v, true labels %v", x.Gold[:5], x.Size[:5], x.Mixed[:10])
	}
	for _, size := range [][3]int{{1, 1000, 7}, {1000, 1, 7}, {7, 3, 1}, {100, 100, 99}} {
		if r, c := scaled(size[0], size[1], size[2]); r < 1 || c < 1 || r*c > size[2] {
			t.Errorf("scaled %v: %d×%d", size, r, c)
		}
	}
}

func TestImagesSuperpixels(t *testing.T) {
	ownCache(t, t.TempDir())
	dir := t.TempDir()
	painted(t, dir+"/photos/a.png", 60, 40, halves(30))
	painted(t, dir+"/masks/a.jpg", 60, 40, halves(30))
	d := load(t, ImagesName, string(images(dir, blackAndWhite+`,"superpixels":20,"tolerance":60`)))
	x := &d.Instances[0]
	if x.N() < 10 || x.N() > 40 || d.EdgeWidth == 0 || !d.Standardise ||
		!slices.Contains(x.Gold, 1) || !slices.Contains(x.Gold, 0) {
		t.Errorf("%d superpixels %v", x.N(), x.Gold)
	}
	lines := load(t, FileName, string(fileOf(t, d)))
	if lines.Hash != d.Hash {
		t.Error("the converted dataset differs")
	}
	if p, err := lines.Pixels(0); err != nil || p.Width != 60 || len(p.Variable) != 2400 {
		t.Errorf("picture of the converted dataset: %v", err)
	}
	if p, err := d.Pixels(0); err != nil || p.Width != 60 || len(p.Variable) != 2400 {
		t.Errorf("picture: %v", err)
	}
}

func TestBrokenImages(t *testing.T) {
	for _, c := range []struct {
		what, args string
		mask       string
		wide       int
		parts      string
	}{
		{"no folders", `{}`, "", 0, "which folders?"},
		{"no mask", blackAndWhite, "b.png", 4,
			"photos/a.png has no mask: want  & masks/a.png, .jpg, .jpeg, .tif"},
		{"another size", blackAndWhite, "a.png", 5,
			"photos/a.png has 4×3 pixels, its mask  & masks/a.png has 5×3"},
		{"another colour", `"labels":{"a":"#000000","b":"#fffffe"}`, "a.png", 4,
			"masks/a.png: pixel (2, 0) has the colour #ffffff, which is no label's (tolerance: 0)\n" +
				"hint: correct labels"},
		{"colours of JPEG", blackAndWhite, "a.jpg", 4,
			"which is no label's & hint: JPEG changes colours"},
		{"no labels", `"pixels":9`, "a.png", 4, "labels: want the colour of two labels or more " +
			"& pixels of 1 masks: #000000 (6), #ffffff (6)"},
		{"no colour", `"labels":{"a":"black","b":255}`, "a.png", 4,
			"labels: a: want a colour such as & got black"},
		{"a colour twice", `"labels":{"a":"#ffffff","b":255}`, "a.png", 4,
			"labels: a and b have the same colour, #ffffff"},
		{"neighbours", blackAndWhite + `,"neighbours":6`, "a.png", 4,
			"neighbours is 6, must be 4 or 8"},
		{"too many superpixels", blackAndWhite + `,"superpixels":50`, "a.png", 4,
			"photos/a.png: 4×3 pixels are too few for 50 superpixels"},
		{"an unknown argument", blackAndWhite + `,"neighbors":4`, "a.png", 4,
			`unknown parameter "neighbors": did you mean "neighbours"?`},
	} {
		dir := t.TempDir()
		args := []byte(c.args)
		if c.mask != "" {
			args = images(dir, c.args)
			painted(t, dir+"/photos/a.png", 4, 3, halves(2))
			painted(t, dir+"/masks/"+c.mask, c.wide, 3, halves(2))
		}
		_, err := Load(ImagesName, args, "")
		wantError(t, c.what, err, c.parts, "data: images: ")
	}
	dir := t.TempDir()
	painted(t, dir+"/photos/a.png", 4, 3, halves(2))
	putFile(t, dir, "masks/a.png", []byte("no image"))
	_, err := Load(ImagesName, images(dir, blackAndWhite), "")
	wantError(t, "no image", err, "masks/a.png is not a complete PNG, JPEG, TIFF, BMP or GIF image")
	painted(t, dir+"/photos/a.jpg", 4, 3, halves(2))
	_, err = Load(ImagesName, images(dir, blackAndWhite), "")
	wantError(t, "two of one name", err, "two images whose names differ only in the ending")
	_, err = Load(ImagesName, images(dir+"/nothing", blackAndWhite), "")
	wantError(t, "no folder", err, "nothing/masks: no such file")
}

// TestImageNames: IDs are names of files, and travel as UTF-8: é and è of Latin-1 would become one.
func TestImageNames(t *testing.T) {
	dir := t.TempDir()
	painted(t, dir+"/photos/a.png", 4, 3, halves(2))
	painted(t, dir+"/masks/a.png", 4, 3, halves(2))
	latin := dir + "/photos/caf\xe9.png"
	if err := os.WriteFile(latin, nil, 0o666); err != nil {
		t.Skip("this file system has only names in UTF-8:", err)
	}
	_, err := Load(ImagesName, images(dir, blackAndWhite), "")
	wantError(t, "a photograph", err, fmt.Sprintf("%q: the name of an image must be UTF-8", latin))
	check(t, os.Rename(latin, dir+"/masks/b\xff.png"))
	_, err = Load(ImagesName, images(dir, blackAndWhite), "")
	wantError(t, "a mask", err, `b\xff.png": the name of an image must be UTF-8`)
	check(t, os.Rename(dir+"/masks/b\xff.png", dir+"/masks/b\xff.txt"))
	d, err := Load(ImagesName, images(dir, blackAndWhite), "")
	check(t, err)
	check(t, os.Rename(dir+"/masks/b\xff.txt", latin))
	_, err = d.ReadUnlabelled(images(dir, blackAndWhite), dir+"/photos")
	wantError(t, "images to label", err, "must be UTF-8")
}

// Any two files are read as an image and its mask, or give an error.
func FuzzImages(f *testing.F) {
	dir := f.TempDir()
	file := func(t *testing.T, name string, content []byte) string {
		putFile(t, dir, name, content)
		return filepath.Join(dir, name)
	}
	var b bytes.Buffer
	check(f, png.Encode(&b, image.NewGray(image.Rect(0, 0, 5, 3))))
	f.Add(b.Bytes(), b.Bytes(), 7)
	pages, _ := stack(2, 5, 3)
	f.Add(tiffOf(binary.LittleEndian, pages, nil), tiffOf(binary.BigEndian, pages[:1], nil), 7)
	palette := image.NewPaletted(image.Rect(0, 0, 5, 3), color.Palette{color.Black, color.White})
	f.Add(encodedBy(f, palette, ".gif"), encodedBy(f, palette, ".bmp"), 7)
	l := must((&imagesArgs{Labels: []byte(`{"a":0,"b":255}`), Tolerance: 9}).readLabelColours())(f)
	f.Fuzz(func(t *testing.T, photo, mask []byte, pixels int) {
		a := imagesDefaults
		a.Pixels, a.Others, a.Neighbours = 1+(pixels&1023), "unknown", 4+pixels&4
		p := imagePair{"x", file(t, "photo.png", photo), file(t, "mask.png", mask), pixels & 1}
		m, err := a.instance(&ownImage{p, l, true, ""})
		if err != nil {
			return
		}
		x := m.instance("x", 2)
		check(t, x.Check())
	})
}
