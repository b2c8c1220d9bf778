package host

import (
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/spbench/spbench/harness/feature"
	"github.com/spbench/spbench/harness/oracle"
	"github.com/spbench/spbench/harness/partition"
	"github.com/spbench/spbench/harness/sp"
	"github.com/spbench/spbench/internal/wire"
	"github.com/spbench/spbench/internal/wire/pb"
	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/credentials/insecure"
	"google.golang.org/grpc/status"
)

// An oracleTask is one kind of graph and feature map to query.
type oracleTask struct {
	name      string
	instances []sp.Instance
	setting   wire.Setting
	marginals bool // are tractable
}

func oracleTasks() []oracleTask {
	words := wire.Setting{Map: sp.Spec{Name: "linear"}, K: 4, NodeWidth: 6, Loss: sp.Spec{Name: "hamming"}}
	images := wire.Setting{
		Map: sp.Spec{Name: "linear", Args: []byte(`{"pairs":"potts"}`)}, K: 2, NodeWidth: 6, EdgeWidth: 2,
		Loss: sp.Spec{Name: "hamming-count"},
	}
	tables := images
	tables.K, tables.Map.Args = 3, nil
	r := rand.New(rand.NewPCG(5, 5))
	return []oracleTask{
		{"chains", drawn(r, &words, func(i int) (int, []sp.Edge) { return i, sp.ChainEdges(i) }), words, true},
		{"cuts", drawn(r, &images, func(int) (int, []sp.Edge) { return 16 * 16, lattice(16) }), images, false},
		{"tables", drawn(r, &tables, func(i int) (int, []sp.Edge) { return 9, lattice(3)[:8+i%4] }), tables, true},
	}
}

// drawn returns 8 labelled instances of the setting, of which shape says the size.
func drawn(r *rand.Rand, s *wire.Setting, shape func(i int) (n int, edges []sp.Edge)) []sp.Instance {
	list := make([]sp.Instance, 8)
	for i := range list {
		n, edges := shape(i)
		x := sp.Instance{ID: fmt.Sprint(i), Weight: 1, K: s.K, Edges: edges, Gold: make([]int32, n)}
		for d := range x.Gold {
			x.Gold[d] = r.Int32N(int32(s.K))
		}
		x.Node = sp.Rows{N: n, D: s.NodeWidth, Dense: uniform(r, n*s.NodeWidth)}
		x.Edge = sp.Rows{N: len(edges), D: s.EdgeWidth, Dense: uniform(r, len(edges)*s.EdgeWidth)}
		list[i] = x
	}
	return list
}

func uniform(r *rand.Rand, n int) []float32 {
	v := make([]float32, n)
	for i := range v {
		v[i] = r.Float32()
	}
	return v
}

func lattice(side int) (edges []sp.Edge) {
	for d := range int32(side * side) {
		if int(d)%side+1 < side {
			edges = append(edges, sp.Edge{U: d, V: d + 1})
		}
		if int(d)+side < side*side {
			edges = append(edges, sp.Edge{U: d, V: d + int32(side)})
		}
	}
	return edges
}

// weights are random, and admitted by the map.
func weights(r *rand.Rand, m sp.FeatureMap) []float64 {
	w := make([]float64, m.Dim())
	for j := range w {
		w[j] = r.NormFloat64()
	}
	for _, j := range m.NonNegative() {
		w[j] = math.Abs(w[j])
	}
	return w
}

// served starts the service and returns a client.
func served(t testing.TB) (*oracles, pb.OraclesClient) {
	t.Helper()
	tmp, err := newPrivate()
	if err != nil {
		t.Fatal(err)
	}
	o, err := serveOracles(tmp.dir)
	if err != nil {
		t.Fatal(err)
	}
	conn, err := grpc.NewClient(o.address, grpc.WithTransportCredentials(insecure.NewCredentials()),
		grpc.WithInitialWindowSize(8<<20), grpc.WithInitialConnWindowSize(8<<20), grpc.WithDefaultCallOptions(grpc.MaxCallRecvMsgSize(math.MaxInt32)))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { conn.Close(); o.stop(); tmp.remove() })
	return o, pb.NewOraclesClient(conn)
}

// ask sends the messages down one stream, all before it reads the first answer.
func ask(t testing.TB, c pb.OraclesClient, messages ...*pb.Queries) (answers []*pb.Answers, err error) {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	stream, err := c.Query(ctx)
	if err != nil {
		t.Fatal(err)
	}
	for _, m := range messages {
		if err := stream.Send(m); err != nil {
			break // the reason comes with the answer
		}
	}
	_ = stream.CloseSend() // never fails
	for {
		a, err := stream.Recv()
		if errors.Is(err, io.EOF) {
			return answers, nil
		}
		if err != nil {
			return answers, err
		}
		answers = append(answers, a)
	}
}

// le encodes numbers as they travel.
func le(v any) []byte {
	b, err := binary.Append(nil, binary.LittleEndian, v)
	if err != nil {
		panic(err)
	}
	return b
}

// someGiven returns a forest of x and labels for the variables outside of it, -1 inside.
func someGiven(x *sp.Instance) (*sp.Forest, []int32) {
	f, y := partition.Forest(x, partition.DepthFirst, 1), slices.Clone(x.Gold)
	for _, d := range f.Order {
		y[d] = sp.Unknown
	}
	return f, y
}

// allGiven are those labels of all instances, as they travel.
func allGiven(task *oracleTask) []byte {
	var all []int32
	for i := range task.instances {
		_, y := someGiven(&task.instances[i])
		all = append(all, y...)
	}
	return le(all)
}

// expected is what the queries must be answered with, by solvers of its own.
func expected(t *testing.T, task *oracleTask, a *access, q *pb.Queries, w []float64, own []sp.Potentials) *pb.Answers {
	t.Helper()
	var all wire.Answers
	if q.Difference {
		all.Start = []int32{0}
	}
	for i := range task.instances {
		x := &task.instances[i]
		var p sp.Potentials
		if own != nil {
			p = own[i]
			p.Node = slices.Clone(p.Node)
		} else {
			a.fmap.Potentials(&p, w, x)
		}
		if q.Restrict {
			p.Restrict(x)
		}
		if q.Augment {
			costs := make([]float64, len(p.Node))
			a.trainLoss.(sp.NodeLoss).Costs(costs, x, nil)
			for j := range costs {
				p.Node[j] += costs[j]
			}
		}
		s, err := oracle.New(x, a.fmap)
		if err != nil {
			t.Fatal(err)
		}
		phi, y, mu, score := make([]float64, a.fmap.Dim()), make([]int32, x.N()), sp.Marginals{}, 0.0
		a.fmap.Add(phi, 1, x, x.Gold)
		if q.Kind == pb.Queries_MAP {
			score, err = s.MAP(y, &p)
			a.fmap.Add(phi, -1, x, y)
			all.Labels = append(all.Labels, y...)
		} else {
			if q.Kind == pb.Queries_MARGINALS {
				score, err = s.Marginals(&mu, &p)
			} else {
				f, y := someGiven(x)
				score, err = s.(sp.Conditioner).Conditional(&mu, &p, f, y)
			}
			a.fmap.AddMean(phi, -1, x, &mu)
			all.Node = append(all.Node, mu.Node...)
		}
		if err != nil {
			t.Fatal(err)
		}
		if all.Score = append(all.Score, score); q.Pairs {
			all.Pair = append(all.Pair, mu.Pair...)
		}
		if q.Augment && q.Kind == pb.Queries_MAP {
			all.Loss = append(all.Loss, a.trainLoss.Value(x, x.Gold, y))
		}
		for j, v := range phi {
			if q.Difference && v != 0 {
				all.Index, all.Value = append(all.Index, int32(j)), append(all.Value, v)
			}
		}
		if q.Difference {
			all.Start = append(all.Start, int32(len(all.Index)))
		}
	}
	m := new(pb.Answers)
	wire.FromAnswers(m, &all)
	return m
}

// ownScores returns potentials for each instance, in one of the forms, and as they
// travel.
func ownScores(r *rand.Rand, task *oracleTask, form string) (list []sp.Potentials, m *pb.Potentials) {
	kk := task.setting.K * task.setting.K
	normal := func(n int) []float64 {
		v := make([]float64, n)
		for i := range v {
			v[i] = r.NormFloat64()
		}
		return v
	}
	var all sp.Potentials
	shared := normal(kk)
	for i := range task.instances {
		x := &task.instances[i]
		p := sp.Potentials{K: x.K, Edges: x.Edges, Node: normal(x.N() * x.K)}
		switch form {
		case "potts":
			p.Pair.Potts = normal(len(x.Edges))
			for e, v := range p.Pair.Potts {
				p.Pair.Potts[e] = math.Abs(v)
			}
			all.Pair.Potts = append(all.Pair.Potts, p.Pair.Potts...)
		case "table":
			p.Pair.Table = normal(len(x.Edges) * kk)
			all.Pair.Table = append(all.Pair.Table, p.Pair.Table...)
		case "shared":
			p.Pair.Table, all.Pair.Table = shared, shared
		case "none":
			p.Pair.Potts = make([]float64, len(x.Edges))
		}
		list, all.Node = append(list, p), append(all.Node, p.Node...)
	}
	return list, &pb.Potentials{Node: le(all.Node), Potts: le(all.Pair.Potts), Table: le(all.Pair.Table)}
}

// Whatever is asked for, the answers are those of a solver in process, to the bit.
func TestOraclesAnswerAsInProcess(t *testing.T) {
	o, client := served(t)
	for _, task := range oracleTasks() {
		r := rand.New(rand.NewPCG(6, 6))
		a := newAccess(&task.setting, task.instances, true, sp.Budget{})
		o.admit(a)
		w, all := weights(r, a.fmap), []int32{0, 1, 2, 3, 4, 5, 6, 7}
		queries := []*pb.Queries{
			{}, {Augment: true}, {Augment: true, Difference: true}, {Restrict: true}, {Difference: true},
			{Kind: pb.Queries_MARGINALS}, {Kind: pb.Queries_MARGINALS, Pairs: true, Augment: true},
			{Kind: pb.Queries_MARGINALS, Difference: true}, {Kind: pb.Queries_MARGINALS, Restrict: true, Pairs: true, Difference: true},
			{Kind: pb.Queries_CONDITIONAL, Pairs: true}, {Kind: pb.Queries_CONDITIONAL, Augment: true, Restrict: true, Difference: true},
		}
		forms := []string{"", "potts", "none"}
		if task.marginals { // any form will do
			forms = append(forms, "table", "shared")
		}
		for _, q := range queries {
			if q.Kind == pb.Queries_MARGINALS && !task.marginals {
				continue
			}
			for _, form := range forms {
				var own []sp.Potentials
				q.Token, q.Indices, q.W, q.Potentials = a.token, le(all), le(w), nil
				if q.Kind == pb.Queries_CONDITIONAL {
					q.Given = allGiven(&task)
				}
				if form != "" {
					own, q.Potentials = ownScores(r, &task, form)
					q.W = nil
				}
				before, _ := a.spent()
				got, err := ask(t, client, q)
				if err != nil {
					t.Fatalf("%s %v %s: %v", task.name, q, form, err)
				}
				want := expected(t, &task, a, q, w, own)
				switch q.Kind {
				case pb.Queries_MAP:
					before.MAP += 8
				case pb.Queries_MARGINALS:
					before.Marginals += 8
				default:
					before.Conditional += 8
				}
				want.Counts = &pb.Counts{Visits: before.Calls(), Map: before.MAP, Marginals: before.Marginals, Conditional: before.Conditional}
				if got[0].String() != want.String() {
					t.Errorf("%s, potentials %q, %s: not what a solver in process says", task.name, form, q.Kind)
				}
			}
		}
		a.end()
	}
}

// The w of a message holds for the next ones, and calls of any kind add up to the
// budget exactly: the answers within it come before the refusal.
func TestOraclesStopAtTheBudget(t *testing.T) {
	o, client := served(t)
	task := &oracleTasks()[0]
	all := le([]int32{7, 0, 1, 2, 3})
	for calls, sizes := range map[int64][]int{12: {5, 5, 2}, 10: {5, 5, 0}, 1: {1}} {
		a := newAccess(&task.setting, task.instances, true, sp.Budget{Calls: calls})
		access := o.admit(a)
		w := le(make([]float64, access.Dim))
		messages := []*pb.Queries{
			{Token: access.Token, Indices: all, W: w}, {Indices: all, Kind: pb.Queries_MARGINALS}, {Indices: all}, {Indices: all},
		}
		answers, err := ask(t, client, messages...)
		if status.Code(err) != codes.ResourceExhausted || !strings.Contains(err.Error(), fmt.Sprintf("after %d oracle calls", calls)) {
			t.Errorf("budget of %d: error %v", calls, err)
		}
		var got []int
		for _, m := range answers {
			got = append(got, len(m.Score)/8)
		}
		if diff := cmp.Diff(sizes, got); diff != "" {
			t.Errorf("budget of %d: answers by message (-want +got):\n%s", calls, diff)
		}
		if counts, refused := a.spent(); counts.Calls() != calls || !refused {
			t.Errorf("budget of %d: %+v calls, refused %v", calls, counts, refused)
		}
		if answers, err = ask(t, client, messages[0]); status.Code(err) != codes.ResourceExhausted {
			t.Errorf("another stream of the same fit: %v, %v", answers, err)
		}
	}
	a := newAccess(&task.setting, task.instances, true, sp.Budget{Seconds: 1e-9})
	access := o.admit(a)
	if _, err := ask(t, client, &pb.Queries{Token: access.Token, Indices: all, W: le(make([]float64, access.Dim))}); status.Code(err) != codes.ResourceExhausted {
		t.Errorf("after the seconds of the budget: %v", err)
	}
}

// Every malformed query is refused by the name of its field, and counts nothing.
func TestOraclesRefuse(t *testing.T) {
	o, client := served(t)
	task := &oracleTasks()[0]
	task.instances[3].Gold[1] = sp.Unknown
	train := newAccess(&task.setting, task.instances, true, sp.Budget{})
	test := newAccess(&task.setting, task.instances, false, sp.Budget{})
	w := make([]float64, train.fmap.Dim())
	nodes, table := func(i int) []float64 { return make([]float64, 4*i) }, make([]float64, 16)
	nan, inf := slices.Clone(w), nodes(2)
	nan[5], inf[3] = math.NaN(), math.Inf(1)
	forbidden := slices.Repeat([]float64{math.Inf(-1)}, 8)
	two, given := le([]int32{2}), []int32{-1, 0}
	lattices := &oracleTasks()[1]
	rings := newAccess(&lattices.setting, lattices.instances, true, sp.Budget{})
	for _, c := range []struct {
		code codes.Code
		text string
		a    *access
		q    *pb.Queries
	}{
		{codes.Unauthenticated, "token", train, &pb.Queries{Token: "guess", Indices: two, W: le(w)}},
		{codes.InvalidArgument, "indices: 3 bytes", train, &pb.Queries{Indices: []byte{1, 2, 3}, W: le(w)}},
		{codes.InvalidArgument, "indices: entry 1 is 8, of 8", train, &pb.Queries{Indices: le([]int32{0, 8}), W: le(w)}},
		{codes.InvalidArgument, "indices: entry 0 is -1", train, &pb.Queries{Indices: le([]int32{-1}), W: le(w)}},
		{codes.InvalidArgument, "w: 39 entries, want 40", train, &pb.Queries{Indices: two, W: le(w[1:])}},
		{codes.InvalidArgument, "w: entry 5 of 40 is NaN", train, &pb.Queries{Indices: two, W: le(nan)}},
		{codes.InvalidArgument, "w: missing", train, &pb.Queries{Indices: two}},
		{codes.InvalidArgument, "w: there are potentials too", train, &pb.Queries{Indices: two, W: le(w), Potentials: &pb.Potentials{}}},
		{codes.InvalidArgument, "kind: 7", train, &pb.Queries{Indices: two, W: le(w), Kind: 7}},
		{codes.InvalidArgument, "pairs: ", train, &pb.Queries{Indices: two, W: le(w), Pairs: true}},
		{codes.InvalidArgument, "difference: instance 3", train, &pb.Queries{Indices: le([]int32{3}), W: le(w), Difference: true}},
		{codes.InvalidArgument, "potentials.node: 12 entries, want 8", train, &pb.Queries{Indices: two, Potentials: &pb.Potentials{Node: le(nodes(3))}}},
		{codes.InvalidArgument, "potentials.node: entry 3 is +Inf", train, &pb.Queries{Indices: two, Potentials: &pb.Potentials{Node: le(inf)}}},
		{codes.InvalidArgument, "potentials.potts: 2 entries, want 1", train, &pb.Queries{Indices: two, Potentials: &pb.Potentials{Node: le(nodes(2)), Potts: le(w[:2])}}},
		{codes.InvalidArgument, "potentials.potts: entry 0 is NaN", train, &pb.Queries{Indices: two, Potentials: &pb.Potentials{Node: le(nodes(2)), Potts: le(nan[5:6])}}},
		{codes.InvalidArgument, "potentials.table: 15 entries, want 16", train, &pb.Queries{Indices: two, Potentials: &pb.Potentials{Node: le(nodes(2)), Table: le(table[1:])}}},
		{codes.InvalidArgument, "potentials.table: there is potts too", train, &pb.Queries{Indices: two, Potentials: &pb.Potentials{Node: le(nodes(2)), Potts: le(w[:1]), Table: le(table)}}},
		{codes.InvalidArgument, "every labeling is forbidden", train, &pb.Queries{Indices: two, Potentials: &pb.Potentials{Node: le(forbidden)}}},
		{codes.InvalidArgument, "indices: the answers for 2000000 instances", train, &pb.Queries{Indices: nil, W: le(w), Kind: pb.Queries_MARGINALS, Pairs: true}},
		{codes.InvalidArgument, "given: only a CONDITIONAL query", train, &pb.Queries{Indices: two, W: le(w), Given: le(given)}},
		{codes.InvalidArgument, "given: query 0, instance \"2\", has 2 variables, and there are labels for 1", train, &pb.Queries{Kind: pb.Queries_CONDITIONAL, Indices: two, W: le(w), Given: le(given[:1])}},
		{codes.InvalidArgument, "given: 1 labels more than", train, &pb.Queries{Kind: pb.Queries_CONDITIONAL, Indices: two, W: le(w), Given: le(append(given, 0))}},
		{codes.InvalidArgument, "given: query 0, instance \"2\": label 4 of variable 1, of 4 labels", train, &pb.Queries{Kind: pb.Queries_CONDITIONAL, Indices: two, W: le(w), Given: le([]int32{-1, 4})}},
		{codes.InvalidArgument, "closes a cycle", rings, &pb.Queries{Kind: pb.Queries_CONDITIONAL, Indices: le([]int32{0}), W: le(make([]float64, rings.fmap.Dim())), Given: le(slices.Repeat([]int32{-1}, 256))}},
		{codes.PermissionDenied, "augment: not for test instances", test, &pb.Queries{Indices: two, W: le(w), Augment: true}},
		{codes.PermissionDenied, "difference: not for test instances", test, &pb.Queries{Indices: two, W: le(w), Difference: true}},
	} {
		if strings.Contains(c.text, "2000000") { // of 7 variables and 6 edges
			c.q.Indices = le(slices.Repeat([]int32{7}, 2e6))
		}
		if c.q.Token == "" {
			c.q.Token = c.a.token
		}
		o.admit(c.a)
		answers, err := ask(t, client, c.q)
		if status.Code(err) != c.code || !strings.Contains(err.Error(), c.text) || len(answers) > 0 {
			t.Errorf("want %s, %s\ngot  %v", c.code, c.text, err)
		}
		if counts, _ := c.a.spent(); counts.Calls() != 0 {
			t.Fatalf("%s: counted as %+v", c.text, counts)
		}
	}
}

// TestOraclesSurviveGarbage damages queries at random: each is answered or refused,
// and the next one finds the service at work.
func TestOraclesSurviveGarbage(t *testing.T) {
	o, client := served(t)
	refused := map[codes.Code]int{}
	for _, task := range oracleTasks() {
		r := rand.New(rand.NewPCG(7, 7))
		a := newAccess(&task.setting, task.instances, true, sp.Budget{})
		o.admit(a)
		w, all := weights(r, a.fmap), []int32{0, 1, 2, 3, 4, 5, 6, 7}
		for range 100 {
			q := &pb.Queries{Token: a.token, Indices: le(all), W: le(w), Kind: pb.Queries_Kind(r.IntN(3)),
				Augment: r.IntN(2) == 0, Difference: r.IntN(2) == 0, Restrict: r.IntN(2) == 0, Pairs: r.IntN(4) == 0}
			fields := []*[]byte{&q.Indices, &q.W}
			if q.Kind == pb.Queries_CONDITIONAL {
				q.Given = allGiven(&task)
				fields = append(fields, &q.Given)
			}
			if r.IntN(2) == 0 {
				_, q.Potentials = ownScores(r, &task, []string{"potts", "table", "shared"}[r.IntN(3)])
				q.W = nil
				fields = []*[]byte{&q.Indices, &q.Given, &q.Potentials.Node, &q.Potentials.Potts, &q.Potentials.Table}
			}
			damage(r, fields[r.IntN(len(fields))])
			_, err := ask(t, client, q)
			if refused[status.Code(err)]++; status.Code(err) == codes.Internal || status.Code(err) == codes.Unavailable {
				t.Fatalf("%s: %v", task.name, err)
			}
		}
		if _, err := ask(t, client, &pb.Queries{Token: a.token, Indices: le(all), W: le(w)}); err != nil {
			t.Errorf("%s: a sound query after damaged ones: %v", task.name, err)
		}
	}
	if refused[codes.InvalidArgument] < 50 || refused[codes.OK] < 10 {
		t.Errorf("queries by code: %v", refused)
	}
}

// damage cuts, lengthens or changes an array.
func damage(r *rand.Rand, b *[]byte) {
	switch n := len(*b); {
	case n == 0 || r.IntN(4) == 0:
		*b = append(*b, make([]byte, 1+r.IntN(16))...)
	case r.IntN(3) == 0:
		*b = (*b)[:r.IntN(n)]
	default:
		for range 1 + r.IntN(4) {
			(*b)[r.IntN(n)] = byte(r.IntN(256))
		}
	}
}

// What no oracle can do, and a setting that fits no feature map, have codes of their
// own; so has a stream whose call has ended.
func TestOraclesCannot(t *testing.T) {
	o, client := served(t)
	tasks := oracleTasks()
	cuts, zero := &tasks[1], tasks[0]
	zero.setting.Loss.Name = "zero-one"
	narrow := tasks[0]
	narrow.setting.NodeWidth = 5
	for _, c := range []struct {
		code codes.Code
		task *oracleTask
		q    *pb.Queries
	}{
		{codes.Unimplemented, cuts, &pb.Queries{Kind: pb.Queries_MARGINALS}},
		{codes.Unimplemented, &zero, &pb.Queries{Augment: true}},
		{codes.FailedPrecondition, &narrow, &pb.Queries{}},
	} {
		a := newAccess(&c.task.setting, c.task.instances, true, sp.Budget{})
		c.q.Token, c.q.Indices, c.q.W = a.token, le([]int32{1}), le(make([]float64, o.admit(a).Dim))
		_, err := ask(t, client, c.q)
		if counts, _ := a.spent(); status.Code(err) != c.code || counts.Calls() != 0 {
			t.Errorf("want %s after no calls, got %v after %+v", c.code, err, counts)
		}
	}
	a := newAccess(&tasks[0].setting, tasks[0].instances, true, sp.Budget{})
	q := &pb.Queries{Token: o.admit(a).Token, Indices: le([]int32{1}), W: le(make([]float64, a.fmap.Dim()))}
	stream, err := client.Query(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []codes.Code{codes.OK, codes.Unauthenticated} {
		if err := stream.Send(q); err != nil {
			t.Fatal(err)
		}
		if _, err := stream.Recv(); status.Code(err) != want {
			t.Errorf("want %s, got %v", want, err)
		}
		a.end()
	}
}

// BenchmarkOracles asks for the loss-augmented maxima and differences of words like
// those of OCR, many at once, one at a time, and in process.
func BenchmarkOracles(b *testing.B) {
	r := rand.New(rand.NewPCG(1, 1))
	s := wire.Setting{Map: sp.Spec{Name: "linear"}, K: 26, NodeWidth: 131, Loss: sp.Spec{Name: "hamming"}}
	words := drawn(r, &s, func(i int) (int, []sp.Edge) { return 5 + i, sp.ChainEdges(5 + i) })
	for i := range words { // 35 of 131 pixels are black
		for j := range words[i].Node.Dense {
			words[i].Node.Dense[j] = float32(r.IntN(131) / 96)
		}
	}
	o, client := served(b)
	a := newAccess(&s, words, true, sp.Budget{})
	o.admit(a)
	w := weights(r, a.fmap)
	fmap := a.fmap.(*feature.Linear)
	for _, difference := range []bool{false, true} {
		for _, batch := range []int{1, 16, 256} {
			b.Run(fmt.Sprintf("difference=%v/batch=%d", difference, batch), func(b *testing.B) {
				indices := make([]int32, batch)
				for i := range indices {
					indices[i] = int32(i % len(words))
				}
				q := &pb.Queries{Token: a.token, Indices: le(indices), W: le(w), Augment: true, Difference: difference}
				stream, err := client.Query(b.Context())
				if err != nil {
					b.Fatal(err)
				}
				b.ReportAllocs()
				for b.Loop() {
					if err := stream.Send(q); err != nil {
						b.Fatal(err)
					}
					if _, err := stream.Recv(); err != nil {
						b.Fatal(err)
					}
				}
				b.ReportMetric(float64(b.N*batch)/b.Elapsed().Seconds(), "words/s")
			})
		}
	}
	b.Run("in process", func(b *testing.B) {
		var p sp.Potentials
		solver, costs, phi, y := oracle.NewChain(), []float64(nil), make([]float64, fmap.Dim()), []int32(nil)
		b.ReportAllocs()
		i := 0
		for b.Loop() {
			x := &words[i%len(words)]
			i++
			fmap.Potentials(&p, w, x)
			costs, y = sp.Grow(costs, len(p.Node)), sp.Grow(y, x.N())
			a.trainLoss.(sp.NodeLoss).Costs(costs, x, nil)
			for j, c := range costs {
				p.Node[j] += c
			}
			if _, err := solver.MAP(y, &p); err != nil {
				b.Fatal(err)
			}
			fmap.Add(phi, 1, x, x.Gold)
			fmap.Add(phi, -1, x, y)
		}
		b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "words/s")
	})
}
