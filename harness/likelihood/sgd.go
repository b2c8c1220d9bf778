package likelihood

import "github.com/spbench/spbench/harness/optim"

// SGD returns stochastic gradient descent on F from w = 0, in a new random order for each pass. Its
// steps are η/(t+shift), t = 1, 2, … counting instances. An eta of 0 means η = 1/λ, and no step
// longer than the distance so far over the gradients ([optim.Distance]). With average the result is
// the weighted average of the iterates.
func (o *Objective) SGD(eta, shift float64, average bool, seed uint64) *optim.SGD {
	s := &optim.SGD{
		Iterate: optim.NewIterate(o.Map.Dim(), o.Map.NonNegative(), nil), Lambda: o.Lambda,
		Order:  optim.NewOrder(len(o.Train), optim.Reshuffled, seed),
		Weight: o.Shares(),
		Gradient: func(dst, v []float64, scale float64, i int) (float64, error) {
			return o.Add(dst, 1, v, scale, &o.Train[i])
		},
		Touched: func(ranges []int32, i int) []int32 { return o.Map.Support(ranges, &o.Train[i]) },
	}
	if eta == 0 {
		eta, s.Distance = 1/o.Lambda, new(optim.Distance)
	}
	s.Sizes = optim.Step{Scale: eta / (1 + shift), Shift: shift}
	if average {
		s.Average = optim.NewAverage(o.Map.Dim(), optim.Linear)
	}
	return s
}
