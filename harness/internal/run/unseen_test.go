package run_test

import (
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"slices"
	"testing"

	"github.com/spbench/spbench/harness/internal/run"
	"github.com/spbench/spbench/harness/internal/wire"
	"github.com/spbench/spbench/harness/internal/wire/pb"
	"github.com/spbench/spbench/harness/sp"
	"google.golang.org/grpc"
)

// impatient is a learner without the SDK. It could learn from the features of the test set if it
// had them.
type impatient struct {
	pb.UnimplementedLearnerServer
	test []*pb.Instance
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
	}
	return stream.SendAndClose(&pb.LoadReply{Instances: int32(len(all))})
}

// Fit reports the size of the test set in a warning.
func (l *impatient) Fit(_ *pb.FitRequest, stream grpc.ServerStreamingServer[pb.FitEvent]) error {
	for _, event := range []*pb.FitEvent{
		{Event: &pb.FitEvent_Warning{Warning: fmt.Sprintf("saw %d test instances", len(l.test))}},
		{Event: &pb.FitEvent_Checkpoint{Checkpoint: wire.FromStamped(&sp.Stamped{Checkpoint: sp.Checkpoint{Weights: []float64{1}}, Counts: sp.Counts{Visits: 1}})}},
		{Event: &pb.FitEvent_Done{Done: &pb.Done{Counts: &pb.Counts{Visits: 1}}}},
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
		reply.Predictions = append(
			reply.Predictions, wire.FromPrediction(&sp.Prediction{Labels: make([]int32, x.Node.N)}),
		)
	}
	return stream.Send(reply)
}

// TestUnseen: instances to test or validate on are sent after the fit, with their features.
func TestUnseen(t *testing.T) {
	t.Parallel()
	f := runSuite(t, `
suite: unseen
datasets: [chains: {words: 40, split: {train: 20, test: 20}}]
learners: [$impatient: {as: impatient, step: [1, 2]}]
tune: {fraction: 0.5}
`, run.Options{})[0]
	if !f.Outcome.Good() || len(f.Rows) != 1 || len(f.Trials) != 2 {
		t.Fatalf("%+v, %d rows, trials %+v", f.Outcome, len(f.Rows), f.Trials)
	}
	if want := "saw 0 test instances"; !slices.Contains(f.Warnings, want) {
		t.Errorf(
			"a fit could learn from the features of the test set: %q, want %q", f.Warnings, want,
		)
	}
	for _, trial := range f.Trials {
		if !trial.Outcome.Good() {
			t.Errorf("a trial: %+v", trial)
		}
	}
}
