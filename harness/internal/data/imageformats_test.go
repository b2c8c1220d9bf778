package data

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"image"
	"image/color"
	"image/gif"
	"image/jpeg"
	"image/png"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"golang.org/x/image/bmp"
	"golang.org/x/image/tiff"

	"github.com/spbench/spbench/harness/internal/data/raster"
	"github.com/spbench/spbench/harness/sp"
)

// encodedBy returns the file that a writer makes of an image.
func encodedBy(t testing.TB, m image.Image, ending string) []byte {
	t.Helper()
	var b bytes.Buffer
	switch ending {
	case ".gif":
		check(t, gif.Encode(&b, m, nil))
	case ".bmp":
		check(t, bmp.Encode(&b, m))
	case ".jpg":
		check(t, jpeg.Encode(&b, m, nil))
	case ".TIFF":
		check(t, tiff.Encode(&b, m, &tiff.Options{Compression: tiff.Deflate, Predictor: true}))
	case ".tif":
		check(t, tiff.Encode(&b, m, nil))
	default:
		check(t, png.Encode(&b, m))
	}
	return b.Bytes()
}

// TestImageFormats: the same pixels in any format are the same dataset, as photographs and masks.
func TestImageFormats(t *testing.T) {
	black := image.NewPaletted(image.Rect(0, 0, 6, 4), color.Palette{color.Black, color.White})
	for p := range black.Pix {
		black.Pix[p] = uint8(p / 3 % 2)
	}
	deep := grey16(6, 4, func(x, y int) int { return 900*x + 7*y })
	numbers := grey16(6, 4, func(x, y int) int { return 255 * (x / 3) })
	want := map[image.Image]string{}
	for _, ending := range []string{".png", ".tif", ".TIFF", ".bmp", ".gif"} {
		for _, photo := range []image.Image{black, deep} {
			dir, mask := t.TempDir(), image.Image(black)
			if photo == deep {
				if mask = numbers; ending == ".bmp" || ending == ".gif" {
					continue // no format of 16 bits
				}
			}
			putFile(t, dir, "photos/a"+ending, encodedBy(t, photo, ending))
			putFile(t, dir, "masks/a"+ending, encodedBy(t, mask, ending))
			d := load(t, ImagesName, string(images(dir, blackAndWhite)))
			if old := want[photo]; old != "" && old != d.Hash {
				t.Errorf("%s is another dataset than .png", ending)
			}
			want[photo] = d.Hash
			if x := d.Instances[0]; !slices.Equal(x.Gold[:6], []int32{0, 0, 0, 1, 1, 1}) ||
				photo == deep && x.Node.DenseRow(7)[0] != 907./65535 {
				t.Errorf("%s: labels %v, pixel (1, 1) %v", ending, x.Gold, x.Node.DenseRow(7))
			}
		}
	}
}

// tiffOf returns a TIFF file with pages of 8-bit grey values, and further tags in each.
func tiffOf(order binary.AppendByteOrder, pages []*image.Gray, tags map[uint16]uint32) []byte {
	file := []byte("II*\x00")
	if order == binary.AppendByteOrder(binary.BigEndian) {
		file = []byte("MM\x00*")
	}
	file = order.AppendUint32(file, 8)
	for i, m := range pages {
		all := map[uint16]uint32{256: uint32(m.Rect.Dx()), 257: uint32(m.Rect.Dy()), 258: 8, 262: 1,
			277: 1, 278: uint32(m.Rect.Dy()), 279: uint32(len(m.Pix)), 339: 1}
		maps.Copy(all, tags)
		n := len(all) + 1
		all[273] = uint32(len(file) + 2 + 12*n + 4)
		file = order.AppendUint16(file, uint16(n))
		for _, tag := range slices.Sorted(maps.Keys(all)) {
			file = order.AppendUint16(order.AppendUint16(file, tag), 4)
			if tag == 258 || tag == 262 || tag == 274 || tag == 339 { // in both sizes of numbers
				order := order.(binary.ByteOrder)
				order.PutUint16(file[len(file)-2:], 3)
				all[tag] = map[bool]uint32{true: all[tag] << 16, false: all[tag]}[file[0] == 'M']
			}
			file = order.AppendUint32(order.AppendUint32(file, 1), all[tag])
		}
		next := uint32(0)
		if i+1 < len(pages) {
			next = uint32(len(file) + 4 + len(m.Pix))
		}
		file = append(order.AppendUint32(file, next), m.Pix...)
	}
	return file
}

// stack returns images of w×h pixels with the labels 0 and 255 in different places, and gold.
func stack(pages, w, h int) (list []*image.Gray, gold [][]int32) {
	for i := range pages {
		m, labels := image.NewGray(image.Rect(0, 0, w, h)), make([]int32, w*h)
		for p := range m.Pix {
			if p*(i+3)%7 > 3 {
				m.Pix[p], labels[p] = 255, 1
			}
		}
		list, gold = append(list, m), append(gold, labels)
	}
	return list, gold
}

// TestTIFFRefused: files are refused. Other programs read them differently, or package tiff in part.
func TestTIFFRefused(t *testing.T) {
	pages, _ := stack(1, 5, 4)
	for _, c := range []struct {
		tag   uint16
		value uint32
		want  string
	}{
		{254, 1, "TIFF tag 254 is 1: it is a small copy"}, {254, 2, ""},
		{258, 32, "BitsPerSample of 32"}, {259, 4, "TIFF tag 259 is 4: want no compression"},
		{259, 7, "TIFF tag 259 is 7"}, {259, 5, "is not a complete"},
		{262, 0, "want grey values with 0 for black"},
		{262, 5, "TIFF tag 262 is 5"}, {266, 2, "bits are in reverse order"}, {266, 1, ""},
		{274, 6, "EXIF orientation 6"}, {274, 1, ""}, {277, 2, "samples of a pixel"},
		{284, 2, "red, green and blue are apart"}, {317, 3, "TIFF tag 317 is 3"},
		{339, 2, "sample format"}, {339, 3, "sample format"},
	} {
		for _, order := range []binary.AppendByteOrder{binary.BigEndian, binary.LittleEndian} {
			file := tiffOf(order, pages, map[uint16]uint32{c.tag: c.value})
			m, err := raster.DecodeImage("a.tif", file, 0, 99)
			switch {
			case c.want != "":
				wantError(t, fmt.Sprint(order, c.tag), err, "a.tif is", c.want)
			case err != nil || !slices.Equal(m.(*image.Gray).Pix, pages[0].Pix):
				t.Errorf("%v: tag %d is %d: %v", order, c.tag, c.value, err)
			}
		}
	}
	whole := tiffOf(binary.LittleEndian, pages, nil)
	for n := range len(whole) {
		if _, err := raster.DecodeImage("a.tif", whole[:n], 0, 99); err == nil {
			t.Errorf("%d of %d bytes are an image", n, len(whole))
		}
	}
	circle := slices.Clone(whole)
	copy(circle[8+2+12*9:], "\x08\x00\x00\x00") // the next page is the first
	_, err := raster.DecodeImage("a.tif", circle, 1, 99)
	wantError(t, "a circle", err, "or their list is damaged")
}

// Frames of a GIF file depend on each other, and one may be smaller than the picture.
func TestGIFFrames(t *testing.T) {
	one := image.NewPaletted(image.Rect(0, 0, 4, 3), color.Palette{color.Black, color.White})
	small := one.SubImage(image.Rect(1, 1, 4, 3)).(*image.Paletted)
	for what, frames := range map[string][]*image.Paletted{"two": {one, one}, "small": {small}} {
		var b bytes.Buffer
		check(t, gif.EncodeAll(&b, &gif.GIF{Image: frames, Delay: make([]int, len(frames)),
			Config: image.Config{Width: 4, Height: 3, ColorModel: one.Palette}}))
		_, err := raster.DecodeImage("a.gif", b.Bytes(), 0, 99)
		wantError(t, what, err, "a.gif is an animation, or does not fill its frame")
	}
}

// TestStack: files as those of ISBI 2012, of 30 pages each, are read page by page.
func TestStack(t *testing.T) {
	ownCache(t, t.TempDir())
	photos, _ := stack(31, 40, 30)
	masks, gold := stack(30, 40, 30)
	labels := `"labels":{"membrane":0,"cell":255}`
	for _, order := range []binary.AppendByteOrder{binary.BigEndian, binary.LittleEndian} {
		dir := t.TempDir()
		putFile(t, dir, "train-volume.tif", tiffOf(order, photos[1:], nil))
		putFile(t, dir, "train-labels.tif", tiffOf(order, masks, nil))
		putFile(t, dir, "test-volume.tif", tiffOf(order, photos[:2], nil))
		args := strings.ReplaceAll(`{"path":"DIR/train-volume.tif","masks":"DIR/train-labels.tif",`,
			"DIR", dir) + labels
		d := load(t, ImagesName, args+`,"folds":3}`)
		for i := range d.Instances {
			x := &d.Instances[i]
			if x.ID != fmt.Sprint("train-volume#", i+1) || d.Fold[i] != i%3 ||
				!slices.Equal(x.Gold, gold[i]) ||
				x.Node.DenseRow(3)[0] != float32(photos[i+1].Pix[3])/255 {
				t.Errorf("page %d is %s, fold %d, labels %v", i, x.ID, d.Fold[i], x.Gold)
			}
		}
		if len(d.Instances) != 30 || d.Group != nil || d.Warnings != nil {
			t.Errorf("%d instances, groups %v, warnings %v", len(d.Instances), d.Group, d.Warnings)
		}
		u := must(d.ReadUnlabelled([]byte(args+`}`), dir+"/test-volume.tif"))(t)
		check(t, u.Pictures(dir, gold[:2]))
		for i := range 2 {
			mask := must(raster.ReadImage(fmt.Sprintf("%s/test-volume#%d.png", dir, i+1), 0, mostPixels))(t)
			for p := range masks[i].Pix {
				if colourAt(mask, p) != colourAt(masks[i], p) {
					t.Fatalf("pixel %d of the mask of page %d differs", p, i+1)
				}
			}
		}
		var file [3][]byte // pages 1 and 2 of the photographs to test, page 1 of those to train
		for i, name := range []string{"test", "test", "train"} {
			file[i] = must(raster.ReadFile(dir+"/"+name+"-volume.tif", 1+i%2, mostPixels))(t)
		}
		if !slices.Equal(file[1], file[2]) || slices.Equal(file[0], file[1]) {
			t.Error("the key of a page is not that of its pixels")
		}
		d = load(t, ImagesName, args+`,"superpixels":20}`)
		lines := load(t, FileName, string(fileOf(t, d)))
		for _, d := range []*Dataset{d, lines} {
			for _, i := range []int{0, 29} {
				p := must(d.Pixels(i))(t)
				if r, _, _, _ := p.Photo.At(3, 0).RGBA(); r != uint32(photos[i+1].Pix[3])*257 {
					t.Errorf("page %d has another picture", i+1)
				}
			}
		}
		putFile(t, dir, "train-labels.tif", tiffOf(order, masks[:29], nil))
		_, err := Load(ImagesName, []byte(args+`}`), "")
		wantError(t, "29 masks", err, "train-volume.tif and its mask & have 30 and 29 pages")
	}
	dir := t.TempDir()
	putFile(t, dir, "photos/a.tif", tiffOf(binary.LittleEndian, photos[:2], nil))
	putFile(t, dir, "photos/b.tif", tiffOf(binary.LittleEndian, photos[:1], nil))
	putFile(t, dir, "masks/a.tiff", tiffOf(binary.BigEndian, masks[:2], nil))
	putFile(t, dir, "masks/b.png", encodedBy(t, masks[0], ".png"))
	d := load(t, ImagesName, string(images(dir, labels)))
	if !slices.Equal(d.Group, []string{"a.tif", "a.tif", "b.tif"}) || d.Instances[2].ID != "b" ||
		d.GroupName != "file" {
		t.Errorf("groups %v, the last one is %s", d.Group, d.Instances[2].ID)
	}
	check(t, os.Rename(dir+"/photos/a.tif", dir+"/photos/a.png"))
	check(t, os.Rename(dir+"/masks/a.tiff", dir+"/masks/a.png"))
	_, err := Load(ImagesName, images(dir, labels), "")
	wantError(t, "pages under another ending", err, "a.png is not & it has 2 pages")
}

// TestPaletteMasks: a folder like VOC's, with a list for each part. Palettes of masks number the
// labels, and a border has 255.
func TestPaletteMasks(t *testing.T) {
	dir, palette := t.TempDir(), color.Palette{}
	for i := range 256 { // colours of VOC: the bits of i in turn
		var c [3]uint8
		for bit := range 8 {
			c[bit%3] |= uint8(i>>bit&1) << (7 - bit/3)
		}
		palette = append(palette, color.RGBA{c[0], c[1], c[2], 255})
	}
	mask := image.NewPaletted(image.Rect(0, 0, 5, 4), palette)
	gold := slices.Repeat([]int32{0, 0, sp.Unknown, 1, 1}, 4)
	for p := range mask.Pix {
		mask.Pix[p] = []uint8{0, 0, 255, 15, 15}[p%5]
	}
	for _, name := range []string{"2007_000032", "2007_000033", "2007_000039", "2007_000042"} {
		putFile(t, dir, "JPEGImages/"+name+".jpg", encodedBy(t, mask, ".jpg"))
		if name != "2007_000039" { // VOC has more photographs than masks
			putFile(t, dir, "SegmentationClass/"+name+".png", encodedBy(t, mask, ".png"))
		}
	}
	putFile(t, dir, "train.txt", []byte("2007_000033\r\n2007_000032 \n"))
	putFile(t, dir, "val.txt", []byte("\n2007_000042"))
	args := strings.ReplaceAll(`{"path":"DIR/JPEGImages","masks":"DIR/SegmentationClass",`+
		`"list":{"train":"DIR/train.txt","test":"DIR/val.txt"},`, "DIR", dir)
	classes := args + `"labels":{"background":0,"person":15}`
	d := load(t, ImagesName, classes+`,"index":true,"others":"void"}`)
	var ids []string
	for i := range d.Instances {
		ids = append(ids, d.Instances[i].ID)
		if x := &d.Instances[i]; !slices.Equal(x.Gold, gold) {
			t.Errorf("%s has labels %v", x.ID, x.Gold)
		}
	}
	if !slices.Equal(ids, []string{"train:2007_000033", "train:2007_000032", "test:2007_000042"}) ||
		!slices.Equal(d.Parts, []string{"train", "test"}) || !d.Void || d.Warnings != nil {
		t.Errorf("instances %q, parts %q, void %v, warnings %q", ids, d.Parts, d.Void, d.Warnings)
	}
	photo := dir + "/JPEGImages/2007_000039.jpg"
	u := must(d.ReadUnlabelled([]byte(classes+`,"index":true}`), photo))(t)
	check(t, u.Pictures(dir, [][]int32{slices.Repeat([]int32{0, 1}, 10)}))
	written := must(raster.ReadMask(dir+"/2007_000039.png", 0, 99, true))(t).(*image.Gray)
	if !slices.Equal(written.Pix, slices.Repeat([]uint8{0, 15}, 10)) {
		t.Errorf("the written mask has indices %v", written.Pix)
	}
	for more, want := range map[string]string{
		`"labels":{"a":0,"b":15},"others":"void"}`: "2007_000033.png has a palette with the colour " +
			"#e0e0c0, and labels have numbers: write index: true",
		`"labels":{"a":0,"b":15},"index":true}`:        "pixel (2, 0) has the colour 255, which is no",
		`"index":true,"labels":{"a":0,"b":"#00"}}`:     "labels: b: want & index: true & got #00",
		`"index":true,"labels":{"a":0,"b":300}}`:       "labels: b: want & got 300",
		`"index":true}`:                                "pixels of 3 masks: 0 (24), 15 (24), 255 (12)",
		`"tolerance":3,"index":true}`:                  "meaning only when index=false",
		`"labels":{"a":"#000000","b":0,"c":255}}`:      "labels: a and b have the same colour",
		`"index":true,"labels":{"a":0,"b":"#aaaaaa"}}`: "labels: b: want",
	} {
		_, err := Load(ImagesName, []byte(args+more), "")
		wantError(t, more, err, want)
	}
	for what, m := range map[string]image.Image{"grey": image.NewGray(mask.Rect),
		"colours": unscaled(mask)} {
		putImage(t, dir+"/SegmentationClass/2007_000042.png", m)
		_, err := Load(ImagesName, []byte(classes+`,"index":true,"others":"void"}`), "")
		if what == "grey" {
			check(t, err)
		} else {
			wantError(t, what, err, "2007_000042.png has & colours without a palette")
		}
	}
}

// TestListOfPairs: SegNet's CamVid has lists of paths on another machine.
func TestListOfPairs(t *testing.T) {
	dir := t.TempDir()
	mask := image.NewGray(image.Rect(0, 0, 4, 3))
	for p := range mask.Pix {
		mask.Pix[p] = []uint8{0, 10, 11, 1}[p%4] // 11 is void
	}
	for _, name := range []string{"0001TP_006690", "0001TP_006720"} {
		putFile(t, dir, "CamVid/train/"+name+".png", encodedBy(t, mask, ".png"))
		putFile(t, dir, "CamVid/trainannot/"+name+".png", encodedBy(t, mask, ".png"))
	}
	line := func(name string) string {
		return "/SegNet/CamVid/train/" + name + ".png /SegNet/CamVid/trainannot/" + name + ".png\n"
	}
	list := filepath.Join(dir, "CamVid", "train.txt")
	args := must(From(dir, ImagesName, []byte(`{"path":"CamVid/train/","masks":"CamVid/trainannot/",`+
		`"list":"CamVid/train.txt","labels":{"sky":0,"road":1,"bicyclist":10},"others":"void"}`)))(t)
	_, err := Load(ImagesName, args, "")
	wantError(t, "no list", err, list, "no such file")
	for _, c := range []struct{ text, want string }{
		{line("0001TP_006720") + line("0001TP_006690"), ""},
		{"0001TP_006720.png\n0001TP_006690\n", ""},
		{"train/0001TP_006720.png 0001TP_006720.png\n0001TP_006690", ""},
		{"\n \n", list + ": there is no image in it"},
		{line("0001TP_006720") + "\n0001TP_006720\n", list + ":3: 0001TP_006720 is also on line 1"},
		{line("0001TP_006720") + line("0001TP_1"), list + ":2: want an image in the & 0001TP_1.png"},
		{strings.ReplaceAll(line("0001TP_006720"), "train/", "val/"), list + ":1: want an & hint: "},
		{strings.ReplaceAll(line("0001TP_006720"), "trainannot/", "train/"), list + ":1: want"},
		{"0001TP_006720 0001TP_006690.png", list + ":1: want"},
		{"0001TP_006720.jpg", list + ":1: want"},
		{"0001TP_006720 -1", list + ":1: want"},
		{"0001TP_006720.png 0001TP_006720.png 1", list + ":1: want"},
	} {
		putFile(t, dir, "CamVid/train.txt", []byte(c.text))
		d, err := Load(ImagesName, args, "")
		if c.want != "" {
			wantError(t, c.text, err, c.want)
			continue
		}
		check(t, err)
		for i, name := range []string{"0001TP_006720", "0001TP_006690"} { // in the order of the list
			if x := &d.Instances[i]; x.ID != name ||
				!slices.Equal(x.Gold, slices.Repeat([]int32{0, 2, sp.Unknown, 1}, 3)) {
				t.Errorf("%q: %s has labels %v", c.text, x.ID, x.Gold)
			}
		}
	}
	args = []byte(strings.ReplaceAll(string(args), fmt.Sprintf("%q", list),
		fmt.Sprintf("[%q,%[1]q]", list)))
	putFile(t, dir, "CamVid/train.txt", []byte("0001TP_006720"))
	_, err = Load(ImagesName, args, "")
	wantError(t, "a list twice", err, "0001TP_006720.png is in two parts or folds")
	_, err = Load(ImagesName, []byte(`{"path":["a","b"],"masks":"c","list":["d","e","f"]}`), "")
	wantError(t, "two folders", err, "path: 2 folders & want one, or one for each of the 3 in list")
}
