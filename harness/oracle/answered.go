package oracle

import "sync/atomic"

// answered counts the MAP, Marginals and Conditional calls of all solvers of this process. Clamped
// follows a MAP and is not counted.
var answered atomic.Int64

// Answered returns the number of MAP, Marginals and Conditional calls completed by all solvers of
// this package in this process. Unsupported calls, whose errors wrap errors.ErrUnsupported, do not
// count. A caller can compare it with its own count to detect calls of other solvers.
func Answered() int64 { return answered.Load() }
