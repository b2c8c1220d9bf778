// Package fit makes one planned fit: it tunes, trains, audits and scores, and records the outcome.
//
// Four steps lead from a [plan.Fit] to a [record.Fit]. Each returns a plain value:
//
//  1. prepare: the instances, and the parameters that tuning chose ([Prepared])
//  2. train: the checkpoints and counts of the learner ([Fitted])
//  3. audit: the learner's reported objective, bound and counts, checked ([Audited])
//  4. score: the rows, and the losses along the curve ([Scored])
//
// Steps 2 to 4 run while one learner process is up. Step 3 starts no process of its own; step 4
// asks the same process for predictions, or several if decoders reveal labels.
//
// # Errors
//
// If a step fails because of the learner, the record has the type of the failure and the values so
// far. If the run folder or this machine fails ([Stops]), there is no record. A fit that exceeds
// its wall time is scored at its last checkpoint, in a new process.
//
// # Resuming
//
// A learner that supports it saves its state at intervals. The state lies in the run folder under
// the key of the fit, with the trials and checkpoints so far. A later run resumes from it.
package fit
