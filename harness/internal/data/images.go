package data

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"image"
	"math"
	"os"
	"path/filepath"
	"slices"
	"sync"

	"github.com/spbench/spbench/harness/sp"
)

// ImagesName is the name of the dataset of the user's own images and masks.
const ImagesName = "images"

var imagesEntry = withArguments(Entry{
	Name: ImagesName,
	Doc: "your own images and masks, PNG or JPEG files in two folders: grids of " +
		"pixels, or superpixels (docs/data.md)",
	Licence: "that of your data",
	Own:     true,
}, defaultImages, loadImages)

// imagesArgs are the arguments of "images".
type imagesArgs struct {
	Path        json.RawMessage `json:"path" help:"folder of images, or a list of folders, each a fold, or the folders of each part, {train: …, dev: …, test: …}; relative to the suite file"`
	Masks       json.RawMessage `json:"masks" help:"folder of masks, named like their images up to the ending, or FOLDER/*_mask.png; one for all, or as path"`
	Labels      json.RawMessage `json:"labels" help:"the colour of each label in masks, such as {background: \"#000000\", horse: \"#ffffff\"}, or its grey value; they are numbered by ascending colour"`
	Tolerance   int             `json:"tolerance" range:"[0,255]" help:"largest difference of red, green or blue from a label's colour, as in JPEG files"`
	Others      string          `json:"others" enum:"error,void,unknown" help:"pixels of other colours: an error; void, no part of the task; or of a label that is not known"`
	Pixels      int             `json:"pixels" range:"[1,1000000]" when:"superpixels=0" help:"scale larger images to at most so many"`
	Neighbours  int             `json:"neighbours" range:"[4,8]" when:"superpixels=0" help:"of a pixel: 4 or 8"`
	Position    bool            `json:"position" when:"superpixels=0" help:"add row and column of a pixel, from 0 to 1, as features"`
	Superpixels int             `json:"superpixels" range:"[0,5000]" help:"divide images into about so many superpixels; 0: into pixels"`
	Folds       int             `json:"folds" range:"[0,1000]" help:"number of folds; images are dealt out in order of their names; 0: none"`
}

func defaultImages() imagesArgs {
	return imagesArgs{Others: "error", Pixels: 2500, Neighbours: 4}
}

func loadImages(e Entry, a imagesArgs, _ string) (*Dataset, error) {
	if a.Path == nil || a.Masks == nil {
		return nil, errors.New(
			"which folders? Write images: {path: FOLDER, masks: FOLDER, labels: {…}}")
	}
	if a.Neighbours != 4 && a.Neighbours != 8 {
		return nil, fmt.Errorf("neighbours is %d, must be 4 or 8", a.Neighbours)
	}
	d := &Dataset{Standardise: a.Superpixels > 0, Void: a.Others == "void"}
	pairs, err := d.pairFolders(&a)
	if err != nil {
		return nil, err
	}
	labels, err := readLabelColours(a.Labels, a.Tolerance)
	if errors.Is(err, errNoColours) {
		return nil, fmt.Errorf("%w; %s", err, coloursIn(pairs))
	}
	if err != nil {
		return nil, err
	}
	d.K, d.Labels = len(labels.names), labels.names
	if a.Superpixels > 0 {
		d.Pixels, d.superpixels = d.photograph, a.Superpixels
		for _, p := range pairs {
			photo, err := filepath.Abs(p.photo)
			if err != nil {
				return nil, err
			}
			d.photos = append(d.photos, photo)
		}
	}
	used, all := e.used(d, len(pairs)), make([]*maskedImage, len(pairs))
	err = onAllProcessors("images", len(used), func(i int) (err error) {
		all[used[i]], err = a.instance(&pairs[used[i]], labels)
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

// coarse warns of scaled images. It also warns of labels with pixels but no variable of an image.
func (a *imagesArgs) coarse(d *Dataset) (warnings []string) {
	scaled, lost := 0, make([][]string, d.K)
	for i := range d.Instances {
		x := &d.Instances[i]
		if x.Mixed != nil {
			scaled++
		}
		found := map[int32]bool{}
		for _, k := range x.Gold {
			found[k] = true
		}
		for j, pixels := range x.Mixed {
			if k := int32(j % d.K); pixels > 0 && !found[k] {
				found[k], lost[k] = true, append(lost[k], x.ID)
			}
		}
	}
	if a.Superpixels == 0 && scaled > 0 {
		warnings = append(warnings, fmt.Sprintf("%d of %d images are scaled down to at most %d pixels",
			scaled, len(d.Instances), a.Pixels))
	}
	for k, of := range lost {
		if of != nil {
			warnings = append(warnings, fmt.Sprintf("label %s is lost in %d of %d images, such as "+
				"%s: it is too thin for a variable", d.Labels[k], len(of), len(d.Instances), of[0]))
		}
	}
	return warnings
}

// oneLarge is held while an image of more than mostPixels is in memory.
var oneLarge sync.Mutex

// instance reads one image and its mask. Superpixels come from the cache if possible.
func (a *imagesArgs) instance(p *imagePair, labels *labelColours) (*maskedImage, error) {
	if a.Superpixels == 0 {
		photo, gold, err := a.read(p, labels, mostPixels)
		if errors.Is(err, errLarge) {
			oneLarge.Lock()
			defer oneLarge.Unlock()
			photo, gold, err = a.read(p, labels, mostScaled)
		}
		if err != nil {
			return nil, err
		}
		size := photo.Bounds().Size()
		rows, columns := scaled(size.Y, size.X, a.Pixels)
		return a.gridImage(resample(photo, columns, rows), gold, size, len(labels.names)), nil
	}
	photo, err := os.ReadFile(p.photo)
	if err != nil {
		return nil, err
	}
	var mask []byte
	if p.mask != "" {
		if mask, err = os.ReadFile(p.mask); err != nil {
			return nil, err
		}
	}
	text := fmt.Sprint("image ", a.Superpixels, labels.colours, labels.tolerance, a.Others)
	s, err := recallSegments(photo, mask, text, func() (*segments, error) {
		photo, gold, err := a.read(p, labels, mostPixels)
		if err != nil {
			return nil, err
		}
		s, d, err := graphOf(p.photo, unscaled(photo), a.Superpixels)
		if err == nil {
			s.mix(d, gold, len(labels.names))
		}
		return s, err
	})
	if err != nil {
		return nil, err
	}
	return &maskedImage{edges: s.edges(), node: s.Node, edge: s.Edge, pixels: s.Size, mixed: s.Mixed},
		nil
}

// read returns one image of at most so many pixels, and their labels. Without a mask they are
// unknown.
func (a *imagesArgs) read(p *imagePair, labels *labelColours,
	most int) (image.Image, []int32, error) {
	if p.mask == "" {
		photo, err := readImage(p.photo, most)
		if err != nil {
			return nil, nil, err
		}
		size := photo.Bounds().Size()
		return photo, slices.Repeat([]int32{sp.Unknown}, size.X*size.Y), nil
	}
	photo, mask, err := p.read(most)
	if err != nil {
		return nil, nil, err
	}
	gold, err := labels.of(p.mask, mask, a.Others != "error")
	return photo, gold, err
}

// scaled returns the largest size of about the same proportions with at most the given number of
// pixels, and no larger than the original.
func scaled(rows, columns, most int) (int, int) {
	if rows*columns <= most {
		return rows, columns
	}
	scale := math.Sqrt(float64(most) / (float64(rows) * float64(columns)))
	r := max(1, int(float64(rows)*scale))
	return min(r, most), max(1, min(int(float64(columns)*scale), most/min(r, most)))
}
