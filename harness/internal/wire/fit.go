package wire

import (
	"fmt"

	"github.com/spbench/spbench/harness/sp"
)

// A Setting is the common part of a fit and its predictions.
type Setting struct {
	Map       sp.Spec
	K         int // labels
	NodeWidth int // Dn
	EdgeWidth int // De
	Loss      sp.Spec
	Params    []byte // the learner's own parameters, a JSON object or nothing
	Seed      uint64
	Seen      []int32 // weights of the map that exist, see feature.NewSeen; nil: all
	Oracle    sp.Spec // of a fit's solvers, see oracle.Choose; no name: the exact oracle
}

// Fits returns an error if the sizes of x differ from those of the setting.
func (s *Setting) Fits(x *sp.Instance) error {
	switch {
	case x.K != s.K:
		return fmt.Errorf("wire: instance %q has %d labels, the setting %d", x.ID, x.K, s.K)
	case x.Node.D != s.NodeWidth:
		return fmt.Errorf("wire: instance %q has %d features per variable, the setting %d", x.ID,
			x.Node.D, s.NodeWidth)
	case x.Edge.D != s.EdgeWidth:
		return fmt.Errorf("wire: instance %q has %d features per edge, the setting %d", x.ID,
			x.Edge.D, s.EdgeWidth)
	}
	return nil
}
