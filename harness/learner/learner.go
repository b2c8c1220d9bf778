package learner

import (
	"context"

	"github.com/spbench/spbench/harness/param"
	"github.com/spbench/spbench/harness/sp"
)

// A Learner estimates weights from a task. Its exported fields are its
// hyper-parameters; see [Decode] for their tags.
//
// Fit calls emit with every checkpoint of the schedule and with the final one. It returns nil when
// its method has met its tolerance. After the final checkpoint it may return sp.ErrStalled where no
// step makes progress above the tolerance, sp.ErrLimit at another limit of its own, and
// sp.ErrBudget when a solver did. If it cannot do the task, it returns an error wrapping
// errors.ErrUnsupported before the first checkpoint. It returns errors of emit and of solvers as
// they are.
type Learner interface {
	Fit(ctx context.Context, t *sp.Task, emit func(sp.Checkpoint) error) error
}

// A Scorer is a learner with potentials of its own: its weights are not the
// weights of the task's feature map, which it may use for a part of them. Potentials
// fills p, which the caller owns. The task has no instances, and no budget ends it.
type Scorer interface {
	Potentials(t *sp.Task, p *sp.Potentials, weights []float64, x *sp.Instance) error
}

// A Predictor is a learner with decoders besides the shared decoders. Predict
// answers one of those in its [Info], with what [Decode] reads off decoder.Args; it
// depends on its arguments and t.Seed only. Labels that x reveals are kept. The task
// is that of a [Scorer]. Where there are several processors, several instances are
// predicted at once, by learners of their own.
type Predictor interface {
	Predict(ctx context.Context, t *sp.Task, weights []float64, x *sp.Instance, decoder sp.Spec) (sp.Prediction, error)
}

// Info is what a learner says of itself.
type Info struct {
	Name     string    // as in suites: lower case, no spaces
	Doc      string    // one sentence
	Source   string    // the publication
	Decoders []Decoder // of a [Predictor], beyond the shared decoders
	// Resumable says which fits can be gone on with after their process has died, as they give their state to
	// [Recorder.Resume]: [Always], or by the value of a parameter, such as "solver=sgd"; "": none.
	Resumable string
}

// Always is the Resumable of a learner all of whose fits can be gone on with.
const Always = sp.Always

// An Decoder is a kind of prediction that a [Predictor] gives, by name.
type Decoder struct {
	Name   string
	Doc    string            // a phrase
	Params []param.Parameter // its arguments: param.Of of the struct that they are decoded onto
}
