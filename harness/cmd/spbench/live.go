package main

import (
	"fmt"
	"io"
	"maps"
	"math"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/mattn/go-runewidth"
	"github.com/vbauerster/mpb/v8"
	"github.com/vbauerster/mpb/v8/decor"

	"github.com/spbench/spbench/harness/internal/run"
	"github.com/spbench/spbench/harness/internal/run/plan"
	"github.com/spbench/spbench/harness/internal/wire"
)

// A live draws the changing lines of a terminal: the last results, the running fits and a bar.
type live struct {
	bars *mpb.Progress
	bar  *mpb.Bar // nil until the first fit

	mu      sync.Mutex // protects results and fits, since lines are drawn concurrently
	results []string
	fits    []*running // in the order of their start

	left func(done, total int) string // estimates the time left
}

// A running is a fit in progress.
type running struct {
	fit   *plan.Fit
	since time.Time
	last  run.Event // the last Progress
}

// mostResults is the number of last results shown.
const mostResults = 3

// refreshRate is the interval between drawings, reportRate the interval between reports of a
// learner.
const (
	refreshRate = 150 * time.Millisecond
	reportRate  = time.Second
)

func newLive(w io.Writer, left func(done, total int) string) *live {
	return &live{left: left, bars: mpb.New(mpb.WithOutput(w), mpb.WithRefreshRate(refreshRate),
		mpb.WithAutoRefresh())}
}

func (l *live) begin(e *run.Event) {
	l.mu.Lock()
	l.fits = append(l.fits, &running{fit: e.Fit, since: time.Now()})
	l.mu.Unlock()
	if l.bar == nil {
		l.bar = l.bars.AddBar(int64(e.Total),
			mpb.BarWidth(40), mpb.PrependDecorators(decor.CountersNoUnit("%d/%d fits ")),
			mpb.AppendDecorators(decor.Any(func(s decor.Statistics) string { return l.left(int(s.Current), int(s.Total)) })),
			mpb.BarExtender(mpb.BarFillerFunc(l.draw), true))
		l.bar.SetCurrent(int64(e.Done))
	}
}

// tell records the progress of a fit.
func (l *live) tell(e *run.Event) {
	l.mu.Lock()
	defer l.mu.Unlock()
	for _, f := range l.fits {
		if f.fit.Key != e.Fit.Key {
			continue
		}
		before := f.last
		f.last = *e
		if len(e.Values) == 0 && e.Trial == before.Trial { // keep the last known values
			f.last.Values = before.Values
		}
	}
}

// finish removes a fit, and shows result unless it is "".
func (l *live) finish(e *run.Event, result string) {
	l.mu.Lock()
	l.fits = slices.DeleteFunc(l.fits, func(f *running) bool { return f.fit == e.Fit })
	if result != "" {
		l.results = append(l.results, result)
	}
	l.results = l.results[max(0, len(l.results)-mostResults):]
	l.mu.Unlock()
	if l.bar != nil {
		l.bar.SetCurrent(int64(e.Done))
	}
}

// draw writes the lines above the bar, the lowest first.
func (l *live) draw(w io.Writer, s decor.Statistics) error {
	l.mu.Lock()
	defer l.mu.Unlock()
	lines := slices.Clone(l.results)
	for _, f := range l.fits {
		lines = append(lines, f.String())
	}
	oneLine := strings.NewReplacer("\n", " ", "\t", " ")
	for _, line := range slices.Backward(lines) {
		if _, err := fmt.Fprintln(w, runewidth.Truncate(oneLine.Replace(wire.Printable(line)),
			s.AvailableWidth, "…")); err != nil {
			return err
		}
	}
	return nil
}

// String returns the state of the fit in one line.
func (f *running) String() string {
	text := fmt.Sprintf("  %s  %s", f.fit, time.Since(f.since).Truncate(time.Second))
	if f.last.Trial > 0 {
		text += fmt.Sprintf("  trial %d", f.last.Trial)
	}
	if p := f.last.Passes; p > 0 && !math.IsNaN(p) {
		text += fmt.Sprintf("  %.3g passes", p)
	}
	for _, name := range slices.Sorted(maps.Keys(f.last.Values)) {
		text += fmt.Sprintf("  %s %.4g", name, f.last.Values[name])
	}
	return text
}

func (l *live) print(text string) { fmt.Fprint(l.bars, text) }

func (l *live) close() {
	l.mu.Lock()
	l.results, l.fits = nil, nil
	l.mu.Unlock()
	if l.bar != nil && !l.bar.Completed() {
		l.bar.Abort(false)
	}
	l.bars.Wait()
}
