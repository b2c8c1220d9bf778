package encoder

import (
	"errors"
	"fmt"
	"slices"
	"sync"
	"unsafe"

	"github.com/spbench/spbench/harness/feature"
	"github.com/spbench/spbench/harness/network"
	"github.com/spbench/spbench/harness/sp"
)

// A Fit is the network of a fit. Methods of a nil Fit do nothing: there is no network, as with
// parameters of [Defaults].
type Fit struct {
	*Encoder
	net      *network.Network
	training *network.Training // of the joint training; nil if frozen
	passes   sync.Pool         // of *network.Pass
	images   []network.Image
	given    []*sp.Instance // as given, of the task's Train, then Partial
	known    int            // those with a known label: the network learns from them
	learned  *sp.Task       // of the learner
	place    map[*float32]int
	batch    int       // variables in a step of the network
	start    []int     // of the scores of each instance, in scores and deltas
	scores   numbers   // of all variables and labels
	deltas   numbers   // derivatives by scores, of the pending instances
	pending  []int     // instances with derivatives since the last step of the network
	visits   int       // of Learn
	node     []float64 // of Learn
	labels   []float64 // of LearnLabels
}

// Begin returns the task and the receiver of checkpoints for the learner: t and emit themselves
// without a network.
//
// It trains the network by the cross entropy of each known label, without structure, and announces
// Pretraining visits of each instance, also of those with unknown labels. Weights of instances count,
// a learner's κ does not. If a budget ends before the learner's first step, the error wraps
// errors.ErrUnsupported: such weights say nothing of the learner. If Frozen, it does so for each of
// four folds of the instances, too, without that fold. The scores of the fold come from this network.
//
// stepwise says that the learner's solver takes one small step after another, and calls Learn.
// Other solvers minimise a fixed function. A network in training would change it, so the error
// wraps errors.ErrUnsupported unless Frozen. It wraps sp.ErrDiverged if the cross entropy is not
// finite. Checkpoints lose objective, bound, gaps and dual variables: the harness cannot evaluate a
// network, and has no bound for it.
func (e *Encoder) Begin(t *sp.Task, emit func(sp.Checkpoint) error, stepwise bool) (*sp.Task,
	func(sp.Checkpoint) error, *Fit, error) {
	if !e.On() {
		return t, emit, nil, nil
	}
	if !e.Frozen && !stepwise {
		return t, emit, nil, fmt.Errorf("encoder: this solver or objective minimises one fixed "+
			"function, and an encoder in training changes it; use a stochastic solver, or "+
			"frozen: true: %w", errors.ErrUnsupported)
	}
	f, err := e.begin(t)
	if err != nil {
		return t, emit, nil, err
	}
	if t.Resume == nil { // else they are in the state
		if err := f.pretrain(t); err != nil {
			return t, emit, nil, err
		}
	}
	return f.learned, func(c sp.Checkpoint) error { return emit(f.checkpoint(c)) }, f, nil
}

func (e *Encoder) begin(t *sp.Task) (*Fit, error) {
	f := &Fit{Encoder: e, place: map[*float32]int{}}
	size := 0
	for _, list := range [][]sp.Instance{t.Train, t.Partial} {
		for i := range list {
			image, err := e.image(&list[i])
			if err != nil {
				return nil, err
			}
			f.given, f.images = append(f.given, &list[i]), append(f.images, image)
			if slices.ContainsFunc(list[i].Gold, func(k int32) bool { return k != sp.Unknown }) {
				f.known++
			}
			f.start = append(f.start, size)
			size += max(1, list[i].N()*list[i].K) // each has an address
			f.batch += list[i].N()
		}
	}
	f.batch = min(most, f.batch/8)
	m, n, err := e.model(t.Map, f.given[0])
	if err != nil {
		return nil, err
	}
	for i, x := range f.given {
		if kindOf(x) != kindOf(f.given[0]) {
			return nil, fmt.Errorf("encoder: instances %q and %q have different features, labels "+
				"or graphs: %w", f.given[0].ID, f.given[i].ID, errors.ErrUnsupported)
		}
	}
	f.net, f.scores = n, make(numbers, size)
	f.passes.New = func() any { return n.NewPass() }
	f.learned = f.task(t, m)
	if !e.Frozen {
		f.deltas = make(numbers, size)
		f.training = &network.Training{Network: n, Images: f.images, Adam: true,
			Loss: func() network.Loss { return (*pulled)(f) }}
	}
	return f, nil
}

// task returns the task of the learner.
func (f *Fit) task(t *sp.Task, m *feature.Linear) *sp.Task {
	u, i := *t, 0
	replace := func(list []sp.Instance) []sp.Instance {
		var with []sp.Instance
		for _, x := range list {
			x.Node = sp.Rows{N: x.N(), D: x.K, Dense: f.scores[f.start[i]:][:x.N()*x.K]}
			f.place[unsafe.SliceData(x.Node.Dense)] = i
			with, i = append(with, x), i+1
		}
		return with
	}
	u.Train, u.Partial, u.Map = replace(t.Train), replace(t.Partial), &encoded{m, f}
	if t.Threads != nil {
		u.Threads = func(worker sp.Worker) func(n int) error {
			return t.Threads(func(v *sp.Task) (do, take func(i int) error) {
				w := *v
				w.Train, w.Partial, w.Map = u.Train, u.Partial, u.Map
				return worker(&w)
			})
		}
	}
	return &u
}

// checkpoint returns c with the network's weights.
func (f *Fit) checkpoint(c sp.Checkpoint) sp.Checkpoint {
	w := make([]float64, len(c.Weights)+f.net.Size())
	f.net.Weights(w[copy(w, c.Weights):])
	c.Weights, c.Objective, c.Dual = w, nil, nil
	values := map[string]float64{}
	for name, v := range c.Values {
		switch name {
		case sp.ValueObjective, sp.ValueBound, sp.ValueGapEstimate:
		case sp.ValueInstances:
			if v = max(v, float64(f.known)); v < float64(len(f.given)) {
				values[name] = v
			}
		default:
			values[name] = v
		}
	}
	c.Values = values
	return c
}

// State implements learner.Resumable.
func (f *Fit) State() []any {
	switch {
	case f == nil:
		return nil
	case f.Frozen:
		return []any{f.net, &f.scores}
	}
	return []any{f.training, &f.visits, &f.pending, &f.deltas}
}

// Close ends the network's goroutines. No call of Learn may follow.
func (f *Fit) Close() {
	if f != nil && f.training != nil {
		f.training.Close()
	}
}

// of returns the place of x, an instance of the learner's task or a copy with the same features.
func (f *Fit) of(x *sp.Instance) int {
	i, ok := f.place[unsafe.SliceData(x.Node.Dense)]
	if !ok {
		panic("encoder: instance " + x.ID + " is not of the task that Begin returned")
	}
	return i
}

// An encoded is the feature map of the network's scores.
type encoded struct {
	*feature.Linear
	fit *Fit
}

// Potentials implements sp.FeatureMap. In joint training it first evaluates the network.
func (m *encoded) Potentials(p *sp.Potentials, w []float64, x *sp.Instance) {
	if f := m.fit; !f.Frozen {
		pass := f.passes.Get().(*network.Pass)
		i := f.of(x)
		copy(x.Node.Dense, f.pick(f.given[i], pass.Forward(f.images[i])))
		f.passes.Put(pass)
	}
	m.Linear.Potentials(p, w, x)
}

// Support implements sp.FeatureMap: scores are not 0.
func (m *encoded) Support(ranges []int32, x *sp.Instance) []int32 {
	return append(ranges, 0, int32(m.Dim()))
}
