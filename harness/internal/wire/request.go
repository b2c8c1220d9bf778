package wire

import (
	"fmt"

	"github.com/spbench/spbench/harness/internal/wire/pb"
	"github.com/spbench/spbench/harness/sp"
)

// A FitRequest asks for a fit to the loaded training instances.
type FitRequest struct {
	Setting
	Budget   sp.Budget
	Schedule sp.Schedule
	// SaveSeconds is the approximate time between two saved states; 0: none.
	SaveSeconds float64
	Resume      *sp.Saved // the state to resume; nil: a new fit
	// ReportSeconds is the approximate time between two progress reports; 0: none.
	ReportSeconds float64
}

// A PredictRequest asks for predictions of loaded test instances.
type PredictRequest struct {
	Setting
	Weights []float64 // as emitted
	Indices []int32   // into the test set
	Decoder sp.Spec
}

// FromFitRequest encodes r.
func FromFitRequest(r *FitRequest) *pb.FitRequest {
	m := &pb.FitRequest{
		Setting:     fromSetting(&r.Setting),
		Budget:      fromBudget(r.Budget),
		Schedule:    &pb.Schedule{First: r.Schedule.First, Factor: r.Schedule.Factor},
		SaveSeconds: r.SaveSeconds, ReportSeconds: r.ReportSeconds,
	}
	if r.Resume != nil {
		m.Resume = FromSaved(r.Resume)
	}
	return m
}

// ToFitRequest decodes m. The fit checks the values.
func ToFitRequest(m *pb.FitRequest) FitRequest {
	r := FitRequest{
		Setting: toSetting(m.GetSetting()),
		Budget:  toBudget(m.GetBudget()),
		Schedule: sp.Schedule{First: m.GetSchedule().GetFirst(),
			Factor: m.GetSchedule().GetFactor()},
		SaveSeconds: m.GetSaveSeconds(), ReportSeconds: m.GetReportSeconds(),
	}
	if m.GetResume() != nil {
		s := saved(m.GetResume())
		r.Resume = &s
	}
	return r
}

// FromPredictRequest encodes r.
func FromPredictRequest(r *PredictRequest) *pb.PredictRequest {
	return &pb.PredictRequest{
		Setting: fromSetting(&r.Setting), Decoder: fromSpec(r.Decoder),
		Weights: putFloat64s(r.Weights), Indices: putInt32s(r.Indices),
	}
}

// ToPredictRequest decodes m for a test set of n instances.
func ToPredictRequest(m *pb.PredictRequest, n int) (r PredictRequest, err error) {
	r = PredictRequest{Setting: toSetting(m.GetSetting()), Decoder: toSpec(m.GetDecoder())}
	if r.Weights, err = learned(m.GetWeights()); err != nil {
		return r, err
	}
	if r.Indices, err = int32s("indices", m.GetIndices(), -1); err != nil {
		return r, fmt.Errorf("wire: %w", err)
	}
	for _, i := range r.Indices {
		if i < 0 || int(i) >= n {
			return r, fmt.Errorf("wire: index %d into %d test instances", i, n)
		}
	}
	return r, nil
}

func fromSetting(s *Setting) *pb.Setting {
	return &pb.Setting{
		Map: fromSpec(s.Map), Loss: fromSpec(s.Loss),
		K: int32(s.K), NodeWidth: int32(s.NodeWidth), EdgeWidth: int32(s.EdgeWidth),
		ParamsJson: string(s.Params), Seed: s.Seed, Oracle: fromSpec(s.Oracle), Seen: s.Seen,
	}
}

func toSetting(m *pb.Setting) Setting {
	return Setting{
		Map: toSpec(m.GetMap()), Loss: toSpec(m.GetLoss()),
		K: int(m.GetK()), NodeWidth: int(m.GetNodeWidth()), EdgeWidth: int(m.GetEdgeWidth()),
		Params: []byte(m.GetParamsJson()), Seed: m.GetSeed(), Oracle: toSpec(m.GetOracle()),
		Seen: m.GetSeen(),
	}
}

func fromSpec(s sp.Spec) *pb.Spec { return &pb.Spec{Name: s.Name, ArgsJson: string(s.Args)} }

func toSpec(m *pb.Spec) sp.Spec { return sp.Spec{Name: m.GetName(), Args: []byte(m.GetArgsJson())} }

// learned decodes weights: at least one, and all finite.
func learned(b []byte) ([]float64, error) {
	weights, err := float64s("weights", b, -1)
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

func fromBudget(b sp.Budget) *pb.Budget {
	return &pb.Budget{
		Passes: b.Passes, Visits: b.Visits, Sweeps: b.Sweeps, Calls: b.Calls, Map: b.MAP,
		Marginals: b.Marginals, Clamped: b.Clamped, Conditional: b.Conditional,
		CpuSeconds: b.CPUSeconds, Seconds: b.Seconds,
	}
}

func toBudget(m *pb.Budget) sp.Budget {
	return sp.Budget{
		Passes: m.GetPasses(), Visits: m.GetVisits(), Sweeps: m.GetSweeps(), Calls: m.GetCalls(),
		MAP: m.GetMap(), Marginals: m.GetMarginals(), Clamped: m.GetClamped(),
		Conditional: m.GetConditional(),
		CPUSeconds:  m.GetCpuSeconds(), Seconds: m.GetSeconds(),
	}
}
