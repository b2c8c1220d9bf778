// Package messages is message passing on graphs with cycles: belief propagation and its
// tree-reweighted form. Each variable is either summed or maximised over ([Rule]). A [State]
// passes the messages:
//
//	var s messages.State
//	s.Reset(&potentials, messages.Rule{})    // sum-product belief propagation
//	sweeps, converged := s.Run(100, 1e-6)
//	s.Beliefs(marginals)
//
// A [State] holds a message in each direction of every edge. The message from t to s scores the
// labels of s, by everything t knows except the message from s to t. With the belief b_t(k) =
// θ_t(k) + Σ_v ρ_vt·M_vt(k) it is, up to a constant,
//
//	M_ts(l) = log Σ_k exp(θ_ts(k,l)/ρ_ts + b_t(k) − M_st(k))
//
// where ρ is 1 for belief propagation (Pearl 1988). For its tree-reweighted form (Wainwright,
// Jaakkola & Willsky, A new class of upper bounds on the log partition function, 2005, eq. 38)
// ρ is the probability of the edge in a random spanning forest.
//
// If t is maximised over ([Rule].Max), the sum is a maximum. Towards a summed s, it is then a
// sum over the labels of largest belief alone (Liu & Ihler, Variational algorithms for marginal
// MAP, 2011, the mixed-product rules; Jiang, Rai & Daumé, Message-passing for approximate MAP
// inference with latent variables, 2011).
//
// On a graph without cycles the beliefs are exact after convergence in three cases: all
// variables are summed over, all are maximised over, or no summed variable lies between two
// maximised ones. Otherwise they are approximate. Then the messages need not converge.
//
// No function here calls an oracle. So nothing here counts as an oracle call. A learner
// announces its sweeps by Task.Sweep.
package messages
