package data

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"path/filepath"
	"slices"

	"github.com/spbench/spbench/harness/internal/data/scoremap"
	"github.com/spbench/spbench/harness/internal/ordered"
)

// ImagesName is the name of the dataset of the user's own images and masks.
const ImagesName = "images"

var imagesEntry = withArguments(Entry{
	Name: ImagesName,
	Doc: "your own images and masks, PNG, JPEG, TIFF, BMP or GIF files: grids of " +
		"pixels, or superpixels (docs/images.md)",
	Licence: "that of your data",
	Own:     true,
}, imagesDefaults, loadImages)

// imagesArgs are the arguments of "images".
type imagesArgs struct {
	Path        json.RawMessage `json:"path" help:"folder of images, or a list of folders, each a fold, or the folders of each part, {train: …, dev: …, test: …}; relative to the suite file"`
	Masks       json.RawMessage `json:"masks" help:"folder of masks, named like their images up to the ending, or FOLDER/*_mask.png; one for all, or as path"`
	Labels      json.RawMessage `json:"labels" help:"the colour of each label in masks, such as {background: \"#000000\", horse: \"#ffffff\"}, or its grey value or index; they are numbered by ascending colour"`
	Index       bool            `json:"index" help:"numbers in labels are those of the colours in the palettes of masks"`
	List        json.RawMessage `json:"list" help:"text file, or as path: the images to read, one NAME, or PHOTO MASK, in each line"`
	Tolerance   int             `json:"tolerance" range:"[0,255]" when:"index=false" help:"largest difference of red, green or blue from a label's colour, as in JPEG files"`
	Others      string          `json:"others" enum:"error,void,unknown" help:"pixels of other colours: an error; void, no part of the task; or of a label that is not known"`
	Pixels      int             `json:"pixels" range:"[1,1000000]" when:"superpixels=0" help:"scale larger images to at most so many"`
	Neighbours  int             `json:"neighbours" range:"[4,8]" when:"superpixels=0" help:"of a pixel: 4 or 8"`
	Position    bool            `json:"position" when:"superpixels=0" help:"add row and column of a pixel, from 0 to 1, as features"`
	Superpixels int             `json:"superpixels" range:"[0,5000]" help:"divide images into about so many superpixels; 0: into pixels"`
	Scores      string          `json:"scores" help:"folder of scores of a network, in place of the features of a variable: an array .npy or .npz for each image, named like it; folds.csv in it says which network scored which image"`
	Folds       int             `json:"folds" range:"[0,1000]" help:"number of folds; images are dealt out in order of their names; 0: none"`
}

// imagesDefaults are the arguments without any.
var imagesDefaults = imagesArgs{Others: "error", Pixels: 2500, Neighbours: 4}

func loadImages(e Entry, a imagesArgs) (*Dataset, error) {
	if a.Path == nil || a.Masks == nil {
		return nil, errors.New(
			"which folders? Write images: {path: FOLDER, masks: FOLDER, labels: {…}}")
	}
	if a.Neighbours != 4 && a.Neighbours != 8 {
		return nil, fmt.Errorf("neighbours is %d, must be 4 or 8", a.Neighbours)
	}
	d := &Dataset{Standardise: a.Superpixels > 0 && a.Scores == "", Void: a.Others == "void"}
	pairs, err := d.pairFolders(&a)
	if err != nil {
		return nil, err
	}
	labels, err := a.readLabelColours()
	if errors.Is(err, errNoColours) {
		return nil, fmt.Errorf("%w; %s", err, a.coloursIn(pairs))
	}
	if err != nil {
		return nil, err
	}
	d.K, d.Labels, d.Colours = len(labels.names), labels.names, labels.colours
	if err := a.describe(d, pairs); err != nil {
		return nil, err
	}
	used, all := e.used(d, len(pairs)), make([]*pixelGraph, len(pairs))
	err = onAllProcessors("images", len(used), func(i int) (err error) {
		all[used[i]], err = a.instance(&ownImage{pairs[used[i]], labels, a.Others != "error", a.Scores})
		return err
	})
	if err != nil {
		return nil, err
	}
	for i, m := range all {
		d.Instances[i] = cmp.Or(m, all[used[0]]).instance(pairs[i].id, d.K)
	}
	d.NodeWidth, d.EdgeWidth = d.Instances[0].Node.D, d.Instances[0].Edge.D
	d.Warnings = append(d.Warnings, a.coarse(d)...)
	return d, nil
}

// describe sets the photographs of d, and the knowledge of its images behind scores.
func (a *imagesArgs) describe(d *Dataset, pairs []imagePair) error {
	photos, seen := []string(nil), map[string]bool{}
	for _, p := range pairs {
		photo, err := filepath.Abs(p.name())
		if err != nil {
			return err
		}
		if seen[photo] {
			return fmt.Errorf("%s is in two parts or folds: want each image once", photo)
		}
		photos, seen[photo] = append(photos, photo), true
	}
	if a.Superpixels > 0 {
		d.Pixels, d.superpixels, d.photos = d.photograph, a.Superpixels, photos
	}
	warnings, err := scoremap.Provenance(a.Scores, photos, &d.Fold, &d.Fitted)
	d.Warnings, d.scored = append(d.Warnings, warnings...), a.Scores != ""
	return err
}

// coarse warns of scaled images. It also warns of labels with pixels but no variable of an image.
func (a *imagesArgs) coarse(d *Dataset) (warnings []string) {
	scaled, lost, last := 0, map[string]int{}, map[string]string{}
	for i := range d.Instances {
		x := &d.Instances[i]
		if x.Mixed != nil {
			scaled++
		}
		for j, pixels := range x.Mixed {
			name := d.Labels[j%d.K]
			if pixels > 0 && last[name] != x.ID && !slices.Contains(x.Gold, int32(j%d.K)) {
				lost[name], last[name] = lost[name]+1, x.ID
			}
		}
	}
	if a.Superpixels == 0 && scaled > 0 {
		warnings = append(warnings, fmt.Sprintf("%d of %d images are scaled down to at most %d pixels",
			scaled, len(d.Instances), a.Pixels))
	}
	if len(lost) > 0 {
		warnings = append(warnings, fmt.Sprintf("labels are lost in images, as they are too thin for a "+
			"variable: %s of %d", ordered.ByCount(lost, d.K), len(d.Instances)))
	}
	return warnings
}

// instance reads one image and its mask. Superpixels come from the cache if possible.
func (a *imagesArgs) instance(p *ownImage) (*pixelGraph, error) {
	if a.Superpixels == 0 {
		return a.grid(p, len(p.colours.names))
	}
	return segment(p, a.Superpixels, len(p.colours.names),
		fmt.Sprint(p.colours.colours, p.colours.tolerance, a.Index, a.Others, p.page))
}
