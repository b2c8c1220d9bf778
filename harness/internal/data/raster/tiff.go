package raster

import (
	"encoding/binary"
	"fmt"
	"os"
	"slices"
	"strings"

	_ "golang.org/x/image/tiff" // for package image
)

// CountPages returns the number of pages of an image file, 1 if it cannot be read. Only TIFF files,
// whose paths contain .tif, have several.
func CountPages(path string) int {
	if !strings.Contains(strings.ToLower(path), ".tif") {
		return 1
	}
	content, _ := os.ReadFile(path) // ReadImage reports an error
	all, _ := tiffPages(content)
	return max(1, len(all))
}

// A tiffPage is described by numbers with tags. Its place is written at from.
type tiffPage struct {
	from   int
	number map[uint16]uint32
}

// tiffPages returns the pages of a TIFF file, or of EXIF data, which have the same form (TIFF 6.0,
// section 2), and whether it found their end. There are none in other files.
func tiffPages(content []byte) (all []tiffPage, whole bool) {
	orders := map[string]binary.ByteOrder{"II*\x00": binary.LittleEndian, "MM\x00*": binary.BigEndian}
	order := orders[string(content[:min(4, len(content))])]
	if order == nil {
		return nil, true
	}
	for from, size := 4, 0; from+4 <= len(content) && size < len(content); { // not in a circle
		at := int(order.Uint32(content[from:]))
		if at < 2 || at+2 > len(content) {
			return all, at == 0
		}
		p := tiffPage{from, map[uint16]uint32{}}
		if from = at + 2 + 12*int(order.Uint16(content[at:])); from > len(content) {
			break
		}
		for e := range slices.Chunk(content[at+2:from], 12) {
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
	if all, _ := tiffPages(exif); len(all) > 0 {
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

// turnToPage makes a page of a TIFF file its first one.
func turnToPage(content []byte, number int) error {
	all, whole := tiffPages(content)
	switch {
	case number > len(all) || number == 0 && len(all) > 1 || !whole:
		return fmt.Errorf("it has %d pages, or their list is damaged, and page %d is wanted", len(all),
			number)
	case all == nil:
		return nil
	}
	p := all[max(number, 1)-1]
	for _, w := range wantedTags {
		if n := p.number[w.tag]; !strings.Contains(w.numbers, fmt.Sprintf(" %d ", n)) {
			return fmt.Errorf("TIFF tag %d is %d: %s", w.tag, n, w.why)
		}
	}
	copy(content[4:8], content[p.from:])
	return nil
}
