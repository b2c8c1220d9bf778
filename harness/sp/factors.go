package sp

import (
	"errors"
	"fmt"
	"slices"
)

// Factors join three variables each, or four each. A model scores the labels of a factor together:
// its table has an entry for each joint labeling, and the label of the last variable runs fastest.
// Holders treat it as read-only; nil has no factors.
type Factors struct {
	Arity     int     // variables of a factor: 3 or 4
	Variables []int32 // N()×Arity, ascending in each factor
	Rows      Rows    // N()×D features; D == 0 means one constant feature per factor
}

// N returns the number of factors.
func (f *Factors) N() int {
	if f == nil || f.Arity == 0 {
		return 0
	}
	return len(f.Variables) / f.Arity
}

// At returns the variables of factor i.
func (f *Factors) At(i int) []int32 { return f.Variables[i*f.Arity:][:f.Arity] }

// States returns the number of joint labelings of a factor, for k labels.
func (f *Factors) States(k int) int {
	if f == nil {
		return 0
	}
	states := 1
	for range f.Arity {
		states *= k
	}
	return states
}

// Table returns the part of tables for factor i, or the one table of all factors.
func (f *Factors) Table(tables []float64, i, k int) []float64 {
	states := f.States(k)
	if len(tables) == states {
		return tables
	}
	return tables[i*states:][:states]
}

// State returns the entry of the labels y (n) in the table of factor i, for k labels.
func (f *Factors) State(i int, y []int32, k int) (state int) {
	for _, d := range f.At(i) {
		state = state*k + int(y[d])
	}
	return state
}

// Join appends an edge for each two variables of a factor.
func (f *Factors) Join(edges []Edge) []Edge {
	for i := range f.N() {
		of := f.At(i)
		for b, v := range of {
			for _, u := range of[:b] {
				edges = append(edges, Edge{u, v})
			}
		}
	}
	return edges
}

// part returns the factors of variables that all have a place.
func (f *Factors) part(place []int32) *Factors {
	if f == nil {
		return nil
	}
	out, kept := &Factors{Arity: f.Arity}, []int32(nil)
	for i := range f.N() {
		of := f.At(i)
		if slices.ContainsFunc(of, func(d int32) bool { return place[d] < 0 }) {
			continue
		}
		for _, d := range of {
			out.Variables = append(out.Variables, place[d])
		}
		kept = append(kept, int32(i))
	}
	out.Rows = f.Rows.some(kept)
	return out
}

// check returns the first contradiction within the factors of n variables.
func (f *Factors) check(n int) error {
	if f == nil {
		return nil
	}
	if f.Arity != 3 && f.Arity != 4 || len(f.Variables)%f.Arity != 0 {
		return fmt.Errorf("%d variables of factors of %d, want 3 or 4 for each factor",
			len(f.Variables), f.Arity)
	}
	if f.Rows.D > 0 && f.Rows.N != f.N() {
		return fmt.Errorf("%d feature rows for %d factors", f.Rows.N, f.N())
	}
	for i := range f.N() {
		last := int32(-1)
		for _, d := range f.At(i) {
			if d <= last || int(d) >= n {
				return fmt.Errorf("factor %d joins %v, needs ascending variables below %d", i, f.At(i), n)
			}
			last = d
		}
	}
	return f.Rows.Check()
}

// Unsupported returns an error of a method that reads edges alone; nil without factors.
func (f *Factors) Unsupported(method string) error {
	if f.N() == 0 {
		return nil
	}
	return fmt.Errorf("%s reads edges, not factors of three or four variables: %w", method,
		errors.ErrUnsupported)
}
