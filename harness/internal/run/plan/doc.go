// Package plan turns a suite into the list of fits to make.
//
//	p, err := plan.New(ctx, s, plan.Options{…})
//
// [New] loads the data, starts each learner once to ask what it can do, and checks every name and
// value of the suite. A [Plan] has one [Fit] for each learner with its parameters, dataset, split
// and seed. Fits that differ only in their seeds share a [Configuration].
//
// A fit is identified by everything it depends on: parameters, data, split, seeds, and the hashes
// of the sources of its learner and of spbench ([Fit.Identity]). The hash of this identity is the
// key of the fit; [Fit.RowKey] is the key of a row. Package reuse finds results by these keys.
//
// A [File] is the plan in a run folder, as tables read it. [Reopen] loads a dataset of such a run
// again, to predict more or to repeat a fit.
package plan
