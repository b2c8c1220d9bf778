package optim

import (
	"sort"

	"gonum.org/v1/gonum/floats"

	"github.com/spbench/spbench/harness/kernel"
)

// An Iterate is the weights w = Scale·V of a stochastic method and, if wanted, their average.
// Shrinking all of w, as regularisers do, changes one number. Projecting w onto w >= 0 is
// projecting V. A step costs only the coordinates it touches: it fills Delta there, calls Move,
// and then Step once.
type Iterate struct {
	V           []float64 // dim
	Scale       float64
	NonNegative []int     // coordinates constrained to be >= 0, ascending
	Delta       []float64 // dim: the next change of V; zero between steps
	Average     *Average  // nil: the last iterate is the result
	// Fold is a lower limit for the scale. Below it the scale is multiplied into V, in O(dim);
	// 0: never. Without this V and the average's sums grow while the scale falls, and digits of
	// the mean cancel.
	Fold float64

	all Support
}

// NewIterate returns w = 0 with the coordinates constrained to be >= 0. average may be nil.
func NewIterate(dim int, nonNegative []int, average *Average) Iterate {
	it := Iterate{
		V: make([]float64, dim), Scale: 1, NonNegative: nonNegative, Delta: make([]float64, dim),
		Average: average, Fold: 1e-3,
	}
	it.all.Fit([]int32{0, int32(dim)}, nonNegative)
	return it
}

// State returns pointers to everything changed by steps, for learner.Recorder.Resume.
func (it *Iterate) State() []any {
	if it.Average == nil {
		return []any{&it.V, &it.Scale}
	}
	return []any{&it.V, &it.Scale, it.Average}
}

// All returns the support of every coordinate.
func (it *Iterate) All() *Support { return &it.all }

// Shrink multiplies w by factor, in O(1) except when it folds the scale into V. It does not
// change Delta.
func (it *Iterate) Shrink(factor float64) {
	it.Scale *= factor
	if it.Scale >= it.Fold {
		return
	}
	for k, v := range it.V {
		it.Shift(k, (it.Scale-1)*v)
	}
	it.Scale = 1
}

// Move adds a·Delta to V, projects, and clears Delta. Delta must be zero outside of s. It returns
// the growth of ‖V‖². O(size of s), without allocation.
func (it *Iterate) Move(s *Support, a float64) (growth float64) {
	if len(s.Bounded) > 0 {
		for r := 0; r < len(s.Ranges); r += 2 {
			floats.Scale(a, it.Delta[s.Ranges[r]:s.Ranges[r+1]])
		}
		a = 1
		for _, k := range s.Bounded { // −V exactly, not rounded by a
			if at := it.NonNegative[k]; it.V[at]+it.Delta[at] < 0 {
				it.Delta[at] = -it.V[at]
			}
		}
	}
	lag, sum := it.Delta, 0.0
	if it.Average != nil {
		lag, sum = it.Average.lag, it.Average.sum
	}
	for r := 0; r < len(s.Ranges); r += 2 {
		lo, hi := s.Ranges[r], s.Ranges[r+1]
		growth += kernel.Move(it.V[lo:hi], lag[lo:hi], it.Delta[lo:hi], a, sum)
	}
	return growth
}

// Shift adds change to V[at].
func (it *Iterate) Shift(at int, change float64) {
	if it.Average != nil {
		it.Average.AddAt(at, change)
	}
	it.V[at] += change
}

// Clear sets Delta to zero within s.
func (it *Iterate) Clear(s *Support) {
	for r := 0; r < len(s.Ranges); r += 2 {
		clear(it.Delta[s.Ranges[r]:s.Ranges[r+1]])
	}
}

// Step adds w to the average: the end of a step.
func (it *Iterate) Step() {
	if it.Average != nil {
		it.Average.Step(it.Scale)
	}
}

// Restart makes w the iterate, and restarts the average after it.
func (it *Iterate) Restart(w []float64) {
	copy(it.V, w)
	it.Scale = 1
	if it.Average != nil {
		it.Average.Reset()
	}
}

// Weights returns a copy of the result: the average, or w if there is none yet. O(dim).
func (it *Iterate) Weights() []float64 {
	w := make([]float64, len(it.V))
	if it.Average == nil || it.Average.Steps() == 0 {
		return floats.ScaleTo(w, it.Scale, it.V)
	}
	it.Average.Mean(w, it.V)
	Project(w, it.NonNegative) // rounding may leave −0.0000…1
	return w
}

// A Support is a set of coordinates, such as those one instance can touch.
type Support struct {
	// Ranges are ascending, disjoint and half-open: lo, hi, lo, hi, …, in the form of
	// sp.FeatureMap.Support.
	Ranges  []int32
	Bounded []int32 // indices of the constrained coordinates within Ranges, in the list of all
}

// NewSupport returns the support of ranges, among the constrained coordinates nonNegative,
// ascending. It keeps ranges, and joins those less than 64 apart: a loop over their zeros costs less
// than a loop of its own.
func NewSupport(ranges []int32, nonNegative []int) (s Support) {
	joined := ranges[:min(2, len(ranges))]
	for r := 2; r < len(ranges); r += 2 {
		if last := &joined[len(joined)-1]; ranges[r]-*last < 64 {
			*last = ranges[r+1]
		} else {
			joined = append(joined, ranges[r], ranges[r+1])
		}
	}
	s.Fit(joined, nonNegative)
	return s
}

// Fit makes s the support of ranges and keeps ranges; it reuses its own list.
func (s *Support) Fit(ranges []int32, nonNegative []int) {
	s.Ranges, s.Bounded = ranges, s.Bounded[:0]
	if len(nonNegative) == 0 {
		return
	}
	for r := 0; r < len(ranges); r += 2 {
		for k := sort.SearchInts(nonNegative, int(ranges[r])); k < len(nonNegative) &&
			nonNegative[k] < int(ranges[r+1]); k++ {
			s.Bounded = append(s.Bounded, int32(k))
		}
	}
}
