// Package audit recomputes the objective that a learner reports: F(w) from its weights, with
// solvers of the harness, and a lower bound from its dual variables.
//
// A learner reports its objective by the name of a [Kind]. To add a kind, add a file with its ℓ and
// a line in the list of kinds. A learner may report another kind. Then its objective is not
// audited, and [Unaudited] says why.
package audit
