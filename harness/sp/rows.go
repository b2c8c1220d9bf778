package sp

import (
	"errors"
	"fmt"
)

// Rows is n feature rows of one width D, dense or compressed sparse (CSR).
// Holders treat it as read-only.
type Rows struct {
	N, D int
	// Dense is n×D; nil when the rows are sparse.
	Dense []float32
	// Start has n+1 entries: row i is Index[Start[i]:Start[i+1]], ascending and
	// without repeats. Value runs parallel to Index; nil means all ones.
	Start []int32
	Index []int32
	Value []float32
}

// Sparse reports whether the rows are stored compressed.
func (r *Rows) Sparse() bool { return r.Start != nil }

// Row returns row i of sparse rows: its columns and, unless all ones, values.
func (r *Rows) Row(i int) (index []int32, value []float32) {
	lo, hi := r.Start[i], r.Start[i+1]
	if r.Value != nil {
		value = r.Value[lo:hi]
	}
	return r.Index[lo:hi], value
}

// DenseRow returns row i of dense rows.
func (r *Rows) DenseRow(i int) []float32 { return r.Dense[i*r.D : (i+1)*r.D] }

// Check returns the first contradiction among the arrays. O(size).
func (r *Rows) Check() error {
	switch {
	case r.N < 0 || r.D < 0:
		return fmt.Errorf("sp: rows: negative size %d×%d", r.N, r.D)
	case !r.Sparse():
		if len(r.Dense) != r.N*r.D || len(r.Index) > 0 || len(r.Value) > 0 {
			return fmt.Errorf("sp: rows: %d dense values for %d×%d", len(r.Dense), r.N, r.D)
		}
		return finite("row value", r.Dense)
	case r.Dense != nil:
		return errors.New("sp: rows: both dense and sparse")
	case len(r.Start) != r.N+1 || r.Start[0] != 0 || int(r.Start[r.N]) != len(r.Index):
		return fmt.Errorf("sp: rows: row starts do not span the %d indices", len(r.Index))
	case r.Value != nil && len(r.Value) != len(r.Index):
		return fmt.Errorf("sp: rows: %d values for %d indices", len(r.Value), len(r.Index))
	}
	for i := range r.N {
		if r.Start[i] > r.Start[i+1] || int(r.Start[i+1]) > len(r.Index) {
			return fmt.Errorf("sp: rows: start of row %d is out of order", i+1)
		}
		last := int32(-1)
		for _, j := range r.Index[r.Start[i]:r.Start[i+1]] {
			if j <= last || int(j) >= r.D {
				return fmt.Errorf("sp: rows: row %d: column %d out of order or not below %d", i, j, r.D)
			}
			last = j
		}
	}
	return finite("row value", r.Value)
}

func finite[T float32 | float64](what string, v []T) error {
	for i, a := range v {
		if a-a != 0 {
			return fmt.Errorf("sp: %s %d is %v, not a finite number", what, i, a)
		}
	}
	return nil
}
