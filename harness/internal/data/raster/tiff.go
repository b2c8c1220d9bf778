package raster

import (
	"bytes"
	"encoding/binary"
	"errors"
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
func CountPages(path string) (n int) {
	if strings.Contains(strings.ToLower(path), ".tif") {
		_ = open(path, func(file *io.SectionReader) { // ReadImage reports an error
			all, _ := tiffPages(file)
			n = len(all)
		})
	}
	return max(1, n)
}

// open calls do with an open file.
func open(path string, do func(*io.SectionReader)) error {
	file, err := os.Open(path)
	if err != nil {
		return err
	}
	info, err := file.Stat()
	if err == nil {
		do(io.NewSectionReader(file, 0, info.Size()))
	}
	return errors.Join(err, file.Close())
}

// section returns content as a file.
func section(content []byte) *io.SectionReader {
	return io.NewSectionReader(bytes.NewReader(content), 0, int64(len(content)))
}

// A tiffPage is described by numbers with tags. place is where it begins.
type tiffPage struct {
	place  []byte
	number map[uint16]uint32
}

// tiffPages returns the pages of a TIFF file, or of EXIF data, which have the same form (TIFF 6.0,
// section 2), and whether it found their end. There are none in other files.
func tiffPages(file *io.SectionReader) (all []tiffPage, whole bool) {
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
	for from, size := int64(4), int64(0); size < file.Size(); { // not in a circle
		p := tiffPage{read(from, 4), map[uint16]uint32{}}
		if len(p.place) < 4 {
			break
		}
		at := int64(order.Uint32(p.place))
		count := read(at, 2)
		if at < 2 || len(count) < 2 {
			return all, at == 0
		}
		entries := read(at+2, 12*int(order.Uint16(count)))
		if from = at + 2 + int64(len(entries)); len(entries) < 12*int(order.Uint16(count)) {
			break
		}
		for e := range slices.Chunk(entries, 12) {
			v := order.Uint32(e[8:])
			if order.Uint16(e[2:]) == 3 { // of 16 bits
				v = uint32(order.Uint16(e[8:]))
			}
			p.number[order.Uint16(e)] = v
		}
		size += from - at
		all = append(all, p)
	}
	return all, false
}

// exifOrientation returns that of EXIF data, or of a TIFF file, 0 if there is none.
func exifOrientation(exif []byte) uint32 {
	if all, _ := tiffPages(section(exif)); len(all) > 0 {
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

// A turned file has one page as its first. It reads the head in one piece.
type turned struct {
	*io.SectionReader
	place []byte
}

// ReadAt implements io.ReaderAt, which package tiff prefers to Read.
func (f turned) ReadAt(p []byte, from int64) (n int, err error) {
	if n, err = f.SectionReader.ReadAt(p, from); from == 0 && n == 8 {
		copy(p[4:], f.place)
	}
	return n, err
}

// openTIFF reads the head of a page of a TIFF file, and nothing of other pages but their lists of tags.
func openTIFF(file *io.SectionReader, page int) (*imageFile, error) {
	all, whole := tiffPages(file)
	if page > len(all) || page == 0 && len(all) != 1 || !whole {
		return nil, fmt.Errorf("it has %d pages, or their list is damaged, and page %d is wanted", len(all),
			page)
	}
	p := all[max(page, 1)-1]
	for _, w := range wantedTags {
		if n := p.number[w.tag]; !strings.Contains(w.numbers, fmt.Sprintf(" %d ", n)) {
			return nil, fmt.Errorf("TIFF tag %d is %d: %s", w.tag, n, w.why)
		}
	}
	of := turned{file, p.place}
	size, err := tiff.DecodeConfig(of)
	return &imageFile{size.Width, size.Height, p.number[0x0112], false,
		func() (image.Image, error) { return tiff.Decode(of) }}, err
}
