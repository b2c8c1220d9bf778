package wire_test

import (
	"math"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/spbench/spbench/harness/internal/wire"
	"github.com/spbench/spbench/harness/internal/wire/pb"
	"github.com/spbench/spbench/harness/sp"
)

func TestRequestsRoundTrip(t *testing.T) {
	setting := wire.Setting{
		Map: sp.Spec{Name: "linear", Args: []byte(`{"pairs":"full"}`)}, K: 26, NodeWidth: 131,
		EdgeWidth: 2,
		Loss:      sp.Spec{Name: "hamming", Args: []byte{}}, Params: []byte(`{"lambda":0.1}`),
		Seen: []int32{1, 5}, Seed: math.MaxUint64,
		Oracle: sp.Spec{Name: "lbp", Args: []byte(`{"sweeps":5}`)},
	}
	fit := wire.FitRequest{
		Setting: setting, Budget: sp.Budget{Passes: 1.5, Calls: 1 << 40, Seconds: 60},
		Schedule:    sp.Schedule{First: 1, Factor: 2},
		SaveSeconds: 30, ReportSeconds: 1,
		Resume: &sp.Saved{State: []byte{1, 0}, Counts: sp.Counts{Visits: 3}},
	}
	if diff := cmp.Diff(fit, wire.ToFitRequest(carry(t, wire.FromFitRequest(&fit),
		&pb.FitRequest{}))); diff != "" {
		t.Errorf("-sent +got:\n%s", diff)
	}
	predict := wire.PredictRequest{
		Setting: setting, Weights: []float64{1, math.Copysign(0, -1), math.SmallestNonzeroFloat64},
		Indices: []int32{3, 0},
		Decoder: sp.Spec{Name: "perturb", Args: []byte(`{"draws":5}`)},
	}
	m := carry(t, wire.FromPredictRequest(&predict), &pb.PredictRequest{})
	got, err := wire.ToPredictRequest(m, 4)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(predict, got); diff != "" {
		t.Errorf("-sent +got:\n%s", diff)
	}
	if _, err := wire.ToPredictRequest(m, 3); err == nil ||
		!strings.Contains(err.Error(), "index 3 into 3") {
		t.Errorf("index out of range: %v", err)
	}
	predict.Weights[1] = math.Inf(1)
	if _, err := wire.ToPredictRequest(wire.FromPredictRequest(&predict), 4); err == nil {
		t.Error("infinite weights pass")
	}
}

func TestSchedule(t *testing.T) {
	for _, s := range []sp.Schedule{{}, {First: 0, Factor: 5}, {First: 1, Factor: 2},
		{First: 0.1, Factor: 1.5}} {
		if err := s.Check(); err != nil {
			t.Errorf("%v: %v", s, err)
		}
	}
	for _, s := range []sp.Schedule{{First: 1, Factor: 1}, {First: 1, Factor: 0},
		{First: -1, Factor: 2}, {First: math.NaN(), Factor: 2}, {First: math.Inf(1), Factor: 2},
		{First: 1, Factor: math.Inf(1)}} {
		if s.Check() == nil {
			t.Errorf("%v passes", s)
		}
	}
}
