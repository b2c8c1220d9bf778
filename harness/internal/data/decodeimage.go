package data

import (
	"bytes"
	"errors"
	"fmt"
	"image"
	"image/png"
	"os"

	"github.com/spbench/spbench/harness/internal/jpeg"
	"github.com/spbench/spbench/harness/internal/superpixel"
)

// Largest numbers of pixels of an image. One takes up to 15 bytes to decode, and 40 to divide.
const (
	mostPixels = 1 << 24
	mostScaled = 1 << 26 // of an image to scale down
)

var errLarge = errors.New("pixels, more than")

// decodeImage decodes the content of the PNG or JPEG file at path. Images with other pixels in other
// programs are errors: an EXIF orientation turns them, or they are transparent or animated.
func decodeImage(path string, content []byte, most int) (m image.Image, err error) {
	f, err := openImage(content)
	if err == nil && f.width*f.height > most {
		return nil, fmt.Errorf("%s has %d×%d %w %d\nhint: scale it down; grids of pixels are scaled "+
			"here, of images of up to %d", path, f.width, f.height, errLarge, most, mostScaled)
	}
	if err == nil {
		m, err = f.decode()
	}
	if err != nil {
		return nil, fmt.Errorf("%s is not a complete PNG or JPEG image: %w", path, err)
	}
	switch o, ok := m.(interface{ Opaque() bool }); {
	case f.orientation > 1 && f.orientation <= 8:
		return nil, fmt.Errorf("%s is shown turned or mirrored (EXIF orientation %d), and its mask or "+
			"photograph may not be\nhint: mogrify -auto-orient turns the pixels, exiftool "+
			"-Orientation= drops the mark", path, f.orientation)
	case ok && !o.Opaque():
		return nil, fmt.Errorf("%s has transparent pixels, so its colours depend on the background\n"+
			"hint: mogrify -alpha off drops the transparency", path)
	case f.animated:
		return nil, fmt.Errorf("%s is an animation: want one image", path)
	}
	return m, nil
}

// An imageFile is an image before decoding.
type imageFile struct {
	width, height int
	orientation   uint16 // of EXIF
	animated      bool
	decode        func() (image.Image, error)
}

// openImage reads the head of a file.
func openImage(content []byte) (*imageFile, error) {
	if bytes.HasPrefix(content, []byte("\xff\xd8")) {
		f, err := jpeg.Parse(content)
		if err != nil {
			return nil, err
		}
		return &imageFile{f.Width, f.Height, jpeg.Orientation(f.EXIF), false, f.Decode}, nil
	}
	size, err := png.DecodeConfig(bytes.NewReader(content))
	head, _, _ := bytes.Cut(content, []byte("IDAT"))
	_, exif, found := bytes.Cut(content, []byte("eXIfII*\x00"))
	if !found {
		_, exif, found = bytes.Cut(content, []byte("eXIfMM\x00*"))
	}
	if found {
		exif = content[len(content)-len(exif)-4:]
	}
	decode := func() (image.Image, error) { return png.Decode(bytes.NewReader(content)) }
	return &imageFile{size.Width, size.Height, jpeg.Orientation(exif),
		bytes.Contains(head, []byte("acTL")), decode}, err
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
	if err != nil || !superpixel.Deep(m) {
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
