package wire

import (
	"fmt"

	"github.com/spbench/spbench/harness/internal/wire/pb"
	"github.com/spbench/spbench/harness/sp"
)

// sumTolerance is the allowed difference of a sum of probabilities from one.
const sumTolerance = 1e-6

// FromPrediction encodes a prediction.
func FromPrediction(p *sp.Prediction) *pb.Prediction {
	m := encode[pb.Prediction](p)
	if !p.Summed {
		m.LogZ = nil
	}
	return m
}

// ToPrediction decodes a prediction for x and checks it: labels in range, marginals and weights of
// atoms with sum one, and a finite log Z.
func ToPrediction(m *pb.Prediction, x *sp.Instance) (sp.Prediction, error) {
	p, err := toPrediction(m, x)
	if err != nil {
		return sp.Prediction{}, fmt.Errorf("wire: prediction for %q: %w", x.ID, err)
	}
	return p, nil
}

func toPrediction(m *pb.Prediction, x *sp.Instance) (p sp.Prediction, err error) {
	p, err = decode[sp.Prediction](m)
	n, k, all := x.N(), x.K, len(p.Marginal)
	p.Summed = m.LogZ != nil
	switch {
	case err != nil:
		return p, err
	case p.LogZ-p.LogZ != 0:
		return p, fmt.Errorf("log Z is %v", p.LogZ)
	case all > 0 && all != n*k:
		return p, fmt.Errorf("marginals: %d entries, want %d", all, n*k)
	}
	if err := checkLabels(p.Labels, x); err != nil {
		return p, err
	}
	for d := range all / k {
		if err := distribution(p.Marginal[d*k : (d+1)*k]); err != nil {
			return p, fmt.Errorf("marginals of variable %d: %w", d, err)
		}
	}
	return p, checkAtoms(p.Atoms, x)
}

// checkAtoms checks a distribution over labelings of x; nil is one, too.
func checkAtoms(atoms []sp.Atom, x *sp.Instance) error {
	if len(atoms) == 0 {
		return nil
	}
	var weights []float64
	for i, a := range atoms {
		if err := checkLabels(a.Labels, x); err != nil {
			return fmt.Errorf("atom %d: %w", i, err)
		}
		weights = append(weights, a.Weight)
	}
	if err := distribution(weights); err != nil {
		return fmt.Errorf("weights of atoms: %w", err)
	}
	return nil
}

// checkLabels checks a labeling of x; it is one of the structure of x.
func checkLabels(y []int32, x *sp.Instance) error {
	if len(y) != x.N() {
		return fmt.Errorf("labels: %d entries, want %d", len(y), x.N())
	}
	for d, k := range y {
		if k < 0 || int(k) >= x.K {
			return fmt.Errorf("label %d of variable %d, must be 0 to %d", k, d, x.K-1)
		}
	}
	if s := x.Structure; s != nil {
		if err := s.Allows(y, x.K); err != nil {
			return fmt.Errorf("no labeling of structure %q: %w", s.Kind, err)
		}
	}
	return nil
}

func distribution(q []float64) error {
	sum := 0.0
	for k, v := range q {
		if !(v >= -sumTolerance && v <= 1+sumTolerance) {
			return fmt.Errorf("entry %d is %v, not a probability", k, v)
		}
		sum += v
	}
	if sum < 1-sumTolerance || sum > 1+sumTolerance {
		return fmt.Errorf("they sum to %v, not to one", sum)
	}
	return nil
}
