package run_test

import (
	"context"
	"errors"
	"fmt"
	"io"
	"math"
	"os"
	"strings"

	"github.com/hashicorp/go-plugin"
	"github.com/spbench/spbench/harness/feature"
	"github.com/spbench/spbench/harness/internal/record"
	"github.com/spbench/spbench/harness/internal/wire"
	"github.com/spbench/spbench/harness/internal/wire/pb"
	"github.com/spbench/spbench/harness/learner"
	"github.com/spbench/spbench/harness/loss"
	"github.com/spbench/spbench/harness/sp"
	"google.golang.org/grpc"
)

// Reports of a learner about itself that the SDK would not send.
func init() {
	faults = append(faults, fault{
		name: "over-budget", events: done(func(c *pb.Counts) { c.Visits += 1_000_000 }),
		kind: record.Protocol, reason: "counts beyond the budget",
	}, fault{
		name:   "counts-overflow",
		events: done(func(c *pb.Counts) { c.Map, c.Marginals = math.MaxInt64, math.MaxInt64 }),
		kind:   record.Protocol, reason: "above 2^53",
	}, fault{
		name: "bound-without-certificate", claims: true, events: checkpoints(func(c *pb.Checkpoint) {
			c.Objective = &pb.Objective{Kind: sp.ObjectiveHinge, Lambda: 1}
			c.Values = map[string]float64{sp.ValueBound: 0.001}
		}), kind: record.Budget, scored: true, warned: "nothing certifies",
	}, fault{
		name: "huge-weights", events: checkpoints(func(c *pb.Checkpoint) {
			w := make([]float64, len(c.Weights)/8)
			for i := range w {
				w[i] = math.MaxFloat64
			}
			c.Weights = wire.FromStamped(&sp.Stamped{Checkpoint: sp.Checkpoint{Weights: w}}).Weights
			c.Objective = &pb.Objective{Kind: sp.ObjectiveHinge, Lambda: 1}
		}), kind: record.Diverged, reason: "overflow",
	}, fault{
		name: "warns-often", events: warns(150, "something"), kind: record.Budget, scored: true,
		warned: "50 more warnings",
	}, fault{
		name: "floods-warnings", events: warns(1_000_000, strings.Repeat("x", 1<<20)),
		kind: record.Protocol, reason: "too many warnings",
	}, fault{
		name: "floods-values", events: checkpoints(func(c *pb.Checkpoint) {
			c.Values = map[string]float64{}
			for i := range 1000 {
				c.Values[fmt.Sprintf("%0200d", i)] = 1
			}
		}), kind: record.Protocol, reason: "a checkpoint with 1000 values",
	})
}

// done changes the counts of the end of a fit.
func done(change func(c *pb.Counts)) teller {
	return func(send sender, e *pb.FitEvent) error {
		if d := e.GetDone(); d != nil {
			change(d.Counts)
		}
		return send(e)
	}
}

// warns sends n warnings before the end.
func warns(times int, text string) teller {
	return func(send sender, e *pb.FitEvent) error {
		for range times {
			if e.GetDone() == nil {
				break
			}
			if err := send(&pb.FitEvent{Event: &pb.FitEvent_Warning{Warning: text}}); err != nil {
				return err
			}
		}
		return send(e)
	}
}

// A raw learner speaks the protocol itself, like one in another language.
type raw struct {
	plugin.NetRPCUnsupportedPlugin
	server pb.LearnerServer
}

func (r raw) serve() {
	os.Stdout = os.NewFile(1, "stdout") // package learner has put it away
	plugin.Serve(&plugin.ServeConfig{
		HandshakeConfig: plugin.HandshakeConfig{
			ProtocolVersion: wire.ProtocolVersion, MagicCookieKey: wire.CookieKey,
			MagicCookieValue: wire.CookieValue,
		},
		Plugins:    plugin.PluginSet{wire.PluginName: r},
		GRPCServer: plugin.DefaultGRPCServer,
	})
}

func (r raw) GRPCServer(_ *plugin.GRPCBroker, s *grpc.Server) error {
	pb.RegisterLearnerServer(s, r.server)
	return nil
}

func (raw) GRPCClient(context.Context, *plugin.GRPCBroker, *grpc.ClientConn) (any, error) {
	return nil, errors.ErrUnsupported
}

// A liar is a faulty learner without the SDK.
type liar struct {
	pb.UnimplementedLearnerServer
	fault       fault
	train, test []sp.Instance
}

func (l *liar) Describe(context.Context, *pb.DescribeRequest) (*pb.Description, error) {
	d := &pb.Description{
		Name:     l.fault.name,
		Doc:      "Planted.",
		Decoders: []*pb.Decoder{{Name: "map"}, {Name: "own"}},
	}
	if l.fault.about != nil {
		l.fault.about(d)
	}
	return d, nil
}

func (l *liar) Load(stream grpc.ClientStreamingServer[pb.Batch, pb.LoadReply]) error {
	set, into := []sp.Instance(nil), &l.train
	for {
		batch, err := stream.Recv()
		if errors.Is(err, io.EOF) {
			*into = set
			return stream.SendAndClose(&pb.LoadReply{Instances: int32(len(set))})
		} else if err != nil {
			return err
		}
		if batch.Set == pb.Batch_TEST {
			into = &l.test
		}
		for _, m := range batch.Instances {
			x, err := wire.ToInstance(m)
			if err != nil {
				return err
			}
			set = append(set, x)
		}
	}
}

func (l *liar) Fit(m *pb.FitRequest, stream grpc.ServerStreamingServer[pb.FitEvent]) error {
	r := wire.ToFitRequest(m)
	fmap, err := feature.New(
		r.Map.Name, r.Map.Args, feature.Dims{K: r.K, Node: r.NodeWidth, Edge: r.EdgeWidth},
	)
	if err != nil {
		return err
	}
	in := learner.Input{
		Train:    l.train,
		Map:      fmap,
		Loss:     loss.Hamming{},
		Budget:   r.Budget,
		Seed:     r.Seed,
		Schedule: r.Schedule,
	}
	send := func(e *pb.FitEvent) error { return l.fault.events(stream.Send, e) }
	done, err := learner.Fit(
		stream.Context(),
		&faulty{fault: l.fault},
		in,
		func(c sp.Stamped) error {
			return send(
				&pb.FitEvent{Event: &pb.FitEvent_Checkpoint{Checkpoint: wire.FromStamped(&c)}},
			)
		},
	)
	if err != nil {
		return wire.ToStatus(err)
	}
	return send(&pb.FitEvent{Event: &pb.FitEvent_Done{Done: wire.FromDone(&done)}})
}

func (l *liar) Predict(
	m *pb.PredictRequest, stream grpc.ServerStreamingServer[pb.Predictions],
) error {
	r, err := wire.ToPredictRequest(m, len(l.test))
	if err != nil {
		return err
	}
	batch := &pb.Predictions{}
	for _, i := range r.Indices {
		batch.Predictions = append(
			batch.Predictions, wire.FromPrediction(&sp.Prediction{Labels: make([]int32, l.test[i].N())}),
		)
	}
	if l.fault.answers != nil {
		l.fault.answers(batch)
	}
	return stream.Send(batch)
}
