package oracle

import "sync/atomic"

// answered counts the MAP, Marginals and Conditional calls of all solvers of this process; Clamped
// needs none of its own, as it follows a MAP.
var answered atomic.Int64

// Answered returns how many MAP, Marginals and Conditional calls the solvers of this package have
// answered in this process, whoever asked; a call that is refused, its error wrapping
// errors.ErrUnsupported, is none. Whoever counts the calls of some solvers can tell by it whether
// there are others.
func Answered() int64 { return answered.Load() }
