package decode

import (
	"slices"

	"github.com/spbench/spbench/harness/messages"
	"github.com/spbench/spbench/harness/sp"
)

var trwKind = Kind{
	Name: "trw",
	Doc: "the best labels by tree-reweighted belief propagation (Wainwright, Jaakkola & " +
		"Willsky 2005), by sums or maxima; edges are weighted by their frequency in random " +
		"spanning forests, the same for all instances with the graph; on any graph, exact " +
		"without cycles. With cycles messages may not have converged after the last sweep: " +
		"the labels are those of that sweep",
	Approximate: "tree-reweighted belief propagation, converged or not",
	Sums:        true,
	new: func() Decoder {
		return &trw{Forests: 10,
			passing: passing{Rule: "sum", Sweeps: 100, Damping: 0.5,
				Tolerance: 1e-4}}
	},
}

type trw struct {
	Forests int `json:"forests" range:"[1,1000000]" help:"spanning forests; more are drawn if they leave out an edge"`
	passing

	n     int // of the last graph
	edges []sp.Edge
	rho   []float64
}

func (d *trw) Decode(out *sp.Prediction, p *sp.Potentials, _ Help) error {
	if d.n != p.N() || !slices.Equal(d.edges, p.Edges) {
		d.n, d.edges = p.N(), append(d.edges[:0], p.Edges...)
		d.rho = messages.Appearance(d.n, d.edges, d.Forests, 1)
	}
	return d.read(out, p, d.rho)
}
