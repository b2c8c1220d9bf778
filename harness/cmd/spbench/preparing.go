package main

import (
	"fmt"
	"io"
	"time"

	"github.com/vbauerster/mpb/v8"
	"github.com/vbauerster/mpb/v8/decor"
)

// A preparing shows work on a dataset before the first fit, such as superpixels, to the person watching: a bar on a
// terminal, a plain line now and then elsewhere. Short work is not shown.
type preparing struct {
	w        io.Writer
	terminal bool
	every    time.Duration // between plain lines, and before the bar
	shown    time.Time     // when the last line was written, or the work began
	what     string        // the work under way; "": none
	bars     *mpb.Progress // nil: no bar yet
	bar      *mpb.Bar
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
	if done < total {
		return
	}
	if p.bars != nil {
		p.bars.Wait() // for the full bar
	}
	p.what, p.bars = "", nil
}
