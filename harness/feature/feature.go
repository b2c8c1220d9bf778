// Package feature holds the feature maps φ(x,y) of the linear models ⟨w, φ(x,y)⟩ in spbench.
// [New] makes an [sp.FeatureMap] from its name and JSON arguments, so that the harness and
// every learner process build the same one:
//
//	m, err := feature.New("linear", []byte(`{"pairs":"potts"}`), feature.Dims{K: 2, Node: 649, Edge: 3})
//
// There is one map so far, [Linear]. Its options cover the models of the papers: node weights
// for every label, and per edge a full K×K table, one Potts strength, or nothing.
package feature

import (
	"fmt"

	"github.com/spbench/spbench/harness/param"
	"github.com/spbench/spbench/harness/sp"
)

// Dims are the sizes shared by all instances of a dataset.
type Dims struct {
	K    int // labels per variable
	Node int // Dn, width of the node feature rows
	Edge int // De, width of the edge feature rows; 0: one constant feature
}

// DimsOf returns the sizes of x.
func DimsOf(x *sp.Instance) Dims { return Dims{K: x.K, Node: x.Node.D, Edge: x.Edge.D} }

// New returns the feature map of that name. args is a JSON object of its options, or empty for
// all defaults; an unknown name or option is an error.
func New(name string, args []byte, d Dims) (sp.FeatureMap, error) {
	if name != "linear" {
		return nil, fmt.Errorf("feature: unknown feature map %q, there is: linear", name)
	}
	o := Defaults()
	if err := param.Decode(&o, args); err != nil {
		return nil, fmt.Errorf("feature: linear: %w", err)
	}
	return NewLinear(o, d)
}

// Entries describes all feature maps.
func Entries() []param.Entry {
	o := Defaults()
	return []param.Entry{{
		Name: "linear", Doc: "weights per node feature and label, and per edge feature and pair of labels",
		Params: param.Of(&o),
		Accept: func(args []byte) error {
			_, err := New("linear", args, Dims{K: 2})
			return err
		},
	}}
}
