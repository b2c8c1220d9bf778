package data

import (
	"bytes"
	"errors"
	"fmt"
	"image"
	"image/color"
	_ "image/jpeg" // the format of photographs
	_ "image/png"  // the format of masks
	"os"
)

// Largest numbers of pixels of an image. A pixel takes up to 15 bytes to decode, and 40 to divide
// into superpixels.
const (
	mostPixels = 1 << 24
	mostScaled = 1 << 26 // of an image to scale down
)

var errLarge = errors.New("pixels, more than")

// decodeImage decodes the content of the PNG or JPEG file at path. Images with other pixels in other
// programs are errors: an EXIF orientation turns them, or they are transparent or animated.
func decodeImage(path string, content []byte, most int) (image.Image, error) {
	size, kind, err := image.DecodeConfig(bytes.NewReader(content))
	if err == nil && size.Width*size.Height > most {
		return nil, fmt.Errorf("%s has %d×%d %w %d\nhint: scale it down; grids of pixels are scaled "+
			"here, of images of up to %d", path, size.Width, size.Height, errLarge, most, mostScaled)
	}
	var m image.Image
	if err == nil {
		m, _, err = image.Decode(bytes.NewReader(content))
	}
	if err == nil && m.Bounds().Empty() {
		err = errors.New("it has no pixels")
	}
	if err != nil {
		return nil, fmt.Errorf("%s is not a complete PNG or JPEG image: %w", path, err)
	}
	head, _, _ := bytes.Cut(content, []byte("IDAT"))
	turned := orientation(content)
	switch o, ok := m.(interface{ Opaque() bool }); {
	case turned > 1 && turned <= 8:
		return nil, fmt.Errorf("%s is shown turned or mirrored (EXIF orientation %d), and its mask or "+
			"photograph may not be\nhint: mogrify -auto-orient turns the pixels, exiftool "+
			"-Orientation= drops the mark", path, turned)
	case ok && !o.Opaque():
		return nil, fmt.Errorf("%s has transparent pixels, so its colours depend on the background\n"+
			"hint: mogrify -alpha off drops the transparency", path)
	case kind == "png" && bytes.Contains(head, []byte("acTL")):
		return nil, fmt.Errorf("%s is an animation: want one image", path)
	}
	return m, nil
}

// orientations are the beginning of EXIF data, and of its entry 0x0112 up to the low byte of its
// value, for both orders of bytes (TIFF 6.0, section 2).
var orientations = [2][2]string{{"II*\x00", "\x12\x01\x03\x00\x01\x00\x00\x00"},
	{"MM\x00*", "\x01\x12\x00\x03\x00\x00\x00\x01\x00"}}

// orientation returns the EXIF orientation of a JPEG or PNG file: 1..8, 1 is upright; else none.
func orientation(content []byte) byte {
	for _, kind := range []string{"Exif\x00\x00", "eXIf"} {
		for _, of := range orientations {
			_, exif, _ := bytes.Cut(content, []byte(kind+of[0]))
			if _, value, _ := bytes.Cut(exif, []byte(of[1])); len(value) > 0 {
				return value[0]
			}
		}
	}
	return 0
}

// deep reports whether channels have 16 bits.
func deep(m image.Image) bool {
	switch m.ColorModel() {
	case color.Gray16Model, color.RGBA64Model, color.NRGBA64Model:
		return true
	}
	return false
}

// readImage reads a PNG or JPEG file of at most so many pixels.
func readImage(path string, most int) (image.Image, error) {
	content, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	return decodeImage(path, content, most)
}

// readMask is readImage for a mask. Grey values of 16 bits become equal ones of 8 bits.
func readMask(path string, most int) (image.Image, error) {
	m, err := readImage(path, most)
	if err != nil || !deep(m) {
		return m, err
	}
	wide, ok := m.(*image.Gray16)
	if !ok {
		return nil, fmt.Errorf("%s has colours of 16 bits: want 8 bits", path)
	}
	grey := image.NewGray(m.Bounds())
	for p := range grey.Pix {
		if grey.Pix[p] = wide.Pix[2*p+1]; wide.Pix[2*p] > 0 {
			return nil, fmt.Errorf("%s: pixel (%d, %d) has a grey value above 255, those of labels are "+
				"0..255", path, p%grey.Stride, p/grey.Stride)
		}
	}
	return grey, nil
}
