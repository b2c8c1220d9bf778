// Package perturb is perturb-and-MAP (Papandreou & Yuille 2011): it adds noise to node
// potentials, and estimates marginals and log Z from the maximisers of the perturbed
// potentials. [Estimate] does both:
//
//	key := perturb.NewKey(seed, x.ID)
//	bound, err := perturb.Estimate(&prediction, solver, &potentials, key.Gumbel, 100)
//
// # Noise
//
// Noise is a function, not a stream: entry i of draw number draw of the instance named by a
// [Key] is a fixed number. Every caller gets the same one, in any order and from any number of
// workers. The integers behind it never change; the floats are the same bits on one
// architecture.
//
// # Estimates
//
// With independent zero-mean Gumbel noise z_d(k) on every label of every variable, the mean
// perturbed maximum
//
//	A_G(f) = E max_y [f(y) + Σ_d z_d(y_d)]
//
// is an upper bound on log Z(f) (Hazan & Jaakkola 2012; Shpakova, Bach & Osokin 2018, eq. 2),
// exact for separable f. Its gradient is the frequencies of labels among the maximisers: they
// approximate the marginals. [Estimate] makes both from M draws with any [sp.Solver].
package perturb
