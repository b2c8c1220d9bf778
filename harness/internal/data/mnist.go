package data

import (
	"fmt"

	"github.com/spbench/spbench/harness/internal/data/array"
)

const (
	mnistURL   = "https://ossci-datasets.s3.amazonaws.com/mnist/"
	mnistTrain = "train-images-idx3-ubyte.gz"
	mnistTest  = "t10k-images-idx3-ubyte.gz"
)

var mnistEntry = withArguments(Entry{
	Name: "mnist",
	Doc: "handwritten digits, 28×28 pixels (LeCun, Cortes & Burges 1998), made binary and seen " +
		"through noise, as Bertasius et al. 2017 denoise them; " +
		"4-connected grids, 2 folds: the first training images and the first test images of the " +
		"publication",
	Licence: "none stated by the authors (CC BY-SA 3.0 by common account); not redistributed here",
	URL:     mnistURL,
	Files: []File{
		{Path: "mnist/" + mnistTrain, URL: mnistURL + mnistTrain,
			SHA256: "ba891046e6505d7aadcbbe25680a0738ad16aec93bde7f9b65e87a2fc25776db"},
		{Path: "mnist/" + mnistTest, URL: mnistURL + mnistTest,
			SHA256: "0fa7898d509279e482958e8ce81c8e77db3f2f8254e26661ceb7762c4d494ce7"},
	},
}, mnistArgs{Train: 5000, Test: 5000, Threshold: 128,
	noisy: noisy{Noise: noiseGumbel, SNR: 0.25, Pairs: pairIntensities, Bias: biasBoth, Seed: 1}}, loadMNIST)

// mnistArgs are the arguments of "mnist". A pixel of 0..255 is object, label 1, from Threshold on.
type mnistArgs struct {
	Train     int `json:"train" range:"[1,60000]" help:"training images, from the first: fold 0"`
	Test      int `json:"test" range:"[1,10000]" help:"test images, from the first: fold 1"`
	Threshold int `json:"threshold" range:"[1,255]" help:"smallest grey value (0 to 255) of ink, label 1"`
	noisy
}

func loadMNIST(e Entry, a mnistArgs) (*Dataset, error) {
	var images []clean
	var shape [2]int
	for i, part := range []struct {
		name string
		n    int
	}{{"train", a.Train}, {"test", a.Test}} {
		path := e.read[i].path
		sizes, pixels, err := array.ParseIDX(path, e.read[i].contents[0], 3)
		switch {
		case err != nil:
			return nil, err
		case sizes[0] < part.n:
			return nil, fmt.Errorf("%s has %d images, %s asks for %d", path, sizes[0], part.name,
				part.n)
		case i == 1 && shape != [2]int{sizes[1], sizes[2]}:
			return nil, fmt.Errorf("%s has images of %d×%d pixels, the training images have %d×%d",
				path, sizes[1], sizes[2], shape[0], shape[1])
		}
		shape = [2]int{sizes[1], sizes[2]}
		for j := range part.n {
			size := shape[0] * shape[1]
			images = append(images, clean{fmt.Sprintf("%s-%d", part.name, j), i,
				threshold(pixels[j*size:][:size], a.Threshold)})
		}
	}
	return a.dataset(images, shape[0], shape[1]), nil
}

// threshold gives label 1 to pixels of at least least.
func threshold(pixels []byte, least int) []int32 {
	gold := make([]int32, len(pixels))
	for i, v := range pixels {
		if int(v) >= least {
			gold[i] = 1
		}
	}
	return gold
}
