package run_test

import (
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"os"
	"runtime"
	"slices"
	"strings"
	"testing"

	"github.com/hashicorp/go-plugin"
	"github.com/spbench/spbench/harness/internal/record"
	"github.com/spbench/spbench/harness/internal/run"
	"github.com/spbench/spbench/harness/internal/wire"
	"github.com/spbench/spbench/harness/internal/wire/pb"
	"github.com/spbench/spbench/harness/sp"
	"google.golang.org/grpc"
)

// impatient is a learner without the SDK. It could learn from the features of the test set if it
// had them, and claims to have made so many sweeps.
type impatient struct {
	plugin.NetRPCUnsupportedPlugin
	pb.UnimplementedLearnerServer
	sweeps int64
	test   []*pb.Instance
	costs  int // training instances with costs
}

func (l *impatient) serve() {
	os.Stdout = os.NewFile(1, "stdout") // package serve has put it away
	plugin.Serve(&plugin.ServeConfig{
		HandshakeConfig: plugin.HandshakeConfig{
			ProtocolVersion: wire.ProtocolVersion, MagicCookieKey: wire.CookieKey,
			MagicCookieValue: wire.CookieValue,
		},
		Plugins:    plugin.PluginSet{wire.PluginName: l},
		GRPCServer: plugin.DefaultGRPCServer,
	})
}

func (l *impatient) GRPCServer(_ *plugin.GRPCBroker, s *grpc.Server) error {
	pb.RegisterLearnerServer(s, l)
	return nil
}

func (*impatient) GRPCClient(context.Context, *plugin.GRPCBroker, *grpc.ClientConn) (any, error) {
	return nil, errors.ErrUnsupported
}

func (l *impatient) Describe(context.Context, *pb.DescribeRequest) (*pb.Description, error) {
	return &pb.Description{
		Name:       "impatient",
		Parameters: []*pb.Parameter{{Name: "step", Type: "number", DefaultJson: "1"}},
	}, nil
}

func (l *impatient) Load(stream grpc.ClientStreamingServer[pb.Batch, pb.LoadReply]) error {
	var set pb.Batch_Set
	var all []*pb.Instance
	for {
		batch, err := stream.Recv()
		if err != nil {
			break
		}
		set, all = batch.Set, append(all, batch.Instances...)
	}
	if set == pb.Batch_TEST {
		l.test = all
	} else {
		l.costs = 0
		for _, x := range all {
			l.costs += min(len(x.Costs), 1)
		}
	}
	return stream.SendAndClose(&pb.LoadReply{Instances: int32(len(all))})
}

// Fit reports the size of the test set in a warning.
func (l *impatient) Fit(_ *pb.FitRequest, stream grpc.ServerStreamingServer[pb.FitEvent]) error {
	for _, event := range []*pb.FitEvent{
		{Event: &pb.FitEvent_Warning{Warning: fmt.Sprintf("saw %d test instances and %d costs",
			len(l.test), l.costs)}},
		{Event: &pb.FitEvent_Checkpoint{Checkpoint: wire.FromStamped(&sp.Stamped{Checkpoint: sp.Checkpoint{Weights: []float64{1}}, Counts: sp.Counts{Visits: 1}})}},
		{Event: &pb.FitEvent_Done{Done: &pb.Done{Counts: &pb.Counts{Visits: 1, Sweeps: l.sweeps}}}},
	} {
		if err := stream.Send(event); err != nil {
			return err
		}
	}
	return nil
}

func (l *impatient) Predict(
	r *pb.PredictRequest, stream grpc.ServerStreamingServer[pb.Predictions],
) error {
	if len(l.test) == 0 {
		return errors.New("there is nothing to predict")
	}
	reply := &pb.Predictions{}
	for i := 0; i < len(r.Indices); i += 4 {
		x := l.test[binary.LittleEndian.Uint32(r.Indices[i:])]
		if len(x.Costs) > 0 {
			return errors.New("the costs are those that score")
		}
		y := make([]int32, x.Node.N)
		for d := range y {
			if x.Structure != nil {
				y[d] = 1
			}
		}
		reply.Predictions = append(reply.Predictions, wire.FromPrediction(&sp.Prediction{Labels: y}))
	}
	return stream.Send(reply)
}

// TestUnseen: instances to test or validate on are sent after the fit, with their features. Counts
// of more work than the CPU time allows are a wrong report.
func TestUnseen(t *testing.T) {
	t.Parallel()
	fits := runSuite(t, `
suite: unseen
datasets: [chains: {words: 40, split: {train: 20, test: 20}}]
learners: [$impatient: {as: impatient, step: [1, 2]}, $boastful: {as: boastful}]
tune: {fraction: 0.5}
`, run.Options{})
	f, boasts := fits[0], fits[1].Outcome
	if !f.Outcome.Good() || len(f.Rows) != 1 || len(f.Trials) != 2 {
		t.Fatalf("%+v, %d rows, trials %+v", f.Outcome, len(f.Rows), f.Trials)
	}
	if want := "saw 0 test instances and 0 costs"; !slices.Contains(f.Warnings, want) {
		t.Errorf(
			"a fit could learn from the features of the test set: %q, want %q", f.Warnings, want,
		)
	}
	for _, trial := range f.Trials {
		if !trial.Outcome.Good() {
			t.Errorf("a trial: %+v", trial)
		}
	}
	if runtime.GOOS == "linux" && (boasts.Kind != record.Protocol || // others do not tell the time
		!strings.Contains(boasts.Reason, "visits, calls and sweeps in")) {
		t.Errorf("2^40 sweeps: %+v", boasts)
	}
}

// TestUnseenCosts: costs of training instances with all labels are sent, and no others: neither of
// instances to test or validate on, nor of those with a hidden label.
func TestUnseenCosts(t *testing.T) {
	t.Parallel()
	f := runSuite(t, `
suite: unseen
datasets: [subsets: {instances: 40, items: 4, choose: 4, degree: 2, split: {train: 8, partial: 12, labels: 0.5, test: 20}}]
features: {linear: {pairs: none}}
loss: hamming
learners: [$impatient: {as: impatient, step: [1, 2]}]
tune: {fraction: 0.5}
`, run.Options{})[0]
	if want := "saw 0 test instances and 8 costs"; !slices.Contains(f.Warnings, want) {
		t.Errorf("%q, want %q; %+v", f.Warnings, want, f.Outcome)
	}
	for _, trial := range f.Trials {
		if strings.Contains(trial.Outcome.Reason, "costs") {
			t.Errorf("a trial: %+v", trial)
		}
	}
	if strings.Contains(f.Outcome.Reason, "costs") {
		t.Errorf("%+v", f.Outcome)
	}
}
