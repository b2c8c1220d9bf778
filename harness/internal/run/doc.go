// Package run runs a suite: it plans the fits, hands each to a learner
// process, scores what comes back on labels that the learner never saw, audits
// what the learner claims, and records the outcome.
//
//	plan, err := run.NewPlan(ctx, s, bench.Options{…})   // data loaded, learners described, all names checked
//	store, err := record.Create("results", s.Name, plan.Text)
//	summary, err := plan.Run(ctx, store, run.RunOptions{Workers: 2})
//
// A fit is a learner with its parameters × dataset × split × seed. Fits do not
// depend on each other, on the number of workers or on what ran before, so a run
// can be interrupted and resumed: what the store holds is not done again.
//
// # What is done again
//
// A fit is known by all that it depends on, the sources of its learner and of the
// harness included. Where either is another one, Run asks what to do: fit again, or
// keep what was done, with a mark in every table. Where only the sources that decode
// and measure are others ([record.Row.Score]), or a file of a row is missing, rows are
// made anew from the stored weights and nothing is fitted. Tuning and curves rest on
// scores of what is not stored, so fits that have them are fitted again then. Rows of a
// suite that differ in nothing but their labels share a fit. An edited suite is another
// plan with a run folder of its own, but most of its fits are those of the suite before:
// what other run folders have of them is taken over ([RunOptions.Others]).
//
// # Fairness
//
// Test instances are handed over with their labels hidden; where the suite
// observes some at test time, the harness draws which, the same for every row,
// and scores only the others. All learners get the same training set in the same
// order, the same loss, budget and seed. Features are standardised, where the
// dataset asks for it, on what the fit learns from. After a fit the harness evaluates the
// claimed objective and bound with its own oracle and holds the counts against the budget;
// a claim that does not hold makes the outcome "protocol". It measures all times itself:
// those of a fit run from the request to the arrival of the last checkpoint.
package run
