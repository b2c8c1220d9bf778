package data

import (
	"fmt"
	"image"
	"os"
	"slices"

	"github.com/spbench/spbench/harness/sp"
)

// An ownImage is an image of the user and its mask, of equal size. Without a mask all labels are
// unknown.
type ownImage struct {
	imagePair
	colours *labelColours
	others  bool // other colours are allowed
}

func (p *ownImage) place() string { return p.photo }

func (p *ownImage) files() (picture, labels []byte, err error) {
	if picture, err = os.ReadFile(p.photo); err == nil && p.mask != "" {
		labels, err = os.ReadFile(p.mask)
	}
	return picture, labels, err
}

func (p *ownImage) picture(most int) (image.Image, error) { return readImage(p.photo, most) }

func (p *ownImage) labels(picture image.Image, most int) ([]int32, error) {
	size := picture.Bounds().Size()
	if p.mask == "" {
		return slices.Repeat([]int32{sp.Unknown}, size.X*size.Y), nil
	}
	mask, err := readMask(p.mask, most)
	if err != nil {
		return nil, err
	}
	if of := mask.Bounds().Size(); of != size {
		return nil, fmt.Errorf("%s has %d×%d pixels, its mask %s has %d×%d", p.photo, size.X, size.Y,
			p.mask, of.X, of.Y)
	}
	return p.colours.of(p.mask, mask, p.others)
}
