package run_test

import (
	"math"
	"strings"

	"github.com/spbench/spbench/harness/internal/record"
	"github.com/spbench/spbench/harness/internal/wire"
	"github.com/spbench/spbench/harness/internal/wire/pb"
	"github.com/spbench/spbench/harness/oracle"
	"github.com/spbench/spbench/harness/sp"
)

// Messages of a learner that are out of order, or too large.
func init() {
	faults = append(faults, fault{
		name: "negative-counts", events: done(func(c *pb.Counts) { c.Map = -5 }), kind: record.Protocol,
		reason: "negative counts",
	}, fault{
		name: "never-says-the-end", events: func(send sender, e *pb.FitEvent) error {
			if e.GetDone() != nil {
				return nil
			}
			return send(e)
		}, kind: record.Protocol, reason: "ended without Done",
	}, fault{
		name: "ends-twice", events: func(send sender, e *pb.FitEvent) error {
			if err := send(e); err != nil || e.GetDone() == nil {
				return err
			}
			return send(e)
		}, kind: record.Protocol, reason: "an event after the end",
	}, fault{
		name:   "says-nothing",
		events: func(send sender, _ *pb.FitEvent) error { return send(&pb.FitEvent{}) },
		kind:   record.Protocol, reason: "an empty event",
	}, fault{
		name: "false-objective", claims: true, events: checkpoints(func(c *pb.Checkpoint) {
			c.Objective = &pb.Objective{Kind: sp.ObjectiveHinge, Lambda: 1}
			c.Values = map[string]float64{sp.ValueObjective: 1e-9}
		}), kind: record.Protocol, reason: "reports the objective 1e-09",
	}, fault{
		name:   "sends-500-MB",
		events: checkpoints(func(c *pb.Checkpoint) { c.Weights = make([]byte, 500<<20) }),
		kind:   record.Protocol, reason: "a message is too long", serial: true, computes: true,
	}, fault{
		name: "describes-itself-in-200-MB", events: plainly,
		about: func(d *pb.Description) { d.Doc = strings.Repeat("x", 200<<20) },
		kind:  record.Protocol, reason: "a message is too long", serial: true,
	}, fault{
		name: "floods-whole-checkpoints", events: func(send sender, e *pb.FitEvent) error {
			for range 10_000 {
				if e.GetCheckpoint() == nil {
					break
				}
				if err := send(e); err != nil {
					return err
				}
			}
			return send(e)
		}, kind: record.Protocol, reason: "too many checkpoints", computes: true,
	}, fault{
		name: "floods-predictions", events: plainly, answers: func(p *pb.Predictions) {
			// of two bytes each, and 100 in memory
			for p.Predictions = []*pb.Prediction{{}}; len(p.Predictions) < 1<<23; {
				p.Predictions = append(p.Predictions, p.Predictions...)
			}
		}, kind: record.Protocol, reason: "a message is too long", serial: true, computes: true,
	}, fault{
		name: "predicts-nothing", events: plainly,
		answers: func(p *pb.Predictions) { p.Predictions = nil },
		kind:    record.Protocol, reason: "0 predictions",
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
	}, fault{
		name: "decodes-by-itself", fit: func(t *sp.Task, emit emitter) error {
			w, y := make([]float64, t.Map.Dim()), []int32(nil)
			var p sp.Potentials
			for i := range t.Train {
				x := &t.Train[i]
				s, err := oracle.New(x, t.Map)
				if err != nil {
					return err
				}
				t.Map.Potentials(&p, w, x)
				y = sp.Grow(y, x.N())
				if _, err := s.MAP(y, &p); err != nil {
					return err
				}
			}
			for t.Visit() == nil {
			}
			return emit(sp.Checkpoint{Weights: w})
		}, kind: record.Budget, scored: true, warned: sp.Unmetered,
	}, fault{
		name: "claims-work", events: done(func(c *pb.Counts) { c.Sweeps = 1 << 40 }),
		kind: record.Protocol, reason: "visits, calls and sweeps in", computes: true,
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
