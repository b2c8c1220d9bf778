package host

import (
	"fmt"
	"math"
	"slices"
	"time"

	"github.com/spbench/spbench/harness/sp"
	"github.com/spbench/spbench/internal/wire"
	"github.com/spbench/spbench/internal/wire/pb"
)

// resume lets the fit go on from s.
func (f *fitting) resume(s *sp.Saved) {
	f.before = s.HostSeconds
	f.last.Counts, f.last.Seconds, f.last.CPUSeconds = s.Counts, s.Seconds, s.CPUSeconds
	// What it took to hand over that state is in neither clock of the learner, and what came after was lost. A state that claims less than it
	// took is not believed beyond what a clock may be off.
	claimed := s.Seconds + s.EmitSeconds
	f.WallSeconds = max(claimed, s.HostSeconds-tolerated(s.HostSeconds, waiting()))
	f.Warnings, f.HandlingSeconds = slices.Clone(s.Warnings), s.EmitSeconds
	f.computedBefore = max(s.CPUSeconds, s.HostCPUSeconds-tolerated(s.HostCPUSeconds, clockSlack))
	f.flood.warnings = len(f.Warnings)
	f.asked.resume(s, s.Seconds+f.WallSeconds-claimed)
}

// saved takes a state.
func (f *fitting) saved(m *pb.Saved) error {
	s, err := wire.ToSaved(m)
	switch {
	case err != nil:
		return fmt.Errorf("%w: %w", sp.ErrProtocol, err)
	case !s.Counts.Covers(f.last.Counts) || s.Seconds < f.last.Seconds || s.CPUSeconds < f.last.CPUSeconds:
		return fmt.Errorf("%w: %w: those of a state are behind those of a checkpoint before", sp.ErrProtocol, wire.ErrClock)
	}
	if err := f.within(s.Counts); err != nil {
		return err
	}
	start := time.Now()
	if _, err := f.stamp(s.Seconds, f.now(start)); err != nil {
		return err
	}
	s.EmitSeconds = min(s.EmitSeconds, f.emitting())
	if f.save == nil || f.asked.pool.Drew() { // with the latter there is no telling where it was when the state was
		return nil
	}
	s.Remote, s.Warnings = f.asked.used(), slices.Clone(f.Warnings)
	s.HostSeconds = f.before + start.Sub(f.started).Seconds()
	if computed, _ := f.computing.since(); !math.IsNaN(computed) {
		s.HostCPUSeconds = f.computedBefore + computed
	}
	f.refused = f.save(s)
	handling := time.Since(start)
	f.HandlingSeconds += handling.Seconds()
	f.asked.pause(handling)
	return f.refused
}

// resume makes what the learner had asked for before s, in so many seconds, what this access has answered.
func (a *access) resume(s *sp.Saved, seconds float64) {
	if s.Remote {
		a.counts = calls(s.Counts)
		a.counts.Visits = s.Counts.Visits
	}
	a.paused -= time.Duration(seconds * 1e9)
}
