package main

import (
	"fmt"

	"github.com/spbench/spbench/harness/sp"
)

// impute returns t with the instances of t.Partial behind the labelled ones: with
// kappa times their weight, and labelled by the MAP under w among the labelings
// that agree with what is known. One oracle call per instance of t.Partial.
func impute(t *sp.Task, w []float64, kappa float64) (*sp.Task, error) {
	whole := *t
	whole.Train = append(make([]sp.Instance, 0, t.N()), t.Train...)
	whole.Partial = nil
	var p sp.Potentials
	for i := range t.Partial {
		x := t.Partial[i]
		t.Map.Potentials(&p, w, &x)
		p.Restrict(&x)
		x.Weight *= kappa
		x.Gold, x.Allowed = make([]int32, x.N()), nil
		solver, err := t.Solver(&t.Partial[i])
		if err == nil {
			_, err = solver.MAP(x.Gold, &p)
		}
		if err != nil {
			return nil, fmt.Errorf("ssvm: unknown labels of instance %q: %w", x.ID, err)
		}
		whole.Train = append(whole.Train, x)
	}
	return &whole, nil
}
