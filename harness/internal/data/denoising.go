package data

import (
	"fmt"
	"math"
	"math/rand/v2"
	"strconv"

	"github.com/spbench/spbench/harness/internal/data/drawing"
	"github.com/spbench/spbench/harness/sp"
)

var denoisingEntry = withArguments(Entry{
	Name: "denoising",
	Doc: "generated binary images, a few drawings in many noisy versions each, after Kumar & " +
		"Hebert 2006; 4-connected grids, " +
		"5 folds with as many versions of each drawing",
	Licence: "generated; public domain",
}, denoisingArgs{
	Drawings: 4, Versions: 50, Side: 64, Noise: noiseUnimodal, Sigma: 0.3, Seed: 1,
}, loadDenoising)

// Kinds of noise of "denoising".
const (
	noiseUnimodal = "unimodal"
	noiseBimodal  = "bimodal"
)

// denoisingArgs are the arguments of "denoising". The drawings are our own, since those of S. Kumar
// and M. Hebert, Discriminative Random Fields (IJCV 68, 2006, section 4.1), are not published. The
// noise is theirs.
//
// A pixel of label k, 0 or 1, has the intensity I = k + sigma·N(0,1), or one from the mixture of
// Gaussians of label k. Its node features are 1 and I; those of an edge are 1 and |I_i − I_j|.
type denoisingArgs struct {
	Drawings int     `json:"drawings" range:"[1,1000]" help:"drawings: shapes, outlines, curves and text in turn"`
	Versions int     `json:"versions" range:"[5,100000]" help:"noisy images of each drawing"`
	Side     int     `json:"side" range:"[16,2048]" help:"rows and columns of an image"`
	Noise    string  `json:"noise" enum:"unimodal,bimodal" help:"a Gaussian around 0 and 1, or a mixture of Gaussians for each label"`
	Sigma    float64 `json:"sigma" range:"[0,16]" when:"noise=unimodal" help:"standard deviation"`
	Seed     uint64  `json:"seed" help:"of drawings and noise"`
}

func loadDenoising(_ Entry, a denoisingArgs) (*Dataset, error) {
	mixtures := a.mixtures()
	d := &Dataset{K: 2, NodeWidth: 2, EdgeWidth: 2, Labels: []string{"ground", "ink"},
		GroupName: "drawing"}
	edges := sp.GridEdges(a.Side, a.Side)
	var gold [][]int32
	var names []string
	for i := range a.Drawings {
		of := drawing.All[i%len(drawing.All)]
		gold = append(gold, of.Draw(rand.New(rand.NewPCG(a.Seed, uint64(i))), a.Side))
		if names = append(names, of.Name); i >= len(drawing.All) {
			names[i] += strconv.Itoa(i/len(drawing.All) + 1)
		}
	}
	for v := range a.Versions {
		for i, name := range names {
			r := rand.New(rand.NewPCG(a.Seed, uint64(len(d.Instances)+a.Drawings)))
			x := seen(gold[i], mixtures, edges, r)
			x.ID, x.Shape = fmt.Sprintf("%s-%d", name, v), [2]int{a.Side, a.Side}
			d.Instances, d.Group = append(d.Instances, x), append(d.Group, name)
			d.Fold = append(d.Fold, v%5)
		}
	}
	return d, nil
}

// A mixture of Gaussians with equal weights, in units of 1/grain. Intensities are integers, equal
// on every machine.
type mixture struct{ means, sds []int64 }

// mixtures returns the mixture of each label.
func (a denoisingArgs) mixtures() [2]mixture {
	if a.Noise == noiseBimodal {
		return [2]mixture{{fixed(0.08, 0.46), fixed(0.03, 0.03)},
			{fixed(0.55, 0.42), fixed(0.02, 0.10)}}
	}
	return [2]mixture{{fixed(0), fixed(a.Sigma)}, {fixed(1), fixed(a.Sigma)}}
}

func fixed(values ...float64) (all []int64) {
	for _, v := range values {
		all = append(all, int64(math.Round(v*grain)))
	}
	return all
}

func (m *mixture) draw(r *rand.Rand) int64 {
	i := 0
	if len(m.means) > 1 {
		i = r.IntN(len(m.means))
	}
	return m.means[i] + m.sds[i]*bell(r)>>16
}

// seen returns a drawing as it is seen through noise.
func seen(gold []int32, mixtures [2]mixture, edges []sp.Edge, r *rand.Rand) sp.Instance {
	x := sp.Instance{
		Weight: 1, K: 2, Gold: gold, Edges: edges,
		Node: sp.Rows{N: len(gold), D: 2, Dense: make([]float32, 0, 2*len(gold))},
		Edge: sp.Rows{N: len(edges), D: 2, Dense: make([]float32, 0, 2*len(edges))},
	}
	intensity := make([]int64, len(gold))
	for d, k := range gold {
		intensity[d] = mixtures[k].draw(r)
		x.Node.Dense = append(x.Node.Dense, 1, float32(intensity[d])/grain)
	}
	for _, e := range edges {
		v := intensity[e.U] - intensity[e.V]
		x.Edge.Dense = append(x.Edge.Dense, 1, float32(max(v, -v))/grain)
	}
	return x
}
