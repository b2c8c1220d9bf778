// Package raster reads image files, page by page: PNG, JPEG, TIFF, BMP and GIF. [ReadImage] returns
// a photograph, [ReadMask] a mask. An image with other pixels in other programs is an error.
package raster

import (
	"bytes"
	"errors"
	"fmt"
	"image"
	"image/gif"
	_ "image/png" // for package image
	"os"

	_ "golang.org/x/image/bmp" // for package image

	"github.com/spbench/spbench/harness/internal/jpeg"
	"github.com/spbench/spbench/harness/internal/superpixel"
)

// ImageEndings are those of the files that are read, in small letters.
const ImageEndings = ".png, .jpg, .jpeg, .tif, .tiff, .bmp, .gif"

// ErrLarge is in errors about images of too many pixels.
var ErrLarge = errors.New("pixels, more than")

// DecodeImage decodes a page of the file at path: 1, …, or 0 for the only one. content is the
// file's. An image of more than most pixels is an error. So is one with other pixels in other
// programs: an EXIF orientation turns it, or it is transparent or animated.
func DecodeImage(path string, content []byte, page, most int) (image.Image, error) {
	f, err := openImage(content, page)
	return f.image(path, most, err)
}

// image decodes an open image, see DecodeImage. An error stays.
func (f *imageFile) image(path string, most int, err error) (m image.Image, _ error) {
	if err == nil && f.width*f.height > most {
		return nil, fmt.Errorf("%s has %d×%d %w %d\nhint: scale it down; grids of pixels are scaled "+
			"here, of images of up to 67 million", path, f.width, f.height, ErrLarge, most)
	}
	if err == nil {
		m, err = f.decode()
	}
	if err != nil {
		return nil, fmt.Errorf("%s is not a complete PNG, JPEG, TIFF, BMP or GIF image: %w", path, err)
	}
	switch o, ok := m.(interface{ Opaque() bool }); {
	case f.orientation > 1 && f.orientation <= 8:
		return nil, fmt.Errorf("%s is shown turned or mirrored (EXIF orientation %d), and its mask or "+
			"photograph may not be\nhint: mogrify -auto-orient turns the pixels, exiftool "+
			"-Orientation= drops the mark", path, f.orientation)
	case ok && !o.Opaque():
		return nil, fmt.Errorf("%s has transparent pixels, so its colours depend on the background\n"+
			"hint: mogrify -alpha off drops the transparency", path)
	case f.animated || m.Bounds().Empty():
		return nil, fmt.Errorf("%s is an animation, or does not fill its frame: want one image\n"+
			"hint: magick FILE -coalesce FRAME%%03d.png writes an image of each frame", path)
	}
	return m, nil
}

// An imageFile is an image before decoding.
type imageFile struct {
	width, height int
	orientation   uint32 // of EXIF
	animated      bool
	decode        func() (image.Image, error)
}

// openImage reads the head of a file.
func openImage(content []byte, page int) (*imageFile, error) {
	if bytes.HasPrefix(content, []byte("\xff\xd8")) {
		f, err := jpeg.Parse(content)
		if err != nil {
			return nil, err
		}
		return &imageFile{f.Width, f.Height, exifOrientation(f.EXIF), false, f.Decode}, nil
	}
	size, format, err := image.DecodeConfig(bytes.NewReader(content))
	if format == "tiff" || page > 0 {
		return openTIFF(bytes.NewReader(content), page)
	}
	f := &imageFile{width: size.Width, height: size.Height}
	f.decode = func() (m image.Image, err error) {
		if format == "gif" {
			all, err := gif.DecodeAll(bytes.NewReader(content))
			if err != nil {
				return nil, err
			}
			f.animated = len(all.Image) > 1 || all.Image[0].Rect.Size() != image.Pt(f.width, f.height)
			return all.Image[0], nil
		}
		m, _, err = image.Decode(bytes.NewReader(content))
		return m, err
	}
	if format == "png" {
		head, _, _ := bytes.Cut(content, []byte("IDAT"))
		f.animated = bytes.Contains(head, []byte("acTL"))
		for _, exif := range bytes.Split(content, []byte("eXIf")) {
			f.orientation = max(f.orientation, exifOrientation(exif))
		}
	}
	return f, err
}

// ReadImage reads a page of an image file, see DecodeImage.
func ReadImage(path string, page, most int) (image.Image, error) {
	if page == 0 {
		content, err := os.ReadFile(path)
		if err != nil {
			return nil, err
		}
		return DecodeImage(path, content, 0, most)
	}
	file, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	f, err := openTIFF(file, page)
	return f.image(path, most, err)
}

// ReadFile returns the content of an image file, or a text of all pixels of its page.
func ReadFile(path string, page, most int) ([]byte, error) {
	if page == 0 {
		return os.ReadFile(path)
	}
	m, err := ReadImage(path, page, most)
	return fmt.Append(nil, m), err
}

// ReadMask is ReadImage for a mask. Grey values of 16 bits become equal ones of 8 bits. With index,
// a pixel has the number of its colour in the palette, or, without a palette, its grey value.
func ReadMask(path string, page, most int, index bool) (image.Image, error) {
	m, err := ReadImage(path, page, most)
	if err != nil {
		return nil, err
	}
	switch m := m.(type) {
	case *image.Gray:
	case *image.Gray16:
		grey := image.NewGray(m.Rect)
		for p := range grey.Pix {
			if grey.Pix[p] = m.Pix[2*p+1]; m.Pix[2*p] > 0 {
				return nil, fmt.Errorf("%s: pixel (%d, %d) has a grey value above 255, those of labels "+
					"are 0..255", path, p%grey.Stride, p/grey.Stride)
			}
		}
		return grey, nil
	case *image.Paletted:
		if index {
			return &image.Gray{Pix: m.Pix, Stride: m.Stride, Rect: m.Rect}, nil
		}
	default:
		if index || superpixel.Deep(m) {
			return nil, fmt.Errorf("%s has colours of 16 bits, or, with index: true, colours without a "+
				"palette: want 8 bits", path)
		}
	}
	return m, nil
}
