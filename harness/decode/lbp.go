package decode

import "github.com/spbench/spbench/harness/sp"

var lbpKind = Kind{
	Name: "lbp",
	Doc: "the best labels by loopy belief propagation (Pearl 1988; Murphy, Weiss & Jordan " +
		"1999), by sums or maxima; on any graph, exact without cycles. With cycles messages " +
		"may never converge, especially if strong pair scores of both signs contradict each " +
		"other: then the labels are those after the last sweep",
	Approximate: "loopy belief propagation, converged or not",
	Sums:        true,
	new: func() Decoder {
		return &lbp{passing{Rule: "sum", Sweeps: 100, Damping: 0.5, Tolerance: 1e-4}}
	},
}

type lbp struct{ passing }

func (d *lbp) Decode(out *sp.Prediction, p *sp.Potentials, _ Help) error {
	return d.read(out, p, nil)
}
