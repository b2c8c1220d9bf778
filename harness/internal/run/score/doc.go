// Package score predicts with the weights of a fit and measures the predictions.
//
// Test instances go to a learner with their labels hidden. Where the suite reveals some labels at
// test time, the harness draws them, the same ones for every row, and scores only the others.
//
// [Input.Rows] makes one row per decoder: a [Predictor] asks the learner for predictions, in one
// round or in several ([suite.Reveal]), and every metric of the suite measures them.
// [Input.Remeasure] makes the rows of an old fit from its stored predictions, without the learner.
// [Verifier] recomputes the metrics of stored rows.
package score
