// Package structure has exact solvers for sets of labelings ([sp.Structure]): structures whose
// maximum is easy to find, and whose sum is easy for some. [New] returns the solver of a kind:
//
//	kind          maximum                                     clamped maxima      sums
//	assignment    shortest augmenting paths, O(n²K)           O(nK) a variable    subsets, K ≤ 20
//	arborescence  contraction of cycles, O(n²)                as the maximum      matrix-tree, O(n³)
//	path          dynamic programming, O(n)                   O(n)                O(n)
//	cardinality   selection, O(n log n)                       O(n)                O(n·most)
//	command       a program of the user                       as the maximum      if it has them
//
// Scores are those of [sp.Potentials]; -Inf forbids a label. A solver
// returns the same one of several best labelings in every call: it depends on the potentials
// alone. A solver serves structures of any size, one after the other; it allocates nothing once
// its buffers are large enough. It is not safe for concurrent use.
package structure
