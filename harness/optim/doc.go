// Package optim minimises what learners minimise. [Minimize] is for smooth
// objectives, whose value and gradient cost a pass over all instances:
// limited-memory BFGS, with or without coordinates that must stay >= 0. [Step],
// [Average] and [Project] are for stochastic methods, whose steps touch few of
// the weights: each costs what the step touches, not the dimension.
package optim
