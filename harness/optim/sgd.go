package optim

import (
	"math"

	"github.com/spbench/spbench/harness/kernel"
)

// An SGD is stochastic gradient descent (Bottou 2010) on F(w) = λ/2·‖w‖² + mean of bᵢ·ℓᵢ(w). It
// takes the terms one by one:
//
//	w ← (1 − γ_t·λ)·w − γ_t·bᵢ·∇ℓᵢ(w),  γ_t = min(Sizes.At(t), 1/λ)
//
// and no longer than Distance allows. A step longer than 1/λ would reverse w. w is stored as
// Scale·V: shrinking it is one multiplication, and the projection onto the sign constraints is
// one of V. A step costs only the coordinates its term can touch.
type SGD struct {
	Iterate
	Lambda   float64
	Sizes    Step
	Distance *Distance // nil: no bound
	Order    *Order
	Weight   []float64 // bᵢ
	// Gradient adds ∇ℓᵢ at scale·v to dst and returns ℓᵢ there. On an error it must leave dst
	// unchanged.
	Gradient func(dst, v []float64, scale float64, i int) (value float64, err error)
	// Touched appends the coordinates Gradient can touch, as sp.FeatureMap.Support does.
	Touched func(ranges []int32, i int) []int32

	t            int
	square       float64 // ‖V‖², if there is a Distance
	visits, loss float64 // since the last Values
	support      Support

	turns           []Turn
	touched, merged []int32
}

// State returns pointers to everything changed by steps, for learner.Recorder.Resume. Gradient
// may have more.
func (s *SGD) State() []any {
	state := []any{&s.Iterate, s.Order, &s.t, &s.visits, &s.loss}
	if s.Distance != nil {
		state = append(state, &s.square, s.Distance)
	}
	return state
}

// Next makes one step. After an error only the order has advanced.
func (s *SGD) Next() error {
	i := s.Order.Next()
	value, err := s.Gradient(s.Delta, s.V, s.Scale, i)
	if err != nil {
		return err
	}
	s.visits += s.Weight[i]
	s.loss += s.Weight[i] * value
	s.support.Fit(s.Touched(s.support.Ranges[:0], i), s.NonNegative)
	s.step(s.Weight[i], value)
	return nil
}

// step steps along b times the gradient in Delta, of a loss of b times value.
func (s *SGD) step(b, value float64) {
	if s.Distance != nil && s.t == 0 { // V may not begin at 0
		s.square = squared(s.V, s.All().Ranges)
	}
	s.t++
	step, square := min(s.Sizes.At(s.t), 1/s.Lambda), 1.0
	if s.Distance != nil {
		square = b * b * squared(s.Delta, s.support.Ranges)
		step = min(step, s.Distance.Bound(square, s.Scale*math.Sqrt(s.square), b*value))
	}
	s.Shrink(1 - step*s.Lambda)
	if s.Distance != nil && s.Scale == 1 { // the scale was folded into V
		s.square = squared(s.V, s.All().Ranges)
	}
	if square > 0 { // rounding may leave −0.0000…1
		s.square = max(s.square+s.Move(&s.support, -step*b/s.Scale), 0)
	}
	s.Step()
}

// squared returns the sum of squares of w within ranges.
func squared(w []float64, ranges []int32) (sum float64) {
	for r := 0; r < len(ranges); r += 2 {
		sum += kernel.SumSquares(w[ranges[r]:ranges[r+1]])
	}
	return sum
}

// Values returns the values of a checkpoint: "loss-estimate" is the mean of ℓ over the steps since
// the last call, each at the w before the step. There are none without a step.
func (s *SGD) Values() map[string]float64 {
	if s.visits == 0 {
		return nil
	}
	mean := s.loss / s.visits
	s.visits, s.loss = 0, 0
	return map[string]float64{"loss-estimate": mean}
}
