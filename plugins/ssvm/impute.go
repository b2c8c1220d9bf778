package ssvm

import (
	"fmt"

	"github.com/spbench/spbench/harness/sp"
)

// impute returns labels for the instances of t.Partial, concatenated: for each, the MAP under w
// among the labelings that agree with its known labels. One oracle call per instance.
func impute(t *sp.Task, w []float64) (labels []int32, err error) {
	var p sp.Potentials
	for i := range t.Partial {
		x := &t.Partial[i]
		t.Map.Potentials(&p, w, x)
		p.Restrict(x)
		y := make([]int32, x.N())
		solver, err := t.Solver(x)
		if err == nil {
			_, err = solver.MAP(y, &p)
		}
		if err != nil {
			return nil, fmt.Errorf("ssvm: unknown labels of instance %q: %w", x.ID, err)
		}
		labels = append(labels, y...)
	}
	return labels, nil
}

// relabelled returns t with the instances of t.Partial after the labelled ones, with kappa times
// their weight and the given labels.
func relabelled(t *sp.Task, labels []int32, kappa float64) *sp.Task {
	whole := *t
	whole.Train = append(make([]sp.Instance, 0, t.N()), t.Train...)
	whole.Partial = nil
	for _, x := range t.Partial {
		n := x.N()
		x.Weight *= kappa
		x.Gold, x.Allowed = labels[:n:n], nil
		labels = labels[n:]
		whole.Train = append(whole.Train, x)
	}
	return &whole
}
