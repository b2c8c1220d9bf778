// Package feature is the linear feature map that serves all learners: weights
// on node features per label, and on edge features per pair of labels (full) or
// for agreement of the two labels (Potts).
//
// Weights are laid out feature-major, so that the K weights which one active
// feature touches are neighbours: first the Dn×K node weights at [j*K+k] (K-1
// columns when label 0 is the reference, which then scores 0), then for every
// edge feature a K×K table at [k*K+l], or one Potts strength. Edges without
// features have one constant feature.
package feature

import (
	"fmt"

	"github.com/spbench/spbench/harness/sp"
)

// Dims are the sizes a map is made for.
type Dims struct {
	K    int // labels per variable
	Node int // Dn, width of the node features
	Edge int // De, width of the edge features; 0 is one constant feature
}

// A Linear is the linear feature map. It is immutable.
type Linear struct {
	dims      Dims
	cols      int // node weights per feature: K, or K-1 with a reference label
	edges     int // edge features: max(De, 1), or 0 without pairs
	block     int // weights per edge feature: K×K, or 1 (Potts)
	nonNeg    []int
	pairStart int // first pair weight
}

var _ sp.FeatureMap = (*Linear)(nil)

// Options choose among the forms of the linear map.
type Options struct {
	Pairs       string `json:"pairs"`       // "full" (default), "potts" or "none"
	Reference   bool   `json:"reference"`   // label 0 has no node weights
	NonNegative *bool  `json:"nonnegative"` // keep Potts strengths >= 0; default true for "potts"
}

// NewLinear returns the map of the given sizes and form.
func NewLinear(o Options, d Dims) (*Linear, error) {
	if d.K < 1 || d.Node < 0 || d.Edge < 0 {
		return nil, fmt.Errorf("feature: impossible sizes: %d labels, %d node and %d edge features", d.K, d.Node, d.Edge)
	}
	f := &Linear{dims: d, cols: d.K, edges: max(d.Edge, 1)}
	if o.Reference {
		f.cols = d.K - 1
	}
	switch o.Pairs {
	case "", "full":
		f.block = d.K * d.K
	case "potts":
		f.block = 1
	case "none":
		f.edges = 0
	default:
		return nil, fmt.Errorf("feature: linear: pairs is %q, must be full, potts or none", o.Pairs)
	}
	f.pairStart = d.Node * f.cols
	if o.NonNegative != nil && o.Pairs != "potts" {
		return nil, fmt.Errorf("feature: linear: nonnegative has a meaning only with pairs: potts")
	}
	if o.Pairs == "potts" && (o.NonNegative == nil || *o.NonNegative) {
		for e := range f.edges {
			f.nonNeg = append(f.nonNeg, f.pairStart+e)
		}
	}
	return f, nil
}

// Dim returns the number of weights.
func (f *Linear) Dim() int { return f.pairStart + f.edges*f.block }

// NonNegative returns the coordinates of the constrained Potts strengths.
func (f *Linear) NonNegative() []int { return f.nonNeg }

// Fits reports why instance x cannot be scored by the map, or nil.
func (f *Linear) Fits(x *sp.Instance) error {
	if x.K != f.dims.K || x.Node.D != f.dims.Node || x.Edge.D != f.dims.Edge {
		return fmt.Errorf("feature: instance %q has %d labels, %d node and %d edge features; the map is for %d, %d and %d",
			x.ID, x.K, x.Node.D, x.Edge.D, f.dims.K, f.dims.Node, f.dims.Edge)
	}
	return nil
}

func (f *Linear) mustFit(w []float64, x *sp.Instance) {
	if len(w) != f.Dim() || x.K != f.dims.K || x.Node.D != f.dims.Node || x.Edge.D != f.dims.Edge {
		panic(fmt.Sprintf("feature: %d weights for a map of %d: %v", len(w), f.Dim(), f.Fits(x)))
	}
}
