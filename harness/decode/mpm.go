package decode

import (
	"math"

	"github.com/spbench/spbench/harness/oracle"
	"github.com/spbench/spbench/harness/sp"
)

var mpmKind = Kind{
	Name: "mpm",
	Doc: "at each variable the label of largest marginal probability, by sum-product; also " +
		"the marginals and log Z; exact on any graph if the variables with unknown labels form a " +
		"forest",
	Oracle: true,
	Sums:   true, Structures: true,
	new: func() Decoder { return &modes{} },
}

// modes breaks ties towards the smaller label.
type modes struct {
	given oracle.Tree // sums over forests; they depend on no solver
	open  []bool      // n: more than one label is allowed
	y     []int32     // n: the allowed label if there is only one
}

func (d *modes) Decode(out *sp.Prediction, p *sp.Potentials, h Help) error {
	s, err := d.sum(out, p, h)
	if err != nil {
		return err
	}
	return modesOf(out, p, s)
}

// sum fills all of out but its labels, and returns the solver of marginals.
func (d *modes) sum(out *sp.Prediction, p *sp.Potentials, h Help) (sp.Solver, error) {
	mu := sp.Marginals{Node: out.Marginal, NodeOnly: true}
	logZ, s, err := d.marginals(&mu, p, h)
	*out = sp.Prediction{Labels: sp.Grow(out.Labels, p.N()), Marginal: mu.Node, LogZ: logZ,
		Summed: true}
	return s, err
}

// marginals sums over the open variables given the others, if there are both and the open ones
// form a forest. Otherwise it calls the instance's solver, and returns it.
func (d *modes) marginals(mu *sp.Marginals, p *sp.Potentials, h Help) (logZ float64, s sp.Solver,
	err error) {
	if p.Structure == nil && p.Factors.N() == 0 && d.divide(p) {
		if f, err := sp.NewForest(d.open, p.Edges); err == nil {
			logZ, err = d.given.Conditional(mu, p, f, d.y)
			return logZ, nil, err
		}
	}
	if s, err = h.Solver(); err != nil {
		return 0, nil, err
	}
	logZ, err = s.Marginals(mu, p)
	return logZ, s, err
}

// divide finds the open variables and the labels of the others, and reports whether there are
// others. O(nK).
func (d *modes) divide(p *sp.Potentials) (others bool) {
	d.open, d.y = sp.Grow(d.open, p.N()), sp.Grow(d.y, p.N())
	for v := range d.open {
		row, allowed := p.Node[v*p.K:][:p.K], 0
		for _, s := range row {
			if !math.IsInf(s, -1) {
				allowed++
			}
		}
		d.open[v], d.y[v] = allowed != 1, sp.Best(row)
		others = others || allowed == 1
	}
	return others
}
