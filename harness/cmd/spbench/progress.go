package main

import (
	"fmt"
	"io"
	"sync"
	"sync/atomic"
	"time"

	"github.com/vbauerster/mpb/v8"
	"github.com/vbauerster/mpb/v8/decor"

	"github.com/spbench/spbench/internal/bench"
	"github.com/spbench/spbench/internal/record"
)

// A progress shows a run to the person watching: a bar with the time left on a
// terminal, a plain line per finished fit elsewhere. Failures are shown when
// they happen, in both.
type progress struct {
	mu      sync.Mutex
	w       io.Writer
	started time.Time
	before  int // fits that were done when this run began
	bars    *mpb.Progress
	bar     *mpb.Bar
	running atomic.Value // string; read while a line is being printed, so not under mu
}

func newProgress(w io.Writer, terminal bool) *progress {
	p := &progress{w: w, started: time.Now()}
	if terminal {
		p.bars = mpb.New(mpb.WithOutput(w), mpb.WithWidth(40), mpb.WithRefreshRate(150*time.Millisecond))
	}
	return p
}

// observe shows one event; it is called from any worker.
func (p *progress) observe(e bench.Event) {
	p.mu.Lock()
	defer p.mu.Unlock()
	switch e.Kind {
	case bench.Note:
		p.line("%s", e.Text)
	case bench.Started:
		p.running.Store(e.Fit.String())
		if p.bars != nil && p.bar == nil {
			p.before = e.Done
			p.bar = p.newBar(e.Total, e.Done)
		}
	case bench.Finished:
		p.finished(e)
	}
}

func (p *progress) newBar(total, done int) *mpb.Bar {
	bar := p.bars.AddBar(int64(total),
		mpb.PrependDecorators(decor.CountersNoUnit("%d/%d fits ")),
		mpb.AppendDecorators(
			decor.Any(func(s decor.Statistics) string { return p.left(int(s.Current), int(s.Total)) }),
			decor.Any(func(decor.Statistics) string { return "  " + p.running.Load().(string) }),
		))
	bar.SetCurrent(int64(done))
	return bar
}

// left estimates the time that the remaining fits will take.
func (p *progress) left(done, total int) string {
	fresh := done - p.before
	if fresh <= 0 || done >= total {
		return ""
	}
	eta := time.Since(p.started) / time.Duration(fresh) * time.Duration(total-done)
	return " " + eta.Round(time.Second).String() + " left"
}

func (p *progress) finished(e bench.Event) {
	r := e.Record
	failed := r.Outcome.Kind != record.OK && r.Outcome.Kind != record.Budget
	if failed {
		p.line("%s: %s: %s", e.Fit, r.Outcome.Kind, r.Outcome.Reason)
	}
	if p.bar != nil {
		p.bar.SetCurrent(int64(e.Done))
		return
	}
	if !failed {
		p.line("%d/%d %s: %.3gs, %.3g passes%s", e.Done, e.Total, e.Fit, r.Times.Fit.Wall, r.Passes, p.left(e.Done, e.Total))
	}
}

// line prints one line, above the bar where there is one.
func (p *progress) line(format string, args ...any) {
	if p.bars != nil {
		fmt.Fprintf(p.bars, format+"\n", args...)
		return
	}
	fmt.Fprintf(p.w, format+"\n", args...)
}

// close ends the display and leaves the cursor on a fresh line.
func (p *progress) close() {
	if p.bars == nil {
		return
	}
	if p.bar != nil && !p.bar.Completed() {
		p.bar.Abort(false)
	}
	p.bars.Wait()
}
