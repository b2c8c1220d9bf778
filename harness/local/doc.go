// Package local makes local moves: each looks at one variable, or a small block, while all
// others keep their labels, and costs what its neighbours do, on any graph and for
// any pair scores.
//
// [Conditionals] are the scores that such a move sees, of all variables at once:
// what the pseudolikelihood is made of. A [State] is a labeling under way:
// [State.ICM] climbs to a local maximum (Besag 1986), [State.Gibbs] draws from
// p(y) ∝ exp(score(y)) (Geman & Geman 1984), [State.Anneal] does so at falling
// temperatures. A [BlockState] moves a block of [Blocks] at a time, and a [MeanField]
// moves probabilities instead of labels. One sweep updates every variable once, in order
// of their numbers.
//
// Nothing here asks an oracle, so nothing here counts as a call: a learner
// announces its sweeps by Task.Sweep.
package local
