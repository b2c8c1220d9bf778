package decode

import (
	"slices"

	"github.com/spbench/spbench/harness/messages"
	"github.com/spbench/spbench/harness/sp"
)

var trwKind = Kind{
	Name: "trw", Doc: "the labels that tree-reweighted belief propagation (Wainwright, Jaakkola & Willsky 2005) finds best, of sums or maxima; edges appear as often as in " +
		"spanning forests drawn at random, the same for all that have the graph; on any graph, exact without cycles; with cycles messages may not have settled after the last sweep: it reads them as they are",
	Approximate: "tree-reweighted belief propagation, converged or not",
	new: func() Decoder {
		return &trw{Forests: 10, passing: passing{Rule: "sum", Schedule: "sweeps", Sweeps: 100, Damping: 0.5, Tolerance: 1e-4}}
	},
}

type trw struct {
	Forests int `json:"forests" range:"[1,1000000]" help:"spanning forests; more are drawn where they leave an edge out"`
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
