package main

import (
	"fmt"
	"io"
	"math"
	"sync"
	"time"

	"github.com/spbench/spbench/harness/internal/record"
	"github.com/spbench/spbench/harness/internal/run"
	"github.com/spbench/spbench/harness/internal/wire"
)

// A progress shows a run to the person watching: on a terminal what is being fitted, the last results and a bar with
// the time left, elsewhere a plain line per finished fit. Failures are shown when they happen, in both.
type progress struct {
	mu      sync.Mutex
	w       io.Writer
	metric  string // the suite's loss
	started time.Time
	before  int   // fits that were done when this run began
	live    *live // nil: not a terminal
}

func newProgress(w io.Writer, terminal bool, metric string) *progress {
	p := &progress{w: w, metric: metric, started: time.Now(), before: -1}
	if terminal {
		p.live = newLive(w, p.left)
	}
	return p
}

// every is how often learners are to tell how far they are: never where that would not be seen.
func (p *progress) every() time.Duration {
	if p.live == nil {
		return 0
	}
	return told
}

// observe shows one event; it is called from any worker.
func (p *progress) observe(e run.Event) {
	p.mu.Lock()
	defer p.mu.Unlock()
	switch e.Kind {
	case run.Note:
		p.line("%s", e.Text)
	case run.Started:
		if p.before < 0 {
			p.before = e.Done
		}
		if p.live != nil {
			p.live.begin(&e)
		}
	case run.Progress:
		if p.live != nil {
			p.live.tell(&e)
		}
	case run.Finished:
		p.finished(e)
	}
}

// left estimates the time that the remaining fits will take.
func (p *progress) left(done, total int) string {
	fresh := done - max(p.before, 0)
	if fresh <= 0 || done >= total {
		return ""
	}
	eta := time.Since(p.started) / time.Duration(fresh) * time.Duration(total-done)
	return " " + eta.Round(time.Second).String() + " left"
}

func (p *progress) finished(e run.Event) {
	r := e.Record
	failed := r.Outcome.Kind != record.OK && r.Outcome.Kind != record.Budget
	if failed {
		p.line("%s: %s: %s", e.Fit, r.Outcome.Kind, r.Outcome.Why())
	}
	result := fmt.Sprintf("%d/%d %s: %.3gs, %.3g passes", e.Done, e.Total, e.Fit, r.Times.Fit.Wall, r.Passes)
	switch {
	case p.live != nil:
		if result += p.score(r); failed {
			result = "" // it was said
		}
		p.live.finish(&e, result)
	case !failed:
		p.line("%s%s", result, p.left(e.Done, e.Total))
	}
}

// score returns what a fit came to in the suite's loss, by its first decoder.
func (p *progress) score(r *record.Fit) string {
	if len(r.Rows) == 0 {
		return ""
	}
	v, ok := r.Rows[0].Metrics[p.metric]
	if !ok || math.IsNaN(float64(v)) {
		return ""
	}
	return fmt.Sprintf(", %s %.4g", p.metric, v)
}

// line prints one line, above all that moves where there is such.
func (p *progress) line(format string, args ...any) {
	text := fmt.Sprintf(format+"\n", args...)
	if p.live != nil {
		p.live.print(wire.Printable(text))
		return
	}
	fmt.Fprint(p.w, text)
}

// close ends the display and leaves the cursor on a fresh line.
func (p *progress) close() {
	if p.live != nil {
		p.live.close()
	}
}
