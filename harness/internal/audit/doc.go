// Package audit evaluates what learners claim to minimise, from nothing but
// their weights and by solvers of its own: F(w), and from dual variables the lower
// bound that they certify.
//
// What F is a learner says by the name of a [Kind]. To add one is a file with its ℓ
// and a line in the list of kinds. A learner may claim a kind that is not in the
// list: then its objective is not audited, and [Unaudited] says so.
package audit
