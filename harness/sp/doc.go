// Package sp is the vocabulary of structured prediction: the few types shared by datasets,
// learners, oracles and the harness, and the laws they obey. Start with [Instance] (one
// structured example), [Potentials] (its scores) and [Solver] (inference); a learner gets all
// it needs in a [Task]:
//
//	x := &task.Train[0]
//	task.Map.Potentials(&p, w, x)      // the scores of x under weights w
//	solver, err := task.Solver(x)      // the only source of solvers
//	score, err := solver.MAP(y, &p)    // fills y with the best labeling
//
// # One convention for everything
//
// Scores are maximised. A model gives labeling y of instance x the score ⟨w, φ(x,y)⟩; an energy
// is the negative of a score. Every learner minimises
//
//	F(w) = λ/2·‖w‖² + (1/Σᵢaᵢ)·Σᵢ aᵢ·ℓᵢ(w)
//
// where aᵢ is [Instance.Weight] and ℓᵢ is the learner's own surrogate. λ means this everywhere.
// If a source uses another constant, the doc comment of the parameter gives the conversion.
//
// # Words
//
// An instance x is a graph of n variables with K labels each. A labeling y has n entries in
// 0..K-1, or [Unknown]. The gold labeling is the true one. Potentials are the numbers an oracle
// sees once w and x are fixed.
//
// A solver answers oracle calls for one graph: MAP (max-oracle), Marginals or, over a forest
// given the other labels, Conditional (sum-oracles). The cost of a fit is counted in visits,
// calls, sweeps and passes ([Counts]). A bound lies below the objective's minimum; objective
// minus bound is the gap.
//
// # Layout of arrays
//
// Everything is a flat slice in row-major order: node quantities are n×K at [t*K+k]; pairwise
// tables are m×K×K at [e*K*K+k*K+l], k the label of the edge's U and l the label of its V.
package sp
