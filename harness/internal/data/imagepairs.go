package data

import (
	"cmp"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/spbench/spbench/harness/internal/data/raster"
	"github.com/spbench/spbench/harness/internal/format"
)

// An imagePair is the paths of an image and its mask, or a page of both, counted from 1.
type imagePair struct {
	id, photo, mask string
	page            int // 0: the only one
}

// name returns the path of the photograph, with its page: a.tif#2.
func (p *imagePair) name() string {
	if p.page == 0 {
		return p.photo
	}
	return fmt.Sprint(p.photo, "#", p.page)
}

// pairsOfPages returns the pairs with one for each page, NAME#1, …. An error stays.
func pairsOfPages(pairs []imagePair, err error) ([]imagePair, error) {
	var all []imagePair
	for _, p := range pairs {
		p.id = cmp.Or(p.id, strings.TrimSuffix(filepath.Base(p.photo), filepath.Ext(p.photo)))
		n, masks := raster.CountPages(p.photo), raster.CountPages(cmp.Or(p.mask, p.photo))
		if n != masks {
			return nil, fmt.Errorf("%s and its mask %s have %d and %d pages", p.photo, p.mask, n, masks)
		}
		for page := range n {
			q := p
			if n > 1 {
				q.page, q.id = page+1, fmt.Sprint(p.id, "#", page+1)
			}
			all = append(all, q)
		}
	}
	return all, err
}

// pairFolders returns the images of all folders, or lists, with their masks. It sets the folds, the
// names of parts and the groups of pages, and warns of unused files.
func (d *Dataset) pairFolders(a *imagesArgs) (all []imagePair, err error) {
	key, text := "path", a.Path
	if a.List != nil {
		key, text = "list", a.List
	}
	parts, err := partsOf(key, text)
	photoParts, err2 := partsOf("path", a.Path)
	maskParts, err3 := partsOf("masks", a.Masks)
	photos, masks, n := folders(photoParts), folders(maskParts), len(folders(parts))
	switch err = cmp.Or(err, err2, err3); {
	case err != nil:
		return nil, err
	case len(photos) != n && len(photos) > 1 || len(masks) != n && len(masks) > 1:
		return nil, fmt.Errorf("path: %d folders, masks: %d folders, want one, or one for each of the "+
			"%d in %s", len(photos), len(masks), n, key)
	case n > 1 && a.Folds > 0:
		return nil, fmt.Errorf("folds: leave it out: %s has several, which are the folds", key)
	}
	unused, at := map[string]bool{}, 0
	for p, part := range parts {
		if part.Name != "" {
			d.Parts = append(d.Parts, part.Name)
		}
		for i, list := range part.Paths {
			pairs, err := a.pairImages(list, photos[at%len(photos)], masks[at%len(masks)], unused)
			if at++; err != nil {
				return nil, err
			}
			for n, pair := range pairs {
				fold := i
				if part.Name != "" {
					fold = p
				} else if a.Folds > 0 {
					fold = n % a.Folds
				}
				d.Group = append(d.Group, part.ID(i, filepath.Base(pair.photo)))
				pair.id, d.Fold = part.ID(i, pair.id), append(d.Fold, fold)
				all = append(all, pair)
			}
		}
	}
	if n == 1 && a.Folds == 0 {
		d.Fold = nil
	}
	files := len(slices.Compact(slices.Clone(d.Group))) // a file by part: its pages are no groups
	if d.GroupName = "file"; files <= len(parts) || files == len(all) {
		d.Group, d.GroupName = nil, ""
	}
	if a.List == nil {
		d.Warnings = unusedFiles(unused, all)
	}
	return all, nil
}

// unusedFiles returns a warning, if there are any. It names no folder, which may move.
func unusedFiles(unused map[string]bool, pairs []imagePair) []string {
	for _, pair := range pairs { // one folder of masks may serve several of images
		delete(unused, pair.mask)
	}
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

// pairImages returns the images of a folder with their masks, by name, or those in a list. It adds
// all masks, and other files, to unused.
func (a *imagesArgs) pairImages(list, photos, masks string, unused map[string]bool) ([]imagePair,
	error) {
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
		return nil, fmt.Errorf("%s: there is no image in it: want files that end in %s", photos,
			raster.ImageEndings)
	}
	var pairs []imagePair
	for _, stem := range names {
		mask := maskOf[stem]
		if mask == "" && a.List == nil {
			want := strings.Replace(masks, "*", stem, 1)
			if want == masks {
				want = filepath.Join(masks, stem) + raster.ImageEndings
			}
			return nil, fmt.Errorf("%s has no mask: want %s", byStem[stem], want)
		}
		pairs = append(pairs, imagePair{id: stem, photo: byStem[stem], mask: mask})
	}
	if a.List != nil {
		pairs, err = listedPairs(list, pairs)
	}
	return pairsOfPages(pairs, err)
}

// otherImages are endings of other images.
var otherImages = strings.Fields(".webp .jfif .jpe .jp2 .jxl .heic .heif .avif .pbm .pgm .ppm .pnm " +
	".tga .exr .dng")

// imagesIn returns the stems of the images in a folder, sorted, and the path of each, without those
// in skip. In place of a folder, FOLDER/A*B stands for its files with a stem between A and B, and a
// file for itself, with the stem "". An image in another format is an error. Other files and
// folders, if not hidden, are added to unused.
func imagesIn(folder string, skip, unused map[string]bool) (stems []string,
	paths map[string]string, err error) {
	before, after := "", ""
	info, err := os.Stat(folder)
	isFile, file := err == nil && !info.IsDir(), filepath.Clean(folder)
	if dir, name := filepath.Split(folder); isFile || strings.Contains(name, "*") {
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
		case f.Name()[0] == '.' || skip[path] || !starts || !ends && !isFile || isFile && path != file:
			continue
		case slices.Contains(otherImages, lower):
			return nil, nil, fmt.Errorf("%s: images that end in %s are not read\n"+
				"hint: mogrify -format png writes a PNG image; or move the file", path, ending)
		case f.IsDir() || stem != "" && !slices.Contains(strings.Split(raster.ImageEndings, ", "), lower):
			unused[strings.ToValidUTF8(path, "?")] = true
			continue
		case !utf8.ValidString(path):
			return nil, nil, fmt.Errorf("%q: the name of an image must be UTF-8: rename it", path)
		}
		if old, twice := paths[stem]; twice {
			return nil, nil, fmt.Errorf("%s and %s: two images whose names differ only in the ending",
				old, path)
		}
		paths[stem] = path
		stems = append(stems, stem)
	}
	slices.Sort(stems)
	return stems, paths, nil
}
