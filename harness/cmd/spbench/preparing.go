package main

import (
	"fmt"
	"io"
	"time"

	"github.com/vbauerster/mpb/v8"
	"github.com/vbauerster/mpb/v8/decor"

	"github.com/spbench/spbench/harness/internal/data"
)

// A preparing shows work on a dataset, such as superpixels or a download, to the person watching: a bar on a
// terminal, a plain line now and then elsewhere. It does not show short work.
type preparing struct {
	w        io.Writer
	terminal bool
	every    time.Duration // between plain lines, and before the bar
	shown    time.Time     // when the last line was written, or the work began
	what     string        // the work under way; "": none
	bars     *mpb.Progress // nil: no bar yet
	bar      *mpb.Bar
}

func newPreparing(t *terminal) *preparing {
	p := &preparing{w: t.watched(), terminal: t.interactive, every: 5 * time.Second}
	if t.interactive {
		p.every = time.Second
	}
	return p
}

// observe shows how far the work has come.
func (p *preparing) observe(what string, done, total int) {
	if p.what != what {
		p.what, p.shown = what, time.Now()
	}
	switch {
	case p.bars != nil:
		p.bar.SetCurrent(int64(done))
	case time.Since(p.shown) < p.every:
	case p.terminal:
		p.bars = mpb.New(mpb.WithOutput(p.w), mpb.WithWidth(40), mpb.WithRefreshRate(redrawn), mpb.WithAutoRefresh())
		p.bar = p.bars.AddBar(int64(total), mpb.PrependDecorators(decor.Name(what+" "), decor.CountersNoUnit("%d/%d ")))
		p.bar.SetCurrent(int64(done))
	case done < total:
		p.shown = time.Now()
		fmt.Fprintf(p.w, "%s: %d of %d\n", what, done, total)
	}
	if done == total {
		p.close()
	}
}

// close ends the bar, full or not.
func (p *preparing) close() {
	if p.bars != nil {
		p.bar.Abort(false) // a full one stays full
		p.bars.Wait()
	}
	p.what, p.bars = "", nil
}

// download shows how far a download has come, and a failed attempt.
func (p *preparing) download(now data.Progress) {
	if now.Failed != nil {
		p.close()
		fmt.Fprintf(p.w, "%s: %v; again\n", now.URL, now.Failed)
		return
	}
	const mega = 1_000_000
	p.observe(now.URL+", MB", int(now.Done/mega), int(max(now.Total, now.Done+mega)/mega))
}
