package prepare

import (
	"fmt"
	"iter"
	"math"
	"slices"

	"github.com/spbench/spbench/harness/sp"
)

// A Scaling standardises dense features by the training instances:
//
//   - A node feature is centred and divided by its standard deviation over all their variables. A
//     constant feature, such as 1, stays.
//   - An edge feature is divided by its mean magnitude over all their edges and never centred:
//     non-negative features stay non-negative, and Potts strengths submodular. A feature of 0
//     everywhere stays.
type Scaling struct {
	mean, deviation []float64 // of node features; 0 and 1 if unchanged
	magnitude       []float64 // of edge features; 1 if unchanged
}

// NewScaling measures the features of the training instances, at least one, of equal widths. The
// result depends only on them and their order. The error names an instance with sparse rows.
// O(size).
func NewScaling(learned []sp.Instance) (*Scaling, error) {
	if err := CheckDense(learned); err != nil {
		return nil, fmt.Errorf("prepare: %w", err)
	}
	s := &Scaling{}
	s.nodes(learned)
	s.edges(learned)
	return s, nil
}

// CheckDense returns an error that names an instance with sparse features.
func CheckDense(list []sp.Instance) error {
	for i := range list {
		if x := &list[i]; x.Node.Sparse() || x.Edge.Sparse() {
			return fmt.Errorf("standardise: instance %q: its features are sparse; only dense "+
				"ones can be standardised", x.ID)
		}
	}
	return nil
}

func nodeRows(x *sp.Instance) *sp.Rows { return &x.Node }
func edgeRows(x *sp.Instance) *sp.Rows { return &x.Edge }

// rows yields the rows of all instances.
func rows(all []sp.Instance, of func(*sp.Instance) *sp.Rows) iter.Seq[[]float32] {
	return func(yield func([]float32) bool) {
		for i := range all {
			r := of(&all[i])
			for j := range r.N {
				if !yield(r.DenseRow(j)) {
					return
				}
			}
		}
	}
}

// nodes measures node features in two passes. Conversions forbid fused multiply-adds with their
// different rounding.
func (s *Scaling) nodes(all []sp.Instance) {
	d := all[0].Node.D
	s.mean, s.deviation = make([]float64, d), make([]float64, d)
	var first []float32
	varies := make([]bool, d)
	n := 0.0
	for row := range rows(all, nodeRows) {
		if first == nil {
			first = row
		}
		for j, v := range row {
			s.mean[j] += float64(v)
			varies[j] = varies[j] || v != first[j]
		}
		n++
	}
	for j := range s.mean {
		s.mean[j] /= n
	}
	for row := range rows(all, nodeRows) {
		for j, v := range row {
			off := float64(v) - s.mean[j]
			s.deviation[j] += float64(off * off)
		}
	}
	for j := range s.deviation {
		if s.deviation[j] = math.Sqrt(s.deviation[j] / n); !varies[j] {
			s.mean[j], s.deviation[j] = 0, 1
		}
	}
}

// edges measures edge features.
func (s *Scaling) edges(all []sp.Instance) {
	s.magnitude = make([]float64, all[0].Edge.D)
	n := 0.0
	for row := range rows(all, edgeRows) {
		for j, v := range row {
			s.magnitude[j] += math.Abs(float64(v))
		}
		n++
	}
	for j := range s.magnitude {
		if s.magnitude[j] /= n; !(s.magnitude[j] > 0) { // NaN without edges
			s.magnitude[j] = 1
		}
	}
}

// Apply returns the instances with standardised features in new memory; everything else is shared.
// The error names an instance with sparse rows. O(size).
func (s *Scaling) Apply(list []sp.Instance) ([]sp.Instance, error) {
	if err := CheckDense(list); err != nil {
		return nil, fmt.Errorf("prepare: %w", err)
	}
	out := slices.Clone(list)
	for i := range out {
		x := &out[i]
		x.Node.Dense, x.Edge.Dense = slices.Clone(x.Node.Dense), slices.Clone(x.Edge.Dense)
		s.node(&x.Node)
		if x.Frame != nil {
			frame := *x.Frame
			frame.Node.Dense = slices.Clone(frame.Node.Dense)
			s.node(&frame.Node)
			x.Frame = &frame
		}
		for j := range x.Edge.N {
			row := x.Edge.DenseRow(j)
			for c, v := range row {
				row[c] = float32(float64(v) / s.magnitude[c])
			}
		}
	}
	return out, nil
}

// node standardises rows of node features in place.
func (s *Scaling) node(r *sp.Rows) {
	for j := range r.N {
		row := r.DenseRow(j)
		for c, v := range row {
			row[c] = float32((float64(v) - s.mean[c]) / s.deviation[c])
		}
	}
}
