package examine_test

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"
	"time"

	"github.com/hashicorp/go-plugin"
	"github.com/spbench/spbench/harness/feature"
	"github.com/spbench/spbench/harness/internal/wire"
	"github.com/spbench/spbench/harness/internal/wire/pb"
	"github.com/spbench/spbench/harness/learner"
	"github.com/spbench/spbench/harness/loss"
	"github.com/spbench/spbench/harness/serve"
	"github.com/spbench/spbench/harness/sp"
	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"
)

// A raw learner speaks the protocol without the SDK, as a learner in another language does. It can
// break rules that the SDK enforces.
type raw struct {
	plugin.NetRPCUnsupportedPlugin
	pb.UnimplementedLearnerServer
	mode                 string
	train, partial, test []sp.Instance
}

func (l *raw) GRPCServer(_ *plugin.GRPCBroker, s *grpc.Server) error {
	pb.RegisterLearnerServer(s, l)
	return nil
}

func (l *raw) GRPCClient(context.Context, *plugin.GRPCBroker, *grpc.ClientConn) (any, error) {
	return nil, errors.ErrUnsupported
}

func (l *raw) serve() {
	version := uint(wire.ProtocolVersion)
	os.Stdout = os.NewFile(1, "stdout")
	switch l.mode {
	case "version":
		version++
	case "uninvited":
		os.Setenv(wire.CookieKey, wire.CookieValue)
	case "prints lines":
		fmt.Println("loading the model\n1|2|buckle my shoe")
	case "prints half a line":
		fmt.Print("loading the model … ")
	}
	plugin.Serve(&plugin.ServeConfig{
		HandshakeConfig: plugin.HandshakeConfig{
			ProtocolVersion: version, MagicCookieKey: wire.CookieKey,
			MagicCookieValue: wire.CookieValue,
		},
		Plugins:    plugin.PluginSet{wire.PluginName: l},
		GRPCServer: plugin.DefaultGRPCServer,
	})
}

func (l *raw) Describe(context.Context, *pb.DescribeRequest) (*pb.Description, error) {
	d := &pb.Description{
		Name: "raw", Doc: "A learner without the SDK.",
		Parameters: []*pb.Parameter{
			{Name: "lambda", Type: "number", DefaultJson: "0.01", Range: "(0,1]"},
			{Name: "rounds", Type: "integer", DefaultJson: "0", Range: "[0,inf)"},
			{Name: "start", Type: "string", DefaultJson: `"zero"`, Enum: []string{"zero", "one"}},
			{Name: "scale", Type: "number", DefaultJson: "1", Range: "[0.5,2]", When: "start=one"},
		},
		Decoders:  []*pb.Decoder{{Name: "map"}, {Name: "own"}},
		Resumable: sp.Always,
	}
	switch l.mode {
	case "name":
		d.Name = "My Learner"
	case "default":
		d.Parameters[2].DefaultJson = `"two"`
	case "range":
		d.Parameters[0].Range = "positive"
	case "own default":
		d.Parameters[0].DefaultJson = "2"
	case "undercounts":
		d.Resumable = "" // one fault is enough
	case "fair weather":
		d.Resumable = "weather=fair"
	case "mute":
		d.Doc = ""
	}
	return d, nil
}

func (l *raw) Load(stream grpc.ClientStreamingServer[pb.Batch, pb.LoadReply]) error {
	var set []sp.Instance
	for {
		batch, err := stream.Recv()
		if errors.Is(err, io.EOF) {
			return stream.SendAndClose(&pb.LoadReply{Instances: int32(len(set))})
		} else if err != nil {
			return err
		}
		for _, m := range batch.Instances {
			x, err := wire.ToInstance(m)
			if err != nil {
				return err
			}
			set = append(set, x)
		}
		if batch.Set == pb.Batch_TEST {
			l.test = set
			continue
		}
		l.train, l.partial = nil, nil
		for _, x := range set {
			if x.Labelled() {
				l.train = append(l.train, x)
			} else {
				l.partial = append(l.partial, x)
			}
		}
	}
}

// prepare returns the learner, feature map and loss of a setting.
func (l *raw) prepare(s *wire.Setting) (*planted, sp.FeatureMap, sp.Loss, error) {
	p := newPlanted("")
	if err := l.decode(p, s.Params); err != nil {
		return nil, nil, nil, err
	}
	m, err := feature.New(s.Map.Name, s.Map.Args,
		feature.Dims{K: s.K, Node: s.NodeWidth, Edge: s.EdgeWidth})
	if err != nil {
		return nil, nil, nil, err
	}
	trainLoss, err := loss.New(s.Loss.Name, s.Loss.Args)
	return p, m, trainLoss, err
}

func (l *raw) decode(p *planted, params []byte) error {
	err := learner.Decode(p, params)
	said := fmt.Sprint(err)
	switch {
	case err == nil:
		return nil
	case l.mode == "takes unknown parameters" && strings.Contains(said, "no_such_parameter"),
		l.mode == "takes wrong types" && strings.Contains(said, "want a number"),
		l.mode == "takes any number" && strings.Contains(said, `"lambda"`) &&
			strings.Contains(said, "(0,1]"),
		l.mode == "takes any word" && strings.Contains(said, "such value"):
		return nil
	case l.mode == "says nothing":
		return status.Error(codes.InvalidArgument, "wrong")
	case l.mode == "says it unkindly":
		return status.Error(codes.Unknown, said)
	}
	return status.Error(codes.InvalidArgument, said)
}

func (l *raw) Fit(m *pb.FitRequest, stream grpc.ServerStreamingServer[pb.FitEvent]) error {
	r := wire.ToFitRequest(m)
	p, fmap, trainLoss, err := l.prepare(&r.Setting)
	if err != nil {
		return err
	}
	if len(l.train)+len(l.partial) == 0 {
		switch l.mode {
		case "dies of nothing":
			os.Exit(1)
		case "learns from nothing":
			_ = stream.Send(checkpoint(&sp.Stamped{Checkpoint: sp.Checkpoint{Weights: make([]float64, fmap.Dim())}}))
			return stream.Send(&pb.FitEvent{Event: &pb.FitEvent_Done{Done: &pb.Done{}}})
		}
	}
	in := learner.Input{
		Train: l.train, Partial: l.partial, Map: fmap, Loss: trainLoss, Budget: r.Budget,
		Seed: r.Seed, Schedule: r.Schedule,
	}
	in.Resume = r.Resume
	if r.SaveSeconds > 0 {
		in.SaveEvery = time.Duration(r.SaveSeconds * 1e9)
		in.Save = func(s sp.Saved) error {
			return stream.Send(&pb.FitEvent{Event: &pb.FitEvent_Saved{Saved: wire.FromSaved(&s)}})
		}
	}
	if l.mode == "undercounts" {
		in.Budget.Passes, in.Budget.Calls = hidden*in.Budget.Passes, hidden*in.Budget.Calls
	}
	sent := 0
	done, err := learner.Fit(stream.Context(), p, in, func(c sp.Stamped) error {
		sent++
		l.tamper(&c, sent)
		if l.mode == "unsupported too late" && sent > 1 {
			return errors.New("stop")
		}
		return stream.Send(checkpoint(&c))
	})
	if l.mode == "unsupported too late" && sent > 1 {
		return status.Error(codes.Unimplemented, "changed my mind")
	}
	if err != nil {
		return wire.ToStatus(err)
	}
	switch l.mode {
	case "undercounts":
		undercount(&done.Counts)
	case "over budget":
		done.Counts.Visits += 1e6
	}
	return stream.Send(&pb.FitEvent{Event: &pb.FitEvent_Done{Done: wire.FromDone(&done)}})
}

// hidden is the number of calls made for each counted call.
const hidden = 4

func undercount(c *sp.Counts) { c.Visits, c.MAP = c.Visits/hidden, c.MAP/hidden }

func checkpoint(c *sp.Stamped) *pb.FitEvent {
	return &pb.FitEvent{Event: &pb.FitEvent_Checkpoint{Checkpoint: wire.FromStamped(c)}}
}

// tamper changes checkpoint number at.
func (l *raw) tamper(c *sp.Stamped, at int) {
	switch {
	case l.mode == "calls run backward" && at == 2:
		c.Counts.MAP = 0
	case l.mode == "undercounts":
		undercount(&c.Counts)
	case l.mode == "infinite":
		c.Weights[0] /= 0 * c.Weights[0]
	case l.mode == "shrinks":
		c.Weights = c.Weights[min(1, at-1):]
	case l.mode == "prints lines":
		fmt.Println("a checkpoint")
	}
}

func (l *raw) Predict(m *pb.PredictRequest,
	stream grpc.ServerStreamingServer[pb.Predictions]) error {
	r, err := wire.ToPredictRequest(m, len(l.test))
	if err != nil {
		return err
	}
	p, fmap, trainLoss, err := l.prepare(&r.Setting)
	if err != nil {
		return err
	}
	if l.mode == "prints lines" {
		fmt.Print(time.Now())
	}
	f := serve.NewForecast(p, []learner.Decoder{{Name: "own"}}, fmap, trainLoss, r.Seed)
	batch := &pb.Predictions{}
	for at, i := range r.Indices {
		out, err := f.Predict(stream.Context(), r.Weights, &l.test[i], r.Decoder)
		if err != nil {
			return err
		}
		if d := len(out.Labels) - 1; l.mode == "looks at the batch" && at == 1 &&
			l.test[i].Gold[d] == sp.Unknown && out.Atoms != nil {
			out.Labels[d], out.Marginal = 0, nil
		}
		batch.Predictions = append(batch.Predictions, wire.FromPrediction(&out))
	}
	return stream.Send(batch)
}
