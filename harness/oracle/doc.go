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
//	QPBO         roof duality: two labels, any graph        MAP only, approximate
//	Brute        enumeration, the reference for the others  O(Kⁿ)
//
// The solvers of an [sp.Structure] are in package structure. A table lists all solvers.
//
// Chain, Tree, Elimination and Cut also implement [sp.Clamper]: after a MAP, the best labeling with
// label k at d.
//
// All solvers implement [sp.Conditioner]: on any graph they sum over the variables of an
// [sp.Forest] given the labels of all others, by messages within the forest.
//
// An [sp.Approximator] is not exact: the harness warns, and audits no objective. Bounds from dual
// variables stay valid, as weak duality holds for any labelings.
//
// # Ties
//
// MAP roots every tree (a chain at its last variable) and decides labels from the roots down. It
// takes the smallest label among those with equal computed scores. The returned score is
// [sp.Potentials.Score] of the labeling; it does not depend on how the labeling was found.
//
// Clamped follows the same rule: its labeling is the MAP of potentials that forbid the other labels
// of d. But labels beyond the changed region stay, even if rounding could decide there. If the last
// MAP has label k at d, the result is that MAP. Elimination may return any labeling of equal score,
// and Cut has a rule of its own.
//
// # Bad input
//
// A score of -Inf forbids a label. If every labeling is forbidden, the error wraps [ErrForbidden].
// NaN and +Inf are detected when they reach the result, and the error names their place. Arrays of
// contradictory lengths panic.
package oracle
