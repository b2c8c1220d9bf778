package query

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/spbench/spbench/harness/internal/wire/pb"
	"github.com/spbench/spbench/harness/sp"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"
)

// The w of a message holds for the next ones. Calls of all kinds add up to the budget exactly: the
// answers within it come before the refusal.
func TestOraclesStopAtTheBudget(t *testing.T) {
	o, client := served(t)
	task := &oracleTasks()[0]
	all := le([]int32{7, 0, 1, 2, 3})
	for calls, sizes := range map[int64][]int{12: {5, 5, 2}, 10: {5, 5, 0}, 1: {1}} {
		a, token, w := admitted(o, task, sp.Budget{Calls: calls})
		messages := []*pb.Queries{
			{Token: token, Indices: all, W: w}, {Indices: all, Kind: pb.Queries_MARGINALS},
			{Indices: all}, {Indices: all},
		}
		answers, err := ask(t, client, messages...)
		if status.Code(err) != codes.ResourceExhausted ||
			!strings.Contains(err.Error(), fmt.Sprintf("after %d oracle calls", calls)) {
			t.Errorf("budget of %d: error %v", calls, err)
		}
		var got []int
		for _, m := range answers {
			got = append(got, len(m.Score)/8)
		}
		if diff := cmp.Diff(sizes, got); diff != "" {
			t.Errorf("budget of %d: answers by message (-want +got):\n%s", calls, diff)
		}
		if counts, refused := a.Spent(); counts.Calls() != calls || !refused {
			t.Errorf("budget of %d: %+v calls, refused %v", calls, counts, refused)
		}
		if answers, err = ask(t, client, messages[0]); status.Code(err) != codes.ResourceExhausted {
			t.Errorf("another stream of the same fit: %v, %v", answers, err)
		}
	}
	_, token, w := admitted(o, task, sp.Budget{Seconds: 1e-9})
	if _, err := ask(t, client, &pb.Queries{Token: token, Indices: all, W: w}); status.Code(err) != codes.ResourceExhausted {
		t.Errorf("after the seconds of the budget: %v", err)
	}
}

// Consecutive calls of a message about the same instance are one visit, and a budget of visits lets
// the visit finish.
func TestVisitsOfQueries(t *testing.T) {
	o, client := served(t)
	task := &oracleTasks()[0]
	a, token, w := admitted(o, task, sp.Budget{Visits: 4})
	some := le([]int32{7, 7, 7, 0, 7})
	answers, err := ask(t, client, &pb.Queries{Token: token, Indices: some, W: w},
		&pb.Queries{Indices: some})
	if status.Code(err) != codes.ResourceExhausted || len(answers) != 2 {
		t.Fatalf("%d answers, error %v", len(answers), err)
	}
	if got, want := answers[0].Counts.String(),
		(&pb.Counts{Visits: 3, Map: 5}).String(); got != want {
		t.Errorf("after a message: %s, want %s", got, want)
	}
	if counts, _ := a.Spent(); counts != (sp.Counts{Visits: 4, MAP: 8}) {
		t.Errorf("at the end: %+v", counts)
	}
}

// Every malformed query is refused with the name of its field, and does not count.
func TestOraclesRefuse(t *testing.T) {
	o, client := served(t)
	task := &oracleTasks()[0]
	task.instances[3].Gold[1] = sp.Unknown
	train := NewAccess(&task.setting, task.instances, true, sp.Budget{})
	test := NewAccess(&task.setting, task.instances, false, sp.Budget{})
	w := make([]float64, train.Map.Dim())
	nodes, table := func(i int) []float64 { return make([]float64, 4*i) }, make([]float64, 16)
	nan, inf := slices.Clone(w), nodes(2)
	nan[5], inf[3] = math.NaN(), math.Inf(1)
	forbidden := slices.Repeat([]float64{math.Inf(-1)}, 8)
	given := []int32{-1, 0}
	own := func(node, potts, table []float64) *pb.Queries {
		return &pb.Queries{Potentials: &pb.Potentials{Node: le(node), Potts: le(potts),
			Table: le(table)}}
	}
	lattices := &oracleTasks()[1]
	rings := NewAccess(&lattices.setting, lattices.instances, true, sp.Budget{})
	many := le(slices.Repeat([]int32{7}, 2e6)) // of 7 variables and 6 edges
	for _, group := range []struct {
		code    codes.Code
		a       *Access
		queries map[string]*pb.Queries // by a part of the error
	}{
		{codes.Unauthenticated, train, map[string]*pb.Queries{
			"token": {Token: "guess", W: le(w)},
		}},
		{codes.InvalidArgument, train, map[string]*pb.Queries{
			"indices: 3 bytes":                      {Indices: []byte{1, 2, 3}, W: le(w)},
			"indices: entry 1 is 8, of 8":           {Indices: le([]int32{0, 8}), W: le(w)},
			"indices: entry 0 is -1":                {Indices: le([]int32{-1}), W: le(w)},
			"w: 39 entries, want 40":                {W: le(w[1:])},
			"w: entry 5 of 40 is NaN":               {W: le(nan)},
			"w: missing":                            {},
			"w: there are potentials too":           {W: le(w), Potentials: &pb.Potentials{}},
			"kind: 7":                               {W: le(w), Kind: 7},
			"pairs: ":                               {W: le(w), Pairs: true},
			"difference: instance 3":                {Indices: le([]int32{3}), W: le(w), Difference: true},
			"potentials.node: 12 entries, want 8":   own(nodes(3), nil, nil),
			"potentials.node: entry 3 is +Inf":      own(inf, nil, nil),
			"potentials.potts: 2 entries, want 1":   own(nodes(2), w[:2], nil),
			"potentials.potts: entry 0 of 1 is NaN": own(nodes(2), nan[5:6], nil),
			"potentials.table: 15 entries, want 16": own(nodes(2), nil, table[1:]),
			"potentials.table: there is potts too":  own(nodes(2), w[:1], table),
			"every labeling is forbidden":           own(forbidden, nil, nil),
			"indices: the answers of all streams would take 3845 MB": {Indices: many, W: le(w),
				Kind: pb.Queries_MARGINALS, Pairs: true},
			"given: only a CONDITIONAL query": {W: le(w), Given: le(given)},
			`given: query 0, instance "2", has 2 variables, but there are labels for 1`: {
				Kind: pb.Queries_CONDITIONAL, W: le(w), Given: le(given[:1])},
			"given: 1 labels more than": {Kind: pb.Queries_CONDITIONAL, W: le(w), Given: le(append(given, 0))},
			`given: query 0, instance "2": label 4 of variable 1, of 4 labels`: {
				Kind: pb.Queries_CONDITIONAL, W: le(w), Given: le([]int32{-1, 4})},
		}},
		{codes.InvalidArgument, rings, map[string]*pb.Queries{
			"closes a cycle": {Kind: pb.Queries_CONDITIONAL, Indices: le([]int32{0}),
				W: le(make([]float64, rings.Map.Dim())), Given: le(slices.Repeat([]int32{-1}, 256))},
		}},
		{codes.PermissionDenied, test, map[string]*pb.Queries{
			"augment: not for test instances":    {W: le(w), Augment: true},
			"difference: not for test instances": {W: le(w), Difference: true},
		}},
	} {
		for text, q := range group.queries {
			if q.Indices == nil {
				q.Indices = le([]int32{2})
			}
			if o.Admit(group.a); q.Token == "" {
				q.Token = group.a.token
			}
			answers, err := ask(t, client, q)
			if status.Code(err) != group.code || !strings.Contains(err.Error(), text) ||
				len(answers) > 0 {
				t.Errorf("want %s, %s\ngot  %v", group.code, text, err)
			}
			if counts, _ := group.a.Spent(); counts != (sp.Counts{}) {
				t.Fatalf("%s: counted as %+v", text, counts)
			}
		}
	}
}

// TestOraclesSurviveGarbage damages queries at random. Each is answered or refused, and the service
// still works.
func TestOraclesSurviveGarbage(t *testing.T) {
	o, client := served(t)
	refused := map[codes.Code]int{}
	for _, task := range oracleTasks() {
		r := rand.New(rand.NewPCG(7, 7))
		a := NewAccess(&task.setting, task.instances, true, sp.Budget{})
		o.Admit(a)
		w, all := weights(r, a.Map), []int32{0, 1, 2, 3, 4, 5, 6, 7}
		for range 100 {
			q := &pb.Queries{Token: a.token, Indices: le(all), W: le(w),
				Kind:    pb.Queries_Kind(r.IntN(3)),
				Augment: r.IntN(2) == 0, Difference: r.IntN(2) == 0, Restrict: r.IntN(2) == 0,
				Pairs: r.IntN(4) == 0}
			fields := []*[]byte{&q.Indices, &q.W}
			if q.Kind == pb.Queries_CONDITIONAL {
				q.Given = allGiven(&task)
				fields = append(fields, &q.Given)
			}
			if r.IntN(2) == 0 {
				_, q.Potentials = ownScores(r, &task,
					[]string{"potts", "table", "shared"}[r.IntN(3)])
				q.W = nil
				fields = []*[]byte{&q.Indices, &q.Given, &q.Potentials.Node, &q.Potentials.Potts,
					&q.Potentials.Table}
			}
			damage(r, fields[r.IntN(len(fields))])
			_, err := ask(t, client, q)
			if refused[status.Code(err)]++; status.Code(err) == codes.Internal ||
				status.Code(err) == codes.Unavailable {
				t.Fatalf("%s: %v", task.name, err)
			}
		}
		if _, err := ask(t, client, &pb.Queries{Token: a.token, Indices: le(all),
			W: le(w)}); err != nil {
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

// Queries that no oracle can answer, invalid settings, and streams of a finished call have their
// own codes.
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
		a, token, w := admitted(o, c.task, sp.Budget{})
		c.q.Token, c.q.Indices, c.q.W = token, le([]int32{1}), w
		_, err := ask(t, client, c.q)
		if counts, _ := a.Spent(); status.Code(err) != c.code || counts.Calls() != 0 {
			t.Errorf("want %s after no calls, got %v after %+v", c.code, err, counts)
		}
	}
	a, token, w := admitted(o, &tasks[0], sp.Budget{})
	q := &pb.Queries{Token: token, Indices: le([]int32{1}), W: w}
	stream := must(client.Query(t.Context()))(t)
	for _, want := range []codes.Code{codes.OK, codes.Unauthenticated} {
		need(t, stream.Send(q))
		if _, err := stream.Recv(); status.Code(err) != want {
			t.Errorf("want %s, got %v", want, err)
		}
		a.End()
	}
}
