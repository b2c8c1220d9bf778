// Package bound computes lower bounds on log Z of any graph (Pletscher & Ong, Part & Clamp,
// 2010). A [Clamping] divides the variables into a forest A and the rest B, and lists some
// states of B. Given a state y_B, the sum over the labels of A is one oracle call
// ([sp.Conditioner]). The sum over a few states instead of all of them is at most Z:
//
//	Z_m = Σ_{y_B in the states of partition m} Σ_{y_A} exp(score(y_A, y_B)) ≤ Z
//
// An [Evaluator] has two bounds from M partitions. Neither exceeds max_m log Z_m, and the first is
// the larger one:
//
//	Arithmetic  log (1/M)·Σ_m Z_m
//	Geometric   (1/M)·Σ_m log Z_m
//
//	var b bound.Evaluator
//	value, err := b.Geometric(&mu, solver, &potentials, clampings) // mu: the gradient
//
// Both are smooth convex functions of the scores. If every set contains the state of
// the gold labeling, a bound minus the score of the gold labeling is never negative: a loss to
// learn by ([Loss]). If it contains no other state, the geometric loss is the mean negative log
// of a composite likelihood over its M forests. If it contains all states of B, both
// bounds are log Z.
package bound
