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
	m := &pb.Prediction{
		Labels: put(p.Labels), Marginal: put(p.Marginal), NotConverged: p.NotConverged,
	}
	m.Atoms = fromAtoms(p.Atoms)
	if p.Summed {
		m.LogZ = &p.LogZ
	}
	return m
}

func fromAtoms(atoms []sp.Atom) (ms []*pb.Atom) {
	for _, a := range atoms {
		ms = append(ms, &pb.Atom{Weight: a.Weight, Labels: put(a.Labels)})
	}
	return ms
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
	n, k := x.N(), x.K
	var d decoding
	p = sp.Prediction{NotConverged: m.GetNotConverged(), LogZ: m.GetLogZ(), Summed: m.LogZ != nil,
		Marginal: takeIfAny[float64](&d, "marginals", m.GetMarginal(), n*k)}
	switch {
	case p.LogZ-p.LogZ != 0:
		return p, fmt.Errorf("log Z is %v", p.LogZ)
	case d.err != nil:
		return p, d.err
	}
	if p.Labels, err = toLabels(m.GetLabels(), x); err != nil {
		return p, err
	}
	for d := range len(p.Marginal) / k {
		if err := distribution(p.Marginal[d*k : (d+1)*k]); err != nil {
			return p, fmt.Errorf("marginals of variable %d: %w", d, err)
		}
	}
	p.Atoms, err = toAtoms(m.GetAtoms(), x)
	return p, err
}

func toAtoms(ms []*pb.Atom, x *sp.Instance) ([]sp.Atom, error) {
	if len(ms) == 0 {
		return nil, nil
	}
	atoms, weights := make([]sp.Atom, len(ms)), make([]float64, len(ms))
	for i, m := range ms {
		labels, err := toLabels(m.GetLabels(), x)
		if err != nil {
			return nil, fmt.Errorf("atom %d: %w", i, err)
		}
		atoms[i] = sp.Atom{Weight: m.GetWeight(), Labels: labels}
		weights[i] = m.GetWeight()
	}
	if err := distribution(weights); err != nil {
		return nil, fmt.Errorf("weights of atoms: %w", err)
	}
	return atoms, nil
}

// toLabels decodes a labeling of x; it is one of the structure of x.
func toLabels(b []byte, x *sp.Instance) ([]int32, error) {
	y, err := array[int32]("labels", b, x.N())
	if err != nil {
		return nil, err
	}
	for d, k := range y {
		if k < 0 || int(k) >= x.K {
			return nil, fmt.Errorf("label %d of variable %d, must be 0 to %d", k, d, x.K-1)
		}
	}
	if s := x.Structure; s != nil {
		if err := s.Allows(y, x.K); err != nil {
			return nil, fmt.Errorf("no labeling of structure %q: %w", s.Kind, err)
		}
	}
	return y, nil
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
