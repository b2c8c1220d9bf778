package data

import (
	"cmp"
	"errors"
	"fmt"
	"image"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/spbench/spbench/harness/internal/format"
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

// pairFolders returns the images of all folders with their masks. It sets the folds, and the names
// of parts.
func (d *Dataset) pairFolders(a *imagesArgs) (all []imagePair, err error) {
	photos, err := partsOf("path", a.Path)
	if err != nil {
		return nil, err
	}
	maskParts, err := partsOf("masks", a.Masks)
	if err != nil {
		return nil, err
	}
	masks, folders := folders(maskParts), len(folders(photos))
	switch {
	case len(masks) == 1:
		masks = slices.Repeat(masks, folders)
	case len(masks) != folders:
		return nil, fmt.Errorf("masks: %d folders, want one, or one for each of the %d in path",
			len(masks), folders)
	}
	if folders > 1 && a.Folds > 0 {
		return nil, errors.New("folds: leave it out: path has several folders, which are the folds")
	}
	for p, part := range photos {
		if part.Name != "" {
			d.Parts = append(d.Parts, part.Name)
		}
		for i, folder := range part.Paths {
			pairs, err := pairImages(folder, masks[0])
			if err != nil {
				return nil, err
			}
			masks = masks[1:]
			for n, pair := range pairs {
				fold := i
				switch {
				case part.Name != "":
					fold = p
				case a.Folds > 0:
					fold = n % a.Folds
				}
				pair.id = part.ID(i, pair.id)
				all, d.Fold = append(all, pair), append(d.Fold, fold)
			}
		}
	}
	if folders == 1 && a.Folds == 0 {
		d.Fold = nil
	}
	return all, nil
}

// folders returns the folders of all parts.
func folders(parts []format.Part) (list []string) {
	for _, part := range parts {
		list = append(list, part.Paths...)
	}
	return list
}

// pairImages returns the images of a folder with their masks, by name.
func pairImages(photos, masks string) ([]imagePair, error) {
	_, maskOf, err := imagesIn(masks, nil)
	if err != nil {
		return nil, err
	}
	names, byStem, err := imagesIn(photos, slices.Collect(maps.Values(maskOf)))
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
			want := filepath.Join(masks, stem) + ".png, .jpg or .jpeg"
			if strings.Contains(masks, "*") {
				want = strings.Replace(masks, "*", stem, 1)
			}
			return nil, fmt.Errorf("%s has no mask: want %s", byStem[stem], want)
		}
		pairs = append(pairs, imagePair{stem, byStem[stem], mask})
	}
	return pairs, nil
}

// imagesIn returns the stems of the images in a folder, sorted, and the path of each, without the
// paths of others. In place of a folder, FOLDER/A*B stands for its files with a stem between A and
// B.
func imagesIn(folder string, others []string) (stems []string, paths map[string]string, err error) {
	before, after := "", ""
	if dir, name := filepath.Split(folder); strings.Contains(name, "*") {
		folder = cmp.Or(dir, ".")
		before, after, _ = strings.Cut(name, "*")
	}
	list, err := os.ReadDir(folder)
	if err != nil {
		return nil, nil, err
	}
	not := map[string]bool{}
	for _, path := range others {
		not[path] = true
	}
	paths = map[string]string{}
	for _, f := range list {
		ending, path := filepath.Ext(f.Name()), filepath.Join(folder, f.Name())
		if f.IsDir() || not[path] || !slices.Contains([]string{".png", ".jpg", ".jpeg"},
			strings.ToLower(ending)) {
			continue
		}
		if !utf8.ValidString(path) {
			return nil, nil, fmt.Errorf("%q: the name of an image must be UTF-8: rename it", path)
		}
		stem, starts := strings.CutPrefix(f.Name(), before)
		stem, ends := strings.CutSuffix(stem, cmp.Or(after, ending))
		if !starts || !ends {
			continue
		}
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
