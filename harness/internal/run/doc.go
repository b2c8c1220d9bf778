// Package run runs a suite. A fit goes through these steps:
//
//  1. A suite becomes a plan: data loaded, learners asked, every name checked ([plan.New]). The plan
//     lists all fits.
//  2. Finished fits are found by their keys, in the run folder and in others (package reuse). They
//     are not made again. The remaining fits are scheduled ([Run]).
//  3. A fit is prepared: its parameters are tuned, its instances standardised (package fit).
//  4. The learner's process trains. Its checkpoints, counts and weights are the fitted value.
//  5. The harness audits what the learner reported, by its own oracle.
//  6. Package score predicts with every decoder and measures the predictions on labels that the
//     learner never saw.
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
// If the sources of a learner or of spbench have changed, Run asks what to do: fit again, or keep the
// fits, which every table marks. If only the sources that decode and measure have changed
// ([record.Row.Score]), or a file of a row is missing, rows are scored again from the stored weights.
// Tuning and curves rest on scores of weights that are not stored; fits that have them are made again
// then. [Rescore] adds metrics to a finished run. [Replay] repeats one fit, to prove it.
//
// # Fairness
//
// Learners get test instances without their labels. If a suite reveals some labels at test time, the
// harness draws them, the same ones for every row, and scores only the others. All learners get the
// same training set in the same order, with the same loss, budget and seed. Features are
// standardised on training instances alone. The harness checks the reported objective, bound and
// counts; a wrong value makes the outcome "protocol". It measures all times itself: a fit takes from
// the request to the arrival of its last checkpoint.
package run
