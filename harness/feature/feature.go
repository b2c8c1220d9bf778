// Package feature holds the feature maps φ(x,y) of the linear models ⟨w, φ(x,y)⟩ in spbench.
// [New] makes an [sp.FeatureMap] from its name and JSON arguments, so that the harness and
// every learner process build the same one:
//
//	dims := feature.Dims{K: 2, Node: 649, Edge: 3}
//	m, err := feature.New("linear", []byte(`{"pairs":"potts"}`), dims)
//
// [Linear] has weights for each label, [Candidates] weights shared by labels with features of their
// own, such as the heads of words, and "scores" one weight for given scores. The options of Linear
// cover the models of the papers: node weights for every label, and per edge a full K×K table, one
// Potts strength, or nothing.
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

	Arity  int // variables of a factor; 0: there are no factors
	Factor int // width of their feature rows; 0: one constant feature
}

// DimsOf returns the sizes of x.
func DimsOf(x *sp.Instance) Dims {
	d := Dims{K: x.K, Node: x.Node.D, Edge: x.Edge.D}
	if x.Factors != nil {
		d.Arity, d.Factor = x.Factors.Arity, x.Factors.Rows.D
	}
	return d
}

// A kind is a feature map by name.
type kind struct {
	Name, Doc string
	new       func() options // with defaults
}

// options are the arguments of a feature map: a pointer to a struct with the tags of
// [param.Decode].
type options interface {
	featureMap(d Dims, seen []int32) (sp.FeatureMap, error)
}

// kinds are all feature maps, in the order in which they are listed.
var kinds = []kind{linearKind, candidatesKind, scoresKind}

// New returns the feature map of that name. args is a JSON object of its options, or empty for
// all defaults; an unknown name or option is an error.
func New(name string, args []byte, d Dims) (sp.FeatureMap, error) {
	return NewSeen(name, args, d, nil)
}

// NewSeen is New with some of the weights only, as listed by [Seen]; nil: all of them.
func NewSeen(name string, args []byte, d Dims, seen []int32) (sp.FeatureMap, error) {
	var names []string
	for _, k := range kinds {
		if k.Name != name {
			names = append(names, k.Name)
			continue
		}
		o := k.new()
		if err := param.Decode(o, args); err != nil {
			return nil, fmt.Errorf("feature: %s: %w", name, err)
		}
		return o.featureMap(d, seen)
	}
	return nil, fmt.Errorf("feature: %w", param.Unknown("feature map", name, names))
}

// Entries describes all feature maps.
func Entries() (all []param.Entry) {
	for _, k := range kinds {
		all = append(all, param.Entry{
			Name: k.Name, Doc: k.Doc, Params: param.Of(k.new()),
			Accept: func(args []byte) error {
				_, err := New(k.Name, args, Dims{K: 2})
				return err
			},
		})
	}
	return all
}
