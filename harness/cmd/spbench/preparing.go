package main

import (
	"fmt"
	"io"
	"time"

	"github.com/vbauerster/mpb/v8"
	"github.com/vbauerster/mpb/v8/decor"

	"github.com/spbench/spbench/harness/internal/data"
)

// A preparing shows work on a dataset, such as superpixels or a download. On a terminal it is a
// bar, otherwise a line from time to time. Short work is not shown.
type preparing struct {
	w        io.Writer
	terminal bool
	every    time.Duration // between lines, and before the bar
	shown    time.Time     // time of the last line, or of the start
	what     string        // current work; "" if none
	bars     *mpb.Progress // nil before the bar
	bar      *mpb.Bar
}

func newPreparing(t *terminal) *preparing {
	p := &preparing{w: t.watched(), terminal: t.interactive, every: 5 * time.Second}
	if t.interactive {
		p.every = time.Second
	}
	return p
}

// observe shows the progress of work.
func (p *preparing) observe(what string, done, total int) {
	if p.what != what {
		p.what, p.shown = what, time.Now()
	}
	switch {
	case p.bars != nil:
		p.bar.SetCurrent(int64(done))
	case time.Since(p.shown) < p.every:
	case p.terminal:
		p.bars = mpb.New(mpb.WithOutput(p.w), mpb.WithWidth(40), mpb.WithRefreshRate(refreshRate),
			mpb.WithAutoRefresh())
		p.bar = p.bars.AddBar(int64(total),
			mpb.PrependDecorators(decor.Name(what+" "), decor.CountersNoUnit("%d/%d ")))
		p.bar.SetCurrent(int64(done))
	case done < total:
		p.shown = time.Now()
		fmt.Fprintf(p.w, "%s: %d of %d\n", what, done, total)
	}
	if done == total {
		p.close()
	}
}

// close ends the bar.
func (p *preparing) close() {
	if p.bars != nil {
		p.bar.Abort(false) // a full bar stays full
		p.bars.Wait()
	}
	p.what, p.bars = "", nil
}

// download shows the progress of a download, and failed attempts.
func (p *preparing) download(now data.Progress) {
	if now.Failed != nil {
		p.close()
		fmt.Fprintf(p.w, "%s: %v: retrying\n", now.URL, now.Failed)
		return
	}
	const mega = 1_000_000
	p.observe(now.URL+", MB", int(now.Done/mega), int(max(now.Total, now.Done+mega)/mega))
}
