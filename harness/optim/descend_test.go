package optim_test

import (
	"errors"
	"math"
	"slices"
	"testing"

	"gonum.org/v1/gonum/floats"

	"github.com/spbench/spbench/harness/optim"
)

func TestDescendEnds(t *testing.T) {
	// With a wrong gradient no step descends.
	w := []float64{1, 2}
	r, err := optim.Descend(func(w, grad []float64) (float64, error) {
		floats.ScaleTo(grad, -1, w)
		return floats.Dot(w, w) / 2, nil
	}, w, optim.Options{})
	if err != nil || r.Converged || r.F != 2.5 || r.Evaluations > 100 ||
		!slices.Equal(w, []float64{1, 2}) {
		t.Errorf("%+v, %v, w = %v", r, err, w)
	}
	if _, err := optim.Descend(func(_, _ []float64) (float64, error) { return math.NaN(), nil }, w,
		optim.Options{}); err == nil {
		t.Error("NaN at the start is accepted")
	}
	// After an error w is the best point.
	stop := errors.New("budget")
	calls := 0
	r, err = optim.Descend(func(w, grad []float64) (float64, error) {
		if calls++; calls > 4 {
			return 0, stop
		}
		copy(grad, w)
		return floats.Dot(w, w) / 2, nil
	}, w, optim.Options{})
	if !errors.Is(err, stop) || floats.Dot(w, w)/2 != r.F || r.F >= 2.5 {
		t.Errorf("%+v, %v, w = %v", r, err, w)
	}
}
