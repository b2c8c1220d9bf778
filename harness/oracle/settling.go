package oracle

// A settling counts calls of a solver that iterates, and those that it ended before it stood still.
type settling struct{ Calls, Unsettled uint64 }

// after counts a call.
func (s *settling) after(_ int, done bool) {
	s.Calls++
	if !done {
		s.Unsettled++
	}
}

func (s *settling) counted() *settling { return s }

// Unsettled returns the number of calls of solvers that iterate until they stand still, where the
// oracle was asked for by name, and of how many of these they were stopped before. Both go on with
// the state of a Pool.
func (p *Pool) Unsettled() (unsettled, calls uint64) {
	s := p.before
	if p.iterates != nil {
		s.Calls += p.iterates.Calls
		s.Unsettled += p.iterates.Unsettled
	}
	return s.Unsettled, s.Calls
}
