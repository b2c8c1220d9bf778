package scoremap

import (
	"bytes"
	"cmp"
	"encoding/csv"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
)

// foldsName is the name of the file of folds in a folder of scores.
const foldsName = "folds.csv"

var errOneFold = errors.New("there is one fold, and its network learned from others: want two")

// Provenance says whether the labels of test images may be in the scores of photographs. The file
// folds.csv of their folder has lines "image,fold". The network of a fold scored its images and
// learned from all other folds. An image without a fold was seen by no network.
//
// folds and fitted are those of a dataset. If all is known, and the networks learned from images of
// fold 0 alone, fitted becomes true: splits train on fold 0 and test on others. A dataset without
// folds gets fold 0 for images seen, and 1 for others. Otherwise there is a warning, unless no
// network saw an image. Two equal names of images are an error.
func Provenance(dir string, photos []string, folds *[]int, fitted *bool) ([]string, error) {
	if dir == "" {
		return nil, nil
	}
	path, of, known := filepath.Join(dir, foldsName), map[string]bool{}, map[string]string{}
	content, _ := os.ReadFile(path) // without a file nothing is known
	rows, err := csv.NewReader(bytes.NewReader(content)).ReadAll()
	for i, row := range rows {
		if _, twice := known[row[0]]; twice || len(row) != 2 {
			err = fmt.Errorf("line %d: want lines image,fold, each image once", i+1)
			break
		}
		if known[row[0]] = row[1]; row[1] != "" && row[1] != "fold" { // fold: the head
			of[row[1]] = true
		}
	}
	if err != nil || len(of) == 1 {
		return nil, fmt.Errorf("%s: %w", path, cmp.Or(err, errOneFold))
	}
	// apart is 0 for an image that a network saw, else 1
	named, seen, unsaid, apart := map[string]bool{}, false, "", make([]int, len(photos))
	for i, photo := range photos {
		name := stem(photo)
		fold, said := known[name]
		if named[name] {
			return nil, fmt.Errorf("scores: two images are called %q: rename one", name)
		} else if named[name] = true; !said {
			unsaid = name
		} else if fold == "" {
			apart[i] = 1
		}
		seen = seen || fold != ""
	}
	if unsaid != "" {
		return []string{fmt.Sprintf("nothing says that no network saw the images that it scored, such "+
			"as %s: there is no line of it in %s", unsaid, foldsName)}, nil
	}
	if *folds == nil && seen && slices.Contains(apart, 1) {
		*folds = apart
	}
	*fitted = seen
	for i, unseen := range apart {
		*fitted = *fitted && (unseen == 1 || *folds != nil && (*folds)[i] == 0)
	}
	if seen != *fitted {
		return []string{"networks behind the scores of training images may have seen test images: " +
			foldsName + " gives a fold to images outside of fold 0"}, nil
	}
	return nil, nil
}
