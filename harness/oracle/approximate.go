package oracle

import (
	"errors"
	"fmt"
	"math"

	"github.com/spbench/spbench/harness/kernel"
	"github.com/spbench/spbench/harness/sp"
)

// admissible returns an error if an approximate solver must not start: a node score is NaN, or a
// variable has no allowed label. The errors are those of exact solvers. O(nK).
func admissible(name string, p *sp.Potentials) error {
	mustAgree(p)
	for d := range p.N() {
		row := p.Node[d*p.K:][:p.K]
		most := kernel.Max(row)
		for _, v := range row {
			if v != v || math.IsInf(v, 1) || math.IsInf(most, -1) {
				return fmt.Errorf("oracle: %s: %w", name, fault(v, p))
			}
		}
	}
	return nil
}

// errMissed is the error of an approximate solver if its labeling has score -Inf. Other labelings
// may still be allowed.
var errMissed = errors.New("the labeling found is forbidden; others may be allowed")

// scored returns the score of y, a labeling found by an approximate solver.
func scored(name string, y []int32, p *sp.Potentials) (float64, error) {
	score := p.Score(y)
	if score-score == 0 {
		return score, nil
	}
	err := fault(score, p)
	if err == ErrForbidden { // an exact solver would have proved it
		err = errMissed
	}
	return 0, fmt.Errorf("oracle: %s: %w", name, err)
}

// summed checks and returns logZ, the result of an approximate solver.
func summed(name string, logZ float64, p *sp.Potentials) (float64, error) {
	if logZ-logZ != 0 {
		return 0, fmt.Errorf("oracle: %s: %w", name, fault(logZ, p))
	}
	return logZ, nil
}

// bestOf fills y (n) with the first label of largest value (n×K) at each variable.
func bestOf(y []int32, value []float64, k int) {
	for d := range y {
		y[d] = sp.Best(value[d*k:][:k])
	}
}

// noSums is the error of Marginals for an oracle without marginals.
func noSums(name string) error {
	return fmt.Errorf("oracle: %s has no marginals, use %s: %w",
		name, summing(), errors.ErrUnsupported)
}
