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

// Unsettled returns the number of calls of solvers that iterate until they stand still, where the oracle was asked for by
// name, and of how many of these they were stopped before. Both go on with the state of a Pool.
func (p *Pool) Unsettled() (unsettled, calls uint64) {
	s := p.before
	if p.iterates != nil {
		s.Calls += p.iterates.Calls
		s.Unsettled += p.iterates.Unsettled
	}
	return s.Unsettled, s.Calls
}

// Iterated reports whether a call since it was asked last iterated, and whether that was stopped before it stood still.
// Unsettled leaves those calls out then.
func (p *Pool) Iterated() (iterated, unsettled bool) {
	if p.iterates == nil {
		return false, false
	}
	s := *p.iterates
	*p.iterates = settling{}
	return s.Calls > 0, s.Unsettled > 0
}

// Count takes a call that Iterated told another Pool of into what Unsettled returns.
func (p *Pool) Count(unsettled bool) { p.before.after(0, !unsettled) }
