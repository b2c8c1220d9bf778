package query

import (
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"math"
	"math/rand/v2"
	"os"
	"slices"
	"testing"
	"time"

	"github.com/spbench/spbench/harness/internal/testkit"
	"github.com/spbench/spbench/harness/internal/wire"
	"github.com/spbench/spbench/harness/internal/wire/pb"
	"github.com/spbench/spbench/harness/partition"
	"github.com/spbench/spbench/harness/sp"
	"google.golang.org/grpc"
	"google.golang.org/grpc/credentials/insecure"
)

// An oracleTask is a kind of graph and feature map to query.
type oracleTask struct {
	name      string
	instances []sp.Instance
	setting   wire.Setting
	marginals bool // are tractable
}

func oracleTasks() []oracleTask {
	words := wire.Setting{Map: sp.Spec{Name: "linear"}, K: 4, NodeWidth: 6,
		Loss: sp.Spec{Name: "hamming"}}
	images := wire.Setting{
		Map: sp.Spec{Name: "linear", Args: []byte(`{"pairs":"potts"}`)}, K: 2, NodeWidth: 6,
		EdgeWidth: 2,
		Loss:      sp.Spec{Name: "hamming-count"},
	}
	tables := images
	tables.K, tables.Map.Args = 3, nil
	r := rand.New(rand.NewPCG(5, 5))
	return []oracleTask{
		{"chains", drawn(r, &words, func(i int) (int, []sp.Edge) { return i, sp.ChainEdges(i) }),
			words, true},
		{"cuts", drawn(r, &images, func(int) (int, []sp.Edge) { return 16 * 16, sp.GridEdges(16, 16) }),
			images, false},
		{"tables", drawn(r, &tables, func(i int) (int, []sp.Edge) { return 9, sp.GridEdges(3, 3)[:8+i%4] }),
			tables, true},
	}
}

// approximateTasks are the same tasks under an oracle for all of them.
func approximateTasks() []oracleTask {
	list := oracleTasks()
	for i := range list {
		t := &list[i]
		t.name, t.marginals, t.setting.Oracle = t.name+" by lbp", true,
			sp.Spec{Name: "lbp", Args: []byte(`{"sweeps":7}`)}
	}
	return list
}

// drawn returns 8 labelled instances of the setting, with sizes by shape.
func drawn(r *rand.Rand, s *wire.Setting,
	shape func(i int) (n int, edges []sp.Edge)) []sp.Instance {
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

// weights returns random weights allowed by the map.
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
func served(t testing.TB) (*Server, pb.OraclesClient) {
	t.Helper()
	tmp := must(os.MkdirTemp("/tmp", "t"))(t) // short enough for a socket
	o := must(Serve(tmp, 1))(t)
	conn := must(grpc.NewClient(o.address, grpc.WithTransportCredentials(insecure.NewCredentials()),
		grpc.WithInitialWindowSize(8<<20), grpc.WithInitialConnWindowSize(8<<20),
		grpc.WithDefaultCallOptions(grpc.MaxCallRecvMsgSize(math.MaxInt32))))(t)
	t.Cleanup(func() { conn.Close(); o.Stop(); os.RemoveAll(tmp) })
	return o, pb.NewOraclesClient(conn)
}

// admitted gives access to the training instances of a task within a budget. Queries need the token.
// The weights are all 0.
func admitted(o *Server, task *oracleTask, b sp.Budget) (a *Access, token string, w []byte) {
	a = NewAccess(&task.setting, task.instances, true, b)
	access := o.Admit(a)
	return a, access.Token, le(make([]float64, access.Dim))
}

// ask sends all messages on one stream before it reads the first answer.
func ask(t testing.TB, c pb.OraclesClient, messages ...*pb.Queries) (answers []*pb.Answers,
	err error) {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	stream := must(c.Query(ctx))(t)
	for _, m := range messages {
		if err := stream.Send(m); err != nil {
			break // the answer has the reason
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

// le encodes numbers in little-endian order.
func le(v any) []byte {
	b, err := binary.Append(nil, binary.LittleEndian, v)
	if err != nil {
		panic(err)
	}
	return b
}

// someGiven returns a forest of x, and labels for the variables outside it; -1 inside.
func someGiven(x *sp.Instance) (*sp.Forest, []int32) {
	f, y := partition.NewGrower(x, partition.DepthFirst, 1).Next(), slices.Clone(x.Gold)
	for _, d := range f.Order {
		y[d] = sp.Unknown
	}
	return f, y
}

// allGiven returns these labels of all instances, encoded.
func allGiven(task *oracleTask) []byte {
	var all []int32
	for i := range task.instances {
		_, y := someGiven(&task.instances[i])
		all = append(all, y...)
	}
	return le(all)
}

// must is testkit.Must.
func must[T any](v T, err error) func(testing.TB) T { return testkit.Must(v, err) }

var need = testkit.Need
