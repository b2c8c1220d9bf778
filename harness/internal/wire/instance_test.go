package wire_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/spbench/spbench/harness/internal/wire"
	"github.com/spbench/spbench/harness/internal/wire/pb"
	"github.com/spbench/spbench/harness/learnertest/cputime"
	"github.com/spbench/spbench/harness/sp"
	"google.golang.org/protobuf/proto"
)

// instances returns instances that use every optional part.
func instances() []sp.Instance {
	return []sp.Instance{
		{
			ID: "chain", Weight: 1, K: 2,
			Node:  sp.Rows{N: 3, D: 2, Dense: []float32{1, -2, 3, 0.5, 0, math.MaxFloat32}},
			Edges: sp.ChainEdges(3), Gold: []int32{0, 1, 0},
		}, {
			ID: "sparse ones", Weight: 2.5, K: 3,
			Node:  sp.Rows{N: 2, D: 100000, Start: []int32{0, 2, 2}, Index: []int32{5, 99999}},
			Edges: sp.ChainEdges(2), Gold: []int32{2, sp.Unknown},
			Allowed: [][]int32{nil, {0, 2}}, Size: []float64{1, 1e6},
		}, {
			ID: "grid", Weight: 1, K: 2,
			Node: sp.Rows{N: 4, D: 1, Start: []int32{0, 1, 1, 2, 2}, Index: []int32{0, 0},
				Value: []float32{3, -1}},
			Edges: []sp.Edge{{U: 0, V: 1}, {U: 0, V: 2}, {U: 1, V: 3}, {U: 2, V: 3}},
			Edge:  sp.Rows{N: 4, D: 2, Dense: []float32{1, 2, 3, 4, 5, 6, 7, 8}},
			Gold:  []int32{-1, -1, -1, -1}, Shape: [2]int{2, 2},
		}, {
			ID: "single", Weight: 1, K: 5, Node: sp.Rows{N: 1, D: 1, Dense: []float32{1}},
			Gold: []int32{4},
		}, {
			ID: "part", Weight: 1, K: 2, Node: sp.Rows{N: 2, D: 1, Dense: []float32{1, 3}},
			Gold: []int32{1, 0}, Frame: &sp.Frame{Shape: [2]int{1, 3}, At: []int32{0, 2},
				Node: sp.Rows{N: 3, D: 1, Dense: []float32{1, 2, 3}}},
		},
	}
}

// carry encodes and decodes m.
func carry[M proto.Message](t testing.TB, m, empty M) M {
	t.Helper()
	b, err := proto.Marshal(m)
	if err != nil {
		t.Fatal(err)
	}
	if err := proto.Unmarshal(b, empty); err != nil {
		t.Fatal(err)
	}
	return empty
}

func TestInstanceRoundTrip(t *testing.T) {
	for _, want := range instances() {
		got, err := wire.ToInstance(carry(t, wire.FromInstance(&want), &pb.Instance{}))
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%s changed on the way (-sent +got):\n%s", want.ID, diff)
		}
	}
}

// Shares of labels within a variable stay with the harness, for scoring.
func TestTruthStaysWithTheHarness(t *testing.T) {
	x := instances()[2]
	x.Mixed = []float64{1, 2, 3, 4, 5, 6, 7, 8}
	got, err := wire.ToInstance(carry(t, wire.FromInstance(&x), &pb.Instance{}))
	if err != nil || got.Mixed != nil {
		t.Errorf("a learner gets %v, %v", got.Mixed, err)
	}
}

func TestBadInstances(t *testing.T) {
	tests := []struct {
		name string
		bend func(m *pb.Instance)
		want string
	}{
		{"gold", func(m *pb.Instance) { m.Gold = m.Gold[:5] }, "gold labels: 5 bytes"},
		{"few gold", func(m *pb.Instance) { m.Gold = m.Gold[:4] },
			"gold labels: 1 entries, want 2"},
		{"label", func(m *pb.Instance) { m.Gold[0] = 77 }, "gold label 77"},
		{"many variables", func(m *pb.Instance) { m.Node.N = math.MaxInt32; m.Node.D = 0 }, "want"},
		{"huge rows", func(m *pb.Instance) { m.Node.N, m.Node.D = math.MaxInt32, math.MaxInt32 },
			"want"},
		{"negative rows", func(m *pb.Instance) { m.Node.N = -1 }, "negative size"},
		{"missing rows", func(m *pb.Instance) { m.Node = nil }, "want 0"},
		{"starts", func(m *pb.Instance) { m.Node.Start = m.Node.Start[4:] },
			"starts: 2 entries, want 3"},
		{"both", func(m *pb.Instance) { m.Node.Dense = []byte{0, 0, 0, 0} },
			"both dense and sparse"},
		{"not sparse", func(m *pb.Instance) { m.Node.Sparse = false },
			"dense rows with sparse parts"},
		{"chain with edges", func(m *pb.Instance) { m.Edges = make([]byte, 8) },
			"chain must not list its edges"},
		{"odd ends", func(m *pb.Instance) { m.Chain, m.Edges = false, make([]byte, 12) }, "3 ends"},
		{"loop", func(m *pb.Instance) { m.Chain, m.Edges = false, make([]byte, 8) },
			"joins 0 and 0"},
		{"candidates", func(m *pb.Instance) { m.AllowedStart[4] = 9 }, "out of order"},
		{"candidates backwards", func(m *pb.Instance) { copy(m.AllowedStart[4:], "\xff\xff\xff\xff") },
			"out of order"},
		{"candidates span", func(m *pb.Instance) { m.Allowed = m.Allowed[:4] }, "do not span"},
		{"grid", func(m *pb.Instance) { m.Rows, m.Columns = -1, -2 }, "grid of -1×-2"},
		{"weight", func(m *pb.Instance) { m.Weight = math.NaN() }, "weight NaN"},
		{"labels", func(m *pb.Instance) { m.K = 0 }, "0 labels"},
	}
	for _, test := range tests {
		m := wire.FromInstance(&instances()[1])
		test.bend(m)
		_, err := wire.ToInstance(m)
		if err == nil || !strings.Contains(err.Error(), test.want) ||
			!strings.Contains(err.Error(), `"sparse ones"`) {
			t.Errorf("%s: error %v does not say %q", test.name, err, test.want)
		}
	}
}

func TestBatches(t *testing.T) {
	var many []sp.Instance
	for i := range 5000 {
		x := instances()[0]
		x.ID = fmt.Sprint(i)
		x.Node = sp.Rows{N: 3, D: 20, Dense: make([]float32, 60)}
		many = append(many, x)
	}
	n, sizes := 0, []int(nil)
	for batch := range wire.Batches(pb.Batch_TEST, many) {
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
	for batch := range wire.Batches(pb.Batch_TRAIN, nil) {
		if n++; len(batch.Instances) != 0 || batch.Set != pb.Batch_TRAIN {
			t.Errorf("no instances became %v", batch)
		}
	}
	if n != 1 {
		t.Errorf("no instances became %d batches, want an empty one", n)
	}
}

// FuzzInstance checks that any message is an error or a valid instance with the same bytes again.
func FuzzInstance(f *testing.F) {
	for _, x := range instances() {
		b, err := proto.Marshal(wire.FromInstance(&x))
		if err != nil {
			f.Fatal(err)
		}
		f.Add(b)
		f.Add(b[:len(b)/2])
	}
	f.Fuzz(func(t *testing.T, b []byte) {
		var m pb.Instance
		if proto.Unmarshal(b, &m) != nil {
			return
		}
		x, err := wire.ToInstance(&m)
		if err != nil {
			return
		}
		if err := x.Check(); err != nil {
			t.Fatalf("an invalid instance passed: %v", err)
		}
		again, err := wire.ToInstance(wire.FromInstance(&x))
		if err != nil {
			t.Fatalf("second trip: %v", err)
		}
		if diff := cmp.Diff(x, again); diff != "" {
			t.Fatalf("second trip:\n%s", diff)
		}
	})
}

// BenchmarkInstances encodes and decodes 40 MB of dense features.
func BenchmarkInstances(b *testing.B) {
	rng := rand.New(rand.NewPCG(1, 2))
	var set []sp.Instance
	bytes := 0
	for i := range 8000 {
		n := 5 + i%10
		x := sp.Instance{ID: fmt.Sprint(i), Weight: 1, K: 26,
			Node:  sp.Rows{N: n, D: 128, Dense: make([]float32, n*128)},
			Edges: sp.ChainEdges(n), Gold: make([]int32, n)}
		for j := range x.Node.Dense {
			x.Node.Dense[j] = rng.Float32()
		}
		bytes += 4 * n * 128
		set = append(set, x)
	}
	b.SetBytes(int64(bytes))
	b.ReportAllocs()
	defer cputime.PerOp(b)()
	for b.Loop() {
		for batch := range wire.Batches(pb.Batch_TRAIN, set) {
			for _, m := range batch.Instances {
				if _, err := wire.ToInstance(m); err != nil {
					b.Fatal(err)
				}
			}
		}
	}
}
