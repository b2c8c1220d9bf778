package data

import (
	"fmt"
	"image"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// An imagePair is the paths of an image and its mask.
type imagePair struct{ id, photo, mask string }

// read returns the photo and its mask, of equal size.
func (p *imagePair) read() (photo, mask image.Image, err error) {
	if photo, err = readImage(p.photo); err != nil {
		return nil, nil, err
	}
	if mask, err = readImage(p.mask); err != nil {
		return nil, nil, err
	}
	if a, b := photo.Bounds().Size(), mask.Bounds().Size(); a != b {
		return nil, nil, fmt.Errorf("%s has %d×%d pixels, its mask %s has %d×%d", p.photo, a.X, a.Y,
			p.mask, b.X, b.Y)
	}
	return photo, mask, nil
}

// pixels returns the picture and its n superpixels.
func (p *imagePair) pixels(superpixels, n int) (*Pixels, error) {
	photo, err := readImage(p.photo)
	if err != nil {
		return nil, err
	}
	return pixelsOf(p.photo, resample(photo, photo.Bounds().Dx(), photo.Bounds().Dy()), superpixels,
		n)
}

// pairImages returns the images of a folder with their masks, by name.
func pairImages(photos, masks string) ([]imagePair, error) {
	names, byStem, err := imagesIn(photos)
	if err != nil {
		return nil, err
	}
	_, maskOf, err := imagesIn(masks)
	if err != nil {
		return nil, err
	}
	if len(names) == 0 {
		return nil, fmt.Errorf(
			"%s: there is no image in it: want files that end in .png, .jpg or .jpeg", photos)
	}
	var pairs []imagePair
	for _, stem := range names {
		mask, ok := maskOf[stem]
		if !ok {
			return nil, fmt.Errorf("%s has no mask: want %s.png, .jpg or .jpeg", byStem[stem],
				filepath.Join(masks, stem))
		}
		pairs = append(pairs, imagePair{stem, byStem[stem], mask})
	}
	return pairs, nil
}

// imagesIn returns the stems of the images in a folder, sorted, and the path of each.
func imagesIn(folder string) (stems []string, paths map[string]string, err error) {
	list, err := os.ReadDir(folder)
	if err != nil {
		return nil, nil, err
	}
	paths = map[string]string{}
	for _, f := range list {
		ending := filepath.Ext(f.Name())
		if f.IsDir() || !slices.Contains([]string{".png", ".jpg", ".jpeg"},
			strings.ToLower(ending)) {
			continue
		}
		stem, path := strings.TrimSuffix(f.Name(), ending), filepath.Join(folder, f.Name())
		if old, twice := paths[stem]; twice {
			return nil, nil, fmt.Errorf(
				"%s and %s: two images whose names differ only in the ending", old,
				path)
		}
		paths[stem] = path
		stems = append(stems, stem)
	}
	slices.Sort(stems)
	return stems, paths, nil
}

// readImage reads a PNG or JPEG file.
func readImage(path string) (image.Image, error) {
	content, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	return decodeImage(path, content)
}
