package serve

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"runtime"
	"runtime/debug"
	"sync"
	"time"

	"github.com/spbench/spbench/harness/feature"
	"github.com/spbench/spbench/harness/internal/wire"
	"github.com/spbench/spbench/harness/internal/wire/pb"
	"github.com/spbench/spbench/harness/learner"
	"github.com/spbench/spbench/harness/loss"
	"github.com/spbench/spbench/harness/param"
	"github.com/spbench/spbench/harness/sp"
	"google.golang.org/grpc"
	"google.golang.org/protobuf/proto"
)

// A session is the service of one learner process: the loaded instances, and one call at a time on
// them.
type session struct {
	pb.UnimplementedLearnerServer
	info  learner.Info
	new   func() learner.Learner
	ready func()        // runs before the first call
	turn  chan struct{} // holds one token during a call

	train, partial, test []sp.Instance
	names                *sp.Names // of the set loaded last
}

func newSession(info learner.Info, new func() learner.Learner, ready func()) *session {
	return &session{info: info, new: new, ready: sync.OnceFunc(ready), turn: make(chan struct{}, 1)}
}

// serve runs one call after the current one, and turns its error or panic into a status.
func (s *session) serve(ctx context.Context, call func() error) (err error) {
	s.ready()
	select {
	case s.turn <- struct{}{}:
		defer func() { <-s.turn }()
	case <-ctx.Done():
		return wire.ToStatus(context.Cause(ctx))
	}
	defer func() {
		if errors.Is(err, sp.ErrPanic) { // its stack may be longer than a status
			fmt.Fprintln(os.Stderr, err)
		}
		err = wire.ToStatus(err)
	}()
	defer learner.Caught(&err)
	return call()
}

// Describe implements the service.
func (s *session) Describe(ctx context.Context, _ *pb.DescribeRequest) (*pb.Description, error) {
	var d wire.Description
	err := s.serve(ctx, func() error {
		d = describe(s.info, s.new())
		return nil
	})
	return wire.FromDescription(&d), err
}

// describe returns the description of a learner without data.
func describe(info learner.Info, l learner.Learner) wire.Description {
	return wire.Description{
		Name: info.Name, Doc: info.Doc, Source: info.Source, Decoders: described(info.Decoders),
		Parameters: param.Of(l), Resumable: info.Resumable, Probabilities: info.Probabilities,
		Texts: info.Texts,
	}
}

// described returns all decoders in the form of package wire.
func described(own []learner.Decoder) (list []wire.Decoder) {
	for _, o := range decoders(own) {
		list = append(list, wire.Decoder{Name: o.Name, Doc: o.Doc, Parameters: o.Params})
	}
	return list
}

// largeSet is the number of bytes above which instances are most of the memory.
const largeSet = 8 << 20

// Load implements the service.
func (s *session) Load(stream grpc.ClientStreamingServer[pb.Batch, pb.LoadReply]) error {
	return s.serve(stream.Context(), func() error {
		release()
		var set pb.Batch_Set
		var instances []sp.Instance
		for size, first := 0, true; ; first = false {
			batch, err := stream.Recv()
			if errors.Is(err, io.EOF) {
				break
			}
			if err != nil {
				return err
			}
			if size <= largeSet {
				if size += proto.Size(batch); size > largeSet {
					debug.SetGCPercent(25) // large data have few pointers to follow
				}
			}
			if first {
				set, s.names = batch.GetSet(), wire.ToNames(batch)
			} else if batch.GetSet() != set {
				return fmt.Errorf("learner: load: a call with instances of both %s and %s", set,
					batch.GetSet())
			}
			if instances, err = wire.ToInstances(instances, batch); err != nil {
				return fmt.Errorf("learner: load: %w", err)
			}
		}
		if err := s.keep(set, instances); err != nil {
			return err
		}
		release()
		return stream.SendAndClose(&pb.LoadReply{Instances: int32(len(instances))})
	})
}

// release returns the memory of a fit, or of messages, to the system if there is much of it: the
// next call would otherwise add its own to it.
func release() {
	var m runtime.MemStats
	if runtime.ReadMemStats(&m); m.HeapSys-m.HeapReleased > 16<<20 {
		debug.FreeOSMemory()
	}
}

func (s *session) keep(set pb.Batch_Set, instances []sp.Instance) error {
	switch set {
	case pb.Batch_TEST:
		s.test = instances
	case pb.Batch_TRAIN:
		labelled := 0
		for labelled < len(instances) && instances[labelled].Labelled() {
			labelled++
		}
		s.train, s.partial = instances[:labelled:labelled], nil // usually all
		for _, x := range instances[labelled:] {
			if x.Labelled() {
				s.train = append(s.train, x)
			} else {
				s.partial = append(s.partial, x)
			}
		}
	default:
		return fmt.Errorf("learner: load: unknown set %d", set)
	}
	return nil
}

// Fit implements the service.
func (s *session) Fit(m *pb.FitRequest, stream grpc.ServerStreamingServer[pb.FitEvent]) error {
	return s.serve(stream.Context(), func() error {
		r := wire.ToFitRequest(m)
		l, fmap, loss, err := s.prepare(&r.Setting)
		if err != nil {
			return err
		}
		for _, set := range [][]sp.Instance{s.train, s.partial} {
			if err := fits(set, &r.Setting); err != nil {
				return err
			}
		}
		in := learner.Input{
			Alone: true,
			Train: s.train, Partial: s.partial, Names: s.names,
			Map: fmap, Loss: loss, Oracle: r.Oracle,
			Budget: r.Budget, Seed: r.Seed, Schedule: r.Schedule,
			Warn: func(text string) {
				// If the stream is broken, the next checkpoint fails.
				_ = stream.Send(&pb.FitEvent{Event: &pb.FitEvent_Warning{Warning: text}})
			},
			Resume: r.Resume,
		}
		if r.SaveSeconds > 0 {
			in.SaveEvery = time.Duration(r.SaveSeconds * 1e9)
			in.Save = func(s sp.Saved) error {
				return stream.Send(&pb.FitEvent{Event: &pb.FitEvent_Saved{Saved: wire.FromSaved(&s)}})
			}
		}
		done, err := learner.Fit(stream.Context(), l, in, func(c sp.Stamped) error {
			return stream.Send(&pb.FitEvent{Event: &pb.FitEvent_Checkpoint{Checkpoint: wire.FromStamped(&c)}})
		})
		if err != nil {
			return err
		}
		return stream.Send(&pb.FitEvent{Event: &pb.FitEvent_Done{Done: wire.FromDone(&done)}})
	})
}

// prepare returns a new learner with the parameters of a setting, and the setting's feature map and
// loss.
func (s *session) prepare(set *wire.Setting) (learner.Learner, sp.FeatureMap, sp.Loss, error) {
	l := s.new()
	if err := learner.Decode(l, set.Params); err != nil {
		return nil, nil, nil, err
	}
	m, err := feature.NewSeen(set.Map.Name, set.Map.Args,
		feature.Dims{K: set.K, Node: set.NodeWidth, Edge: set.EdgeWidth}, set.Seen)
	if err != nil {
		return nil, nil, nil, fmt.Errorf("learner: %w: %w", sp.ErrParams, err)
	}
	lossOf, err := loss.New(set.Loss.Name, set.Loss.Args)
	if err == nil {
		err = loss.Fits(lossOf, set.K)
	}
	if err != nil {
		return nil, nil, nil, fmt.Errorf("learner: %w: %w", sp.ErrParams, err)
	}
	return l, m, lossOf, nil
}

// fits returns an error for an instance with other sizes than the setting: a feature map would read
// past its rows.
func fits(instances []sp.Instance, set *wire.Setting) error {
	for i := range instances {
		if err := set.Fits(&instances[i]); err != nil {
			return fmt.Errorf("learner: %w: %w", sp.ErrParams, err)
		}
	}
	return nil
}

// predictionBytes is the size from which a message of predictions is sent.
const predictionBytes = 256 << 10

// Predict implements the service.
func (s *session) Predict(m *pb.PredictRequest,
	stream grpc.ServerStreamingServer[pb.Predictions]) error {
	return s.serve(stream.Context(), func() error {
		r, err := wire.ToPredictRequest(m, len(s.test))
		if err != nil {
			return fmt.Errorf("learner: %w: %w", sp.ErrParams, err)
		}
		if _, _, _, err := s.prepare(&r.Setting); err != nil { // also without any instance
			return err
		}
		var instances []*sp.Instance
		for _, i := range r.Indices {
			if err := fits(s.test[i:i+1], &r.Setting); err != nil {
				return err
			}
			instances = append(instances, &s.test[i])
		}
		batch, size := &pb.Predictions{}, 0
		err = s.predictAll(stream.Context(), &r, instances, func(p *pb.Prediction) error {
			batch.Predictions = append(batch.Predictions, p)
			if size += proto.Size(p); size < predictionBytes {
				return nil
			}
			full := batch
			batch, size = &pb.Predictions{}, 0
			return stream.Send(full)
		})
		if err != nil {
			return err
		}
		return stream.Send(batch)
	})
}
