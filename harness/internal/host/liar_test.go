package host_test

import (
	"context"
	"errors"
	"fmt"
	"math"
	"net"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/hashicorp/go-plugin"
	"github.com/spbench/spbench/harness/internal/host"
	"github.com/spbench/spbench/harness/internal/wire"
	"github.com/spbench/spbench/harness/internal/wire/pb"
	"github.com/spbench/spbench/harness/sp"
	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"
	"google.golang.org/protobuf/types/known/wrapperspb"
)

// A liar is a learner without the SDK, as in another language. It breaks the contract in the way
// named by its parameters.
type liar struct {
	plugin.NetRPCUnsupportedPlugin
	pb.UnimplementedLearnerServer
	nameless bool
	moves    func() // moves its socket when it receives instances; may be nil
	server   *grpc.Server
}

func (l *liar) GRPCServer(_ *plugin.GRPCBroker, s *grpc.Server) error {
	pb.RegisterLearnerServer(s, l)
	return nil
}

func (l *liar) GRPCClient(context.Context, *plugin.GRPCBroker, *grpc.ClientConn) (any, error) {
	return nil, errors.ErrUnsupported
}

// serveMoving serves at a socket. l.moves replaces the socket by a link to the one at OUTSIDE, and
// closes all connections.
func (l *liar) serveMoving(link func(from, to string) error) {
	path := filepath.Join(os.Getenv("TMPDIR"), "s")
	socket, err := net.ListenUnix("unix", &net.UnixAddr{Name: path, Net: "unix"})
	if err != nil {
		panic(err)
	}
	socket.SetUnlinkOnClose(false)
	l.server = grpc.NewServer()
	l.moves = func() {
		if err := errors.Join(os.Remove(path), link(os.Getenv("OUTSIDE"), path)); err != nil {
			panic(err)
		}
		l.server.Stop()
	}
	pb.RegisterLearnerServer(l.server, l)
	fmt.Fprintf(os.NewFile(1, "stdout"), "1|%d|unix|%s|grpc|\n", wire.ProtocolVersion, path)
	_ = l.server.Serve(socket) // until it moves
	time.Sleep(time.Minute)
}

// floodBroker is a server that floods the stream of go-plugin's broker.
func floodBroker(options []grpc.ServerOption) *grpc.Server {
	return grpc.NewServer(append(options, grpc.StreamInterceptor(
		func(service any, stream grpc.ServerStream, info *grpc.StreamServerInfo,
			serve grpc.StreamHandler) error {
			if !strings.HasPrefix(info.FullMethod, "/plugin.GRPCBroker/") {
				return serve(service, stream)
			}
			fmt.Fprintln(os.NewFile(2, "stderr"), "the stream of the broker is open")
			for id := uint32(1); ; id++ {
				if err := stream.SendMsg(wrapperspb.UInt32(id)); err != nil { // as a ConnInfo
					return err
				}
			}
		}))...)
}

func (l *liar) serve(server func([]grpc.ServerOption) *grpc.Server) {
	plugin.Serve(&plugin.ServeConfig{
		HandshakeConfig: plugin.HandshakeConfig{
			ProtocolVersion: wire.ProtocolVersion, MagicCookieKey: wire.CookieKey,
			MagicCookieValue: wire.CookieValue,
		},
		Plugins:    plugin.PluginSet{wire.PluginName: l},
		GRPCServer: server,
	})
}

func (l *liar) Describe(context.Context, *pb.DescribeRequest) (*pb.Description, error) {
	if l.nameless {
		return &pb.Description{}, nil
	}
	return &pb.Description{Name: "liar"}, nil
}

func (l *liar) Load(stream grpc.ClientStreamingServer[pb.Batch, pb.LoadReply]) error {
	if l.moves != nil {
		go l.moves()
		<-stream.Context().Done()
		return stream.Context().Err()
	}
	n := int32(0)
	for {
		batch, err := stream.Recv()
		if err != nil {
			break
		}
		n += int32(len(batch.Instances))
		if batch.Instances[0].Id == "busy" {
			for use := (syscall.Rusage{}); use.Utime.Nano() < 700e6; _ = syscall.Getrusage(syscall.RUSAGE_SELF, &use) {
			}
		}
	}
	if n == 3 {
		n = 2
	}
	return stream.SendAndClose(&pb.LoadReply{Instances: n})
}

func checkpoint(calls int64, params ...float64) *pb.FitEvent {
	return &pb.FitEvent{Event: &pb.FitEvent_Checkpoint{Checkpoint: wire.FromStamped(&sp.Stamped{
		Checkpoint: sp.Checkpoint{Weights: params}, Counts: sp.Counts{MAP: calls},
	})}}
}

func done(calls int64) *pb.FitEvent {
	return &pb.FitEvent{Event: &pb.FitEvent_Done{Done: &pb.Done{Counts: &pb.Counts{Map: calls}}}}
}

// told is a checkpoint with this many values.
func told(values int, name string) *pb.FitEvent {
	e := checkpoint(1, 5)
	m := e.GetCheckpoint()
	m.Values = map[string]float64{}
	for i := range values {
		m.Values[fmt.Sprintf("%s%02d", name, i)] = 1
	}
	return e
}

func warning(text string) *pb.FitEvent {
	return &pb.FitEvent{Event: &pb.FitEvent_Warning{Warning: text}}
}

// lies are the events of fits, by the error that they cause.
var lies = map[string][]*pb.FitEvent{
	// the truth
	"": append(slices.Repeat([]*pb.FitEvent{warning("x")}, 150),
		checkpoint(1, 5), checkpoint(1, 6), done(1)),
	"ended without Done":                  {checkpoint(1, 5)},
	"an event after the end":              {checkpoint(1, 5), done(1), checkpoint(2, 5)},
	"a fit without a checkpoint":          {done(1)},
	"2 weights after a checkpoint with 1": {checkpoint(1, 5), checkpoint(1, 5, 5)},
	"those of a checkpoint decrease":      {checkpoint(2, 5), checkpoint(1, 5)},
	"those at the end are below":          {checkpoint(2, 5), done(1)},
	"weight 1 of 2 is +Inf":               {checkpoint(1, 5, math.Inf(1)), done(1)},
	"no weights":                          {checkpoint(1), done(1)},
	"negative counts":                     {checkpoint(-1, 5), done(1)},
	"counts beyond the budget":            {checkpoint(101, 5), done(101)},
	"a message is too long":               nil, // see Fit
	"above 2^53":                          {checkpoint(1, 5), done(math.MaxInt64)},
	"a checkpoint with 65 values":         {told(65, "v"), done(1)},
	"a name of 200":                       {told(1, strings.Repeat("v", 198)), done(1)},
	"too many warnings": append(slices.Repeat([]*pb.FitEvent{warning("x")},
		10_101), checkpoint(1, 5), done(1)),
	"too many checkpoints: 17 within": slices.Repeat([]*pb.FitEvent{checkpoint(1, 5)}, 18),
	"an empty event":                  {{}},
}

func (l *liar) Fit(r *pb.FitRequest, stream grpc.ServerStreamingServer[pb.FitEvent]) error {
	if how, ok := strings.CutPrefix(r.Setting.ParamsJson, "asks and "); ok {
		return askAnd(how, r.Oracles, stream)
	}
	if bytes, ok := strings.CutPrefix(r.Setting.ParamsJson, "says "); ok {
		n, _ := strconv.Atoi(bytes)
		return status.Error(codes.Unknown, strings.Repeat("x", n))
	}
	if r.Setting.ParamsJson == "budget" { // as its weight
		return errors.Join(stream.Send(checkpoint(1, r.Budget.CpuSeconds)), stream.Send(done(1)))
	}
	if r.Setting.ParamsJson == "a message is too long" {
		return stream.Send(checkpoint(1, make([]float64, 9<<20)...))
	}
	for _, event := range lies[r.Setting.ParamsJson] {
		if err := stream.Send(event); err != nil {
			return err
		}
	}
	return nil
}

func (l *liar) Predict(r *pb.PredictRequest,
	stream grpc.ServerStreamingServer[pb.Predictions]) error {
	one := wire.FromPrediction(&sp.Prediction{Labels: make([]int32, 4)})
	count := map[string]int{"few": 1, "right": 2, "many": 3, "flood": 1 << 20}[r.Decoder.Name]
	return stream.Send(&pb.Predictions{Predictions: slices.Repeat([]*pb.Prediction{one}, count)})
}

func TestLiesAreFound(t *testing.T) {
	l := open(t, "liar", host.Options{})
	for lie := range lies {
		_, err := l.Fit(t.Context(), wire.FitRequest{Setting: wire.Setting{Params: []byte(lie)},
			Budget: sp.Budget{Calls: 100}}, nothing)
		if lie == "" {
			if err != nil {
				t.Errorf("the truth: %v", err)
			}
		} else if !errors.Is(err, sp.ErrProtocol) || !strings.Contains(err.Error(), lie) {
			t.Errorf("error %v does not say %q", err, lie)
		}
	}
	// A resumed fit must send a checkpoint too. Its times are totals.
	r := wire.FitRequest{Resume: &sp.Saved{State: []byte{1}, Seconds: 1000, CPUSeconds: 900}}
	r.Params = []byte("a fit without a checkpoint")
	if _, err := l.Fit(t.Context(), r, nothing); !errors.Is(err, sp.ErrProtocol) {
		t.Errorf("a resumed fit without a checkpoint: %v", err)
	}
	r.Params = nil
	var last sp.Stamped
	f, err := l.Fit(t.Context(), r, func(c sp.Stamped) error { last = c; return nil })
	if err != nil || len(f.Warnings) != 101 || !strings.HasPrefix(f.Warnings[100], "50 more") ||
		f.WallSeconds < 1000 || f.CPUSeconds < 900 || last.Seconds < 1000 ||
		last.CPUSeconds < 900 {
		t.Errorf("a resumed fit: %+v, its last checkpoint %+v, %v", f, last, err)
	}
	x := sp.Instance{Weight: 1, K: 2, Node: sp.Rows{N: 4}, Edges: sp.ChainEdges(4),
		Gold: make([]int32, 4)}
	if err := l.Load(t.Context(), host.Train, []sp.Instance{x, x, x}); !errors.Is(err,
		sp.ErrProtocol) {
		t.Errorf("a lost instance: %v", err)
	}
	need(t, l.Load(t.Context(), host.Test, []sp.Instance{x, x}))
	for decoder, kind := range map[string]error{"few": sp.ErrProtocol, "right": nil,
		"many": sp.ErrProtocol, "flood": sp.ErrProtocol} {
		r := wire.PredictRequest{Weights: []float64{1}, Indices: []int32{0, 1},
			Decoder: sp.Spec{Name: decoder}}
		if _, err := l.Predict(t.Context(), r); !errors.Is(err, kind) {
			t.Errorf("%s predictions: %v", decoder, err)
		}
	}
}

// TestLongStatus checks that a kilobyte of a status text is kept, and that much longer texts are
// refused.
func TestLongStatus(t *testing.T) {
	l := open(t, "liar", host.Options{})
	for _, bytes := range []int{1000, 2000, 60_000, 4_200_000} {
		r := wire.FitRequest{Setting: wire.Setting{Params: fmt.Appendf(nil, "says %d", bytes)}}
		_, err := l.Fit(t.Context(), r, nothing)
		if !errors.Is(err, host.ErrFailed) || len(err.Error()) > 1200 {
			t.Errorf("of %d bytes: %d, %.200v", bytes, len(err.Error()), err)
		}
		if all := strings.Contains(err.Error(),
			strings.Repeat("x", 1000)); all != (bytes < 64<<10) {
			t.Errorf("of %d bytes: %.200v", bytes, err)
		}
	}
	r := wire.FitRequest{Setting: wire.Setting{Params: []byte("")}}
	if _, err := l.Fit(t.Context(), r, nothing); err != nil {
		t.Errorf("the connection does not outlive it: %v", err)
	}
}

func TestDescriptionIsChecked(t *testing.T) {
	_, err := host.Open(t.Context(), plantedSource(t, "nameless"), host.Options{})
	if !errors.Is(err, host.ErrStart) || !errors.Is(err, sp.ErrProtocol) {
		t.Errorf("%v", err)
	}
}
