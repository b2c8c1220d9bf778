package partclamp

import (
	"sync"

	"github.com/spbench/spbench/harness/bound"
	"github.com/spbench/spbench/harness/encoder"
	"github.com/spbench/spbench/harness/learner"
	"github.com/spbench/spbench/harness/likelihood"
	"github.com/spbench/spbench/harness/optim"
	"github.com/spbench/spbench/harness/partition"
	"github.com/spbench/spbench/harness/sp"
)

// A run is one fit of a PartClamp on a task.
type run struct {
	*PartClamp
	*learner.Recorder
	task       *sp.Task
	weak       bool      // the stage with unknown labels has begun
	imputed    [][]int32 // in it: labels of the task's Partial; labels that begin the states
	examples   sync.Map  // *sp.Instance to *example: those created so far
	tightener  *tightener
	checkpoint func() sp.Checkpoint

	joint *encoder.Fit // nil: no encoder
	draw  uint64       // of the noise of contrastive divergence
	idle  int          // consecutive steps that spent nothing of the budget
	sgd   *optim.SGD
	made  []int // training instances with an example, as of the last State
}

// An example is an instance with its partitions and, for bound, their states, gold first.
type example struct {
	forests []*sp.Forest
	clamped []bound.Clamping
	known   []bound.Clamping // given the known labels, if others are unknown
}

func newRun(c *PartClamp, t *sp.Task) *run {
	return &run{PartClamp: c, task: t, tightener: c.newTightener(t)}
}

// newTightener returns a tightener for a goroutine with task t.
func (c *PartClamp) newTightener(t *sp.Task) *tightener {
	return &tightener{clamp: c.Clamp, most: c.States, sweeps: c.Sweeps, sweep: t.Sweep}
}

// of returns the example of x, made at first use.
func (r *run) of(x *sp.Instance) *example {
	if e, ok := r.examples.Load(x); ok {
		return e.(*example)
	}
	e := &example{}
	if r.Growth == growthNone {
		empty, _ := sp.NewForest(make([]bool, x.N()), nil)
		e.forests = []*sp.Forest{empty}
	} else {
		e.forests = partition.Forests(x, partition.Growth(r.Growth), r.task.Seed, r.Partitions)
	}
	if len(e.forests[0].Order) == x.N() {
		e.forests = e.forests[:1] // all are the same
	}
	for _, f := range e.forests {
		first := x.Gold
		if i := r.place(x); i >= 0 {
			first = r.imputed[i]
			e.known = append(e.known, bound.Clamping{Forest: f, States: [][]int32{first}})
		}
		e.clamped = append(e.clamped, bound.Clamping{Forest: f, States: [][]int32{first}})
	}
	r.examples.Store(x, e)
	return e
}

// State implements learner.Resumable: the state of online besides the iterate. A resumed fit builds
// the forests again.
func (r *run) State() []any {
	r.made = r.made[:0]
	for i := range r.task.Train {
		if _, ok := r.examples.Load(&r.task.Train[i]); ok {
			r.made = append(r.made, i)
		}
	}
	return []any{r.sgd, r.joint, &r.draw, &r.idle, &r.made, (*madeExamples)(r)}
}

// madeExamples encodes the examples listed in made.
type madeExamples run

// State implements learner.Resumable.
func (m *madeExamples) State() (states []any) {
	r := (*run)(m)
	for _, i := range r.made {
		e := r.of(&r.task.Train[i])
		for j := range e.clamped {
			states = append(states, &e.clamped[j].States)
		}
		for j := range e.known {
			states = append(states, &e.known[j].States)
		}
	}
	return states
}

// term returns ℓ of bound and composite, with the solvers of the task.
func (r *run) term(solver func(x *sp.Instance) (sp.Solver, error)) likelihood.Term {
	if r.Objective == objectiveComposite {
		return &likelihood.Forests{Solver: solver, Of: func(x *sp.Instance) []*sp.Forest {
			return r.of(x).forests
		}}
	}
	return &bound.Loss{Mean: bound.Mean(r.Bound), Solver: solver,
		States: func(x *sp.Instance) []bound.Clamping { return r.of(x).clamped },
		Known:  func(x *sp.Instance) []bound.Clamping { return r.of(x).known }}
}
