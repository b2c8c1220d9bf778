//go:build !linux

package proc

import "time"

// OnThread returns the wall time that f takes: no less than its CPU time.
func OnThread(f func()) time.Duration {
	start := time.Now()
	f()
	return time.Since(start)
}
