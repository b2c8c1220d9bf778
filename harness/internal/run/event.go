package run

import (
	"github.com/spbench/spbench/harness/internal/record"
	"github.com/spbench/spbench/harness/internal/run/plan"
)

// An Event is something that happens during a run, for the user.
type Event struct {
	Kind   EventKind
	Fit    *plan.Fit   // nil for Note
	Done   int         // finished fits, with those of earlier runs
	Total  int         // planned fits
	Passes float64     // Progress: passes so far; 0 in a trial
	Trial  int         // Progress: number of the trial of tuning; 0: none
	Record *record.Fit // Finished: the record
	Text   string      // Note: a line to read
}

// An EventKind tells what an [Event] is about.
type EventKind int

// Kinds of events.
const (
	Note     EventKind = iota // a warning, or a step of the preparation
	Started                   // a learner gets a fit
	Progress                  // a checkpoint or a state has arrived
	Finished                  // the record of a fit is on disk
)
