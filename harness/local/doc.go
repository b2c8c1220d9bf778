// Package local makes local moves: a move changes one variable, or a small block, while all
// others keep their labels. Its cost is that of its neighbours, on any graph and for any pair
// scores.
//
// A [State] holds the current labeling. [State.ICM] climbs to a local maximum (Besag 1986),
// [State.Gibbs] draws from p(y) ∝ exp(score(y)) (Geman & Geman 1984), [State.Anneal] does so at
// falling temperatures:
//
//	var s local.State
//	s.Reset(&potentials)
//	s.Best()                       // start from the best label of each variable
//	sweeps, done := s.ICM(1000)    // s.Y is the labeling
//
// A [BlockState] moves a block of [Blocks] at a time, and a [MeanField] moves probabilities
// instead of labels. [Conditionals] returns the scores behind the moves of all variables at
// once, for the pseudolikelihood. One sweep updates every variable once, in order of their
// numbers.
//
// No function here calls an oracle, so nothing here counts as an oracle call: a learner
// announces its sweeps by Task.Sweep.
package local
