// Package oracle implements inference behind [sp.Solver]: learners call it to maximise or sum over
// labelings. Start with [New], which picks the exact solver for an instance, or with [Choose]
// for an oracle by name. A [Pool] keeps solvers for many instances.
//
//	Chain        Viterbi and forward–backward               O(nK²), Potts O(nK)
//	Tree         the same on any forest                     O(nK²), Potts O(nK)
//	Elimination  any graph of small treewidth w             O(nK^(w+1))
//	Cut          minimum cuts: two labels, any graph        MAP and Clamped only
//	Binary       Cut where possible, else Elimination       two labels
//	Expansion    alpha-expansion: Potts, any graph          MAP only, approximate
//	Brute        enumeration, the reference for the others  O(Kⁿ)
//
// The solvers of an [sp.Structure] are in package structure. A table lists all solvers.
//
// Chain, Tree and Elimination also implement [sp.Clamper]. After a MAP, one further pass of
// messages gives the best labeling with label k at d, for every variable d and label k. Cut does
// the same by augmenting a part of the flow and rolling it back.
//
// All solvers implement [sp.Conditioner]: on any graph they sum over the variables of an
// [sp.Forest] given the labels of all others, by messages within the forest.
//
// Expansion implements [sp.Approximator] to show that it is not exact. The run then prints a
// warning and the harness does not audit objectives. Bounds from dual variables stay valid,
// because weak duality holds for any labelings.
//
// # Ties
//
// MAP roots every tree (a chain at its last variable) and decides labels from the roots down. It
// takes the smallest label among those with equal computed scores. The returned score is
// [sp.Potentials.Score] of the labeling; it does not depend on how the labeling was found.
//
// Clamped follows the same rule: its labeling is the MAP of potentials that forbid the other
// labels of d. There are four exceptions:
//
//   - Elimination may return a different labeling among equally good ones.
//   - If rounding could decide between two labels, Clamped solves the restricted problem from
//     scratch. Labels beyond the changed region stay, even if rounding could decide there.
//   - If the last MAP has label k at d, the result is that MAP.
//   - Cut has its own rule, in its documentation.
//
// # Bad input
//
// A score of -Inf forbids a label. If every labeling is forbidden, the error wraps [ErrForbidden].
// NaN and +Inf are detected when they reach the result, and the error names their place. Arrays of
// contradictory lengths panic.
package oracle
