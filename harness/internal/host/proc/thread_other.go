//go:build !linux

package proc

import "time"

// OnThread returns the wall time of f, which is at least its CPU time.
func OnThread(f func()) time.Duration {
	start := time.Now()
	f()
	return time.Since(start)
}
