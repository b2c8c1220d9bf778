package oracle

// A convergence counts the calls of iterative solvers and those that did not converge.
type convergence struct{ Calls, NotConverged uint64 }

// after counts a call.
func (s *convergence) after(_ int, done bool) {
	if s.Calls++; !done {
		s.NotConverged++
	}
}

// Unsettled implements [sp.Settler].
func (s *convergence) Unsettled() uint64 { return s.NotConverged }

func (s *convergence) counted() *convergence { return s }

// NotConverged returns the number of calls that did not converge, and the number of all calls of
// iterative solvers chosen by name. A resumed Pool continues both counts.
func (p *Pool) NotConverged() (notConverged, calls uint64) {
	s := p.before
	if p.iterates != nil {
		s.Calls += p.iterates.Calls
		s.NotConverged += p.iterates.NotConverged
	}
	return s.NotConverged, s.Calls
}
