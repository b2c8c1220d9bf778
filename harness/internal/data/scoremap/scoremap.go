// Package scoremap reads the scores of pixels by a network. They lie in a folder, with an array of
// numpy for each image ([Find], [Read]). Beside them is its knowledge of the images ([Provenance]).
package scoremap

import (
	"errors"
	"fmt"
	"image"
	"os"
	"path/filepath"
	"strings"

	"github.com/spbench/spbench/harness/internal/data/array"
)

// stem returns the name of a photograph without its ending, but with its page: a#2 of a.tif#2.
func stem(photo string) string {
	name, ending := filepath.Base(photo), filepath.Ext(photo)
	_, page, paged := strings.Cut(ending, "#")
	if name = strings.TrimSuffix(name, ending); paged {
		name += "#" + page
	}
	return name
}

// Find reads the scores of a photograph: NAME.npy or NAME.npz in dir.
func Find(dir, photo string) (path string, content []byte, err error) {
	found, name := 0, filepath.Join(dir, stem(photo))
	for _, ending := range []string{".npy", ".npz"} {
		if text, err := os.ReadFile(name + ending); err == nil {
			found, path, content = found+1, name+ending, text
		}
	}
	if found != 1 {
		err = fmt.Errorf("%s: its scores are in %d files, want one, %s.npy or .npz", photo, found, name)
	}
	return path, content, err
}

// Read returns k scores of each of n variables, the means over its pixels, and a 1 behind them.
// Function of returns the variable of a pixel of a photograph. The array has the shape n×K (pixels
// row by row), H×W×K or K×H×W. H×W is the size of the photograph, or has its proportions, to less
// than a pixel on each side. Then a pixel has the scores of the place at its upper left corner. Any
// other shape is an error. So is a number beyond a float32, infinite or NaN.
func Read(path string, content []byte, k int, photo image.Point, of func(pixel int) int,
	n int) ([]float32, error) {
	a, err := array.Single(path, content)
	if err != nil {
		return nil, err
	}
	size, last, err := arrange(a.Shape, k, photo)
	if err != nil {
		return nil, fmt.Errorf("%s: scores of the shape %v: %w", path, a.Shape, err)
	}
	scores, err := array.Numbers[float32](a, false, 0, 0)
	if err != nil {
		return nil, err
	}
	width, step, next := k+1, k, 1 // from place to place, and from label to label
	if !last {
		step, next = 1, size.X*size.Y
	}
	sum, rows := make([]float64, n*width), make([]float32, n*width)
	for p := range photo.X * photo.Y {
		place := p/photo.X*size.Y/photo.Y*size.X + p%photo.X*size.X/photo.X
		row := sum[of(p)*width:]
		for c := range k {
			row[c] += float64(scores[place*step+c*next])
		}
		row[k]++
	}
	for i, s := range sum {
		rows[i] = float32(s / sum[i-i%width+k])
	}
	return rows, nil
}

// arrange returns the size of a map of scores, and whether labels are the last index.
func arrange(shape []int, k int, photo image.Point) (size image.Point, last bool, err error) {
	size = photo
	fits := len(shape) == 2 && shape[0] == size.X*size.Y && shape[1] == k
	last = fits
	if len(shape) == 3 {
		first := 0
		if last = shape[2] == k; !last {
			first = 1
		}
		size = image.Pt(shape[first+1], shape[first])
		off := size.X*photo.Y - size.Y*photo.X
		fits = shape[2-2*first] == k && max(off, -off) < photo.X+photo.Y && size.X*size.Y > 0
		if last && shape[0] == k {
			return size, last, errors.New("is it H×W×K or K×H×W?\nhint: write n×K, row by row")
		}
	}
	if !fits {
		err = fmt.Errorf("want n×K, H×W×K or K×H×W for K = %d and a photograph of %d×%d (H×W) "+
			"pixels, or with its proportions", k, photo.Y, photo.X)
	}
	return size, last, err
}
