// Package likelihood holds the likelihood of a labeling and its tractable stand-ins, as
// objectives with gradients for any learner to minimise:
//
//	F(w) = λ/2·‖w‖² + (1/Σᵢaᵢ)·Σᵢ aᵢ·ℓ(p(w,xᵢ), yᵢ)
//
//	o := likelihood.Objective{Map: fmap, Train: train, Term: &likelihood.Pseudo{}, Lambda: 0.1}
//	result, err := optim.Minimize(o.Evaluate, w, optim.Options{})
//
// A [Term] is the loss ℓ of one instance as a function of its scores p: it knows nothing
// of weights and features. [Objective] knows the weights: it carries the derivatives by the
// scores over to the weights through the feature map. There are
//
//	[Exact]      −log p(y|x), by an oracle that sums over all labelings
//	[SoftmaxMargin]  ε·log Σ_y exp((score(y) + margin·loss(y))/ε) − score(gold), the family
//	             between [Exact] and the structured hinge loss     (Hazan & Urtasun 2010)
//	[Pseudo]     −Σ_d log p(y_d | y of the neighbours, x)          (Besag 1975)
//	[Blocks]     −Σ_β log p(y_β | y outside of β, x), disjoint blocks β  (Lindsay 1988)
//	[Forests]    the mean of −log p(y_A | y outside of A, x) over forests A, by an oracle
//	             (Pletscher & Ong 2010)
//	[Piecewise]  −Σ_F log p_F(y_F|x), every factor F normalised by itself
//	             (Sutton & McCallum 2005)
//	[LeastSquares]  ½·Σ_d Σ_k (score_d(k) + cost_d(k))², for instances with costs
//	[Truncated]  a loss of the marginals after a few sweeps, not convex      (Domke 2013)
//
// Pseudo, Blocks and Piecewise make no oracle call on any graph, with cycles or without. Pseudo
// and Piecewise cost O(nK + mK²) at most, Blocks also the labelings of its blocks. On a graph
// without edges all terms are the same, if each variable is in one block.
//
// [Parallel] evaluates an objective without oracle calls on all processors. An Objective with
// Batch set does so with oracle calls too, with the bits of one processor.
//
// To add a term, add one type with one method.
package likelihood
