package host

import (
	"fmt"
	"math"

	"github.com/spbench/spbench/harness/internal/wire"
	"github.com/spbench/spbench/harness/sp"
)

// What a fit may send: the harness keeps it, and must survive it.
const (
	maxCheckpoints   = 10_000 // that are due
	extraCheckpoints = 16     // beside those that are due

	maxWarnings     = 100     // that are kept
	maxWarningBytes = 1 << 10 // of each
	maxIgnored      = 10_000  // that are only counted
	maxWarned       = 8 << 20 // bytes of all
)

// A flood counts what a fit sends, before it does harm.
type flood struct {
	schedule    sp.Schedule
	checkpoints int
	warnings    int
	warned      int // bytes of these
}

// due returns how many checkpoints of a schedule come within so many passes.
func due(s sp.Schedule, passes float64) int {
	if s.First == 0 || passes < s.First {
		return 0
	}
	return int(min(maxCheckpoints, 1+math.Log(passes/s.First)/math.Log(s.Factor)))
}

// checkpoint takes in one after so many passes. More than extraCheckpoints beyond the due ones are
// an error, however small they are: a learner accepted on small tasks must not fail on large ones.
func (f *flood) checkpoint(passes float64) error {
	f.checkpoints++
	if wanted := due(f.schedule, passes); f.checkpoints > wanted+extraCheckpoints {
		return fmt.Errorf("%w: a flood of checkpoints: %d within %.3g passes, in which %d were due: "+
			"send one when the schedule asks for it, and one at the end", sp.ErrProtocol, f.checkpoints, passes, wanted)
	}
	return nil
}

// warning keeps the beginning of one, if there are not too many.
func (f *fitting) warning(text string) error {
	f.flood.warnings++
	f.flood.warned += len(text)
	if f.flood.warnings > maxWarnings+maxIgnored || f.flood.warned > maxWarned {
		return fmt.Errorf("%w: a flood of warnings, %d of them with %d kB", sp.ErrProtocol, f.flood.warnings, f.flood.warned>>10)
	}
	if f.flood.warnings > maxWarnings {
		return nil
	}
	f.Warnings = append(f.Warnings, wire.Printable(wire.Beginning(text, maxWarningBytes)))
	return nil
}

// warn says how many warnings were left out.
func (f *flood) warn(warnings *[]string) {
	if more := f.warnings - maxWarnings; more > 0 {
		*warnings = append(*warnings, fmt.Sprintf("%d more warnings of the learner are left out", more))
	}
}
