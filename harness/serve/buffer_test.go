package serve

import (
	"errors"
	"slices"
	"sync/atomic"
	"testing"
	"time"

	"github.com/spbench/spbench/harness/internal/wire"
	"github.com/spbench/spbench/harness/internal/wire/pb"
	"github.com/spbench/spbench/harness/learner"
	"github.com/spbench/spbench/harness/sp"
	"google.golang.org/protobuf/proto"
)

// TestPredictionsHeldAreBounded checks that a blocked stream holds no more bytes than the buffer,
// even for predictions with many atoms.
func TestPredictionsHeldAreBounded(t *testing.T) {
	var begun atomic.Int64
	s := newSession(learner.Info{Name: "planted"}, func() learner.Learner {
		return &planted{func(*sp.Instance) error { begun.Add(1); return nil }}
	}, func() {})
	r := &wire.PredictRequest{Decoder: sp.Spec{Name: "perturb", Args: []byte(`{"draws": 1000}`)}}
	r.K, r.Map, r.Loss, r.Seed = 2, sp.Spec{Name: "linear"}, sp.Spec{Name: "hamming"}, 5
	instances := slices.Repeat([]*sp.Instance{{ID: "x", K: 2, Node: sp.Rows{N: 64}}}, 8192)
	full, size := errors.New("full"), 0
	err := s.predictAll(t.Context(), r, instances, func(m *pb.Prediction) error {
		size = proto.Size(m)
		for before := int64(-1); begun.Load() != before &&
			begun.Load() < 2*mostHeld/int64(size); time.Sleep(300 * time.Millisecond) {
			before = begun.Load()
		}
		return full
	})
	const workers = 64 // at most; each has one in hand
	if held := int(begun.Load()); !errors.Is(err, full) || size < 64*1000 || held < 2 ||
		held > mostHeld/size+workers {
		t.Errorf("%d predictions of %d bytes are held, %v", held, size, err)
	}
}
