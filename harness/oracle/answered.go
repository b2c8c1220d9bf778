package oracle

import "sync/atomic"

// answered counts the MAP, Marginals and Conditional calls of all solvers of this process; Clamped needs none of its own, as it
// follows a MAP.
var answered atomic.Int64

// Answered returns how many MAP, Marginals and Conditional calls the solvers of this package have been asked in this process, by
// whomever, those that one solver makes of another included. Whoever counts the calls of some solvers can tell by it
// whether there are others.
func Answered() int64 { return answered.Load() }
