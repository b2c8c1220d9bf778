package run_test

import (
	"context"
	"errors"
	"io"
	"math"
	"os"

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

// Reports and messages of a learner that the SDK would not send. Package host tests those that break
// the contract of a call.
func init() {
	faults = append(faults, fault{
		name: "over-budget", events: done(func(c *pb.Counts) { c.Visits += 1_000_000 }),
		kind: record.Protocol, reason: "counts beyond the budget",
	}, fault{
		name: "claims-work", events: done(func(c *pb.Counts) { c.Sweeps = 1 << 40 }),
		kind: record.Protocol, reason: "visits, calls and sweeps in", computes: true,
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
		name: "warns-often", events: func(send sender, e *pb.FitEvent) error {
			for range 150 {
				if e.GetDone() == nil {
					break
				}
				if err := send(&pb.FitEvent{Event: &pb.FitEvent_Warning{Warning: "some"}}); err != nil {
					return err
				}
			}
			return send(e)
		}, kind: record.Budget, scored: true, warned: "50 more warnings",
	}, fault{
		name:   "sends-500-MB",
		events: checkpoints(func(c *pb.Checkpoint) { c.Weights = make([]byte, 500<<20) }),
		kind:   record.Protocol, reason: "a message is too long", serial: true, computes: true,
	}, fault{
		name: "floods-predictions", events: plainly, answers: func(p *pb.Predictions) {
			// of two bytes each, and 100 in memory
			for p.Predictions = []*pb.Prediction{{}}; len(p.Predictions) < 1<<23; {
				p.Predictions = append(p.Predictions, p.Predictions...)
			}
		}, kind: record.Protocol, reason: "a message is too long", serial: true, computes: true,
	}, fault{
		name: "marginals-of-NaN", events: plainly, answers: func(p *pb.Predictions) {
			for i, one := range p.Predictions {
				y := wire.FromPrediction(
					&sp.Prediction{
						Labels:   make([]int32, len(one.Labels)/4),
						Marginal: []float64{math.NaN()},
					},
				)
				p.Predictions[i].Marginal = y.Marginal
			}
		}, kind: record.Protocol, reason: "marginal",
	})
}

// checkpoints changes each checkpoint.
func checkpoints(change func(*pb.Checkpoint)) teller {
	return func(send sender, e *pb.FitEvent) error {
		if c := e.GetCheckpoint(); c != nil {
			change(c)
		}
		return send(e)
	}
}

// plainly changes nothing.
func plainly(send sender, e *pb.FitEvent) error { return send(e) }

// done changes the counts of the end of a fit.
func done(change func(c *pb.Counts)) teller {
	return func(send sender, e *pb.FitEvent) error {
		if d := e.GetDone(); d != nil {
			change(d.Counts)
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
	return &pb.Description{
		Name:     l.fault.name,
		Doc:      "Planted.",
		Decoders: []*pb.Decoder{{Name: "map"}, {Name: "own"}},
	}, nil
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
