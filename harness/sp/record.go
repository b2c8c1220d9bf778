package sp

import "fmt"

// A Spec names an entry of a common registry (a feature map, a loss, a decoder) and its
// arguments, a JSON object or nothing.
type Spec struct {
	Name string
	Args []byte
}

// A Schedule says when checkpoints are wanted: at First, First·Factor,
// First·Factor², … passes. First 0: only when the learner ends.
type Schedule struct{ First, Factor float64 }

// Check returns an error if First or Factor is out of range.
func (s Schedule) Check() error {
	switch {
	case s.First == 0:
		return nil
	case !(s.First > 0) || s.First-s.First != 0:
		return fmt.Errorf("sp: schedule: first checkpoint at %v passes, must be positive", s.First)
	case !(s.Factor > 1) || s.Factor-s.Factor != 0:
		return fmt.Errorf("sp: schedule: factor %v, must exceed 1", s.Factor)
	}
	return nil
}

// A Stamped is a checkpoint with its cost, and without its Dual, which stays in the process.
// The harness measures the seconds when the checkpoint arrives. They count from the start of
// the fit, in all its processes.
type Stamped struct {
	Checkpoint
	Counts     Counts  // since the start of the fit
	Seconds    float64 // wall time; 0 in the learner's process
	CPUSeconds float64 // of the learner's processes; NaN if the system does not measure it
}

// A Saved is the state of a fit between two steps. Another process of the same build
// can resume the fit from it, with the same result.
type Saved struct {
	State  []byte // opaque: only the same build of the learner can read it
	Counts Counts // since the start of the fit, in all its processes

	// Added by the harness:
	Seconds    float64  // as of a Stamped
	CPUSeconds float64  // likewise
	Remote     bool     // the harness made the oracle calls
	Warnings   []string // of the learner
}

// MaxState bounds the bytes of a Saved.State. A fit with a larger state cannot be saved.
const MaxState = 1 << 30

// Always describes a learner that can resume each of its fits.
const Always = "always"

// Unmetered begins the warning about a fit whose learner uses solvers of its own.
const Unmetered = "oracle calls past the meter"

// Done says how a successful fit ended.
type Done struct {
	Counts Counts
	End    End
	// certifies the bound of the last checkpoint, see Checkpoint; nil: no certificate
	Dual [][]Atom
}
