// Package cputime is for benchmarks: processor time, independent of other processes.
package cputime

import (
	"syscall"
	"testing"
	"time"
)

// Used returns the processor time used by this process so far: user and system time of all its
// threads.
func Used() time.Duration {
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		return 0
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}

// PerOp starts the clock of a benchmark's loop; the returned function reports cpu-ns/op:
//
//	defer cputime.PerOp(b)()
//	for b.Loop() {
func PerOp(b *testing.B) func() {
	start := Used()
	return func() { b.ReportMetric(float64(Used()-start)/float64(b.N), "cpu-ns/op") }
}
