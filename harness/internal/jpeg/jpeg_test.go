package jpeg

import (
	"bytes"
	"crypto/sha256"
	"fmt"
	"image"
	"image/color"
	gojpeg "image/jpeg"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// decoded returns the picture of a file, and its values as libjpeg returns them: grey, or red,
// green and blue.
func decoded(content []byte) (m image.Image, values []uint8, err error) {
	f, err := Parse(content)
	if err == nil {
		m, err = f.Decode()
	}
	switch m := m.(type) {
	case *image.Gray:
		values = m.Pix
	case *image.RGBA:
		for p := range slices.Chunk(m.Pix, 4) {
			values = append(values, p[:3]...)
		}
	}
	return m, values, err
}

func read(t testing.TB, name string) []byte {
	t.Helper()
	content, err := os.ReadFile(filepath.Join("testdata", name))
	if err != nil {
		t.Fatal(err)
	}
	return content
}

func files(t testing.TB) (names []string) {
	t.Helper()
	list, err := os.ReadDir("testdata")
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range list {
		if strings.HasSuffix(e.Name(), ".jpg") {
			names = append(names, e.Name())
		}
	}
	return names
}

// TestPixels: the pixels are those of libjpeg-turbo 2.1.5.
func TestPixels(t *testing.T) {
	want := map[string]string{
		"quarter-height.jpg":   "b2648853044ae9ce163248152f44a7940e6b395ce6261ebf69253899263db46a",
		"three-columns.jpg":    "c6bebe822738b88e5a03f99d334e48df945ba4fe3a7e3441171d07ad3b664eca",
		"whole.jpg":            "9969e9412382a12e09e698924d910cc1bc92523c954b03b1ab4a253bfcfcf9ed",
		"half-width.jpg":       "8329e60a2e1939e4461a2e483c1df4b60067baa946fc1b9e28062ed08a9c8e2e",
		"half-height.jpg":      "b97b81cb5bb47fd585212ca0a3844ae85c89c48d7f0dbd1b0fd14a4ed32ea385",
		"half-both.jpg":        "bb0dde4cfe5e061be53877f125035003cff6873e7c5b1e61ca06d64d43c48061",
		"two-columns.jpg":      "f2d5b95325b83e8e6dee1b2b76a06e0b0c65f115d7cd7d94e0ff66391e1e793b",
		"quarter.jpg":          "feb0d6c334a95a571ac9046e293adc8a2c03207de1c8bcde145b27067bf61873",
		"third.jpg":            "79e4f553014e9703bc08d5dd80e93e47b6f02d03ac12bb1f6eb71c5ce5eb7380",
		"mixed.jpg":            "0f45da8352930ddabd242fa7307552b7ab48fbb578375fa09d79a67e6917eeed",
		"grey.jpg":             "4173cf58aa508745eed400b4d724f3f098c214e914dab9483a53acc7343d502e",
		"rgb.jpg":              "082297f205eab93b412bd13bcfc385c87ad3797091167fdf9b0c9b5a55a2527e",
		"restart.jpg":          "3f54137d4a196c55cee0d03d18f1cef834ff416154e153c737eaa0db48f158b8",
		"progressive.jpg":      "3d550117b508ff54e2421c8161255ef6f68fb36db09c1e326359d07e99e129ae",
		"progressive-deep.jpg": "d26dd008132933858d7073755337e868b16868912d84f5122ef474100cc9674e",
		"apart.jpg":            "dbc9580b4510eacd01817404af83245f01b26f77c64eed6a52600ec668a3716e",
		"coarse.jpg":           "e0db256f7a498dc552b4eb54f5c58d97dcf0a8906c9bd370fd63f72f7d1103fa",
	}
	names := files(t)
	if len(names) != len(want) {
		t.Errorf("%d files, %d hashes", len(names), len(want))
	}
	for _, name := range names {
		_, values, err := decoded(read(t, name))
		if err != nil {
			t.Errorf("%s: %v", name, err)
		}
		if have := fmt.Sprintf("%x", sha256.Sum256(values)); have != want[name] {
			t.Errorf("%s: the pixels have the hash %s, want %s", name, have, want[name])
		}
	}
}

// The transform is the inverse cosine transform, up to rounding, and values are kept in 0..255.
func TestTransform(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	c := &component{across: 2, samples: make([]uint8, 4*64), steps: new([64]uint16)}
	for k := range c.steps {
		c.steps[k] = uint16(1 + k%5)
	}
	for trial := range 200 {
		var b block
		for range 1 + trial%20 {
			b[r.IntN(64)] = int16(r.IntN(301) - 150)
		}
		c.transform(&b, 1, 1)
		for p := range 64 {
			x, y, sum := p%8, p/8, 0.0
			for k, v := range b {
				u, v := float64(k%8), float64(v)*float64(c.steps[k])
				if k%8 == 0 {
					v /= math.Sqrt2
				}
				if k/8 == 0 {
					v /= math.Sqrt2
				}
				sum += v / 4 * math.Cos(float64(2*x+1)*u*math.Pi/16) *
					math.Cos(float64(2*y+1)*float64(k/8)*math.Pi/16)
			}
			want := min(max(sum+128, 0), 255)
			if have := float64(c.samples[(8+y)*16+8+x]); math.Abs(have-want) > 0.6 {
				t.Fatalf("%v: sample (%d, %d) is %v, want %v", b, x, y, have, want)
			}
		}
	}
}

// encoded returns a file by Go's encoder: with chroma of half the size, or grey.
func encoded(t testing.TB, w, h int, grey bool) []byte {
	t.Helper()
	m, r := image.NewRGBA(image.Rect(0, 0, w, h)), rand.New(rand.NewPCG(3, 4))
	for y := range h {
		for x := range w {
			m.SetRGBA(x, y, color.RGBA{uint8(x), uint8(y + r.IntN(9)), uint8(x ^ y), 255})
		}
	}
	var picture image.Image = m
	if grey {
		g := image.NewGray(m.Rect)
		for p := range g.Pix {
			g.Pix[p] = m.Pix[4*p+2]
		}
		picture = g
	}
	var b bytes.Buffer
	if err := gojpeg.Encode(&b, picture, nil); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// TestBesideGo: the picture is nearly that of package image/jpeg.
func TestBesideGo(t *testing.T) {
	for _, grey := range []bool{false, true} {
		content := encoded(t, 83, 61, grey)
		m, _, err := decoded(content)
		if err != nil {
			t.Fatal(err)
		}
		other, err := gojpeg.Decode(bytes.NewReader(content))
		if err != nil || m.Bounds() != other.Bounds() {
			t.Fatalf("%v, %v", m.Bounds(), err)
		}
		sum := 0.0
		for y := range 61 {
			for x := range 83 {
				a, _, _, _ := m.At(x, y).RGBA()
				b, _, _, _ := other.At(x, y).RGBA()
				sum += math.Abs(float64(a)-float64(b)) / 257
			}
		}
		if mean := sum / 61 / 83; mean > 8 || grey && mean > 0.1 {
			t.Errorf("grey %v: the mean difference is %v", grey, mean)
		}
	}
}

// segment returns a marker and the content of its segment.
func segment(marker byte, content ...byte) []byte {
	n := len(content) + 2
	return append([]byte{0xff, marker, byte(n >> 8), byte(n)}, content...)
}

// with returns content with a segment before the first one of the kind behind.
func with(content []byte, behind byte, more []byte) []byte {
	at := bytes.Index(content, []byte{0xff, behind})
	return slices.Concat(content[:at], more, content[at:])
}

// changed returns content with a byte of the first segment of a kind replaced.
func changed(content []byte, marker byte, at int, value byte) []byte {
	content = slices.Clone(content)
	content[bytes.Index(content, []byte{0xff, marker})+4+at] = value
	return content
}

// An error says what is wrong, and where.
func TestErrors(t *testing.T) {
	whole, progressive := encoded(t, 20, 10, false), read(t, "progressive.jpg")
	deep := read(t, "progressive-deep.jpg")
	frame := bytes.Index(whole, []byte{0xff, sof0})
	type wrong struct {
		content []byte
		want    string
	}
	list := []wrong{
		{nil, "byte 0: no JPEG file"},
		{[]byte("\x89PNG\r\n"), "byte 0: no JPEG file"},
		{whole[:3], "the file ends before a marker"},
		{whole[:5], "the file ends in a segment"},
		{[]byte{0xff, soi, 0xff, eoi}, "there is no frame"},
		{with(whole, sof0, segment(sos, 1, 1, 0, 0, 63, 0)), "there is no frame"},
		{with(whole, dht, segment(sof0, whole[frame+4:frame+19]...)), "second frame"},
		{with(whole, dht, segment(dri, 9)), "must have 2"},
		{with(whole, sof0, segment(dqt, 4)), "quantization table is damaged"},
		{with(whole, sof0, segment(dqt, 0, 1, 2)), "quantization table is damaged"},
		{with(whole, sof0, segment(dht, 0x20)), "Huffman table is damaged"},
		{append(slices.Clone(whole[:len(whole)-9]), 0xff, eoi), "the bits of a scan end early"},
		{bytes.Replace(deep, []byte{1, 63, 0x21}, []byte{1, 63, 0x20}, 1), "bits 2 to 0 of"},
		{with(whole, sof0, segment(dht, append([]byte{0, 2}, make([]byte, 17)...)...)),
			"too many words of 1 bits"},
		{with(whole, sof0, segment(dht, append([]byte{0, 1}, append(make([]byte, 15), 16)...)...)),
			"differences have 16 bits"},
		{changed(whole, sof0, 0, 12), "samples have 12 bits: want 8\nhint: convert the image to PNG"},
		{changed(changed(whole, sof0, 1, 0), sof0, 2, 0), "20×0 pixels"},
		{changed(whole, sof0, 5, 4), "do not fit its components"},
		{changed(whole, sof0, 7, 0x52), "factors 5×2"},
		{changed(whole, sof0, 8, 4), "quantization table 4"},
		{changed(changed(whole, sof0, 7, 0x31), sof0, 10, 0x21), "want whole proportions"},
		{changed(whole, sof0, 8, 3), "lacks its quantization table 3"},
		{changed(whole, sof0, 6, 9), "a scan has component 1"},
		{changed(whole, sos, 2, 0x30), "lacks its Huffman table"},
		{changed(whole, sos, 1, 2), "do not follow the scans before"},
		{changed(whole, sos, 0, 2), "do not fit its components"},
		{changed(progressive, sos, 8, 1), "coefficients 0 to 1"},
		{changed(progressive, sos, 9, 0x10), "do not follow the scans before"},
		{slices.Concat(whole[:len(whole)-2], whole[bytes.Index(whole, []byte{0xff, sos}):]),
			"do not follow the scans before"},
		{with(whole, sos, segment(dri, 0, 1)), "restart marker 0 is missing"},
		{append(progressive[:bytes.LastIndex(progressive, []byte{0xff, sos})], 0xff, eoi),
			"scans are missing: component"},
		{with(whole, sof0, segment(sof0, 8, 0, 9, 0, 9, 4, 1, 17, 0, 2, 17, 0, 3, 17, 0, 4, 17, 0)),
			"4 components, such as CMYK"},
	}
	for marker, what := range map[byte]string{0xc3: "lossless or hierarchical",
		0xc7: "lossless or hierarchical", 0xc9: "arithmetic", 0xcc: "arithmetic", 0xcf: "arithmetic"} {
		list = append(list, wrong{with(whole, sof0, segment(marker)),
			"coding is " + what + ", which is not decoded\nhint: convert"})
	}
	for _, d := range list {
		_, _, err := decoded(d.content)
		if err == nil || !strings.Contains(err.Error(), d.want) ||
			!strings.HasPrefix(err.Error(), "jpeg: byte ") {
			t.Errorf("%v, want %q", err, d.want)
		}
	}
}

// A file that is cut off anywhere is an error, for ever.
func TestCutFiles(t *testing.T) {
	for _, name := range files(t) {
		content := read(t, name)
		for n := 0; n < len(content); n++ {
			if _, _, err := decoded(content[:n]); err == nil {
				t.Fatalf("%s: %d of %d bytes are enough", name, n, len(content))
			}
			if 300 < n && n < len(content)-30 { // behind the headers and before the last bits
				n += 12
			}
		}
	}
}

// Restart markers are counted, other bytes between segments do not matter, and the meaning of
// components follows JFIF, Adobe's marker, and their names.
func TestTolerance(t *testing.T) {
	whole := encoded(t, 20, 10, false)
	_, want, err := decoded(whole)
	if err != nil {
		t.Fatal(err)
	}
	red := read(t, "rgb.jpg")
	_, asRGB, err := decoded(red)
	if err != nil {
		t.Fatal(err)
	}
	adobe := func(transform byte) []byte {
		return segment(app14, append([]byte("Adobe\x00\x64\x00\x00\x00\x00"), transform)...)
	}
	jfif := segment(app0, []byte("JFIF\x00\x01\x01\x00\x00\x01\x00\x01\x00\x00")...)
	at := bytes.Index(red, []byte{0xff, app14})
	named := slices.Concat(red[:at], red[at+16:]) // its components are called R, G and B
	numbered := named
	for i := range 3 {
		numbered = changed(numbered, sof0, 6+3*i, byte(i+1))
		numbered = changed(numbered, sos, 1+2*i, byte(i+1))
	}
	grey, later := read(t, "grey.jpg"), read(t, "progressive.jpg")
	_, asGrey, _ := decoded(grey)
	_, asLater, _ := decoded(later)
	last := bytes.LastIndex(later, []byte{0xff, sos}) // another table comes too late
	later = slices.Concat(later[:last], segment(dqt, make([]byte, 65)...), later[last:])
	for _, c := range []struct {
		what    string
		content []byte
		want    []uint8
		same    bool
	}{
		{"factors of grey", changed(grey, sof0, 7, 0x22), asGrey, true},
		{"a later table", later, asLater, true},
		{"fill bytes", with(whole, sof0, []byte{0xff, 0xff}), want, true},
		{"other bytes", with(whole, sof0, []byte{1, 2, 0xff, 0, 0xff, temporary, 0xff, rst7}), want,
			true},
		{"after the end", append(slices.Clone(whole), 0xff, 0xff, 1), want, true},
		{"a comment", with(whole, sof0, segment(0xfe, 'h', 'i')), want, true},
		{"Adobe's YCbCr", with(whole, sof0, adobe(1)), want, true},
		{"Adobe's RGB", with(whole, sof0, adobe(0)), want, false},
		{"JFIF before Adobe", with(whole, sof0, slices.Concat(jfif, adobe(0))), want, true},
		{"names", named, asRGB, true},
		{"JFIF before names", with(named, sof0, jfif), asRGB, false},
		{"Adobe before names", with(named, sof0, adobe(1)), asRGB, false},
		{"numbers", numbered, asRGB, false},
	} {
		_, values, err := decoded(c.content)
		if err != nil || slices.Equal(values, c.want) != c.same {
			t.Errorf("%s: %v", c.what, err)
		}
	}
}

// EXIF data are those of the segment APP1, the first one.
func TestEXIF(t *testing.T) {
	whole := encoded(t, 20, 10, true)
	exif := func(text string) []byte { return segment(app1, []byte("Exif\x00\x00"+text)...) }
	for _, c := range []struct {
		content []byte
		want    string
	}{
		{whole, ""},
		{with(whole, sof0, segment(0xfe, exif("a")...)), ""},
		{with(whole, sof0, segment(app1, []byte("http://ns.adobe.com/xap/1.0/")...)), ""},
		{with(whole, sof0, slices.Concat(exif("a"), exif("b"))), "a"},
	} {
		f, err := Parse(c.content)
		if err != nil || string(f.EXIF) != c.want || f.Width != 20 || f.Height != 10 {
			t.Errorf("%q: %q, %v", c.want, f.EXIF, err)
		}
	}
}

// The number of allocations does not depend on the number of blocks.
func TestAllocations(t *testing.T) {
	var number [2]float64
	for i, size := range []int{16, 160} {
		content := encoded(t, size, size, false)
		number[i] = testing.AllocsPerRun(5, func() {
			if f, err := Parse(content); err == nil {
				_, _ = f.Decode()
			}
		})
	}
	if number[1] > 40 || number[0] > 40 {
		t.Errorf("%v allocations", number)
	}
}

// FuzzDecode: bytes become a picture of the promised size, or an error with its place.
func FuzzDecode(f *testing.F) {
	for _, name := range files(f) {
		f.Add(read(f, name))
	}
	f.Fuzz(func(t *testing.T, content []byte) {
		file, err := Parse(content)
		if err == nil {
			if file.Width*file.Height > 1<<16 {
				t.Skip("allowed, but slow")
			}
			var m image.Image
			m, err = file.Decode()
			if whole := image.Rect(0, 0, file.Width, file.Height); err == nil && m.Bounds() != whole {
				t.Errorf("%d×%d pixels become %v", file.Width, file.Height, m.Bounds())
			}
		}
		if err != nil && !strings.HasPrefix(err.Error(), "jpeg: byte ") {
			t.Errorf("an error without its place: %v", err)
		}
	})
}
