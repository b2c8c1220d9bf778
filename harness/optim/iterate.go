package optim

import (
	"sort"

	"gonum.org/v1/gonum/floats"

	"github.com/spbench/spbench/harness/kernel"
)

// An Iterate is the weights w = Scale·V of a stochastic method and, if wanted, their average. To shrink all of w, as
// regularisers do, changes one number, projecting w onto w >= 0 is projecting V, and a step costs only the
// coordinates that it touches: it fills Delta there, calls Move, and then Step once.
type Iterate struct {
	V           []float64 // dim
	Scale       float64
	NonNegative []int     // coordinates that stay >= 0, ascending
	Delta       []float64 // dim: the next change of V; zero between steps
	Average     *Average  // nil: the last iterate is the result
	// Fold is the scale below which it is multiplied into V, which costs O(dim); 0: never. While the scale falls, V and
	// what the average keeps of it grow, and digits of the mean cancel.
	Fold float64

	all Support
}

// NewIterate returns w = 0 with the coordinates that stay >= 0. average may be nil.
func NewIterate(dim int, nonNegative []int, average *Average) Iterate {
	it := Iterate{
		V: make([]float64, dim), Scale: 1, NonNegative: nonNegative, Delta: make([]float64, dim), Average: average, Fold: 1e-3,
	}
	it.all.Fit([]int32{0, int32(dim)}, nonNegative)
	return it
}

// State returns pointers to all that steps change, for learner.Recorder.Resume.
func (it *Iterate) State() []any {
	if it.Average == nil {
		return []any{&it.V, &it.Scale}
	}
	return []any{&it.V, &it.Scale, it.Average}
}

// All returns the support of every coordinate.
func (it *Iterate) All() *Support { return &it.all }

// Shrink multiplies w by factor, in O(1) but for every so many calls. Delta is left alone.
func (it *Iterate) Shrink(factor float64) {
	it.Scale *= factor
	if it.Scale >= it.Fold {
		return
	}
	for k, v := range it.V {
		change := (it.Scale - 1) * v
		if it.Average != nil {
			it.Average.AddAt(k, change)
		}
		it.V[k] += change
	}
	it.Scale = 1
}

// Move adds Delta, which is zero outside of s, to V, projects, and clears Delta. It returns how much ‖V‖² grows. O(size of s),
// without allocation.
func (it *Iterate) Move(s *Support) (growth float64) {
	it.Clip(s)
	for r := 0; r < len(s.Ranges); r += 2 { // once for all, while they are at hand
		lo, hi := s.Ranges[r], s.Ranges[r+1]
		delta := it.Delta[lo:hi]
		if it.Average != nil {
			it.Average.add(lo, hi, delta)
		}
		growth += kernel.Move(it.V[lo:hi], delta)
	}
	return growth
}

// Clip shortens Delta, within s, to what leaves V >= 0 where it must be.
func (it *Iterate) Clip(s *Support) {
	for _, k := range s.Bounded {
		if at := it.NonNegative[k]; it.V[at]+it.Delta[at] < 0 {
			it.Delta[at] = -it.V[at]
		}
	}
}

// Clear takes Delta back to zero within s.
func (it *Iterate) Clear(s *Support) {
	for r := 0; r < len(s.Ranges); r += 2 {
		clear(it.Delta[s.Ranges[r]:s.Ranges[r+1]])
	}
}

// Step takes w into the average: the end of a step.
func (it *Iterate) Step() {
	if it.Average != nil {
		it.Average.Step(it.Scale)
	}
}

// Restart makes w the iterate, and lets the average begin after it.
func (it *Iterate) Restart(w []float64) {
	copy(it.V, w)
	it.Scale = 1
	if it.Average != nil {
		it.Average.Reset()
	}
}

// Weights returns a copy of the result: the average, or w where there is none yet. O(dim).
func (it *Iterate) Weights() []float64 {
	w := make([]float64, len(it.V))
	if it.Average == nil || it.Average.Steps() == 0 {
		return floats.ScaleTo(w, it.Scale, it.V)
	}
	it.Average.Mean(w, it.V)
	Project(w, it.NonNegative) // rounding may leave −0.0000…1
	return w
}

// A Support is a set of coordinates, such as those that one instance can touch.
type Support struct {
	Ranges  []int32 // ascending, disjoint, half-open: lo, hi, lo, hi, …, as sp.FeatureMap.Support gives them
	Bounded []int32 // positions, in the list of constrained coordinates, of those among them
}

// NewSupport returns the support of ranges, which it keeps, among the constrained coordinates nonNegative, ascending.
func NewSupport(ranges []int32, nonNegative []int) (s Support) {
	s.Fit(ranges, nonNegative)
	return s
}

// Fit makes s the support of ranges, which it keeps; its own list is reused.
func (s *Support) Fit(ranges []int32, nonNegative []int) {
	s.Ranges, s.Bounded = ranges, s.Bounded[:0]
	if len(nonNegative) == 0 {
		return
	}
	for r := 0; r < len(ranges); r += 2 {
		for k := sort.SearchInts(nonNegative, int(ranges[r])); k < len(nonNegative) && nonNegative[k] < int(ranges[r+1]); k++ {
			s.Bounded = append(s.Bounded, int32(k))
		}
	}
}
