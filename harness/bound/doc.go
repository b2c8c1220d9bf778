// Package bound computes lower bounds on log Z of any graph from partitions of its
// variables in a forest A and the rest B, and a set of states for each B (Pletscher & Ong,
// Part & Clamp, 2010). Given a state y_B the sum over the labels of A is one oracle call
// ([sp.Conditioner]), and the sum over a few states instead of all of them is at most Z:
//
//	Z_m = Σ_{y_B in the states of partition m} Σ_{y_A} exp(score(y_A, y_B)) ≤ Z
//
// Of M partitions, and in this order from the largest to the smallest,
//
//	Maximum     max_m log Z_m
//	Arithmetic  log (1/M)·Σ_m Z_m
//	Geometric   (1/M)·Σ_m log Z_m
//
// The last two are smooth convex functions of the scores. With the gold labeling's state
// in every set, a bound less the score of the gold labeling is never negative: a loss to
// learn by. With no other state, the geometric one is the mean negative log of a composite
// likelihood over its M forests; where B has all its states, all three are log Z.
package bound
