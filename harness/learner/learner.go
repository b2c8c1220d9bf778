package learner

import (
	"context"

	"github.com/spbench/spbench/harness/param"
	"github.com/spbench/spbench/harness/sp"
)

// A Learner estimates weights from a task. Its exported fields are its hyper-parameters; see
// [Decode] for their tags.
//
// Fit calls emit with every checkpoint of the schedule and with the final one. It returns nil when
// its method has met its tolerance. After the final checkpoint it may return an error:
//
//   - sp.ErrStalled if no step makes progress above the tolerance,
//   - sp.ErrLimit at any other limit of its own,
//   - sp.ErrBudget if a solver returned it.
//
// If Fit cannot do the task, it returns an error wrapping errors.ErrUnsupported before the first
// checkpoint. It returns errors of emit and of solvers unchanged. A solver may be unable to answer
// under some weights only: cuts need pairs that reward agreement. Its errors.ErrUnsupported ends the
// fit without a result at any time.
type Learner interface {
	Fit(ctx context.Context, t *sp.Task, emit func(sp.Checkpoint) error) error
}

// A Scorer is a learner with potentials of its own. Its weights are not the weights of the task's
// feature map, although it may use the map for some of them.
//
// Potentials fills p, which the caller owns. The task has no instances, and no budget ends it. A
// caller never changes weights in place: one slice has the same values in all calls.
type Scorer interface {
	Potentials(t *sp.Task, p *sp.Potentials, weights []float64, x *sp.Instance) error
}

// A Predictor is a learner with decoders of its own, besides the shared decoders.
//
// Predict answers one of the decoders in its [Info]. [Decode] reads the arguments in decoder.Args.
// The prediction depends only on the arguments of Predict and on t.Seed, and it keeps the labels
// that x reveals. The task is the one of a [Scorer]. With several processors, several learners
// predict different instances at the same time.
type Predictor interface {
	Predict(ctx context.Context, t *sp.Task, weights []float64, x *sp.Instance,
		decoder sp.Spec) (sp.Prediction, error)
}

// Info describes a learner.
type Info struct {
	Name     string    // as in suites: lower case, no spaces
	Doc      string    // one sentence
	Source   string    // the publication
	Decoders []Decoder // of a [Predictor], beyond the shared decoders
	// Resumable says which fits can resume after their process has died, because they pass their
	// state to [Recorder.Resume]: [Always], or the value of a parameter, such as "solver=sgd". "":
	// none.
	Resumable string
	// Probabilities says, in the same form, when the scores have the scale of log-probabilities, as
	// after maximum likelihood. After a hinge loss they have none: any multiple is as good. Then the
	// decoders lbp and trw take maxima, and a table warns of marginals. "": never.
	Probabilities string
	// Texts asks for the words behind variables, and for names of labels and features: Texts of
	// instances and Names of the task. They then count as data: fits to other texts are other fits.
	Texts bool
}

// Always is the Resumable or Probabilities of a learner with any parameters.
const Always = sp.Always

// A Decoder is a way to predict offered by a [Predictor].
type Decoder struct {
	Name   string
	Doc    string            // a phrase
	Params []param.Parameter // its arguments: param.Of of the struct they are decoded into
}
