package structure

import (
	"errors"
	"fmt"

	"github.com/spbench/spbench/harness/sp"
)

// Completable returns nil if a labeling of its structure has the known labels and candidates of x.
// Otherwise the error names the first variable without a label then. The structure must pass Check.
func Completable(x *sp.Instance) error {
	if x.Structure == nil || x.Labelled() || possible(x, x.N()) {
		return nil
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
