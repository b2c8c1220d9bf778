// Package learner holds what a learner needs to fit. A learner is a struct whose
// exported fields are its hyper-parameters and whose Fit method minimises
// something over a task. Its main function hands it to package serve, the other half
// of the SDK:
//
//	type SSG struct {
//		Lambda float64 `json:"lambda" help:"strength of the regulariser" range:"(0,inf)"`
//	}
//
//	func (l *SSG) Fit(ctx context.Context, t *sp.Task, emit func(sp.Checkpoint) error) error { … }
//
//	func main() {
//		serve.Main(learner.Info{Name: "ssg", Doc: "Stochastic subgradient SVM."},
//			func() learner.Learner { return &SSG{Lambda: 0.01} })
//	}
//
// A fit takes its solvers from the task, which counts their calls and ends the
// budget; it calls emit when Task.Due says so and once at the end, with what its
// algorithm has for free. [Steps] sees to that for a method that is a loop of
// steps, [Record] for any other. Package serve predicts from the weights: the scores
// are those of the task's feature map, or of the learner if it is a [Scorer]. A [Predictor] adds decoders of its own.
//
// Randomness comes from Task.Seed alone, so that the same task gives the same
// bits. [Fit] runs a learner without a process around it, for tests and
// benchmarks.
package learner
