package decode

import (
	"fmt"

	"github.com/spbench/spbench/harness/local"
	"github.com/spbench/spbench/harness/sp"
)

var locpmapKind = Kind{
	Name: "locpmap",
	Doc: "local perturb-and-MAP (Bertasius et al. 2017, algorithm 1): local maxima of scores " +
		"under Gumbel noise, each by ICM from uniformly drawn labels; at each variable its " +
		"most frequent label, also the frequencies, with squared standard errors; on any " +
		"graph",
	Approximate: "local perturb-and-MAP",
	Sums:        true,
	new:         func() Decoder { return &locpmap{Draws: 50, Block: "1x1", Scale: 1, Sweeps: 100} },
}

// locpmap breaks ties towards the smaller label. Local maximum i has the noise of draw i and
// begins with draw starts+i. The noise is on the node scores, or on the configurations of the
// blocks of composite likelihoods (theorem 4.2).
type locpmap struct {
	Draws  int     `json:"draws" range:"[1,1000000]" help:"local maxima, each under its own noise"`
	Block  string  `json:"block" enum:"1x1,1x2,2x1,2x2,1x3,3x1,2x3,3x2,3x3" help:"rows and columns of the blocks perturbed and moved as one on image grids; on other graphs blocks are connected and have at most as many variables; at most 4096 configurations per block"`
	Scale  float64 `json:"scale" range:"[0,inf)" help:"of the Gumbel noise"`
	Sweeps int     `json:"sweeps" range:"[1,1000000]" help:"maximum number of ICM sweeps of a draw"`

	single local.State
	blocks local.BlockState
	node   []float64
}

const starts = 1 << 32

func (d *locpmap) Decode(out *sp.Prediction, p *sp.Potentials, h Help) error {
	if err := possible(p); err != nil {
		return err
	}
	if d.Block == "1x1" {
		d.single.Reset(p)
		sample(out, p, d.Draws, func(i uint64) ([]int32, bool) { return d.maximum(p, h, i) })
		return nil
	}
	rows, columns, err := local.ParseBlock(d.Block)
	if err != nil {
		return fmt.Errorf("decode: %w", err)
	}
	blocks := local.NewBlocks(local.Divide(p.N(), p.Edges, h.Shape, rows, columns))
	if err := d.blocks.Reset(p, blocks); err != nil {
		return fmt.Errorf("decode: %w", err)
	}
	sample(out, p, d.Draws, func(i uint64) ([]int32, bool) {
		d.blocks.Perturb(h.Key, i, d.Scale)
		d.blocks.Draw(h.Key, starts+i)
		_, done := d.blocks.ICM(d.Sweeps)
		return d.blocks.Y, done
	})
	return nil
}

// maximum returns local maximum i of single sites, and whether ICM reached it within its
// sweeps.
func (d *locpmap) maximum(p *sp.Potentials, h Help, i uint64) (y []int32, done bool) {
	d.node = sp.Grow(d.node, len(p.Node))
	h.Key.Gumbel(d.node, i)
	for j, v := range p.Node {
		d.node[j] = v + d.Scale*d.node[j]
	}
	d.single.Rescore(d.node)
	d.single.Draw(h.Key, starts+i)
	_, done = d.single.ICM(d.Sweeps)
	return d.single.Y, done
}
