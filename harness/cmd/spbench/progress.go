package main

import (
	"fmt"
	"io"
	"math"
	"sync"
	"time"

	"github.com/spbench/spbench/harness/internal/run"
	"github.com/spbench/spbench/harness/internal/wire"
)

// A progress displays a run. On a terminal it shows running fits, the last results and a bar with
// the time left. Otherwise it prints a line for each finished fit. Failures are always printed.
type progress struct {
	mu      sync.Mutex
	w       io.Writer
	started time.Time
	before  int                // fits done when this run began
	live    *live              // nil if not on a terminal
	skipped map[[2]string]bool // labels of learners and datasets whose skipped fits were shown
}

func newProgress(t *terminal) *progress {
	p := &progress{w: t.err, started: time.Now(), before: -1, skipped: map[[2]string]bool{}}
	if t.interactive {
		p.live = newLive(t.moving, p.left)
	}
	return p
}

// every returns the interval between reports of learners; 0 for none, if they would not be shown.
func (p *progress) every() time.Duration {
	if p.live == nil {
		return 0
	}
	return reportRate
}

// observe shows an event. It is safe for concurrent use.
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

// left estimates the time of the remaining fits.
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
	failed := !r.Outcome.Good()
	switch pair := [2]string{r.Label, r.Dataset}; {
	case r.Outcome.Failed():
		p.line("%s: %s: %s", e.Fit, r.Outcome.Kind, r.Outcome.Why())
	case failed && !p.skipped[pair]:
		p.skipped[pair] = true
		p.line("%s does not apply to %s (a dash in the table): %s", r.Label, r.Dataset,
			r.Outcome.Why())
	}
	result := fmt.Sprintf("%d/%d %s: %.3gs, %.3g passes", e.Done, e.Total, e.Fit, r.Times.Fit.Wall,
		r.Passes)
	switch {
	case p.live != nil:
		if result += lossOf(&e); failed {
			result = "" // the reason was printed
		}
		p.live.finish(&e, result)
	case !failed:
		p.line("%s%s", result, p.left(e.Done, e.Total))
	}
}

// lossOf returns the loss of a fit with its first decoder.
func lossOf(e *run.Event) string {
	if len(e.Record.Rows) == 0 {
		return ""
	}
	metric := e.Fit.Dataset.Metrics[0].Name
	v, ok := e.Record.Rows[0].Metrics[metric]
	if !ok || math.IsNaN(float64(v)) {
		return ""
	}
	return fmt.Sprintf(", %s %.4g", metric, v)
}

// line prints a line, above the moving part if there is one.
func (p *progress) line(format string, args ...any) {
	text := fmt.Sprintf(format+"\n", args...)
	if p.live != nil {
		p.live.print(wire.Printable(text))
		return
	}
	fmt.Fprint(p.w, text)
}

// close ends the display and leaves the cursor on a new line.
func (p *progress) close() {
	if p.live != nil {
		p.live.close()
	}
}
