// Package perturb is perturb-and-MAP (Papandreou & Yuille 2011): noise that is
// added to node potentials, and what the maximisers of perturbed potentials
// estimate.
//
// # Noise
//
// Noise is a function, not a stream: entry i of draw number draw of the
// instance named by a [Key] is a fixed number. Whoever asks, in whatever order
// and from however many workers, gets the same one. The integers behind it
// never change; the floats are the same bits on one architecture.
//
// # Estimates
//
// With independent zero-mean Gumbel noise z_d(k) on every label of every
// variable, the mean perturbed maximum
//
//	A_G(f) = E max_y [f(y) + Σ_d z_d(y_d)]
//
// is an upper bound on log Z(f) (Hazan & Jaakkola 2012; Shpakova, Bach & Osokin
// 2018, eq. 2), exact for separable f, and the frequencies of labels among the
// maximisers are its gradient: they approximate the marginals. [Estimate] makes
// both from M draws with any [sp.Solver].
package perturb
