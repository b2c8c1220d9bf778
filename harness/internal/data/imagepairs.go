package data

import (
	"cmp"
	"errors"
	"fmt"
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

// pairFolders returns the images of all folders with their masks. It sets the folds and the names
// of parts, and warns of unused files.
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
	unused := map[string]bool{}
	for p, part := range photos {
		if part.Name != "" {
			d.Parts = append(d.Parts, part.Name)
		}
		for i, folder := range part.Paths {
			pairs, err := pairImages(folder, masks[0], unused)
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
	for _, pair := range all { // one folder of masks may serve several of images
		delete(unused, pair.mask)
	}
	d.Warnings = unusedFiles(unused)
	return all, nil
}

// unusedFiles returns a warning, none without such files. It names no folder: it is in the plan, and
// the folder may move.
func unusedFiles(unused map[string]bool) []string {
	for _, first := range slices.Sorted(maps.Keys(unused)) {
		return []string{fmt.Sprintf("files that are not used: %d, such as %s", len(unused),
			filepath.Base(first))}
	}
	return nil
}

// folders returns the folders of all parts.
func folders(parts []format.Part) (list []string) {
	for _, part := range parts {
		list = append(list, part.Paths...)
	}
	return list
}

// pairImages returns the images of a folder with their masks, by name. It adds all masks, and other
// files, to unused.
func pairImages(photos, masks string, unused map[string]bool) ([]imagePair, error) {
	_, maskOf, err := imagesIn(masks, nil, unused)
	if err != nil {
		return nil, err
	}
	for _, mask := range maskOf {
		unused[mask] = true
	}
	names, byStem, err := imagesIn(photos, unused, unused)
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

// otherImages are endings of other images.
var otherImages = strings.Fields(".tif .tiff .bmp .gif .webp .jfif .jpe .jp2 .jxl .heic .heif .avif " +
	".pbm .pgm .ppm .pnm .tga .exr .dng")

// imagesIn returns the stems of the images in a folder, sorted, and the path of each, without those
// in skip. In place of a folder, FOLDER/A*B stands for its files with a stem between A and B. An
// image in another format is an error. Other files and folders, if not hidden, are added to unused.
func imagesIn(folder string, skip, unused map[string]bool) (stems []string,
	paths map[string]string, err error) {
	before, after := "", ""
	if dir, name := filepath.Split(folder); strings.Contains(name, "*") {
		folder = cmp.Or(dir, ".")
		before, after, _ = strings.Cut(name, "*")
	}
	list, err := os.ReadDir(folder)
	if err != nil {
		return nil, nil, err
	}
	paths = map[string]string{}
	for _, f := range list {
		ending, path := filepath.Ext(f.Name()), filepath.Join(folder, f.Name())
		stem, starts := strings.CutPrefix(f.Name(), before)
		stem, ends := strings.CutSuffix(stem, cmp.Or(after, ending))
		lower := strings.ToLower(ending)
		switch {
		case f.Name()[0] == '.' || skip[path] || !starts || !ends:
			continue
		case slices.Contains(otherImages, lower):
			return nil, nil, fmt.Errorf("%s: images that end in %s are not read\n"+
				"hint: mogrify -format png writes a PNG image; or move the file", path, ending)
		case f.IsDir() || lower != ".png" && lower != ".jpg" && lower != ".jpeg":
			unused[strings.ToValidUTF8(path, "?")] = true
			continue
		case !utf8.ValidString(path):
			return nil, nil, fmt.Errorf("%q: the name of an image must be UTF-8: rename it", path)
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
