package main

import (
	"fmt"
	"io"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/mattn/go-runewidth"
	"github.com/spbench/spbench/harness/internal/data"
	"github.com/spbench/spbench/harness/internal/run"
	"github.com/spbench/spbench/harness/internal/run/plan"
	"github.com/spbench/spbench/harness/internal/wire"
	"github.com/vbauerster/mpb/v8/cwriter"
)

// A progress displays a run: a line for each finished fit, and for failures. On a terminal the
// running fits and the time left stand below these lines.
type progress struct {
	mu      sync.Mutex
	w       io.Writer
	started time.Time
	before  int                // fits done when this run began
	skipped map[[2]string]bool // labels of learners and datasets whose skipped fits were shown

	screen      *cwriter.Writer // nil if not on a terminal, and at the end
	over        chan struct{}   // closed at the end
	running     []*running      // in the order of their start
	done, total int             // fits
}

// A running is a fit in progress.
type running struct {
	fit   *plan.Fit
	since time.Time
	last  run.Event // the last Progress
}

// drawEvery is the interval between drawings.
const drawEvery = time.Second

func newProgress(t *terminal) *progress {
	p := &progress{w: t.err, started: time.Now(), before: -1, skipped: map[[2]string]bool{},
		over: make(chan struct{})}
	if t.interactive {
		p.screen = cwriter.New(t.moving)
		go p.refresh()
	}
	return p
}

// refresh draws until the end: times go on also without events.
func (p *progress) refresh() {
	for {
		select {
		case <-p.over:
			return
		case <-time.After(drawEvery):
			p.mu.Lock()
			p.draw("")
			p.mu.Unlock()
		}
	}
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
		p.done, p.total = e.Done, e.Total
		p.running = append(p.running, &running{fit: e.Fit, since: time.Now()})
		p.draw("")
	case run.Progress:
		for _, f := range p.running {
			if f.fit.Key == e.Fit.Key {
				f.last = e
			}
		}
		p.draw("")
	case run.Finished:
		p.finished(e)
	}
}

// left estimates the time of the remaining fits.
func (p *progress) left() string {
	fresh := p.done - max(p.before, 0)
	if fresh <= 0 || p.done >= p.total {
		return ""
	}
	eta := time.Since(p.started) / time.Duration(fresh) * time.Duration(p.total-p.done)
	return " " + eta.Round(time.Second).String() + " left"
}

func (p *progress) finished(e run.Event) {
	p.running = slices.DeleteFunc(p.running, func(f *running) bool { return f.fit == e.Fit })
	p.done, p.total = e.Done, e.Total
	r := e.Record
	switch pair := [2]string{r.Label, r.Dataset}; {
	case r.Outcome.Good():
		p.line("%d/%d %s: %.3gs, %.3g passes%s", e.Done, e.Total, e.Fit, r.Times.Fit.Wall, r.Passes,
			p.left())
	case r.Outcome.Failed():
		p.line("%s: %s: %s", e.Fit, r.Outcome.Kind, r.Outcome.Why())
	case !p.skipped[pair]:
		p.skipped[pair] = true
		p.line("%s does not apply to %s (a dash in the table): %s", r.Label, r.Dataset,
			r.Outcome.Why())
	}
}

// line prints a line, above the moving part if there is one.
func (p *progress) line(format string, args ...any) {
	text := fmt.Sprintf(format+"\n", args...)
	if p.screen != nil {
		p.draw(wire.Printable(text))
		return
	}
	fmt.Fprint(p.w, text)
}

// draw draws the moving part of a terminal again, below more text.
func (p *progress) draw(above string) {
	if p.screen == nil {
		return
	}
	width, height, err := p.screen.GetTermSize()
	if err != nil || width <= 0 || height <= 0 { // some terminals say that they have no size
		width, height = 80, 24
	}
	var lines []string
	for _, f := range p.running {
		lines = append(lines, f.String())
	}
	if p.total > 0 {
		lines = append(lines, fmt.Sprintf("%d/%d fits%s", p.done, p.total, p.left()))
	}
	lines = lines[max(0, len(lines)-height+1):] // the rest would scroll away
	fmt.Fprint(p.screen, above)
	oneLine := strings.NewReplacer("\n", " ", "\t", " ")
	for _, line := range lines {
		fmt.Fprintln(p.screen, runewidth.Truncate(oneLine.Replace(wire.Printable(line)), width, "…"))
	}
	if p.screen.Flush(len(lines)) != nil { // the terminal is gone: there is nowhere to report it
		p.screen = nil
	}
}

// String returns the state of the fit in one line.
func (f *running) String() string {
	text := fmt.Sprintf("  %s  %s", f.fit, time.Since(f.since).Truncate(time.Second))
	if f.last.Trial > 0 {
		text += fmt.Sprintf("  trial %d", f.last.Trial)
	}
	if p := f.last.Passes; p > 0 {
		text += fmt.Sprintf("  %.3g passes", p)
	}
	return text
}

// close ends the display and leaves the cursor on a new line.
func (p *progress) close() {
	p.mu.Lock()
	defer p.mu.Unlock()
	close(p.over)
	p.running, p.total = nil, 0
	p.draw("")
	p.screen = nil
}

// A preparing shows work on a dataset by a line from time to time: superpixels, or a download. Short
// work is not shown.
type preparing struct {
	w     io.Writer
	every time.Duration // between lines
	shown time.Time     // time of the last line, or of the start
	what  string        // current work; "" if none
}

func newPreparing(t *terminal) *preparing { return &preparing{w: t.err, every: 5 * time.Second} }

// observe shows the progress of work.
func (p *preparing) observe(what string, done, total int) {
	if p.what != what {
		p.what, p.shown = what, time.Now()
	}
	if time.Since(p.shown) >= p.every && done < total {
		p.shown = time.Now()
		fmt.Fprintf(p.w, "%s: %d of %d\n", what, done, total)
	}
}

// download shows the progress of a download, and failed attempts.
func (p *preparing) download(now data.Progress) {
	if now.Failed != nil {
		fmt.Fprintf(p.w, "%s: %v: retrying\n", now.URL, now.Failed)
		return
	}
	const mega = 1_000_000
	p.observe(now.URL+", MB", int(now.Done/mega), int(max(now.Total, now.Done+mega)/mega))
}
