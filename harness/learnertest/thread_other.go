//go:build !linux

package learnertest

import "time"

// onThread returns the wall time that f takes: no less than its CPU time.
func onThread(f func()) time.Duration {
	start := time.Now()
	f()
	return time.Since(start)
}
