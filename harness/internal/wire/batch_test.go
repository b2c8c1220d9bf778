package wire_test

import (
	"fmt"
	"testing"

	"github.com/spbench/spbench/harness/internal/wire"
	"github.com/spbench/spbench/harness/internal/wire/pb"
	"github.com/spbench/spbench/harness/sp"
	"google.golang.org/protobuf/proto"
)

func TestBatches(t *testing.T) {
	var many []sp.Instance
	for i := range 5000 {
		x := instances()[0]
		x.ID = fmt.Sprint(i)
		x.Node = sp.Rows{N: 3, D: 20, Dense: make([]float32, 60)}
		many = append(many, x)
	}
	n, sizes := 0, []int(nil)
	for batch := range wire.Batches(pb.Batch_TEST, many, nil) {
		for _, m := range batch.Instances {
			if m.Id != fmt.Sprint(n) {
				t.Fatalf("instance %s at %d", m.Id, n)
			}
			n++
		}
		sizes = append(sizes, proto.Size(batch))
	}
	if n != len(many) || len(sizes) < 2 {
		t.Fatalf("%d of %d instances in %d batches", n, len(many), len(sizes))
	}
	for _, size := range sizes[:len(sizes)-1] {
		if size < 256<<10 {
			t.Errorf("a batch of %d bytes", size)
		}
	}
	n = 0
	for batch := range wire.Batches(pb.Batch_TRAIN, nil, nil) {
		if n++; len(batch.Instances) != 0 || batch.Set != pb.Batch_TRAIN {
			t.Errorf("no instances became %v", batch)
		}
	}
	if n != 1 {
		t.Errorf("no instances became %d batches, want an empty one", n)
	}
}

// TestAnswersAgain: a message of answers forgets those before.
func TestAnswersAgain(t *testing.T) {
	all := wire.Answers{Score: []float64{1}, Labels: []int32{2}, Loss: []float64{3},
		Node: []float64{4}, Pair: []float64{5}, Start: []int32{0, 1},
		Index: []int32{6}, Value: []float64{7},
		Counts: sp.Counts{MAP: 8}, Approximate: "lbp"}
	var m pb.Answers
	wire.FromAnswers(&m, &all)
	wire.FromAnswers(&m, &wire.Answers{})
	for _, b := range [][]byte{m.Score, m.Labels, m.Loss, m.Node, m.Pair, m.Start, m.Index,
		m.Value} {
		if len(b) > 0 {
			t.Errorf("%v", &m)
		}
	}
	if m.Counts.Map != 0 || m.Approximate != "" {
		t.Errorf("%v", &m)
	}
}
