package serve

import (
	"context"
	"runtime"
	"sync"

	"github.com/spbench/spbench/harness/internal/wire"
	"github.com/spbench/spbench/harness/internal/wire/pb"
	"github.com/spbench/spbench/harness/learner"
	"github.com/spbench/spbench/harness/sp"
	"google.golang.org/protobuf/proto"
)

// A portion is a few consecutive instances with a forecast of their own. A solver keeps results
// from one instance to the next, which can decide between labelings with scores equal up to
// rounding. Portions depend on the instances alone, so predictions are the same on any number of
// processors.
type portion struct {
	instances []*sp.Instance
	made      chan *pb.Prediction // in order; closed after the last one, or after err is set
	err       error
}

// Sizes of portions, in scores of labels: small enough to keep all processors busy, large enough to
// share the cost of a forecast. A [buffer] bounds the memory of their predictions.
const (
	leastPortions = 32
	mostOfPortion = 1 << 15
)

// portions divides instances, in their order.
func portions(instances []*sp.Instance) (list []*portion) {
	total := 0
	for _, x := range instances {
		total += x.N() * x.K
	}
	share, held := min(total/leastPortions, mostOfPortion), 0
	for i, x := range instances {
		size := x.N() * x.K
		if i == 0 || held+size > share {
			list, held = append(list, &portion{}), 0
		}
		last := list[len(list)-1]
		last.instances = append(last.instances, x)
		held += size
	}
	for _, p := range list {
		p.made = make(chan *pb.Prediction, len(p.instances))
	}
	return list
}

// predictAll makes the predictions for the instances on all processors and sends them in order. It
// returns the error of the first instance with one, or the error of send.
func (s *session) predictAll(ctx context.Context, r *wire.PredictRequest, instances []*sp.Instance,
	send func(*pb.Prediction) error) error {
	ctx, cancel := context.WithCancelCause(ctx)
	list, group := portions(instances), sync.WaitGroup{}
	workers := min(runtime.GOMAXPROCS(0), len(list))
	todo, buffer := make(chan *portion), newBuffer()
	defer group.Wait()
	defer cancel(nil)
	for range workers {
		group.Go(func() {
			for p := range todo {
				p.err = s.predict(ctx, r, p, buffer)
				close(p.made)
			}
		})
	}
	group.Go(func() {
		defer close(todo)
		for _, p := range list {
			select {
			case todo <- p:
			case <-ctx.Done():
				return
			}
		}
	})
	for _, p := range list {
		buffer.setCurrent(p)
		if err := p.send(ctx, buffer, send); err != nil {
			return err
		}
	}
	return nil
}

// send sends the predictions of a portion one by one.
func (p *portion) send(ctx context.Context, buffer *buffer, send func(*pb.Prediction) error) error {
	for {
		select {
		case m, open := <-p.made:
			if !open {
				return p.err
			}
			if err := send(m); err != nil {
				return err
			}
			buffer.release(proto.Size(m))
		case <-ctx.Done():
			return context.Cause(ctx)
		}
	}
}

// predict makes the predictions of a portion. Each waits for space in the buffer.
func (s *session) predict(ctx context.Context, r *wire.PredictRequest, p *portion,
	buffer *buffer) (err error) {
	defer learner.Caught(&err)
	l, fmap, loss, err := s.prepare(&r.Setting)
	if err != nil {
		return err
	}
	f := NewForecast(l, s.info.Decoders, fmap, loss, r.Seed)
	f.task.Names = s.names
	for _, x := range p.instances {
		if err := ctx.Err(); err != nil {
			return context.Cause(ctx)
		}
		out, err := f.Predict(ctx, r.Weights, x, r.Decoder)
		if err != nil {
			return err
		}
		if r.LabelsOnly {
			out.Marginal, out.Atoms = nil, nil
		}
		m := wire.FromPrediction(&out)
		if err := buffer.reserve(ctx, p, proto.Size(m)); err != nil {
			return err
		}
		p.made <- m
	}
	return nil
}
