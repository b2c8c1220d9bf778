package host

// Cgroups is cgroups, for tests.
var Cgroups = cgroups

// LimitBy makes one mechanism the only one, until the returned function is called.
func LimitBy(mechanism string) (restore func()) {
	all := mechanisms
	mechanisms = []string{mechanism}
	return func() { mechanisms = all }
}
