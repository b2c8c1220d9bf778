package run

import "github.com/spbench/spbench/harness/internal/record"

// An Event is something that happened during a run, for the person watching.
type Event struct {
	Kind   EventKind
	Fit    *Fit               // the fit it concerns; nil for Note
	Done   int                // fits finished so far, with those of earlier runs
	Total  int                // fits planned
	Passes float64            // Progress: passes so far; NaN in a trial, which has another training set
	Trial  int                // Progress: number of the trial of tuning under way; 0: it is none
	Values map[string]float64 // Progress: what the learner tells, as in checkpoints; nobody changes it
	Record *record.Fit        // Finished: the outcome
	Text   string             // Note: a line worth reading
}

// An EventKind says what an [Event] is about.
type EventKind int

// Kinds of events.
const (
	Note     EventKind = iota // a warning or a step of the preparation
	Started                   // a fit was handed to a learner
	Progress                  // a checkpoint arrived, or the learner told how far it is
	Finished                  // a fit has its outcome, which is on disk
)
