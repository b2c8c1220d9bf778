// Package learner is the SDK for the authors of learners: start here.
//
// A learner is a struct. Its exported fields are its hyper-parameters, and its method Fit minimises
// an objective on a task ([sp.Task]). The main function passes it to package serve:
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
// Inside Fit:
//
//  1. Ask the task for a solver (Task.Solver). Solvers count their calls and end the fit at its
//     budget with sp.ErrBudget.
//  2. Call emit when Task.Due reports true, and once at the end, with the current weights.
//     [Steps] does this for a method that is a loop of steps, [Record] for all other methods.
//  3. Take random numbers from Task.Seed alone: the same task must give the same bits.
//
// Package serve predicts from the weights. The scores come from the task's feature map, or from the
// learner if it is a [Scorer]. A [Predictor] adds decoders of its own.
//
// [Fit] runs a learner without a process around it, for tests and benchmarks. Package learnertest
// checks the program of a learner.
package learner
