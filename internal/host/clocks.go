package host

import (
	"fmt"
	"runtime"

	"github.com/spbench/spbench/harness/sp"
	"github.com/spbench/spbench/internal/wire"
)

// Tolerances of clocks, which are read by two processes.
const (
	clockTolerance = 0.05 // relative
	clockSlack     = 0.05 // seconds
	// busySlack is how long either process may have to wait for a processor, in seconds for each process that wants one:
	// what is off by no more is no lie where the learner did not compute in that time.
	busySlack = 1
	// emitRate is how fast what a learner hands over travels at the least, in bytes a second: 400 MB/s are usual.
	emitRate = 50e6
	// What is computed while the clock stands still, to hand over and to certify, is no part of what a learner claims: above
	// the slack there is a doubt, and what exceeds the first of them is no lie yet.
	unclaimed, unclaimedSlack, lieSlack = 1.25, 0.25, 0.1
	// tooMany is the share of what its threads could have computed that one which keeps to them does not exceed.
	tooMany = 1.05
	// mostWork is more visits, calls and sweeps than any processor makes in a CPU second.
	mostWork = 1e10
)

// emitting returns the most that the learner can have spent handing over so far: the time that the harness took for
// it, and that of a slow pipe.
func (f *Fitted) emitting() float64 { return f.HandlingSeconds + float64(f.sent)/emitRate }

// waiting returns the longest wait of a process on the machine as it is now.
func waiting() float64 { return busySlack * max(1, Load()/float64(runtime.NumCPU())) }

// tolerated returns how far a clock may be off at that many seconds.
func tolerated(seconds, slack float64) float64 { return clockTolerance*seconds + slack }

// stamp returns the seconds of the learner's clock at an event that arrives now, on the harness's clock: as claimed or,
// where that is less than can be, the least. More than passed is an error. The harness may be late in taking an event,
// so that less is none.
func (f *fitting) stamp(claimed, now float64) (seconds float64, err error) {
	if claimed > now+tolerated(now, clockSlack) {
		return 0, fmt.Errorf("%w: %w: it says %.3g s after %.3g s on the harness's clock", sp.ErrProtocol, wire.ErrClock, claimed, now)
	}
	return max(claimed, now-f.emitting()-tolerated(now, clockSlack)), nil
}

// Clocks holds the learner's clocks at the end of a fit that may run so many threads at once against those of the
// harness and the system. The error says what cannot be; doubts, in words that many fits share, what may have a reason that
// is not seen from here.
//
// What the learner says of the time that it spent emitting is believed up to what the harness spent on taking it, and, for what
// certifies the end, which is made after the last checkpoint was taken, up to a quarter of the seconds that it claims; of that there is a doubt. A clock
// that lags is a lie where the processes computed far more than they could in the seconds that are claimed; where they did not,
// the machine may have been busy, up to a second for each process that wants a processor.
func (f *Fitted) Clocks(threads int) (doubts []string, err error) {
	sum := f.Seconds + f.EmitSeconds
	hidden := f.WallSeconds - f.Seconds - min(f.EmitSeconds, f.emitting()) - float64(f.ending)/emitRate
	certifying := min(max(f.EmitSeconds-f.emitting(), 0), (unclaimed-1)*f.Seconds+unclaimedSlack)
	off := max(hidden, sum-f.WallSeconds)
	lie := hidden - certifying
	text := fmt.Sprintf("the learner's clock says %.3g s where the harness's says %.3g s", f.Seconds, f.WallSeconds)
	if f.EmitSeconds > f.emitting()+tolerated(f.WallSeconds, clockSlack) {
		text += fmt.Sprintf(", and %.3g s of handing over checkpoints where it took at most %.3g s", f.EmitSeconds, f.emitting())
	}
	switch possible := float64(max(threads, 1)) * f.Seconds; {
	case sum-f.WallSeconds > tolerated(f.WallSeconds, clockSlack), // no busy machine makes a clock run ahead
		lie > tolerated(f.WallSeconds, waiting()),
		off > tolerated(f.WallSeconds, clockSlack) && f.Computed > unclaimed*possible+lieSlack:
		return nil, fmt.Errorf("%s", text)
	case off > tolerated(f.WallSeconds, clockSlack):
		doubts = append(doubts, "its clock and the harness's differ by more than 5 %, as they may on a busy machine")
	}
	if f.CPUSeconds > f.Computed+f.unseen+tolerated(f.Computed, clockSlack) {
		return nil, fmt.Errorf("the learner says that it computed %.3g CPU seconds, the system %.3g", f.CPUSeconds, f.Computed)
	}
	work := float64(f.Counts.Visits + f.Counts.Calls() + f.Counts.Sweeps)
	if !f.Remote && work > mostWork*(f.Computed+f.unseen+clockSlack) {
		return nil, fmt.Errorf("the learner counts %.3g visits, calls and sweeps in %.3g CPU seconds", work, f.Computed)
	}
	if f.Computed > unclaimed*f.CPUSeconds+unclaimedSlack {
		doubts = append(doubts, "its processes computed for longer than the CPU seconds that it claims")
	}
	return append(doubts, f.Doubts(threads)...), nil
}

// Doubts is what Clocks doubts of a fit that was stopped, which has not said how it ended: its clocks stand at its last checkpoint, and
// what it computed since is in none of them.
func (f *Fitted) Doubts(threads int) (doubts []string) {
	if most := float64(max(threads, 1)) * f.WallSeconds; f.WallSeconds >= 1 && f.Computed > tooMany*most {
		doubts = append(doubts, fmt.Sprintf("its processes ran more threads at once than the %d that it may", max(threads, 1)))
	}
	return doubts
}
