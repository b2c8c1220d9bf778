package data

import (
	"bytes"
	"compress/zlib"
	"encoding/binary"
	"fmt"
	"hash/crc32"
	"image"
	"image/color"
	"image/jpeg"
	"image/png"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/spbench/spbench/harness/internal/data/raster"
)

// putImage writes a PNG file.
func putImage(t *testing.T, path string, m image.Image) {
	t.Helper()
	check(t, os.MkdirAll(filepath.Dir(path), 0o777))
	var b bytes.Buffer
	check(t, png.Encode(&b, m))
	check(t, os.WriteFile(path, b.Bytes(), 0o666))
}

// grey16 returns an image of w×h grey values.
func grey16(w, h int, at func(x, y int) int) *image.Gray16 {
	m := image.NewGray16(image.Rect(0, 0, w, h))
	for y := range h {
		for x := range w {
			m.SetGray16(x, y, color.Gray16{uint16(at(x, y))})
		}
	}
	return m
}

// Grey values of 16 bits are labels as they are, up to 255.
func TestMasksOf16Bits(t *testing.T) {
	dir := t.TempDir()
	painted(t, dir+"/photos/a.png", 4, 3, halves(2))
	mask := grey16(4, 3, func(x, y int) int { return []int{0, 1, 2, 255}[x] })
	putImage(t, dir+"/masks/a.png", mask)
	_, err := Load(ImagesName, images(dir, `"pixels":99`), "")
	wantError(t, "no labels", err, "#000000 (3), #010101 (3), #020202 (3), #ffffff (3)")
	d := load(t, ImagesName, string(images(dir, `"labels":{"d":255,"a":0,"b":1,"c":2}`)))
	if x := d.Instances[0]; !slices.Equal(x.Gold, []int32{0, 1, 2, 3, 0, 1, 2, 3, 0, 1, 2, 3}) {
		t.Errorf("labels %v", x.Gold)
	}
	_, err = Load(ImagesName, images(dir, blackAndWhite), "")
	wantError(t, "others", err, "masks/a.png: pixel (1, 0) has the colour #010101")
	mask.SetGray16(2, 1, color.Gray16{256})
	putImage(t, dir+"/masks/a.png", mask)
	_, err = Load(ImagesName, images(dir, blackAndWhite+`,"others":"unknown"`), "")
	wantError(t, "9 bits", err, "masks/a.png: pixel (2, 1) has a grey value above 255")
	deep := image.NewRGBA64(mask.Rect)
	for p := range 12 {
		deep.SetRGBA64(p%4, p/4, color.RGBA64{uint16(p), 2, 3, 65535})
	}
	putImage(t, dir+"/masks/a.png", deep)
	_, err = Load(ImagesName, images(dir, blackAndWhite), "")
	wantError(t, "colours", err, "masks/a.png has colours of 16 bits")
}

// Photographs keep their 16 bits, in grids, scaled or not, and in superpixels. A photograph of 8
// bits is the same in 16.
func TestPhotographsOf16Bits(t *testing.T) {
	ownCache(t, t.TempDir())
	dir := t.TempDir()
	putImage(t, dir+"/photos/a.png", grey16(60, 40, func(x, y int) int { return 40*x + y })) // 12 bits
	painted(t, dir+"/masks/a.png", 60, 40, halves(30))
	x := load(t, ImagesName, string(images(dir, blackAndWhite))).Instances[0]
	if row := x.Node.DenseRow(60 + 3); row[0] != 121.0/65535 || row[2] != row[0] {
		t.Errorf("pixel (3, 1) is %v", row)
	}
	if row := x.Edge.DenseRow(0); row[1] == 1 || row[1] == x.Edge.DenseRow(1)[1] {
		t.Errorf("steps of 40 and of 1 in 65535 are %v and %v", row, x.Edge.DenseRow(1))
	}
	x = load(t, ImagesName, string(images(dir, blackAndWhite+`,"pixels":600`))).Instances[0]
	if row := x.Node.DenseRow(31); x.Shape != [2]int{20, 30} || // a ramp stays a ramp
		row[0] < 102/65535. || row[0] > 103/65535. {
		t.Errorf("pixel (1, 1) of 30×20 is %v", row)
	}
	eightBits := map[string]string{}
	for _, deep := range []bool{false, true} {
		painted(t, dir+"/photos/a.png", 60, 40, halves(30))
		if deep {
			putImage(t, dir+"/photos/a.png", grey16(60, 40, func(x, y int) int { return x / 30 * 65535 }))
		}
		for _, args := range []string{"", `,"superpixels":20`} {
			d := load(t, ImagesName, string(images(dir, blackAndWhite+args)))
			if other := eightBits[args]; deep && d.Hash != other {
				t.Errorf("%s: white of 16 bits is not white of 8", args)
			}
			eightBits[args] = d.Hash
		}
	}
}

// withEXIF returns a JPEG or PNG file with an orientation.
func withEXIF(file []byte, order binary.AppendByteOrder, orientation uint16) []byte {
	exif := []byte("MM\x00*")
	if order == binary.AppendByteOrder(binary.LittleEndian) {
		exif = []byte("II*\x00")
	}
	exif = order.AppendUint16(order.AppendUint32(exif, 8), 2)
	for _, entry := range [][2]uint16{{0x010f, 7}, {0x0112, orientation}} {
		exif = order.AppendUint16(order.AppendUint16(exif, entry[0]), 3)
		exif = order.AppendUint16(order.AppendUint32(exif, 1), entry[1])
		exif = append(exif, 0, 0)
	}
	exif = append(exif, 0, 0, 0, 0)
	if file[0] == 0xff {
		segment := append([]byte("Exif\x00\x00"), exif...)
		head := binary.BigEndian.AppendUint16([]byte{0xff, 0xd8, 0xff, 0xe1}, uint16(len(segment)+2))
		return slices.Concat(head, segment, file[2:])
	}
	return withChunk(withChunk(file, "eXIf", exif), "tEXt", []byte("Comment\x00eXIf is a chunk"))
}

// withChunk returns a PNG file with a chunk behind its first one.
func withChunk(file []byte, kind string, content []byte) []byte {
	body := append([]byte(kind), content...)
	chunk := binary.BigEndian.AppendUint32(nil, uint32(len(content)))
	chunk = binary.BigEndian.AppendUint32(append(chunk, body...), crc32.ChecksumIEEE(body))
	return slices.Concat(file[:33], chunk, file[33:])
}

// An image that other programs show with other pixels is refused, as photograph and as mask.
func TestPixelsThatDepend(t *testing.T) {
	painting := func(alpha uint8) *image.NRGBA {
		m := image.NewNRGBA(image.Rect(0, 0, 3, 3))
		for p := range 9 {
			v := uint8(255 * (p % 2))
			m.SetNRGBA(p%3, p/3, color.NRGBA{v, v, v, 255})
		}
		m.SetNRGBA(2, 1, color.NRGBA{255, 255, 255, alpha})
		return m
	}
	var jpegFile, pngFile, clear, palette bytes.Buffer
	check(t, jpeg.Encode(&jpegFile, painting(255), nil))
	check(t, png.Encode(&pngFile, painting(255)))
	check(t, png.Encode(&clear, painting(254)))
	indexed := image.NewPaletted(image.Rect(0, 0, 3, 3),
		color.Palette{color.NRGBA{255, 255, 255, 0}, color.White})
	for p := range indexed.Pix {
		indexed.Pix[p] = 1
	}
	check(t, png.Encode(&palette, indexed))
	unused := palette.Bytes()
	palette = bytes.Buffer{}
	indexed.Pix[4] = 0
	check(t, png.Encode(&palette, indexed))
	type file struct {
		what    string
		content []byte
		want    string // "": it is accepted
	}
	files := []file{
		{"alpha", clear.Bytes(), "transparent pixels"},
		{"palette", palette.Bytes(), "transparent pixels"},
		{"an unused colour of the palette", unused, ""},
		{"frames", withChunk(pngFile.Bytes(), "acTL", []byte{0, 0, 0, 2, 0, 0, 0, 0}), "animation"},
	}
	for _, order := range []binary.AppendByteOrder{binary.BigEndian, binary.LittleEndian} {
		for n := range uint16(10) {
			want := ""
			if n > 1 && n < 9 { // 9 is none
				want = fmt.Sprintf("turned or mirrored (EXIF orientation %d)", n)
			}
			files = append(files,
				file{fmt.Sprint("JPEG ", order, n), withEXIF(jpegFile.Bytes(), order, n), want},
				file{fmt.Sprint("PNG ", order, n), withEXIF(pngFile.Bytes(), order, n), want})
		}
	}
	for _, f := range files {
		for _, turned := range []string{"photos", "masks"} {
			dir := t.TempDir()
			for _, folder := range []string{"photos", "masks"} {
				putImage(t, dir+"/"+folder+"/a.png", painting(255))
			}
			check(t, os.WriteFile(dir+"/"+turned+"/a.png", f.content, 0o666))
			args := images(dir, blackAndWhite+`,"others":"unknown"`)
			_, err := Load(ImagesName, args, "")
			if f.want == "" {
				check(t, err)
				continue
			}
			wantError(t, f.what, err, turned+"/a.png", f.want)
		}
	}
}

// Labels of scenes with fewer than 8 bits would be scaled: 1 of 4 bits to 17.
func TestScenesOf4Bits(t *testing.T) {
	var pixels, file bytes.Buffer
	z := zlib.NewWriter(&pixels)
	must(z.Write([]byte{0, 0x12, 0, 0x34}))(t) // two rows of 1, 2 and of 3, 4, not filtered
	check(t, z.Close())
	check(t, png.Encode(&file, image.NewGray(image.Rect(0, 0, 2, 2))))
	head := slices.Clone(file.Bytes()[:33])
	head[24] = 4
	binary.BigEndian.PutUint32(head[29:], crc32.ChecksumIEEE(head[12:29]))
	whole := withChunk(withChunk(head, "IEND", nil), "IDAT", pixels.Bytes())
	m := must(raster.DecodeImage("", whole, 0, 9))(t).(*image.Gray)
	if !slices.Equal(m.Pix, []uint8{17, 34, 51, 68}) {
		t.Errorf("4 bits are %v", m.Pix)
	}
	_, _, err := pngLabels(whole)
	wantError(t, "4 bits", err, "want grey values of 8 bits")
}

// An orientation is that of the file, not one in other bytes: a comment, or a picture inside.
func TestOrientationOfTheFile(t *testing.T) {
	var b bytes.Buffer
	check(t, jpeg.Encode(&b, image.NewGray(image.Rect(0, 0, 5, 3)), nil))
	upright, other := b.Bytes(), withEXIF(b.Bytes(), binary.BigEndian, 6)
	segment := other[2 : len(other)-len(upright)+2]
	comment := slices.Concat(upright[:2], []byte{0xff, 0xfe}, // COM, around the whole segment
		binary.BigEndian.AppendUint16(nil, uint16(len(segment)+2)), segment, upright[2:])
	for what, content := range map[string][]byte{"comment": comment,
		"behind the end":    append(slices.Clone(upright), other...),
		"the first counts":  withEXIF(other, binary.LittleEndian, 1),
		"damaged EXIF data": withEXIF(upright, binary.LittleEndian, 0)} {
		_, err := raster.DecodeImage(what, content, 0, 99)
		check(t, err)
	}
	_, err := raster.DecodeImage("turned", withEXIF(comment, binary.BigEndian, 6), 0, 99)
	wantError(t, "turned", err, "EXIF orientation 6")
}

// Nothing in the folders is left out without a word.
func TestFilesThatAreNotRead(t *testing.T) {
	dir := t.TempDir()
	for _, name := range []string{"photos/a.png", "photos/B.JPG", "masks/a.png", "masks/B.PNG",
		"masks/c.png", "photos/.a.png", "photos/sub/d.png"} {
		painted(t, filepath.Join(dir, name), 4, 3, halves(2))
	}
	putFile(t, dir, "photos/readme.txt", nil)
	putFile(t, dir, "photos/split.mat", nil)
	args := images(dir, blackAndWhite+`,"others":"unknown"`)
	d := load(t, ImagesName, string(args))
	want := []string{"files that are not used: 4, such as c.png"}
	if !slices.Equal(d.Warnings, want) || len(d.Instances) != 2 {
		t.Errorf("%d images, warnings %q, want %q", len(d.Instances), d.Warnings, want)
	}
	u := must(d.ReadUnlabelled(args, dir+"/photos"))(t)
	if want := "files that are not used: 3, such as readme.txt"; !slices.Equal(u.Warnings,
		[]string{want}) {
		t.Errorf("to predict: %q", u.Warnings)
	}
	for _, name := range []string{"photos/c.jp2", "masks/c.PPM", "photos/c.webp"} {
		putFile(t, dir, name, nil)
		_, err := Load(ImagesName, args, "")
		wantError(t, name, err, name+": images that end in", "are not read", "hint: ")
		_, err = d.ReadUnlabelled(args, filepath.Join(dir, filepath.Dir(name)))
		wantError(t, name, err, name+": images that end in")
		check(t, os.Remove(filepath.Join(dir, name)))
	}
	for _, name := range []string{"both/a.png", "both/a_mask.png", "both/b_mask.png"} {
		painted(t, filepath.Join(dir, name), 4, 3, halves(2))
	}
	d = load(t, ImagesName, strings.ReplaceAll(`{"path":"DIR","masks":"DIR/*_mask.png",`+
		blackAndWhite+`}`, "DIR", dir+"/both"))
	if want := []string{"files that are not used: 1, such as b_mask.png"}; !slices.Equal(
		d.Warnings, want) {
		t.Errorf("beside their images: %q, want %q", d.Warnings, want)
	}
}

// A label that no variable of a scaled image has is named, and so is scaling.
func TestLostLabels(t *testing.T) {
	dir := t.TempDir()
	for i, name := range []string{"a.png", "b.png"} {
		painted(t, dir+"/photos/"+name, 40, 30, halves(20))
		painted(t, dir+"/masks/"+name, 40, 30, halves(39-20*i))
	}
	d := load(t, ImagesName, string(images(dir, blackAndWhite+`,"pixels":300`)))
	want := []string{"2 of 2 images are scaled down to at most 300 pixels",
		"labels are lost in images, as they are too thin for a variable: horse (1) of 2"}
	if !slices.Equal(d.Warnings, want) {
		t.Errorf("%q, want %q", d.Warnings, want)
	}
	if d := load(t, ImagesName, string(images(dir, blackAndWhite))); d.Warnings != nil {
		t.Errorf("without scaling: %q", d.Warnings)
	}
}

// A quick look reads only the images in use.
func TestImagesInUse(t *testing.T) {
	dir := t.TempDir()
	for i, name := range []string{"a", "b", "c"} {
		painted(t, dir+"/photos/"+name+".png", 4, 3, halves(i))
		painted(t, dir+"/masks/"+name+".png", 4, 3, halves(i))
	}
	args := images(dir, blackAndWhite)
	all := load(t, ImagesName, string(args))
	putFile(t, dir, "photos/a.png", []byte("broken"))
	few := must(LoadUsed(ImagesName, args, "", func(d *Dataset) []int { return []int{1, 2} }))(t)
	for i := range all.Instances {
		x, y := &few.Instances[i], &all.Instances[i]
		same := slices.Equal(x.Gold, y.Gold) && slices.Equal(x.Node.Dense, y.Node.Dense)
		if x.ID != y.ID || same != (i > 0) {
			t.Errorf("%s has labels %v, want %v", x.ID, x.Gold, y.Gold)
		}
	}
	_, err := LoadUsed(ImagesName, args, "", func(*Dataset) []int { return nil }) // no split, one image
	wantError(t, "none in use", err, "photos/a.png is not a complete")
}

// Large images are read if they are scaled, up to a limit; superpixels have a smaller one.
func TestLargeImages(t *testing.T) {
	dir := t.TempDir()
	painted(t, dir+"/photos/a.png", 4, 3, halves(2))
	painted(t, dir+"/masks/a.png", 4, 3, halves(2))
	large := image.NewGray(image.Rect(0, 0, 4097, 4096))
	for p := range large.Pix {
		if p%4097 > 2048 {
			large.Pix[p] = 255
		}
	}
	putImage(t, dir+"/a.png", large)
	args := images(dir, blackAndWhite+`,"pixels":16`)
	d := load(t, ImagesName, string(args))
	x := must(d.ReadUnlabelled(args, dir+"/a.png"))(t).Instances[0]
	if x.Shape != [2]int{3, 4} || x.Node.DenseRow(0)[0] > 0.01 || x.Node.DenseRow(3)[0] < 0.99 {
		t.Errorf("%v: %v", x.Shape, x.Node.Dense)
	}
	args = images(dir, blackAndWhite+`,"superpixels":20`)
	_, err := d.ReadUnlabelled(args, dir+"/a.png")
	wantError(t, "superpixels", err, "a.png has 4097×4096 pixels, more than 16777216",
		"hint: scale it down; grids of pixels are scaled")
	content := must(os.ReadFile(dir + "/a.png"))(t)
	binary.BigEndian.PutUint32(content[16:], 20000) // the width
	binary.BigEndian.PutUint32(content[29:], crc32.ChecksumIEEE(content[12:29]))
	check(t, os.WriteFile(dir+"/photos/a.png", content, 0o666))
	_, err = Load(ImagesName, images(dir, blackAndWhite), "")
	wantError(t, "the limit", err, "a.png has 20000×4096 pixels, more than 67108864", "hint: scale it")
}
