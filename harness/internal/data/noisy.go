package data

import (
	"math"
	"math/rand/v2"

	"github.com/spbench/spbench/harness/sp"
)

// Kinds of noise, and of features of edges, of noisy.
const (
	noiseGumbel   = "gumbel"
	noiseGaussian = "gaussian"

	pairIntensities = "intensities"
	pairLikeness    = "likeness"
	pairConstant    = "constant"

	biasNone = "none"
	biasNode = "node"
	biasEdge = "edge"
	biasBoth = "both"
)

// noisy are the arguments of binary images with additive noise:
//
//	x_d = y_d + ε_d
//
// with y_d in {0, 1} and independent ε_d of mean 0. The signal-to-noise ratio sets their variance:
//
//	SNR = mean of y_d² / variance of ε_d
//
// The mean is over all pixels of the loaded training images, fold 0: the share of ones. The ratio
// is power over power, not in decibels. Gumbel noise is −log(−log u) minus its mean, scaled.
// Intensities are multiples of 1/grain, equal on machines whose logarithms differ in the last bit.
//
// Node features are x_d and 1. Edge features for the pixel u on the left or above and its neighbour
// v are 1, x_u and x_v; or 1 and exp(−(x_u−x_v)²), not negative as needed for submodular Potts
// strengths; or the constant. Bias says where these constants 1 stay; Bertasius et al. 2017 have
// none. Centre subtracts ½ from every intensity: a label flip then is a sign flip.
type noisy struct {
	Noise  string  `json:"noise" enum:"gumbel,gaussian" help:"distribution of the noise added to a pixel, 0 or 1"`
	SNR    float64 `json:"snr" range:"(0,1000000]" help:"mean square of the clean pixels over the variance of the noise"`
	Pairs  string  `json:"pairs" enum:"intensities,likeness,constant" help:"features of an edge: 1 and the two intensities; 1 and exp(-(difference of the intensities)^2), none negative; or the constant"`
	Bias   string  `json:"bias" enum:"none,node,edge,both" help:"constant features 1: of nodes, of edges with other features, of both, or none"`
	Centre bool    `json:"centre" help:"subtract 1/2 from intensities"`
	Seed   uint64  `json:"seed" help:"of the noise"`
}

// grain is the value 1 of an intensity.
const grain = 1 << 14

// widths returns the numbers of features of a node and of an edge.
func (a noisy) widths() (node, edge int) {
	node, edge = 1+len(a.bias(biasNode)), len(a.bias(biasEdge))
	switch a.Pairs {
	case pairIntensities:
		return node, edge + 2
	case pairLikeness:
		return node, edge + 1
	}
	return node, 0
}

// bias returns the constant of nodes or of edges, or nothing.
func (a noisy) bias(of string) []float32 {
	if a.Bias == of || a.Bias == biasBoth {
		return []float32{1}
	}
	return nil
}

// A clean is a binary image before the noise.
type clean struct {
	id   string
	fold int
	gold []int32 // rows·columns, row-major, of 0 and 1
}

// dataset returns the images, each rows×columns, with noise. An image depends on its fold, its
// place in the fold, the arguments, and the share of ones in fold 0. For an equal share, test
// images do not depend on the other loaded images.
func (a noisy) dataset(images []clean, rows, columns int) *Dataset {
	node, edge := a.widths()
	d := &Dataset{K: 2, NodeWidth: node, EdgeWidth: edge,
		Labels: []string{"background", "object"}}
	edges := sp.GridEdges(rows, columns)
	sigma := a.sigma(images)
	place := map[int]uint64{} // of the next image in each fold
	for _, c := range images {
		place[c.fold]++
		x := a.instance(c, sigma, edges,
			rand.New(rand.NewPCG(a.Seed, uint64(c.fold)<<32|place[c.fold])))
		x.Shape = [2]int{rows, columns}
		d.Instances, d.Fold = append(d.Instances, x), append(d.Fold, c.fold)
	}
	return d
}

// sigma returns the standard deviation of the noise.
func (a noisy) sigma(images []clean) float64 {
	ones, n := 0, 0
	for _, c := range images {
		if c.fold != 0 {
			continue
		}
		n += len(c.gold)
		for _, k := range c.gold {
			ones += int(k)
		}
	}
	return math.Sqrt(float64(ones) / float64(n) / a.SNR)
}

func (a noisy) instance(c clean, sigma float64, edges []sp.Edge, r *rand.Rand) sp.Instance {
	n := len(c.gold)
	node, edge := a.widths()
	x := sp.Instance{
		ID: c.id, Weight: 1, K: 2, Gold: c.gold, Edges: edges,
		Node: sp.Rows{N: n, D: node, Dense: make([]float32, 0, node*n)},
		Edge: sp.Rows{N: len(edges), D: edge},
	}
	centre := 0.0
	if a.Centre {
		centre = 0.5
	}
	for _, k := range c.gold {
		v := math.Round(grain * (float64(k) + float64(sigma*a.draw(r))))
		x.Node.Dense = append(x.Node.Dense, float32(v/grain-centre))
		x.Node.Dense = append(x.Node.Dense, a.bias(biasNode)...)
	}
	if edge == 0 {
		return x
	}
	at := func(d int32) float32 { return x.Node.Dense[node*int(d)] }
	for _, e := range edges {
		x.Edge.Dense = append(x.Edge.Dense, a.bias(biasEdge)...)
		switch u, v := at(e.U), at(e.V); a.Pairs {
		case pairIntensities:
			x.Edge.Dense = append(x.Edge.Dense, u, v)
		case pairLikeness:
			off := float64(u) - float64(v)
			x.Edge.Dense = append(x.Edge.Dense,
				float32(math.Round(grain*math.Exp(-off*off))/grain))
		}
	}
	return x
}

// draw returns one deviate of mean 0 and variance 1.
func (a noisy) draw(r *rand.Rand) float64 {
	if a.Noise == noiseGaussian {
		return r.NormFloat64()
	}
	const euler = 0.57721566490153286
	u := (float64(r.Uint64()>>12) + 0.5) / (1 << 52) // never 0 or 1
	return (-math.Log(-math.Log(u)) - euler) * math.Sqrt(6) / math.Pi
}
