package decode

import (
	"github.com/spbench/spbench/harness/messages"
	"github.com/spbench/spbench/harness/sp"
)

var trwKind = Kind{
	Name: "trw", Doc: "the labels that tree-reweighted belief propagation (Wainwright, Jaakkola & Willsky 2005) finds best, of sums or maxima; edges appear as often as in " +
		"spanning forests drawn at random, the same for all that have the graph; on any graph, exact without cycles",
	Approximate: "tree-reweighted belief propagation",
	new: func() Decoder {
		return &trw{Forests: 10, passing: passing{Rule: "sum", Schedule: "sweeps", Sweeps: 100, Damping: 0.5, Tolerance: 1e-4}}
	},
}

type trw struct {
	Forests int `json:"forests" range:"[1,1000000]" help:"spanning forests; more are drawn where they leave an edge out"`
	passing
}

func (d *trw) Decode(out *sp.Prediction, p *sp.Potentials, _ Help) error {
	return d.read(out, p, messages.Appearance(p.N(), p.Edges, d.Forests, 1))
}
