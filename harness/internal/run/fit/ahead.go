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

// startAhead starts a process of a program. It does nothing beside other fits, and under Landlock,
// where two processes could talk. Without a sandbox nothing keeps them from that.
func (s *Session) startAhead(ctx context.Context, program *plan.Learner) {
	if s.Parallel || program == nil || program.Err != nil || s.ahead.opened != nil ||
		s.notAhead || s.Plan.Sandbox.Kind == sandbox.Landlock {
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
