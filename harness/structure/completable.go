package structure

import (
	"errors"
	"fmt"
	"math"

	"github.com/spbench/spbench/harness/sp"
)

// Completable returns nil if a labeling of its structure has the known labels and candidates of x.
// Otherwise the error names the first variable without a label then. It is also an error if gold is
// known, and another labeling costs less. The structure must pass Check.
func Completable(x *sp.Instance) error {
	if x.Structure == nil || x.Labelled() || possible(x, x.N()) {
		return cheapest(x)
	}
	n, what := 0, ""
	for possible(x, n) {
		n++
	}
	if n > 0 {
		what = fmt.Sprintf(" with the known and allowed labels of variables 0 to %d", n-1)
	}
	return fmt.Errorf("structure %q has no labeling%s", x.Structure.Kind, what)
}

// cheapest returns an error if another labeling costs less than gold. A command is not asked.
func cheapest(x *sp.Instance) error {
	if x.Costs == nil || x.Structure == nil || x.Structure.Asks() || !x.Labelled() {
		return nil
	}
	p := new(sp.Potentials).Resize(x, 0, 0)
	for i, c := range x.Costs {
		p.Node[i] = -c
	}
	best, err := New(x.Structure.Kind).MAP(make([]int32, x.N()), p)
	if gold := p.Score(x.Gold); err == nil && best > gold+1e-9*math.Abs(best) {
		err = fmt.Errorf("gold costs %v, and another labeling %v: gold must cost the least", -gold,
			-best)
	}
	return err
}

// possible reports whether there is a labeling by what is known of the first n variables.
func possible(x *sp.Instance, n int) bool {
	p := new(sp.Potentials).Resize(x, 0, 0)
	clear(p.Node)
	first := *x
	first.Gold = x.Gold[:n]
	p.Restrict(&first)
	_, err := New(x.Structure.Kind).MAP(make([]int32, x.N()), p)
	return !errors.Is(err, sp.ErrForbidden)
}
