package host_test

import (
	"time"

	"github.com/spbench/spbench/harness/internal/host/limit"
	"github.com/spbench/spbench/harness/internal/host/proc"
)

// limitBy makes one mechanism the only one, until the returned function is called.
func limitBy(mechanism string) (restore func()) {
	all := limit.Mechanisms
	limit.Mechanisms = []string{mechanism}
	return func() { limit.Mechanisms = all }
}

// sampleEvery sets the time between looks at the memory of learners, until the returned function is
// called.
func sampleEvery(d time.Duration) (restore func()) {
	before := limit.SampleEvery
	limit.SampleEvery = d
	return func() { limit.SampleEvery = before }
}

// plantVmstat makes another file tell how often the system killed for lack of memory, until the
// returned function is called.
func plantVmstat(name string) (restore func()) {
	before := proc.Vmstat
	proc.Vmstat = name
	return func() { proc.Vmstat = before }
}
