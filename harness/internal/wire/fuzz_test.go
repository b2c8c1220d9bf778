package wire_test

import (
	"encoding/json"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/spbench/spbench/harness/internal/wire"
	"github.com/spbench/spbench/harness/internal/wire/pb"
	"github.com/spbench/spbench/harness/sp"
	"google.golang.org/protobuf/proto"
)

// fuzz: any message is an error, or a valid value, unchanged by a second trip.
func fuzz[V any, M proto.Message](f *testing.F, from func(*V) M, to func(M) (V, error),
	valid func(t *testing.T, v *V), seeds ...V) {
	f.Helper()
	for _, v := range seeds {
		b, err := proto.Marshal(from(&v))
		if err != nil {
			f.Fatal(err)
		}
		f.Add(b)
		f.Add(b[:len(b)/2])
	}
	f.Fuzz(func(t *testing.T, b []byte) {
		var v V
		m := from(&v).ProtoReflect().New().Interface().(M)
		if proto.Unmarshal(b, m) != nil {
			return
		}
		v, err := to(m)
		if err != nil {
			return
		}
		valid(t, &v)
		again, err := to(from(&v))
		if diff := cmp.Diff(v, again); diff != "" || err != nil {
			t.Errorf("second trip: %v\n%s", err, diff)
		}
	})
}

func FuzzInstance(f *testing.F) {
	fuzz(f, wire.FromInstance, wire.ToInstance, func(t *testing.T, x *sp.Instance) {
		if err := x.Check(); err != nil {
			t.Fatalf("an invalid instance passed: %v", err)
		}
	}, append(instances(), structured()...)...)
}

// checkLabeling fails unless y is a labeling of x.
func checkLabeling(t *testing.T, x sp.Instance, y []int32) {
	t.Helper()
	if x.Gold = y; !x.Labelled() || x.Check() != nil {
		t.Errorf("labeling %v passed", y)
	}
}

func FuzzPrediction(f *testing.F) {
	fuzz(f, wire.FromPrediction, toPrediction, func(t *testing.T, p *sp.Prediction) {
		checkLabeling(t, instances()[0], p.Labels)
		if len(p.Marginal) != 0 && len(p.Marginal) != 6 {
			t.Fatalf("%d marginals passed", len(p.Marginal))
		}
	}, prediction)
}

// A checkpoint has finite weights and valid counts.
func FuzzCheckpoint(f *testing.F) {
	fuzz(f, wire.FromStamped, func(m *pb.Checkpoint) (sp.Stamped, error) {
		s, err := wire.ToStamped(m)
		for name, v := range s.Values { // cmp.Diff does not know that NaN is NaN
			if v != v {
				delete(s.Values, name)
			}
		}
		return s, err
	}, func(t *testing.T, s *sp.Stamped) {
		for i, v := range s.Weights {
			if v-v != 0 {
				t.Errorf("weight %d is %v", i, v)
			}
		}
		if len(s.Weights) == 0 || !s.Counts.Covers(sp.Counts{}) {
			t.Errorf("checkpoint %+v passed", s)
		}
	}, stamped)
}

// Dual variables are labelings of the fully labelled training instances.
func FuzzDone(f *testing.F) {
	fuzz(f, wire.FromDone, toDone, func(t *testing.T, d *sp.Done) {
		labelled := []int{0, 3, 4}
		for i, atoms := range d.Dual {
			for _, a := range atoms {
				checkLabeling(t, instances()[labelled[i]], a.Labels)
			}
		}
	}, done, sp.Done{Counts: counts, End: sp.EndedByLimit})
}

// A description can be printed, as JSON too.
func FuzzDescription(f *testing.F) {
	fuzz(f, wire.FromDescription, wire.ToDescription, func(t *testing.T, d *wire.Description) {
		if _, err := json.Marshal(d); err != nil {
			t.Error(err)
		}
	}, description)
}

// The indices of a request are into the test set.
func FuzzPredictRequest(f *testing.F) {
	fuzz(f, wire.FromPredictRequest, toPredict, func(t *testing.T, r *wire.PredictRequest) {
		for _, i := range r.Indices {
			if i < 0 || i >= 4 {
				t.Errorf("index %d passed", i)
			}
		}
	}, predict)
}
