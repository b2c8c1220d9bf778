// Package oracle is inference behind [sp.Solver]: what learners call to
// maximise or to sum over labelings. [New] picks the solver for a graph.
//
//	Chain        Viterbi and forward–backward               O(nK²), Potts O(nK)
//	Tree         the same on any forest                     O(nK²), Potts O(nK)
//	Elimination  any graph of small treewidth w             O(nK^(w+1))
//	Cut          minimum cuts: two labels, any graph        MAP and Clamped only
//	Binary       Cut, and Elimination for what it cannot    two labels
//	Expansion    alpha-expansion: Potts, any graph          MAP only, approximate
//	Brute        enumeration, the reference for the others  O(Kⁿ)
//
// Chain, Tree and Elimination also answer [sp.Clamper] queries: one further
// pass of messages after a MAP gives, for every variable d and label k, the best
// labeling with label k at d. So does Cut: it moves the part of the flow that
// changes, and moves it back.
//
// All of them sum over the variables of an [sp.Forest] given the labels of all others,
// by messages within the forest, on any graph ([sp.Conditioner]).
//
// Expansion says by [sp.Approximator] that it is not exact: whoever asked for it
// warns, and the harness audits no objective with it. A bound from dual variables
// remains one, since weak duality holds for any labelings that were found.
//
// # Which of several best labelings
//
// MAP roots every tree (a chain at its last variable), decides labels from the
// roots down, and takes the smallest among labels whose scores are equal as
// computed. Scores are returned as [sp.Potentials.Score] of the labeling, so
// that they do not depend on how it was found. Clamped keeps to the same rule:
// its labeling is that of MAP on potentials that forbid the other labels of d (but
// for those of Elimination, which may choose another of several best). Where two
// labels are so close that rounding could decide, it does solve that problem;
// further away from d than anything changes, labels stay, also where rounding could
// decide. Where the last MAP has label k at d already, the answer is that MAP. A Cut
// has its own rule, which it states.
//
// # Bad input
//
// Scores of -Inf forbid a label. When every labeling is forbidden, the error
// wraps [ErrForbidden]; NaN and +Inf are found because they reach the result,
// and the error says where they are. Arrays that contradict each other panic.
package oracle
