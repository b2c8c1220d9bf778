package host

import (
	"fmt"
	"math"

	"github.com/spbench/spbench/harness/sp"
	"github.com/spbench/spbench/internal/wire"
)

// What a fit may send: the harness keeps it, and must survive it.
const (
	maxCheckpoints     = 10_000
	maxCheckpointBytes = 32 << 20 // of all, beside as many of the largest as can be due
	spareCheckpoints   = 256      // beside those that are due

	maxWarnings     = 100     // that are kept
	maxWarningBytes = 1 << 10 // of each
	maxIgnored      = 10_000  // that are only counted
	maxWarned       = 8 << 20 // bytes of all
)

// A flood counts what a fit sends, before it does harm.
type flood struct {
	due         int64 // checkpoints, at the most
	checkpoints int
	bytes       int64 // of the checkpoints, values and all
	largest     int64 // of them
	warnings    int
	warned      int // bytes of these
}

// due returns how many checkpoints of a schedule come before a billion passes.
func due(s sp.Schedule) int64 {
	if s.First == 0 {
		return 1
	}
	return int64(min(maxCheckpoints, max(0, math.Log(1e9/s.First)/math.Log(s.Factor))))
}

// checkpoint takes in one of that size.
func (f *flood) checkpoint(bytes int64) error {
	f.largest = max(f.largest, bytes)
	if f.checkpoints >= maxCheckpoints || f.bytes+bytes > maxCheckpointBytes+(f.due+spareCheckpoints)*f.largest {
		return fmt.Errorf("%w: a flood of checkpoints, %d of them with %d MB so far: only those that are due are wanted",
			sp.ErrProtocol, f.checkpoints, f.bytes>>20)
	}
	f.checkpoints++
	f.bytes += bytes
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
