package marginalpmap

import (
	"github.com/spbench/spbench/harness/encoder"
	"github.com/spbench/spbench/harness/optim"
	"github.com/spbench/spbench/harness/sp"
)

// An sgd is the state of double stochastic gradient descent on w = Scale·V. A maximiser under w is
// one under V with the perturbation divided by Scale. The potentials therefore need no scaling, and
// a Fold is not needed.
type sgd struct {
	optim.Iterate
	square      float64 // ‖V‖²
	size        step
	gradient    gradient
	joint       bool   // gradient of whole labelings
	partial     string // see MarginalPMAP.Partial
	reduce      bool   // skip problems solved by y_A
	dynamic     bool   // solve the others by clamping; else forget between solutions
	samples     int    // draws M of the noise per visit
	family      string // of the noise
	temperature float64
	encoder     *encoder.Fit // nil: none
	nodeLoss    sp.NodeLoss  // its weights are in the terms; nil: 1

	examples []example
	guesses  [][]float64 // of the instances with unknown labels, see guess; nil in the first stage
	staged   int         // visits of the stage
	order    *optim.Order
	skip     uint64 // noise draws before those of the passes
	draw     uint64 // of the noise, in units of samples: skip and the number of the pass

	// Since the last checkpoint.
	visits, loss, mismatches, variables float64

	finder // of the fit's own goroutine
	found
	batch    []turn
	turns    []turn            // instances of the current batch
	visitAll func(n int) error // visits their examples

	// Buffers.
	touching []int         // instances of the batch with a part in Delta
	support  optim.Support // coordinates they can touch
	merged   []int32
	zero     float64 // ℓ(0) of the batch
}

// A turn is the visit of an example in a batch.
type turn struct {
	i    int
	draw uint64
}

func newSGD(t *sp.Task, l *MarginalPMAP) *sgd {
	s := &sgd{
		size: step{lambda: l.Lambda, standard: l.Step == stepStandard}, reduce: l.GumbelReduction,
		dynamic: l.DynamicCuts, samples: l.Samples, family: l.Noise, temperature: l.Temperature,
		joint: l.Objective == kindJoint, partial: l.Partial, gradient: marginal,
		Iterate: optim.NewIterate(t.Map.Dim(), t.Map.NonNegative(), nil),
		order:   optim.NewOrder(len(t.Train), optim.Reshuffled, t.Seed),
	}
	s.finder = finder{sgd: s, task: t}
	s.visitAll = t.Batch(s.worker)
	s.Fold = 0
	if s.joint {
		s.gradient, s.reduce = joint, true // its only problem is y_A
	}
	if l.Objective == kindWeighted {
		s.nodeLoss = t.Loss.(sp.NodeLoss)
	}
	if l.Average {
		s.Average = optim.NewAverage(len(s.V), optim.Linear)
	}
	examples := make([]example, len(t.Train))
	for i := range t.Train {
		examples[i] = s.example(&t.Train[i], 1, nil)
	}
	s.learnFrom(examples)
	return s
}

// State implements learner.Resumable. A resumed fit builds its examples again.
func (s *sgd) State() []any {
	return []any{
		&s.Iterate, &s.square, s.order, &s.staged, &s.size.h, &s.size.distance,
		&s.visits, &s.loss, &s.mismatches, &s.variables, s.encoder,
	}
}

// step makes one step on the next instances, visited on all threads of the fit. After an error only
// the position in the order has changed.
func (s *sgd) step(batch int) error {
	s.touching, s.zero, s.batch = s.touching[:0], 0, s.batch[:0]
	for range batch {
		i := s.order.Next()
		s.draw = s.skip + uint64(s.order.Pass)
		s.batch = append(s.batch, turn{i, s.draw})
	}
	if err := s.visitBatch(); err != nil {
		for _, i := range s.touching {
			s.Clear(&s.examples[i].support)
		}
		return err
	}
	s.apply()
	return nil
}

// visitBatch adds the mean of the stochastic gradients of the batch to Delta. Goroutines work ahead
// within one pass only, because an oracle's noise for an instance depends on its earlier visits.
func (s *sgd) visitBatch() error {
	if len(s.batch) == 1 {
		return s.visit(s.batch[0].i, 1)
	}
	for begun := 0; begun < len(s.batch); begun += len(s.turns) {
		n, pass := 1, s.batch[begun:]
		for n < len(pass) && pass[n].draw == pass[0].draw {
			n++
		}
		s.turns = pass[:n]
		if err := s.visitAll(n); err != nil {
			return err
		}
	}
	return nil
}

// worker returns the two steps of a turn: do finds its gradient, take adds it to Delta.
func (s *sgd) worker(t *sp.Task) (do, take func(i int) error) {
	var r found
	f := &finder{sgd: s, task: t}
	do = func(i int) error { return f.find(&r, &s.examples[s.turns[i].i], s.turns[i].draw) }
	take = func(i int) error {
		s.add(&r, s.turns[i].i, 1/float64(len(s.batch)))
		return nil
	}
	return do, take
}

// visit adds c times the stochastic gradient of instance i to Delta.
func (s *sgd) visit(i int, c float64) error {
	if err := s.find(&s.found, &s.examples[i], s.draw); err != nil {
		return err
	}
	s.add(&s.found, i, c)
	return nil
}

// add adds the result r of instance i, times c, to Delta and to the means.
func (s *sgd) add(r *found, i int, c float64) {
	e := &s.examples[i]
	if r.wrong > 0 || !s.reduce {
		r.learn(s, e)
		r.addTo(s, e, c*e.weight)
	}
	if r.wrong > 0 {
		s.touching = append(s.touching, i)
	}
	s.zero += c * e.weight * e.zero
	s.visits += e.weight
	scale, samples := 1/s.Scale, float64(s.samples)
	s.loss += e.weight * (r.loss / samples) / scale
	s.mismatches += e.weight * (float64(r.wrong) / samples)
	s.variables += e.weight * float64(e.x.N())
}

// checkpoint returns the weights to use and the running means, and resets the means.
func (s *sgd) checkpoint() sp.Checkpoint {
	values := map[string]float64{}
	if s.visits > 0 {
		values["mismatches"] = s.mismatches / s.visits
		values["variables"] = s.variables / s.visits
		values["loss-estimate"] = s.loss / s.visits
	}
	s.visits, s.loss, s.mismatches, s.variables = 0, 0, 0, 0
	return sp.Checkpoint{Weights: s.Weights(), Values: values}
}
