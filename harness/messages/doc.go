// Package messages is message passing on graphs with cycles: belief propagation
// whose variables are summed or maximised over, any of them either way, and its
// tree-reweighted form.
//
// A [State] holds a message in each direction of every edge. The message from t to
// s is what t says about the labels of s from all but what s has said; with the
// belief b_t(k) = θ_t(k) + Σ_v ρ_vt·M_vt(k) it is, up to a constant,
//
//	M_ts(l) = log Σ_k exp(θ_ts(k,l)/ρ_ts + b_t(k) − M_st(k))
//
// where ρ is 1 for belief propagation (Pearl 1988) and the probability of the edge
// in a random spanning forest for its tree-reweighted form (Wainwright, Jaakkola &
// Willsky, A new class of upper bounds on the log partition function, 2005, eq. 38).
// Where t is maximised over ([Rule].Max), the sum is a maximum; and towards an s
// that is summed over, it is a sum over the labels of largest belief alone (Liu &
// Ihler, Variational algorithms for marginal MAP, 2011, the mixed-product rules;
// Jiang, Rai & Daumé, Message-passing for approximate MAP inference with latent
// variables, 2011).
//
// On a graph without cycles the beliefs are exact once no message changes, where
// everything is summed over, or everything is maximised over, or no summed variable
// lies between two maximised ones. Otherwise all of it is approximate, and need not
// converge.
//
// Nothing here asks an oracle, so nothing here counts as a call: a learner
// announces its sweeps by Task.Sweep.
package messages
