package decode

import (
	"github.com/spbench/spbench/harness/oracle"
	"github.com/spbench/spbench/harness/sp"
)

var cutKind = Kind{
	Name: "cut",
	Doc: "a labeling of maximal score by a minimum cut, on any graph: exact; only for two " +
		"labels and pair scores that reward agreement",
	new: func() Decoder { return &solved{oracle.NewCut()} },
}

var expansionKind = Kind{
	Name: "expansion",
	Doc: "a labeling that no expansion move (Boykov, Veksler & Zabih 2001) improves, on any " +
		"graph; only for Potts strengths >= 0",
	Approximate: "alpha-expansion",
	new:         func() Decoder { return &solved{oracle.NewExpansion()} },
}

var qpboKind = Kind{
	Name: "qpbo",
	Doc: "a labeling by roof duality (Kolmogorov & Rother 2007), two labels, pairs of any sign: " +
		"labels common to all maxima, the others by elimination if few, else by icm",
	Approximate: "roof duality",
	new:         func() Decoder { return &solved{new(oracle.QPBO)} },
}

// solved returns the MAP of a solver of its own, or that solver's error.
type solved struct{ solver sp.Solver }

func (d *solved) Decode(out *sp.Prediction, p *sp.Potentials, _ Help) error {
	*out = sp.Prediction{Labels: sp.Grow(out.Labels, p.N())}
	_, err := d.solver.MAP(out.Labels, p)
	return err
}
