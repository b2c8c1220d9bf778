package host

import "time"

// Cgroups is cgroups, for tests.
var Cgroups = cgroups

// LimitBy makes one mechanism the only one, until the returned function is called.
func LimitBy(mechanism string) (restore func()) {
	all := mechanisms
	mechanisms = []string{mechanism}
	return func() { mechanisms = all }
}

// SampleEvery sets the time between looks at the memory of learners, until the returned function is called.
func SampleEvery(d time.Duration) (restore func()) {
	before := sampleEvery
	sampleEvery = d
	return func() { sampleEvery = before }
}
