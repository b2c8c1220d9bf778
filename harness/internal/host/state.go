package host

import (
	"fmt"
	"slices"

	"github.com/spbench/spbench/harness/internal/wire"
	"github.com/spbench/spbench/harness/internal/wire/pb"
	"github.com/spbench/spbench/harness/sp"
)

// resume makes the fit continue from s.
func (f *fitting) resume(s *sp.Saved) {
	f.before, f.last.Counts = *s, s.Counts
	f.Warnings = slices.Clone(s.Warnings)
	f.received.warnings = len(f.Warnings)
	if s.Remote {
		counts := calls(s.Counts)
		counts.Visits = s.Counts.Visits
		f.asked.Resume(counts)
	}
}

// saved checks and passes on a state.
func (f *fitting) saved(m *pb.Saved) error {
	seconds, cpu := f.now()
	s, err := wire.ToSaved(m)
	switch {
	case err != nil:
		return fmt.Errorf("%w: %w", sp.ErrProtocol, err)
	case !s.Counts.Covers(f.last.Counts):
		return fmt.Errorf("%w: %w: those of a state are below those of an earlier checkpoint",
			sp.ErrProtocol, wire.ErrCounts)
	}
	if err := f.within(s.Counts); err != nil {
		return err
	}
	if f.save == nil || f.asked.Drew() { // random numbers of oracles cannot be resumed
		return nil
	}
	s.Remote, s.Warnings = f.asked.Used(), slices.Clone(f.Warnings)
	s.Seconds, s.CPUSeconds = seconds, cpu
	f.refused = f.save(s)
	return f.refused
}
