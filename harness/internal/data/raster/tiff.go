package raster

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"image"
	"io"
	"os"
	"slices"
	"strings"

	"golang.org/x/image/tiff"
)

// CountPages returns the number of pages of an image file, 1 if it cannot be read. Only TIFF files,
// whose paths contain .tif, have several.
func CountPages(path string) int {
	if !strings.Contains(strings.ToLower(path), ".tif") {
		return 1
	}
	file, err := os.Open(path)
	if err != nil {
		return 1 // ReadImage reports it
	}
	defer file.Close()
	all, _ := tiffPages(file)
	return max(1, len(all))
}

// A tiffPage is described by numbers with tags. place is where it begins.
type tiffPage struct {
	place  []byte
	number map[uint16]uint32
}

// tiffPages returns the pages of a TIFF file, or of EXIF data, which have the same form (TIFF 6.0,
// section 2), and whether it found their end. There are none in other files.
func tiffPages(file io.ReaderAt) (all []tiffPage, whole bool) {
	read := func(from int64, n int) []byte {
		b := make([]byte, n)
		got, _ := file.ReadAt(b, from)
		return b[:got]
	}
	orders := map[string]binary.ByteOrder{"II*\x00": binary.LittleEndian, "MM\x00*": binary.BigEndian}
	order := orders[string(read(0, 4))]
	if order == nil {
		return nil, true
	}
	for from := int64(4); len(all) < 1<<16; { // not in a circle
		p := tiffPage{read(from, 4), map[uint16]uint32{}}
		if len(p.place) < 4 {
			break
		}
		at := int64(order.Uint32(p.place))
		count := read(at, 2)
		if at < 2 || len(count) < 2 {
			return all, at == 0
		}
		n := 12 * int(order.Uint16(count))
		entries := read(at+2, n)
		if from = at + 2 + int64(n); len(entries) < n {
			break
		}
		for e := range slices.Chunk(entries, 12) {
			v := order.Uint32(e[8:])
			if order.Uint16(e[2:]) == 3 { // of 16 bits
				v = uint32(order.Uint16(e[8:]))
			}
			p.number[order.Uint16(e)] = v
		}
		all = append(all, p)
	}
	return all, false
}

// exifOrientation returns that of EXIF data, or of a TIFF file, 0 if there is none.
func exifOrientation(exif []byte) uint32 {
	if all, _ := tiffPages(bytes.NewReader(exif)); len(all) > 0 {
		return all[0].number[0x0112]
	}
	return 0
}

// wantedTags are the numbers under tags that package tiff reads as all programs do, 0 for none, and
// what others mean.
var wantedTags = []struct {
	tag          uint16
	numbers, why string
}{
	{254, " 0 2 ", "it is a small copy, or the mask, of another page"},
	{259, " 0 1 5 8 32773 32946 ", "want no compression, LZW, deflate or PackBits"},
	{262, " 1 2 3 ", "want grey values with 0 for black, RGB, or a palette"},
	{266, " 0 1 ", "bits are in reverse order"},
	{277, " 0 1 3 4 ", "samples of a pixel: want 1, 3 or 4"},
	{284, " 0 1 ", "red, green and blue are apart"},
	{317, " 0 1 2 ", "this predictor is not known"},
}

// A turned file has one page as its first. Package tiff reads it by ReadAt, the head at once.
type turned struct {
	io.Reader // nil
	io.ReaderAt
	place []byte
}

// ReadAt implements io.ReaderAt.
func (f turned) ReadAt(p []byte, from int64) (n int, err error) {
	if n, err = f.ReaderAt.ReadAt(p, from); from == 0 && n == 8 {
		copy(p[4:], f.place)
	}
	return n, err
}

// openTIFF reads the head of a page of a TIFF file, and only the tags of other pages.
func openTIFF(file io.ReaderAt, page int) (*imageFile, error) {
	all, whole := tiffPages(file)
	if page > len(all) || page == 0 && len(all) != 1 || !whole {
		return nil, fmt.Errorf("it has %d pages, or their list is damaged, and page %d is wanted",
			len(all), page)
	}
	p := all[max(page, 1)-1]
	for _, w := range wantedTags {
		if n := p.number[w.tag]; !strings.Contains(w.numbers, fmt.Sprintf(" %d ", n)) {
			return nil, fmt.Errorf("TIFF tag %d is %d: %s", w.tag, n, w.why)
		}
	}
	of := turned{nil, file, p.place}
	size, err := tiff.DecodeConfig(of)
	return &imageFile{size.Width, size.Height, p.number[0x0112], false,
		func() (image.Image, error) { return tiff.Decode(of) }}, err
}
