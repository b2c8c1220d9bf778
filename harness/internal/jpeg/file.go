package jpeg

import (
	"bytes"
	"image"
	"slices"
)

// A File is a JPEG file, read up to its first scan.
type File struct {
	Width, Height int
	EXIF          []byte // data in the format TIFF, from its first bytes "II" or "MM"; nil if none

	bits
	scanHead    []byte         // of the next scan, nil behind the last one
	quantizers  [4]*[64]uint16 // steps of coefficients in the order of rows
	codes       [2][4]*code    // for DC and AC
	interval    int            // MCUs between restarts, 0 for none
	progressive bool
	components  []*component
	ids         []byte // of the components
	jfif        bool
	adobe       int // transform of the colours, -1 if not given
}

// A component is one of the numbers of a pixel, such as its luminance.
type component struct {
	quantizer     byte
	h, v          int // sampling factors
	moreH, moreV  int // repetitions of each sample in the picture: along rows, along columns
	width, height int // in samples that show the picture
	across, down  int // in blocks, with those that only complete the last MCUs
	steps         *[64]uint16
	blocks        []block  // of a progressive frame
	samples       []uint8  // rows of 8·across
	shift         [64]int8 // the lowest bit read of each coefficient, or unread
}

const unread = -1

// A block has 64 coefficients in the order of rows.
type block [64]int16

// zigzag has the place of each coefficient in a block, by its place in the file (T.81, figure A.6).
const zigzag = "" +
	"\x00\x01\x08\x10\x09\x02\x03\x0a\x11\x18\x20\x19\x12\x0b\x04\x05" +
	"\x0c\x13\x1a\x21\x28\x30\x29\x22\x1b\x14\x0d\x06\x07\x0e\x15\x1c" +
	"\x23\x2a\x31\x38\x39\x32\x2b\x24\x1d\x16\x0f\x17\x1e\x25\x2c\x33" +
	"\x3a\x3b\x34\x2d\x26\x1f\x27\x2e\x35\x3c\x3d\x36\x2f\x37\x3e\x3f"

// Parse reads a file up to its first scan. O(its bytes).
func Parse(content []byte) (f *File, err error) {
	defer caught(&err)
	f = &File{bits: bits{content: content}, adobe: -1}
	f.check(bytes.HasPrefix(content, []byte{0xff, soi}), "no JPEG file: want the bytes ff d8")
	f.at = 2
	f.segments()
	f.check(f.scanHead != nil && f.components != nil, "there is no frame with a scan behind it")
	return f, nil
}

// Decode returns the picture, an image.Gray or an opaque image.RGBA. Call it once. It takes up to
// 15 bytes a pixel.
func (f *File) Decode() (picture image.Image, err error) {
	defer caught(&err)
	for _, c := range f.components {
		c.samples = make([]uint8, 64*c.across*c.down)
		if f.progressive {
			c.blocks = make([]block, c.across*c.down)
		}
	}
	for f.scanHead != nil {
		f.scan()
		f.segments()
	}
	for i, c := range f.components {
		// For want of them libjpeg would guess smooth transitions between blocks.
		low := c.shift[:10]
		f.check(slices.Min(low) == 0 && slices.Max(low) == 0,
			"scans are missing: component %d of %d lacks coefficients, or their last bits", i+1,
			len(f.components))
		for b := range c.blocks {
			c.transform(&c.blocks[b], b%c.across, b/c.across)
		}
		c.blocks = nil
	}
	return f.picture(), nil
}
