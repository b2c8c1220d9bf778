package wire_test

import (
	"encoding/json"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/spbench/spbench/harness/internal/wire"
	"github.com/spbench/spbench/harness/internal/wire/pb"
	"github.com/spbench/spbench/harness/param"
	"github.com/spbench/spbench/harness/sp"
	"google.golang.org/protobuf/proto"
)

// seeds adds messages, whole and cut.
func seeds(f *testing.F, messages ...proto.Message) {
	f.Helper()
	for _, m := range messages {
		b, err := proto.Marshal(m)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(b)
		f.Add(b[:len(b)/2])
	}
}

// Any event of a fit is an error or a checkpoint with valid counts and the same bytes again.
func FuzzCheckpoint(f *testing.F) {
	s := sp.Stamped{Counts: sp.Counts{MAP: 3, Marginals: 1, Clamped: 2}}
	s.Weights, s.Values = []float64{1, -2.5, 0}, map[string]float64{"objective": 0.5}
	seeds(f, wire.FromStamped(&s))
	f.Fuzz(func(t *testing.T, b []byte) {
		var m pb.Checkpoint
		if proto.Unmarshal(b, &m) != nil {
			return
		}
		s, err := wire.ToStamped(&m)
		if err != nil {
			return
		}
		for i, v := range s.Weights {
			if v-v != 0 {
				t.Errorf("param %d is %v", i, v)
			}
		}
		if len(s.Weights) == 0 || !s.Counts.Covers(sp.Counts{}) {
			t.Errorf("checkpoint %+v passed", s)
		}
		if _, err := wire.ToStamped(wire.FromStamped(&s)); err != nil {
			t.Errorf("second trip: %v", err)
		}
	})
}

// Any end of a fit is an error or valid: dual variables are labelings of the fully labelled
// training instances.
func FuzzDone(f *testing.F) {
	train := instances()[:2] // the first has all labels
	dual := [][]sp.Atom{{{Weight: 0.5, Labels: []int32{0, 1, 0}},
		{Weight: 0.5, Labels: []int32{1, 1, 1}}}}
	seeds(f, wire.FromDone(&sp.Done{Counts: sp.Counts{MAP: 1}, End: sp.EndedByBudget}),
		wire.FromDone(&sp.Done{Dual: dual}))
	f.Fuzz(func(t *testing.T, b []byte) {
		var m pb.Done
		if proto.Unmarshal(b, &m) != nil {
			return
		}
		d, err := wire.ToDone(&m, train)
		if err != nil {
			return
		}
		if n := len(d.Dual); n > 1 {
			t.Fatalf("dual variables of %d instances passed", n)
		}
		for _, atoms := range d.Dual {
			for _, a := range atoms {
				x := train[0]
				if x.Gold = a.Labels; !x.Labelled() || x.Check() != nil {
					t.Errorf("labeling %v passed", a.Labels)
				}
			}
		}
	})
}

// Any description is an error or can be printed, as JSON too.
func FuzzDescription(f *testing.F) {
	seeds(f, wire.FromDescription(&wire.Description{
		Name: "svm", Doc: "Learns.", Source: "A paper.",
		Decoders: []wire.Decoder{{Name: "map", Doc: "best"}},
		Parameters: []param.Parameter{{Name: "lambda", Type: "number",
			Default: json.RawMessage("0.1"), Range: "(0,inf)", Enum: []string{"a"}, When: "a=b"}},
	}))
	f.Fuzz(func(t *testing.T, b []byte) {
		var m pb.Description
		if proto.Unmarshal(b, &m) != nil {
			return
		}
		d, err := wire.ToDescription(&m)
		if err != nil {
			return
		}
		if _, err := json.Marshal(d); err != nil {
			t.Error(err)
		}
		again, err := wire.ToDescription(wire.FromDescription(&d))
		if err != nil {
			t.Fatalf("second trip: %v", err)
		}
		if diff := cmp.Diff(d, again); diff != "" {
			t.Errorf("second trip:\n%s", diff)
		}
	})
}

// Any request of a harness is an error or can be answered: indices are into the test set.
func FuzzPredictRequest(f *testing.F) {
	seeds(f, wire.FromPredictRequest(&wire.PredictRequest{
		Setting: wire.Setting{Map: sp.Spec{Name: "linear", Args: []byte("{}")}, K: 2, NodeWidth: 3,
			Params: []byte("{}"), Seed: 7},
		Weights: []float64{1, 2}, Indices: []int32{0, 4},
		Decoder: sp.Spec{Name: "map", Args: []byte("{}")},
	}))
	f.Fuzz(func(t *testing.T, b []byte) {
		var m pb.PredictRequest
		if proto.Unmarshal(b, &m) != nil {
			return
		}
		r, err := wire.ToPredictRequest(&m, 5)
		if err != nil {
			return
		}
		for _, i := range r.Indices {
			if i < 0 || i >= 5 {
				t.Errorf("index %d passed", i)
			}
		}
	})
}
