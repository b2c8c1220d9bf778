package data

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"

	"github.com/spbench/spbench/harness/internal/superpixel"
	"github.com/spbench/spbench/harness/sp"
)

const (
	stanfordURL = "http://dags.stanford.edu/data/iccv09Data.tar.gz"
	// Output of "sha256sum images/*.jpg" in the folder.
	stanfordSHA256 = "a1774de8369ec5f1734114a73742e8af1852fed9fe411d6784e8c81698423352"
)

var stanfordEntry = withArguments(Entry{
	Name: "stanford",
	Doc: "715 photographs of outdoor scenes, divided into superpixels: sky, tree, road, grass, " +
		"water, building, mountain or foreground object (Gould, Fulton & Koller, ICCV 2009); " +
		"2 folds: 600 to learn from, 115 to test on. The node features come from a classifier " +
		"that has learned from fold 0, so that splits train on photographs of fold 0 and " +
		"test on those of fold 1. Or grids of pixels, with their colour and position, in 5 folds",
	Licence: "free for research with citation of the paper; the photographs are those of " +
		"LabelMe, MSRC, Pascal VOC and Geometric Context; not redistributed here",
	URL: stanfordURL,
	Files: []File{{Path: "stanford_background", Names: stanfordPhotographs(),
		SHA256: stanfordSHA256}},
}, stanfordArgs{Superpixels: 200, Test: 115, Hidden: 64,
	Passes: 10, Void: true, Seed: 1}, loadStanford)

func stanfordPhotographs() []string {
	var names []string
	for _, id := range strings.Fields(stanfordNames) {
		names = append(names, "images/"+id+".jpg")
	}
	return names
}

// stanfordLabels are the labels of a pixel; others are void or unknown.
var stanfordLabels = []string{"sky", "tree", "road", "grass", "water", "building", "mountain",
	"object"}

// stanfordArgs are the arguments of "stanford".
//
// With Pixels a variable is a pixel of a smaller photograph, with the features of dataset images:
// colour, row and column, and the constant 1. Otherwise it is a superpixel. Its gold label is the
// most frequent label of its pixels with a label; without any it has none. Mixed counts its pixels
// of each true label, for metrics over the original pixels such as mean-iou: those that no labeling
// of superpixels gets right count as wrong, and pixels without a label do not count.
//
// Node features are 8 log-probabilities and the constant 1. The probabilities come from a
// classifier (package classify) of colour, texture, position and saliency of the superpixel, and
// the mean of its neighbours. The classifier learns from fold 0 alone: for fold 1 from all of it,
// for each fifth of fold 0 from the other four. Features of edges are not negative.
type stanfordArgs struct {
	Pixels      int    `json:"pixels" range:"[0,100000]" help:"scale photographs to at most so many pixels, each a variable, as dataset images does; 0: superpixels"`
	Superpixels int    `json:"superpixels" range:"[20,500]" when:"pixels=0" help:"about so many for each photograph"`
	Test        int    `json:"test" range:"[1,714]" when:"pixels=0" help:"photographs of fold 1, drawn by the seed"`
	Hidden      int    `json:"hidden" range:"[1,1000]" when:"pixels=0" help:"hidden units of the classifier"`
	Passes      int    `json:"passes" range:"[1,1000]" when:"pixels=0" help:"visits per superpixel to train the classifier"`
	Void        bool   `json:"void" help:"variables without a label are no part of the task; off: their labels exist, but are not known"`
	Seed        uint64 `json:"seed" help:"of the folds and of the classifier"`
}

// sceneBorders are the features of an edge: 1, likeness of colour, weakness of the gradient.
var sceneBorders = []int{0, 2, 4}

func loadStanford(e Entry, a stanfordArgs) (*Dataset, error) {
	scenes, err := e.scenes()
	if err != nil {
		return nil, err
	}
	if a.Pixels > 0 {
		return a.grids(scenes)
	}
	if left := len(scenes) - a.Test; left < crossFits {
		return nil, fmt.Errorf("test is %d of %d photographs: %d would be left to learn from, "+
			"the classifier of node features needs at least %d", a.Test, len(scenes), left,
			crossFits)
	}
	d := &Dataset{K: len(stanfordLabels), NodeWidth: len(stanfordLabels) + 1,
		EdgeWidth: len(sceneBorders), Labels: stanfordLabels, Fitted: true, Void: a.Void}
	d.Fold = a.folds(len(scenes))
	list, err := segmentAll(e, d, scenes, a.Superpixels)
	if err != nil {
		return nil, err
	}
	unary, err := a.unaries(list, d.Fold)
	if err != nil {
		return nil, err
	}
	for i := range scenes {
		scenes[i].labelsText = nil // megabytes, and Pixels needs none
	}
	for i, g := range list {
		x := g.instance(scenes[i].id, d.K)
		x.Node = sp.Rows{N: x.N(), D: d.K + 1}
		for row := range slices.Chunk(unary[:x.Node.N*d.K], d.K) {
			x.Node.Dense = append(append(x.Node.Dense, row...), 1)
		}
		unary = unary[x.Node.N*d.K:]
		x.Edge.D, x.Edge.Dense = d.EdgeWidth, chosen(g.Edge, superpixel.BorderColumns, sceneBorders)
		d.Instances[i] = x
	}
	return d, nil
}

// grids returns the scenes as grids of pixels, in folds of equal size.
func (a stanfordArgs) grids(scenes []*scene) (*Dataset, error) {
	k, grid := len(stanfordLabels), imagesArgs{Pixels: a.Pixels, Neighbours: 4, Position: true}
	d := &Dataset{K: k, Labels: stanfordLabels, Void: a.Void,
		Instances: make([]sp.Instance, len(scenes)), Fold: make([]int, len(scenes))}
	for place, i := range rand.New(rand.NewPCG(a.Seed, 0x7363656e65)).Perm(len(scenes)) {
		d.Fold[i] = place % 5
	}
	err := onAllProcessors("photographs", len(scenes), func(i int) error {
		g, err := grid.grid(scenes[i], k)
		if err == nil {
			d.Instances[i] = g.instance(scenes[i].id, k)
		}
		return err
	})
	d.NodeWidth, d.EdgeWidth = d.Instances[0].Node.D, d.Instances[0].Edge.D
	return d, err
}

// folds draws the fold of each of n photographs.
func (a stanfordArgs) folds(n int) []int {
	fold := make([]int, n)
	for _, i := range rand.New(rand.NewPCG(a.Seed, 0x7363656e65)).Perm(n)[:a.Test] {
		fold[i] = 1
	}
	return fold
}
