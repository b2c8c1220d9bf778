// Package maxima estimates gradients of losses from maximisers alone: no sums over labelings.
//
// An estimate is a signed sum of labelings, Σ_j c_j·φ(x,y_j): the derivative of the loss by any
// weights with features φ. The caller adds noise of any kind to the scores, and passes each draw to
// the same [Estimate]:
//
//	var e maxima.Estimate
//	for m := range draws {
//		fmap.Potentials(&p, w, x)        // scores θ
//		key.Gumbel(noise, uint64(m))     // noise z on node scores, or w + noise before Potentials
//		floats.AddScaled(p.Node, epsilon, noise)
//		err := e.FenchelYoung(solver, &p, x)
//	}
//	e.AddTo(gradient, 1, fmap, x)        // by the weights: the mean over the draws
//	e.Reset()
//
// # Estimators
//
// y(θ) is a labeling of maximal score under θ, and c the costs of labels under the loss L: L(y) =
// ⟨c,y⟩. All estimators return gradients to descend along.
//
//	FenchelYoung   y(θ+εz) − gold: exact in expectation for the perturbed Fenchel–Young loss
//	               (Berthet et al. 2020)
//	FenchelYoungCosts  y(θ+εz) − y(εz−c) with true costs c. The loss is least at θ = −c
//	SparseMAP      the sparse distribution of package sparsemap minus gold, without noise (Niculae
//	               et al. 2018)
//	Difference     differences of maximisers under θ and θ ∓ εc, divided by ε, approach the
//	               gradient of the expected loss for ε → 0:
//	Towards        [y(θ) − y(θ−εc)]/ε; direct loss minimisation towards the better labeling
//	               (McAllester, Hazan & Keshet 2010), I-MLE with λ = ε (Niepert, Minervini &
//	               Franceschi 2021, algorithm 1, divided by λ), and differentiation of
//	               black-box solvers without noise (Vlastelica et al. 2020, algorithm 1)
//	Away           [y(θ+εc) − y(θ)]/ε; direct loss minimisation away from the worse labeling
//	Central        [y(θ+εc) − y(θ−εc)]/(2ε); bias of order ε² (Minervini, Franceschi & Niepert
//	               2023)
//	ScoreFunction  (L(y(θ+σz)) − b)·z/σ for normal z: unbiased for the expected loss under this
//	               noise, for any loss (Williams 1992)
//
// [Adaptive] chooses ε for Difference.
package maxima
