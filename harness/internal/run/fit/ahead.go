package fit

import (
	"context"

	"github.com/spbench/spbench/harness/internal/host"
	"github.com/spbench/spbench/harness/internal/run/plan"
	"github.com/spbench/spbench/harness/internal/sandbox"
)

// An ahead is a process that starts before its fit or trial, while the one before is scored. Each
// process still serves one fit, and none starts while a learner trains.
type ahead struct {
	program *plan.Learner
	opened  chan *host.Learner // buffered; receives nil if the start fails
}

// startAhead starts the process that follows a's. It does nothing beside other fits, and under
// Landlock, where two processes could talk. Without a sandbox nothing keeps them from that; in
// bubblewrap they see some counters of each other, such as how often a page is mapped. So the
// process must have the same labels as this one: it is that of a fit to the same split, or of
// another trial on the only fold.
func (a *attempt) startAhead(ctx context.Context) {
	s, program := a.Session, a.Program
	alike := a.tuning.sameData
	if !a.tuning.active() {
		if alike = a.next != nil && a.next.SameData(a.Fit); alike {
			program = a.next.Program
		}
	}
	if !alike || s.Parallel || program.Err != nil || s.ahead.opened != nil || s.notAhead ||
		s.Plan.Sandbox.Kind == sandbox.Landlock {
		return
	}
	opened := make(chan *host.Learner, 1)
	s.ahead = ahead{program, opened}
	go func() {
		l, _ := host.Open(ctx, program.Source, s.Plan.HostOptions(nil)) // a later start tells the error
		opened <- l
	}()
}

// takeAhead returns the process started ahead if it is of the program and lives; else nil. After a
// failure no other process is started ahead: this learner may not run twice at a time.
func (s *Session) takeAhead(program *plan.Learner) *host.Learner {
	a := s.ahead
	if a.opened == nil {
		return nil
	}
	s.ahead = ahead{}
	l := <-a.opened
	s.notAhead = l == nil || !l.Lives()
	if l == nil || a.program == program && l.Lives() {
		return l
	}
	_ = l.Close() // nothing depends on how it ended
	return nil
}

// Close ends a process without a fit.
func (s *Session) Close() { s.takeAhead(nil) }
