package data

import (
	"errors"
	"fmt"
	"image"
	"image/color"
	"image/draw"
	"image/png"
	"os"
	"path/filepath"

	"github.com/spbench/spbench/harness/internal/data/raster"
	"github.com/spbench/spbench/harness/param"
	"github.com/spbench/spbench/harness/sp"
)

// readUnlabelledImages reads the images of a folder, or one image, without masks.
func (d *Dataset) readUnlabelledImages(args []byte, path string) (*Unlabelled, error) {
	a := imagesDefaults
	err := param.Decode(&a, args)
	if err != nil {
		return nil, err
	}
	labels, err := a.readLabelColours()
	if err != nil {
		return nil, err
	}
	unused := map[string]bool{}
	pairs, err := unpairedImages(path, unused)
	if err != nil {
		return nil, err
	}
	u := &Unlabelled{Instances: make([]sp.Instance, len(pairs)), Warnings: unusedFiles(unused, nil)}
	err = onAllProcessors("images", len(pairs), func(i int) error {
		m, err := a.instance(&ownImage{imagePair: pairs[i], colours: labels, scores: a.Scores})
		if err == nil {
			u.Instances[i] = m.instance(pairs[i].id, d.K)
		}
		return err
	})
	u.Pictures = func(dir string, y [][]int32) error {
		for i := range pairs {
			name := filepath.Join(dir, pairs[i].id+".png")
			mask, _ := os.Stat(name)
			photo, _ := os.Stat(pairs[i].photo)
			if os.SameFile(mask, photo) {
				return fmt.Errorf("%s: the mask would replace the image\n"+
					"hint: name another folder with -o", name)
			}
		}
		for i := range pairs {
			if err := a.writeMask(dir, &pairs[i], &u.Instances[i], y[i], labels); err != nil {
				return err
			}
		}
		return nil
	}
	return u, err
}

// unpairedImages returns the images of a folder, or one image, without masks, and adds other files
// to unused.
func unpairedImages(path string, unused map[string]bool) (pairs []imagePair, err error) {
	stems, paths, err := imagesIn(path, nil, unused)
	for _, stem := range stems {
		pairs = append(pairs, imagePair{id: stem, photo: paths[stem]})
	}
	if err == nil && len(pairs) == 0 {
		err = fmt.Errorf("%s has no image: want files that end in %s", path, raster.ImageEndings)
	}
	return pairsOfPages(pairs, err)
}

// writeMask writes the labels y of an image as a mask of its size.
func (a *imagesArgs) writeMask(dir string, p *imagePair, x *sp.Instance, y []int32,
	labels *labelColours) error {
	photo, err := raster.ReadImage(p.photo, p.page, mostScaled)
	if err != nil {
		return err
	}
	var of []int32 // superpixels of the pixels
	if a.Superpixels > 0 {
		pixels, err := pixelsOf(&ownImage{imagePair: *p}, a.Superpixels, x.N())
		if err != nil {
			return err
		}
		of = pixels.Variable
	}
	size := photo.Bounds().Size()
	var mask draw.Image = image.NewNRGBA(image.Rectangle{Max: size})
	if labels.index {
		mask = image.NewGray(mask.Bounds())
	}
	for i := range size.X * size.Y {
		v := variableOf(i, size, x.Shape)
		if of != nil {
			v = int(of[i])
		}
		c := labels.colours[y[v]]
		mask.Set(i%size.X, i/size.X, color.NRGBA{c[0], c[1], c[2], 255})
	}
	file, err := os.Create(filepath.Join(dir, p.id+".png"))
	if err != nil {
		return err
	}
	return errors.Join(png.Encode(file, mask), file.Close())
}
