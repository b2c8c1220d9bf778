package oracle

// A convergence counts the calls of iterative solvers and those that did not converge.
type convergence struct{ Calls, Unsettled uint64 }

// after counts a call.
func (s *convergence) after(_ int, done bool) {
	s.Calls++
	if !done {
		s.Unsettled++
	}
}

func (s *convergence) counted() *convergence { return s }

// Unsettled returns the number of calls that did not converge, and the number of all calls of
// iterative solvers chosen by name. A resumed Pool continues both counts.
func (p *Pool) Unsettled() (unsettled, calls uint64) {
	s := p.before
	if p.iterates != nil {
		s.Calls += p.iterates.Calls
		s.Unsettled += p.iterates.Unsettled
	}
	return s.Unsettled, s.Calls
}
