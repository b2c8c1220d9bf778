package main

import (
	"math"
	"os"
	"runtime/debug"
)

// frugal is how many percent the heap may grow beyond what is there to stay while what is left of many fits is found or their table is made, of which nearly all is. See
// TestScale.
const frugal = 30

// keepToTask keeps this process, which may hold a plan of very many fits, to what submit asks for beside the memory of a learner, where that is limited
// and nobody has set another limit (GOMEMLIMIT). It holds until the first fit, see atEase, or until what is returned is called: a limit on what
// fits take would cost them time.
func keepToTask(learners int64) (end func()) {
	if learners > 0 && os.Getenv("GOMEMLIMIT") == "" {
		debug.SetMemoryLimit(harnessMemory / 10 * 9)
	}
	return unlimited
}

// unlimited takes keepToTask back.
func unlimited() {
	if os.Getenv("GOMEMLIMIT") == "" {
		debug.SetMemoryLimit(math.MaxInt64)
	}
}

// atEase lets the heap grow as it does in any Go program, from the first fit on.
func atEase() {
	debug.SetGCPercent(100)
	unlimited()
}
