package wire_test

import (
	"context"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/spbench/spbench/harness/internal/wire"
	"github.com/spbench/spbench/harness/internal/wire/pb"
	"github.com/spbench/spbench/harness/param"
	"github.com/spbench/spbench/harness/sp"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"
	"google.golang.org/protobuf/proto"
)

// instances has every optional part once.
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
			Node:  sp.Rows{N: 4, D: 1, Start: []int32{0, 1, 1, 2, 2}, Index: []int32{0, 0}, Value: []float32{3, -1}},
			Edges: []sp.Edge{{U: 0, V: 1}, {U: 0, V: 2}, {U: 1, V: 3}, {U: 2, V: 3}},
			Edge:  sp.Rows{N: 4, D: 2, Dense: []float32{1, 2, 3, 4, 5, 6, 7, 8}},
			Gold:  []int32{-1, -1, -1, -1}, Shape: [2]int{2, 2},
		}, {
			ID: "single", Weight: 1, K: 5, Node: sp.Rows{N: 1, D: 1, Dense: []float32{1}}, Gold: []int32{4},
		},
	}
}

// carry sends m through its encoding.
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

// What a variable truly holds is for scoring only.
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
		{"few gold", func(m *pb.Instance) { m.Gold = m.Gold[:4] }, "gold labels: 1 entries, want 2"},
		{"label", func(m *pb.Instance) { m.Gold[0] = 77 }, "gold label 77"},
		{"many variables", func(m *pb.Instance) { m.Node.N = math.MaxInt32; m.Node.D = 0 }, "want"},
		{"huge rows", func(m *pb.Instance) { m.Node.N, m.Node.D = math.MaxInt32, math.MaxInt32 }, "want"},
		{"negative rows", func(m *pb.Instance) { m.Node.N = -1 }, "negative size"},
		{"missing rows", func(m *pb.Instance) { m.Node = nil }, "want 0"},
		{"starts", func(m *pb.Instance) { m.Node.Start = m.Node.Start[4:] }, "starts: 2 entries, want 3"},
		{"both", func(m *pb.Instance) { m.Node.Dense = []byte{0, 0, 0, 0} }, "both dense and sparse"},
		{"not sparse", func(m *pb.Instance) { m.Node.Sparse = false }, "dense rows with sparse parts"},
		{"chain with edges", func(m *pb.Instance) { m.Edges = make([]byte, 8) }, "chain must not list its edges"},
		{"odd ends", func(m *pb.Instance) { m.Chain, m.Edges = false, make([]byte, 12) }, "3 ends"},
		{"loop", func(m *pb.Instance) { m.Chain, m.Edges = false, make([]byte, 8) }, "joins 0 and 0"},
		{"candidates", func(m *pb.Instance) { m.AllowedStart[4] = 9 }, "out of order"},
		{"candidates span", func(m *pb.Instance) { m.Allowed = m.Allowed[:4] }, "do not span"},
		{"grid", func(m *pb.Instance) { m.Rows, m.Columns = -1, -2 }, "grid of -1×-2"},
		{"weight", func(m *pb.Instance) { m.Weight = math.NaN() }, "weight NaN"},
		{"labels", func(m *pb.Instance) { m.K = 0 }, "0 labels"},
	}
	for _, test := range tests {
		m := wire.FromInstance(&instances()[1])
		test.bend(m)
		_, err := wire.ToInstance(m)
		if err == nil || !strings.Contains(err.Error(), test.want) || !strings.Contains(err.Error(), `"sparse ones"`) {
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

func TestPredictionRoundTrip(t *testing.T) {
	x := instances()[0]
	want := sp.Prediction{
		Labels: []int32{1, 0, 1}, Marginal: []float64{0, 1, 0.5, 0.5, 1.0 / 3, 2.0 / 3}, Variance: make([]float64, 6),
		Atoms: []sp.Atom{{Weight: 0.25, Labels: []int32{0, 0, 0}}, {Weight: 0.75, Labels: []int32{1, 1, 1}}}, Unsettled: true,
	}
	got, err := wire.ToPrediction(carry(t, wire.FromPrediction(&want), &pb.Prediction{}), &x)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("-sent +got:\n%s", diff)
	}
	bad := map[string]func(p *sp.Prediction){
		"labels: 2 entries, want 3":     func(p *sp.Prediction) { p.Labels = p.Labels[:2] },
		"label 2 of variable 0":         func(p *sp.Prediction) { p.Labels = []int32{2, 0, 0} },
		"label -1 of variable 2":        func(p *sp.Prediction) { p.Labels = []int32{0, 0, -1} },
		"marginals of variable 1":       func(p *sp.Prediction) { p.Marginal = []float64{0, 1, 0.5, 0.6, 0, 1} },
		"NaN, not a probability":        func(p *sp.Prediction) { p.Marginal = []float64{0, 1, 0, 1, math.NaN(), 1} },
		"-0.5, not a probability":       func(p *sp.Prediction) { p.Marginal = []float64{0, 1, -0.5, 1.5, 0, 1} },
		"marginals: 5 entries, want 6":  func(p *sp.Prediction) { p.Marginal = p.Marginal[:5] },
		"variances without marginals":   func(p *sp.Prediction) { p.Marginal = nil },
		"variance -1 of variable 2":     func(p *sp.Prediction) { p.Variance = []float64{0, 0, 0, 0, 0, -1} },
		"weights of atoms: they sum to": func(p *sp.Prediction) { p.Atoms = p.Atoms[:1] },
		"atom 1: labels: 1 entries":     func(p *sp.Prediction) { p.Atoms = []sp.Atom{want.Atoms[0], {Weight: 0.75, Labels: []int32{1}}} },
	}
	for text, bend := range bad {
		p := want
		bend(&p)
		_, err := wire.ToPrediction(wire.FromPrediction(&p), &x)
		if err == nil || !strings.Contains(err.Error(), text) {
			t.Errorf("error %v does not say %q", err, text)
		}
	}
}

func TestRequestsRoundTrip(t *testing.T) {
	setting := wire.Setting{
		Map: sp.Spec{Name: "linear", Args: []byte(`{"pairs":"full"}`)}, K: 26, NodeWidth: 131, EdgeWidth: 2,
		Loss: sp.Spec{Name: "hamming", Args: []byte{}}, Params: []byte(`{"lambda":0.1}`), Seed: math.MaxUint64,
		Oracle: sp.Spec{Name: "lbp", Args: []byte(`{"sweeps":5}`)},
	}
	fit := wire.FitRequest{
		Setting: setting, Budget: sp.Budget{Passes: 1.5, Calls: 1 << 40, Seconds: 60}, Schedule: sp.Schedule{First: 1, Factor: 2},
		SaveSeconds: 30, ReportSeconds: 1, Resume: &sp.Saved{State: []byte{1, 0}, Counts: sp.Counts{Visits: 3}},
	}
	if diff := cmp.Diff(fit, wire.ToFitRequest(carry(t, wire.FromFitRequest(&fit), &pb.FitRequest{}))); diff != "" {
		t.Errorf("-sent +got:\n%s", diff)
	}
	predict := wire.PredictRequest{
		Setting: setting, Weights: []float64{1, math.Copysign(0, -1), math.SmallestNonzeroFloat64}, Indices: []int32{3, 0},
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
	if _, err := wire.ToPredictRequest(m, 3); err == nil || !strings.Contains(err.Error(), "index 3 into 3") {
		t.Errorf("index out of range: %v", err)
	}
	predict.Weights[1] = math.Inf(1)
	if _, err := wire.ToPredictRequest(wire.FromPredictRequest(&predict), 4); err == nil {
		t.Error("infinite weights pass")
	}
}

func TestEventsRoundTrip(t *testing.T) {
	stamped := sp.Stamped{
		Checkpoint: sp.Checkpoint{Weights: []float64{1, 2}, Values: map[string]float64{sp.ValueBound: -1}},
		Counts:     sp.Counts{MAP: 1, Marginals: 2, Clamped: 3},
	}
	gotStamped, err := wire.ToStamped(carry(t, wire.FromStamped(&stamped), &pb.Checkpoint{}))
	if diff := cmp.Diff(stamped, gotStamped); diff != "" || err != nil {
		t.Errorf("%v\n-sent +got:\n%s", err, diff)
	}
	done := sp.Done{
		Counts: stamped.Counts, End: sp.EndedByBudget,
		Dual: [][]sp.Atom{
			{{Weight: 0.25, Labels: []int32{0, 1}}, {Weight: 0.75, Labels: []int32{1, 1}}}, {{Weight: 1, Labels: []int32{0}}},
		},
	}
	hidden := sp.Instance{ID: "hidden", K: 2, Node: sp.Rows{N: 1}, Gold: []int32{sp.Unknown}} // has no dual variables
	train := []sp.Instance{
		{ID: "two", K: 2, Node: sp.Rows{N: 2}, Gold: []int32{0, 0}}, hidden, {ID: "one", K: 2, Node: sp.Rows{N: 1}, Gold: []int32{1}},
	}
	gotDone, err := wire.ToDone(carry(t, wire.FromDone(&done), &pb.Done{}), train)
	if diff := cmp.Diff(done, gotDone); diff != "" || err != nil {
		t.Errorf("%v\n-sent +got:\n%s", err, diff)
	}
	progress := wire.Progress{Counts: stamped.Counts, Values: map[string]float64{"objective": 2}}
	gotProgress, err := wire.ToProgress(carry(t, wire.FromProgress(&progress), &pb.Progress{}))
	if diff := cmp.Diff(progress, gotProgress); diff != "" || err != nil {
		t.Errorf("%v\n-sent +got:\n%s", err, diff)
	}
	progress.Values["bound"] = math.NaN()
	if got, err := wire.ToProgress(wire.FromProgress(&progress)); len(got.Values) != 1 || err != nil {
		t.Errorf("%v, %v", got.Values, err)
	}
	saved := sp.Saved{State: []byte("x"), Counts: stamped.Counts}
	gotSaved, err := wire.ToSaved(carry(t, wire.FromSaved(&saved), &pb.Saved{}))
	if diff := cmp.Diff(saved, gotSaved); diff != "" || err != nil {
		t.Errorf("%v\n-sent +got:\n%s", err, diff)
	}
	for text, s := range map[string]sp.Saved{
		"a state of 0 bytes": {}, "negative counts": {State: saved.State, Counts: sp.Counts{MAP: -1}},
	} {
		if _, err := wire.ToSaved(wire.FromSaved(&s)); err == nil || !strings.Contains(err.Error(), text) {
			t.Errorf("error %v does not say %q", err, text)
		}
	}
	for text, m := range map[string]*pb.Checkpoint{
		"no weights":           {},
		"weight 0 of 1 is NaN": wire.FromStamped(&sp.Stamped{Checkpoint: sp.Checkpoint{Weights: []float64{math.NaN()}}}),
		"negative counts":      wire.FromStamped(&sp.Stamped{Checkpoint: stamped.Checkpoint, Counts: sp.Counts{Clamped: -1}}),
	} {
		if _, err := wire.ToStamped(m); err == nil || !strings.Contains(err.Error(), text) {
			t.Errorf("error %v does not say %q", err, text)
		}
	}
	for text, bend := range map[string]func(dual [][]sp.Atom) [][]sp.Atom{
		"there are more":                func(d [][]sp.Atom) [][]sp.Atom { return d[:1] },
		"there are only 2":              func(d [][]sp.Atom) [][]sp.Atom { return append(d, d[0]) },
		`"one": no labeling`:            func(d [][]sp.Atom) [][]sp.Atom { return [][]sp.Atom{d[0], nil} },
		`"two": atom 0`:                 func(d [][]sp.Atom) [][]sp.Atom { return [][]sp.Atom{d[1], d[1]} },
		`"two": weights of atoms: they`: func(d [][]sp.Atom) [][]sp.Atom { return [][]sp.Atom{d[0][:1], d[1]} },
	} {
		if _, err := wire.ToDone(wire.FromDone(&sp.Done{Dual: bend(done.Dual[:2:2])}), train); err == nil || !strings.Contains(err.Error(), text) {
			t.Errorf("error %v does not say %q", err, text)
		}
	}
}

func TestDescriptionRoundTrip(t *testing.T) {
	want := wire.Description{
		Name: "crf", Doc: "Conditional random field.", Source: "Lafferty et al. 2001",
		Parameters: []param.Parameter{
			{Name: "lambda", Type: "number", Default: []byte("0.1"), Help: "strength", Range: "(0,inf)", When: "objective=joint"},
			{Name: "objective", Type: "string", Default: []byte(`"joint"`), Enum: []string{"joint", "unary"}},
		},
		Decoders: []wire.Decoder{
			{Name: "map", Doc: "most probable labeling"},
			{Name: "perturb", Doc: "by draws", Params: []param.Parameter{{Name: "draws", Type: "integer", Default: []byte("100"), Range: "[1,inf)"}}},
		},
	}
	got, err := wire.ToDescription(carry(t, wire.FromDescription(&want), &pb.Description{}))
	if diff := cmp.Diff(want, got); diff != "" || err != nil {
		t.Errorf("%v\n-sent +got:\n%s", err, diff)
	}
	if _, err := wire.ToDescription(&pb.Description{}); err == nil {
		t.Error("a description without a name passes")
	}
}

func TestErrorsKeepTheirKind(t *testing.T) {
	for _, kind := range []error{
		errors.ErrUnsupported, sp.ErrParams, sp.ErrPanic, sp.ErrDiverged, sp.ErrState, wire.ErrLost,
		context.Canceled, context.DeadlineExceeded,
	} {
		err := fmt.Errorf("learner: needs a chain: %w", kind)
		got := wire.FromStatus(wire.ToStatus(err))
		if !errors.Is(got, kind) || got.Error() != err.Error() {
			t.Errorf("%v came back as %v", err, got)
		}
	}
	if got := wire.FromStatus(wire.ToStatus(errors.New("plain"))); got.Error() != "plain" || errors.Unwrap(got) != nil {
		t.Errorf("a plain error came back as %#v", got)
	}
	if wire.ToStatus(nil) != nil || wire.FromStatus(nil) != nil {
		t.Error("no error became one")
	}
	long := wire.ToStatus(errors.New(strings.Repeat("é", 10000)))
	if s, _ := status.FromError(long); s.Code() != codes.Unknown || len(s.Message()) > 1100 {
		t.Errorf("a long error travels as %s with %d bytes", s.Code(), len(s.Message()))
	}
	if text := wire.FromStatus(status.Error(codes.Aborted, strings.Repeat("é", 1<<21))).Error(); len(text) > 1100 || !strings.HasSuffix(text, "é…") {
		t.Errorf("a long status is an error of %d bytes", len(text))
	}
}

func TestSchedule(t *testing.T) {
	for _, s := range []sp.Schedule{{}, {First: 0, Factor: 5}, {First: 1, Factor: 2}, {First: 0.1, Factor: 1.5}} {
		if err := s.Check(); err != nil {
			t.Errorf("%v: %v", s, err)
		}
	}
	for _, s := range []sp.Schedule{{First: 1, Factor: 1}, {First: 1, Factor: 0}, {First: -1, Factor: 2}, {First: math.NaN(), Factor: 2}, {First: math.Inf(1), Factor: 2}, {First: 1, Factor: math.Inf(1)}} {
		if s.Check() == nil {
			t.Errorf("%v passes", s)
		}
	}
}

// FuzzInstance: whatever arrives is an error or an instance that is valid and
// survives another trip.
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

// FuzzPrediction: whatever arrives is an error or a prediction for the instance.
func FuzzPrediction(f *testing.F) {
	x := instances()[0]
	p := sp.Prediction{Labels: []int32{1, 0, 1}, Marginal: []float64{0, 1, 0.5, 0.5, 1, 0}, Atoms: []sp.Atom{{Weight: 1, Labels: []int32{1, 0, 1}}}}
	b, err := proto.Marshal(wire.FromPrediction(&p))
	if err != nil {
		f.Fatal(err)
	}
	f.Add(b)
	f.Fuzz(func(t *testing.T, b []byte) {
		var m pb.Prediction
		if proto.Unmarshal(b, &m) != nil {
			return
		}
		p, err := wire.ToPrediction(&m, &x)
		if err != nil {
			return
		}
		for _, k := range p.Labels {
			if k < 0 || int(k) >= x.K {
				t.Fatalf("label %d passed", k)
			}
		}
		if len(p.Labels) != x.N() || len(p.Marginal) != 0 && len(p.Marginal) != x.N()*x.K {
			t.Fatalf("%d labels, %d marginals passed", len(p.Labels), len(p.Marginal))
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
		x := sp.Instance{ID: fmt.Sprint(i), Weight: 1, K: 26, Node: sp.Rows{N: n, D: 128, Dense: make([]float32, n*128)},
			Edges: sp.ChainEdges(n), Gold: make([]int32, n)}
		for j := range x.Node.Dense {
			x.Node.Dense[j] = rng.Float32()
		}
		bytes += 4 * n * 128
		set = append(set, x)
	}
	b.SetBytes(int64(bytes))
	b.ReportAllocs()
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

// TestPrintable: texts of learners order nothing of a terminal, wherever they come from.
func TestPrintable(t *testing.T) {
	const text, want = "a\x1b[2J\r\nb\tµ\u202e\x9b", `a\x1b[2J\r` + "\nb\tµ" + `\u202e` + "\ufffd"
	if got := wire.Printable(text); got != want {
		t.Errorf("%q, want %q", got, want)
	}
	if got := wire.FromStatus(status.Error(codes.Aborted, "\x1bc")).Error(); got != `\x1bc` {
		t.Errorf("an error says %q", got)
	}
	d, err := wire.ToDescription(&pb.Description{Name: "x", Doc: "\x1bc", Source: "\x07", Parameters: []*pb.Parameter{{Name: "p", Help: "\x1b", DefaultJson: "1"}}})
	if err != nil || d.Doc != `\x1bc` || d.Source != `\a` || d.Parameters[0].Help != `\x1b` {
		t.Errorf("described as %q, %v", d, err)
	}
}
