package serve

import (
	"context"
	"errors"
	"fmt"
	"hash/fnv"
	"math/rand/v2"
	"runtime"
	"sync/atomic"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/spbench/spbench/harness/internal/wire"
	"github.com/spbench/spbench/harness/internal/wire/pb"
	"github.com/spbench/spbench/harness/learner"
	"github.com/spbench/spbench/harness/sp"
	"google.golang.org/protobuf/testing/protocmp"
)

// A planted learner has random scores by instance, in tenths, so that labelings tie up to rounding.
// It calls do first.
type planted struct {
	do func(x *sp.Instance) error
}

func (planted) Fit(context.Context, *sp.Task, func(sp.Checkpoint) error) error { return nil }

func (l planted) Potentials(_ *sp.Task, p *sp.Potentials, _ []float64, x *sp.Instance) error {
	if err := l.do(x); err != nil {
		return err
	}
	h := fnv.New64a()
	h.Write([]byte(x.ID))
	rng := rand.New(rand.NewPCG(1, h.Sum64()))
	p.Resize(x, len(x.Edges), 0)
	for i := range p.Node {
		p.Node[i] = 0.1 * float64(rng.IntN(13)-6)
	}
	for e := range p.Pair.Potts {
		p.Pair.Potts[e] = 0.1 * float64(1+e%3)
	}
	return nil
}

// rings returns cycles of 4, 5, … variables.
func rings(n int) (list []*sp.Instance) {
	for i := range n {
		x := &sp.Instance{ID: fmt.Sprint(i), K: 2, Node: sp.Rows{N: i + 4}, Edge: sp.Rows{N: i + 4}}
		for d := range int32(i + 4) {
			x.Edges = append(x.Edges, sp.Edge{U: d, V: (d + 1) % int32(i+4)})
		}
		list = append(list, x)
	}
	return list
}

// grids returns equal graphs of 6×6 variables.
func grids(n int) (list []*sp.Instance) {
	edges := sp.GridEdges(6, 6)
	for i := range n {
		list = append(list, &sp.Instance{ID: fmt.Sprint("grid ", i), K: 2, Edges: edges,
			Node: sp.Rows{N: 36}, Edge: sp.Rows{N: len(edges)}})
	}
	return list
}

// all returns what predictAll sends.
func all(ctx context.Context, instances []*sp.Instance, decoder sp.Spec,
	do func(x *sp.Instance) error) (sent []*pb.Prediction, err error) {
	s := newSession(learner.Info{Name: "planted"}, func() learner.Learner { return &planted{do} },
		func() {})
	r := &wire.PredictRequest{Decoder: decoder}
	r.K, r.Map, r.Loss, r.Seed = 2, sp.Spec{Name: "linear"}, sp.Spec{Name: "hamming"}, 5
	err = s.predictAll(ctx, r, instances, func(p *pb.Prediction) error {
		sent = append(sent, p)
		return nil
	})
	return sent, err
}

func nothing(*sp.Instance) error { return nil }

// A request for labels alone gets the same labels, without marginals and atoms.
func TestLabelsOnly(t *testing.T) {
	want, err := all(t.Context(), rings(3), sp.Spec{Name: "perturb"}, nothing)
	if err != nil {
		t.Fatal(err)
	}
	s := newSession(learner.Info{Name: "planted"}, func() learner.Learner { return &planted{nothing} },
		func() {})
	r := &wire.PredictRequest{Decoder: sp.Spec{Name: "perturb"}, LabelsOnly: true}
	r.K, r.Map, r.Loss, r.Seed = 2, sp.Spec{Name: "linear"}, sp.Spec{Name: "hamming"}, 5
	i := 0
	err = s.predictAll(t.Context(), r, rings(3), func(p *pb.Prediction) error {
		if w := want[i]; len(w.Marginal) == 0 || len(w.Atoms) == 0 {
			t.Errorf("%d has nothing to leave out", i)
		}
		want[i].Marginal, want[i].Atoms = nil, nil
		if diff := cmp.Diff(want[i], p, protocmp.Transform()); diff != "" {
			t.Error(diff)
		}
		i++
		return nil
	})
	if err != nil || i != 3 {
		t.Error(i, err)
	}
}

// On equal graphs the cut keeps its flow from one instance to the next, which decides between
// labelings that tie.
func TestPredictionsDoNotDependOnProcessors(t *testing.T) {
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(0))
	for _, test := range []struct {
		decoder   string
		instances []*sp.Instance
	}{{"cut", grids(300)}, {"locpmap", rings(70)}, {"cut", rings(70)}, {"trw", rings(70)},
		{"gibbs", rings(70)}} {
		var want []*pb.Prediction
		for _, n := range []int{1, 2, 5} {
			runtime.GOMAXPROCS(n)
			got, err := all(t.Context(), test.instances, sp.Spec{Name: test.decoder}, nothing)
			if err != nil || len(got) != len(test.instances) {
				t.Fatalf("%s: %d predictions, %v", test.decoder, len(got), err)
			}
			for i, p := range got {
				if len(p.Labels) != 4*test.instances[i].N() {
					t.Fatalf("%s: prediction %d has %d bytes of labels: another instance's",
						test.decoder, i, len(p.Labels))
				}
			}
			if want == nil {
				want = got
			} else if diff := cmp.Diff(want, got, protocmp.Transform()); diff != "" {
				t.Fatalf("%s on %d processors: %s", test.decoder, n, diff)
			}
		}
	}
}

// Two instances are worked on at once where there are two processors: each waits for the other.
func TestPredictionsAreMadeAtOnce(t *testing.T) {
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(2))
	var inside atomic.Int64
	_, err := all(t.Context(), rings(2), sp.Spec{Name: "icm"}, func(*sp.Instance) error {
		inside.Add(1)
		for start := time.Now(); inside.Load() < 2; time.Sleep(time.Millisecond) {
			if time.Since(start) > 5*time.Minute {
				return errors.New("one instance at a time")
			}
		}
		return nil
	})
	if err != nil {
		t.Error(err)
	}
}

func TestPredictionsEndAtTheFirstFault(t *testing.T) {
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(2))
	fault, later := errors.New("planted"), errors.New("planted later")
	sent, err := all(t.Context(), rings(60), sp.Spec{Name: "icm"}, func(x *sp.Instance) error {
		switch x.N() {
		case 40:
			time.Sleep(20 * time.Millisecond)
			return fault
		case 50:
			return later
		}
		return nil
	})
	if !errors.Is(err, fault) || errors.Is(err, later) || len(sent) != 36 {
		t.Errorf("%d predictions, %v", len(sent), err)
	}
	_, err = all(t.Context(), rings(60), sp.Spec{Name: "icm"}, func(x *sp.Instance) error {
		if x.N() == 40 {
			panic("planted")
		}
		return nil
	})
	if !errors.As(err, new(*learner.PanicError)) {
		t.Errorf("a panic: %v", err)
	}
	ctx, cancel := context.WithCancelCause(t.Context())
	_, err = all(ctx, rings(60), sp.Spec{Name: "icm"}, func(*sp.Instance) error {
		cancel(fault)
		return nil
	})
	if !errors.Is(err, fault) {
		t.Errorf("cancelled: %v", err)
	}
}

// Portions are of all instances in their order, of several where these are small and alone where
// they are large.
func TestPortions(t *testing.T) {
	list := rings(500)
	list[100] = &sp.Instance{K: 100, Node: sp.Rows{N: 10000}}
	at, most := 0, 0
	for _, p := range portions(list) {
		size := 0
		for _, x := range p.instances {
			if x != list[at] {
				t.Fatalf("instance %d is another", at)
			}
			at++
			size += x.N() * x.K
		}
		if size > mostOfPortion && len(p.instances) > 1 {
			t.Errorf("%d scores in a portion of %d instances", size, len(p.instances))
		}
		most = max(most, len(p.instances))
	}
	if at != len(list) || most < 2 {
		t.Errorf("%d instances, at most %d in a portion", at, most)
	}
	if portions(nil) != nil {
		t.Error("portions of nothing")
	}
}
