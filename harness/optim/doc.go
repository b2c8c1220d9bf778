// Package optim minimises the objectives of learners. For a smooth objective, with one value
// and gradient per pass over all instances, use [Minimize]: limited-memory BFGS, with or
// without coordinates constrained to be >= 0; with an L1 norm, OWL-QN. [Descend] is gradient
// descent.
//
//	result, err := optim.Minimize(f, w, optim.Options{NonNegative: fmap.NonNegative()})
//
// [Strong] runs either of them on a strongly convex objective; every evaluation then bounds the
// minimum.
//
// Stochastic methods take steps in few of the weights. [SGD] is the complete method; [Iterate],
// [Average] and [Step] are its parts. Each costs the number of weights touched by the step, not
// the dimension. [Order] is the sequence of visited instances.
package optim
