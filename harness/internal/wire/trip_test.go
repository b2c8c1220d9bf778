package wire_test

import (
	"math"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/spbench/spbench/harness/internal/wire"
	"github.com/spbench/spbench/harness/internal/wire/pb"
	"github.com/spbench/spbench/harness/param"
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

// structured returns instances with each kind of structure.
func structured() []sp.Instance {
	return []sp.Instance{
		{
			ID: "matching", Weight: 1, K: 2, Node: sp.Rows{N: 1, D: 1, Dense: []float32{1}},
			Gold: []int32{1}, Structure: &sp.Structure{Kind: sp.Assignment, None: sp.Unknown},
			Label: sp.Rows{N: 2, D: 3, Start: []int32{0, 0, 1}, Index: []int32{2}},
		}, {
			ID: "factors", Weight: 1, K: 2, Node: sp.Rows{N: 4, D: 1, Dense: []float32{1, 2, 3, 4}},
			Gold: []int32{1, 1, 0, 0}, Factors: &sp.Factors{Arity: 3, Variables: []int32{0, 1, 3, 1, 2, 3}},
		}, {
			ID: "tree", Weight: 1, K: 2, Node: sp.Rows{N: 1, D: 1, Dense: []float32{1}},
			Gold: []int32{0}, Structure: &sp.Structure{Kind: sp.Arborescence, Single: true},
		}, {
			ID: "path", Weight: 1, K: 2, Node: sp.Rows{N: 2, D: 1, Dense: []float32{1, 2}},
			Gold: []int32{1, 1}, Structure: &sp.Structure{Kind: sp.Path, Source: 1, Sink: 4,
				Arcs: []sp.Edge{{U: 1, V: 3}, {U: 3, V: 4}}},
		}, {
			ID: "subset", Weight: 1, K: 2, Node: sp.Rows{N: 2, D: 1, Dense: []float32{1, 2}},
			Gold: []int32{1, 1}, Structure: &sp.Structure{Kind: sp.Cardinality, Least: 1, Most: 2},
		}, {
			ID: "own", Weight: 1, K: 2, Node: sp.Rows{N: 2, D: 1, Dense: []float32{1, 2}},
			Gold: []int32{1, 1}, Structure: &sp.Structure{Kind: sp.Command, Command: []string{"a", "b"}},
		},
	}
}

// Plain values with every optional part.
var (
	counts = sp.Counts{Visits: 9, Sweeps: 8, MAP: 1, Marginals: 2, Clamped: 3, Conditional: 4}

	description = wire.Description{
		Name: "crf", Doc: "Conditional random field.", Source: "Lafferty et al. 2001",
		Resumable: "solver=sgd", Probabilities: "always",
		Parameters: []param.Parameter{
			{Name: "lambda", Type: "number", Default: []byte("0.1"), Help: "strength",
				Range: "(0,inf)", When: "objective=joint"},
			{Name: "objective", Type: "string", Default: []byte(`"joint"`),
				Enum: []string{"joint", "unary"}},
		},
		Decoders: []wire.Decoder{
			{Name: "map", Doc: "most probable labeling"},
			{Name: "perturb", Doc: "by draws",
				Parameters: []param.Parameter{{Name: "draws", Type: "integer",
					Default: []byte("100"), Range: "[1,inf)"}}},
		},
	}

	setting = wire.Setting{
		Map: sp.Spec{Name: "linear", Args: []byte(`{"pairs":"full"}`)}, K: 26, NodeWidth: 131,
		EdgeWidth: 2, Loss: sp.Spec{Name: "hamming", Args: []byte{}},
		Params: []byte(`{"lambda":0.1}`), Seen: []int32{1, 5}, Seed: math.MaxUint64,
		Oracle: sp.Spec{Name: "lbp", Args: []byte(`{"sweeps":5}`)},
	}
	fit = wire.FitRequest{
		Setting: setting, Schedule: sp.Schedule{First: 1, Factor: 2},
		Budget: sp.Budget{Passes: 1.5, Visits: 2, Sweeps: 3, Calls: 1 << 40, MAP: 4, Marginals: 5,
			Clamped: 6, Conditional: 7, CPUSeconds: 8, Seconds: 60},
		SaveSeconds: 30, Resume: &sp.Saved{State: []byte{1, 0}, Counts: counts},
	}
	predict = wire.PredictRequest{
		Setting: setting, Weights: []float64{1, math.Copysign(0, -1), math.SmallestNonzeroFloat64},
		Indices: []int32{3, 0}, Decoder: sp.Spec{Name: "perturb", Args: []byte(`{"draws":5}`)},
		LabelsOnly: true,
	}

	stamped = sp.Stamped{Counts: counts, Checkpoint: sp.Checkpoint{Weights: []float64{1, -2.5},
		Values:    map[string]float64{sp.ValueBound: -1},
		Objective: &sp.Objective{Kind: "likelihood", Lambda: 2}}}
	saved = sp.Saved{State: []byte("x"), Counts: counts}

	// of the labelled instances
	done = sp.Done{Counts: counts, End: sp.EndedByBudget, Dual: [][]sp.Atom{
		{{Weight: 0.25, Labels: []int32{0, 1, 1}}, {Weight: 0.75, Labels: []int32{1, 1, 0}}},
		{{Weight: 1, Labels: []int32{0}}},
		{{Weight: 1, Labels: []int32{0, 1}}},
	}}
	// of the first instance
	prediction = sp.Prediction{
		Labels: []int32{1, 0, 1}, Marginal: []float64{0, 1, 0.5, 0.5, 1.0 / 3, 2.0 / 3},
		NotConverged: true, LogZ: -1.5, Summed: true,
		Atoms: []sp.Atom{{Weight: 0.25, Labels: []int32{0, 0, 0}},
			{Weight: 0.75, Labels: []int32{1, 1, 1}}},
	}
)

// Decoding with known instances, or without errors.
func toDone(m *pb.Done) (sp.Done, error) { return wire.ToDone(m, instances()) }
func toFit(m *pb.FitRequest) (wire.FitRequest, error) {
	return wire.ToFitRequest(m), nil
}
func toPredict(m *pb.PredictRequest) (wire.PredictRequest, error) {
	return wire.ToPredictRequest(m, 4)
}
func toPrediction(m *pb.Prediction) (sp.Prediction, error) {
	return wire.ToPrediction(m, &instances()[0])
}

// carried: a value arrives unchanged.
func carried[V any, M proto.Message](t *testing.T, want V, from func(*V) M, to func(M) (V, error)) {
	t.Helper()
	b, err := proto.Marshal(from(&want))
	if err != nil {
		t.Fatal(err)
	}
	m := from(&want).ProtoReflect().New().Interface().(M)
	if err := proto.Unmarshal(b, m); err != nil {
		t.Fatal(err)
	}
	got, err := to(m)
	if diff := cmp.Diff(want, got); diff != "" || err != nil {
		t.Errorf("%v\n-sent +got:\n%s", err, diff)
	}
}

func TestRoundTrips(t *testing.T) {
	for _, x := range append(instances(), structured()...) {
		carried(t, x, wire.FromInstance, wire.ToInstance)
	}
	carried(t, description, wire.FromDescription, wire.ToDescription)
	carried(t, fit, wire.FromFitRequest, toFit)
	carried(t, predict, wire.FromPredictRequest, toPredict)
	carried(t, stamped, wire.FromStamped, wire.ToStamped)
	carried(t, saved, wire.FromSaved, wire.ToSaved)
	carried(t, done, wire.FromDone, toDone)
	carried(t, prediction, wire.FromPrediction, toPrediction)
}

// Shares of labels within a variable stay with the harness, for scoring.
func TestTruthStaysWithTheHarness(t *testing.T) {
	x := instances()[2]
	x.Mixed = []float64{1, 2, 3, 4, 5, 6, 7, 8}
	if got, err := wire.ToInstance(wire.FromInstance(&x)); err != nil || got.Mixed != nil {
		t.Errorf("a learner gets %v, %v", got.Mixed, err)
	}
}

// Costs are for learning from, by instances with all labels: others would tell hidden labels.
func TestCosts(t *testing.T) {
	full, hidden := instances()[0], instances()[2]
	full.Costs, hidden.Costs = []float64{1, 2, 3, -4, 5, 6}, make([]float64, 8)
	for set, want := range map[pb.Batch_Set]int{pb.Batch_TRAIN: 6, pb.Batch_TEST: 0} {
		for batch := range wire.Batches(set, []sp.Instance{full, hidden}, nil) {
			x, err := wire.ToInstance(batch.Instances[0])
			if err != nil || len(x.Costs) != want || want > 0 && !slices.Equal(x.Costs, full.Costs) ||
				len(batch.Instances[1].Costs) > 0 {
				t.Errorf("%v: a learner gets %v and %v, %v", set, x.Costs, batch.Instances[1].Costs, err)
			}
		}
	}
}

// Words and names go to learners that ask for them.
func TestTexts(t *testing.T) {
	x := instances()[2]
	x.Texts = make([]string, x.N())
	x.Texts[0] = "he"
	for _, names := range []*sp.Names{nil, {Labels: []string{"A"}, Features: []string{"w=he"}}} {
		want := x.Texts
		if names == nil {
			want = nil
		}
		for batch := range wire.Batches(pb.Batch_TEST, []sp.Instance{x}, names) {
			got, err := wire.ToInstance(batch.Instances[0])
			if diff := cmp.Diff(names, wire.ToNames(batch)); diff != "" || err != nil ||
				!slices.Equal(got.Texts, want) {
				t.Errorf("a learner gets %q, %v: %s", got.Texts, err, diff)
			}
		}
	}
}

// Chains of a batch share transitions.
func TestTransitions(t *testing.T) {
	no := sp.MayFollow(false)
	may := &sp.Transitions{First: []float64{0, no}, Last: []float64{0, 0},
		Next: []float64{0, 0, no, 0}}
	x := sp.Instance{ID: "a", Weight: 1, K: 2, Node: sp.Rows{N: 2, D: 1, Dense: []float32{1, 2}},
		Edges: sp.ChainEdges(2), Gold: []int32{0, 1}, Transitions: may}
	free := x
	free.ID, free.Transitions = "b", nil
	for batch := range wire.Batches(pb.Batch_TRAIN, []sp.Instance{free, x}, nil) {
		list, err := wire.ToInstances(nil, batch)
		if diff := cmp.Diff([]sp.Instance{free, x}, list); diff != "" || err != nil {
			t.Errorf("%v %s", err, diff)
		}
		batch.Transitions = batch.Transitions[:7]
		if _, err := wire.ToInstances(nil, batch); err == nil {
			t.Error("a cut table was taken")
		}
	}
}
