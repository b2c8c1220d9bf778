package data

import (
	"fmt"

	"github.com/spbench/spbench/harness/internal/data/array"
)

const (
	silhouettesURL  = "https://people.cs.umass.edu/~marlin/data/"
	silhouettesFile = "caltech101_silhouettes_28_split1.mat"
	silhouetteSide  = 28
)

var silhouettesEntry = withArguments(Entry{
	Name: "silhouettes",
	Doc: "outlines of the objects of Caltech-101, 28×28 pixels (Marlin, Swersky, Chen & de " +
		"Freitas, AISTATS 2010), seen through noise, as Bertasius et al. 2017 reconstruct them; " +
		"4-connected grids, 3 folds: the training, validation and test images of split 1",
	Licence: "none stated by the authors; not redistributed here",
	URL:     silhouettesURL + silhouettesFile,
	Files: []File{{Path: "caltech101_silhouettes/" + silhouettesFile,
		SHA256: "eb6735e8d84b1850fabc5590124aab1755e90c9fd28123585324398405e1e42a"}},
}, silhouettesArgs{noisy{Noise: noiseGaussian, SNR: 0.5, Pairs: pairIntensities, Bias: biasBoth,
	Seed: 1}}, loadSilhouettes)

// silhouettesArgs are the arguments of "silhouettes".
type silhouettesArgs struct{ noisy }

func loadSilhouettes(e Entry, a silhouettesArgs) (*Dataset, error) {
	path := e.read[0].path
	arrays, err := array.ParseMAT(path, e.read[0].contents[0])
	if err != nil {
		return nil, err
	}
	var images []clean
	for fold, part := range []string{"train", "val", "test"} {
		m, ok := arrays[part+"_data"]
		if !ok || m.Rows == 0 || m.Columns != silhouetteSide*silhouetteSide {
			return nil, fmt.Errorf("%s: no matrix of bytes %s_data with %d columns", path, part,
				silhouetteSide*silhouetteSide)
		}
		for i := range m.Rows {
			gold, err := silhouette(m, i)
			if err != nil {
				return nil, fmt.Errorf("%s: %s_data: image %d: %w", path, part, i, err)
			}
			images = append(images, clean{fmt.Sprintf("%s-%d", part, i), fold, gold})
		}
	}
	return a.dataset(images, silhouetteSide, silhouetteSide), nil
}

// silhouette returns row i of m, an image stored column by column, in row-major order. The object
// is 0 in the file and label 1 here.
func silhouette(m array.Matrix, i int) ([]int32, error) {
	gold := make([]int32, m.Columns)
	for j := range gold {
		v := m.Entries[j*m.Rows+i]
		if v > 1 {
			return nil, fmt.Errorf("a pixel is %d, must be 0 or 1", v)
		}
		gold[j%silhouetteSide*silhouetteSide+j/silhouetteSide] = 1 - int32(v)
	}
	return gold, nil
}
