package wire

import (
	"fmt"

	"github.com/spbench/spbench/harness/internal/wire/pb"
	"github.com/spbench/spbench/harness/sp"
)

// A Setting is the common part of a fit and its predictions.
type Setting struct {
	Map       sp.Spec
	K         int // labels
	NodeWidth int // Dn
	EdgeWidth int // De
	Loss      sp.Spec
	Params    []byte // the learner's own parameters, a JSON object or nothing
	Seed      uint64
	Seen      []int32 // weights of the map that exist, see feature.NewSeen; nil: all
	Oracle    sp.Spec // of a fit's solvers, see oracle.Choose; no name: the exact oracle
}

// Fits returns an error if the sizes of x differ from those of the setting.
func (s *Setting) Fits(x *sp.Instance) error {
	switch {
	case x.K > s.K || x.K < s.K && x.Structure == nil:
		return fmt.Errorf("wire: instance %q has %d labels, the setting %d", x.ID, x.K, s.K)
	case x.Node.D != s.NodeWidth:
		return fmt.Errorf("wire: instance %q has %d features per variable, the setting %d", x.ID,
			x.Node.D, s.NodeWidth)
	case x.Edge.D != s.EdgeWidth:
		return fmt.Errorf("wire: instance %q has %d features per edge, the setting %d", x.ID,
			x.Edge.D, s.EdgeWidth)
	}
	return nil
}

// A FitRequest asks for a fit to the loaded training instances.
type FitRequest struct {
	Setting
	Budget   sp.Budget
	Schedule sp.Schedule
	// SaveSeconds is the approximate time between two saved states; 0: none.
	SaveSeconds float64
	Resume      *sp.Saved // the state to resume; nil: a new fit
}

// A PredictRequest asks for predictions of loaded test instances.
type PredictRequest struct {
	Setting
	Weights []float64 // as emitted
	Indices []int32   // into the test set
	Decoder sp.Spec
	// LabelsOnly: marginals and atoms may be left out.
	LabelsOnly bool
}

// FromFitRequest encodes r.
func FromFitRequest(r *FitRequest) *pb.FitRequest { return encode[pb.FitRequest](r) }

// ToFitRequest decodes m. The fit checks the values.
func ToFitRequest(m *pb.FitRequest) FitRequest { return decode[FitRequest](m) }

// FromPredictRequest encodes r.
func FromPredictRequest(r *PredictRequest) *pb.PredictRequest {
	m := encode[pb.PredictRequest](r)
	m.Weights, m.Indices = put(r.Weights), put(r.Indices)
	return m
}

// ToPredictRequest decodes m for a test set of n instances.
func ToPredictRequest(m *pb.PredictRequest, n int) (r PredictRequest, err error) {
	r = decode[PredictRequest](m)
	if r.Weights, err = learned(m.GetWeights()); err != nil {
		return r, err
	}
	if r.Indices, err = array[int32]("indices", m.GetIndices(), anyLength); err != nil {
		return r, fmt.Errorf("wire: %w", err)
	}
	for _, i := range r.Indices {
		if i < 0 || int(i) >= n {
			return r, fmt.Errorf("wire: index %d into %d test instances", i, n)
		}
	}
	return r, nil
}

// learned decodes weights: at least one, and all finite.
func learned(b []byte) ([]float64, error) {
	weights, err := array[float64]("weights", b, anyLength)
	if err != nil {
		return nil, fmt.Errorf("wire: %w", err)
	}
	if len(weights) == 0 {
		return nil, fmt.Errorf("wire: no weights")
	}
	for i, v := range weights {
		if v-v != 0 {
			return nil, fmt.Errorf("wire: %w: weight %d of %d is %v, not a finite number",
				sp.ErrDiverged, i, len(weights), v)
		}
	}
	return weights, nil
}
