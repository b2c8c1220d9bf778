// Package run runs a suite. A fit goes through these steps:
//
//  1. A suite (package suite reads it) becomes a plan: data loaded, learners asked, every name
//     checked ([plan.New]). The plan lists all fits.
//  2. Finished fits are found by their keys, in the run folder and in others (package reuse). They
//     are not made again. The remaining fits are scheduled ([Run]).
//  3. A fit is prepared: its parameters are tuned, its instances standardised (package fit).
//  4. The learner's process trains. Its checkpoints, counts and weights are the fitted value.
//  5. The harness audits the reported values by its own oracle.
//  6. Package score predicts with every decoder and measures the predictions. The learner never saw
//     the labels of the test set.
//  7. The record ([record.Fit]) is appended to the run folder.
//
// In code:
//
//	p, err := plan.New(ctx, s, plan.Options{…})
//	store, err := record.Create("results", s.Name, p.Text)
//	summary, err := run.Run(ctx, p, store, run.Options{Workers: 2})
//
// Fits depend neither on each other nor on the number of workers. A run can be interrupted and
// resumed.
//
// # Made again
//
// If the sources of a learner or of spbench have changed, Run asks the user: fit again, or keep the
// fits, with a mark in every table. If only decoders or metrics have changed ([record.Row.Score]),
// or a file of a row is missing, rows are scored again from the stored weights. This is not
// possible for fits with tuning or a curve, because the weights of trials and checkpoints are not
// stored. Such fits are made again. [Replay] repeats one fit, to prove it.
//
// # Fairness
//
// Learners get test instances without their labels. If a suite reveals some labels at test time,
// the harness draws them, the same ones for every row, and scores only the others. All learners get
// the same training set in the same order, with the same loss, budget and seed. Features are
// standardised on training instances alone. The harness checks the reported objective, bound and
// counts; a wrong value makes the outcome "protocol". It measures all times itself: a fit takes
// from the request to the arrival of its last checkpoint.
package run
