// Package optim minimises what learners minimise. [Minimize] is for smooth
// objectives, whose value and gradient cost a pass over all instances:
// limited-memory BFGS, with or without coordinates that must stay >= 0; [Descend]
// is gradient descent. [Strong] runs either on a strongly convex objective, of which
// every evaluation bounds the minimum. [Iterate], [Average] and [Step] are for
// stochastic methods, whose steps touch few of the weights: each costs what the step
// touches, not the dimension. [Order] is the sequence of instances that they visit.
package optim
