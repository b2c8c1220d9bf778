// Package serve is the process around a learner. A learner's main function calls [Main] with the
// description of the learner and a function that makes one:
//
//	func main() {
//		serve.Main(learner.Info{Name: "ssg", Doc: "Stochastic subgradient SVM."},
//			func() learner.Learner { return &SSG{Lambda: 0.01} })
//	}
//
// The process answers the four calls of harness/internal/wire/learner.proto, one at a time:
//
//  1. Describe returns the parameters and decoders of the learner.
//  2. Load receives instances: the training set, later the test set without labels.
//  3. Fit runs [learner.Fit] and streams its checkpoints, warnings and saved states.
//  4. Predict makes a [Forecast] for each instance, on all processors.
//
// Package learner and the learners that come with spbench do not import this package: a change to a
// decoder leaves their fits valid.
package serve
