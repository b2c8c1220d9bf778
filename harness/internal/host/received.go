package host

import (
	"fmt"
	"math"

	"github.com/spbench/spbench/harness/internal/wire"
	"github.com/spbench/spbench/harness/sp"
)

// Limits on the events of a fit, since the harness keeps them.
const (
	maxCheckpoints   = 10_000 // due ones
	extraCheckpoints = 16     // beyond the due ones

	maxWarnings     = 100     // kept
	maxWarningBytes = 1 << 10 // of each
	maxIgnored      = 10_000  // only counted
	maxWarned       = 8 << 20 // bytes of all together
)

// A received counts the events of a fit, to refuse too many.
type received struct {
	schedule    sp.Schedule
	checkpoints int
	warnings    int
	warned      int // bytes of warnings
}

// due returns the number of checkpoints of a schedule within the given passes.
func due(s sp.Schedule, passes float64) int {
	if s.First == 0 || passes < s.First {
		return 0
	}
	return int(min(maxCheckpoints, 1+math.Log(passes/s.First)/math.Log(s.Factor)))
}

// checkpoint counts a checkpoint after the given passes. More than extraCheckpoints beyond the due
// ones are an error, even for tiny checkpoints: a learner accepted on small tasks must not fail on
// large ones.
func (f *received) checkpoint(passes float64) error {
	f.checkpoints++
	if wanted := due(f.schedule, passes); f.checkpoints > wanted+extraCheckpoints {
		return fmt.Errorf("%w: too many checkpoints: %d within %.3g passes, but only %d were due: "+
			"send one when it is due, and one at the end", sp.ErrProtocol, f.checkpoints, passes,
			wanted)
	}
	return nil
}

// warning keeps the beginning of a warning, up to a number of warnings.
func (f *fitting) warning(text string) error {
	f.received.warnings++
	f.received.warned += len(text)
	if f.received.warnings > maxWarnings+maxIgnored || f.received.warned > maxWarned {
		return fmt.Errorf("%w: too many warnings, %d of them with %d kB", sp.ErrProtocol,
			f.received.warnings, f.received.warned>>10)
	}
	if f.received.warnings > maxWarnings {
		return nil
	}
	f.Warnings = append(f.Warnings, wire.Printable(wire.Beginning(text, maxWarningBytes)))
	return nil
}

// warn adds the number of warnings left out.
func (f *received) warn(warnings *[]string) {
	if more := f.warnings - maxWarnings; more > 0 {
		*warnings = append(*warnings, fmt.Sprintf("%d more warnings of the learner are left out",
			more))
	}
}
