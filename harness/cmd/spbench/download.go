package main

import (
	"fmt"
	"io"
	"time"

	"github.com/vbauerster/mpb/v8"
	"github.com/vbauerster/mpb/v8/decor"

	"github.com/spbench/spbench/internal/data"
)

// A downloadProgress shows a download to the person watching: a bar on a
// terminal, a plain line now and then elsewhere, and failed attempts when they
// happen, in both.
type downloadProgress struct {
	w     io.Writer
	every time.Duration // between plain lines
	shown time.Time     // when the last one was written
	bars  *mpb.Progress // nil: plain lines
	bar   *mpb.Bar      // of the file that is on its way; nil: none yet
	file  data.File
}

func newDownloadProgress(w io.Writer, terminal bool) *downloadProgress {
	p := &downloadProgress{w: w, every: 5 * time.Second, shown: time.Now()}
	if terminal {
		p.bars = mpb.New(mpb.WithOutput(w), mpb.WithWidth(40), mpb.WithRefreshRate(150*time.Millisecond), mpb.WithAutoRefresh())
	}
	return p
}

// observe shows how far the download of a file has come.
func (p *downloadProgress) observe(now data.Progress) {
	if now.Failed != nil {
		p.line("%s: %v; again", now.URL, now.Failed)
	}
	if p.bars == nil {
		if now.Failed == nil && time.Since(p.shown) >= p.every {
			p.shown = time.Now()
			p.line("%s: %s", now.URL, amount(now.Done, now.Total))
		}
		return
	}
	if p.bar == nil || p.file.Path != now.File.Path {
		p.endBar(true)
		p.file, p.bar = now.File, p.newBar(now)
	}
	p.bar.SetTotal(max(now.Total, 0), false)
	p.bar.SetCurrent(now.Done)
}

func (p *downloadProgress) newBar(now data.Progress) *mpb.Bar {
	first, started := now.Done, time.Now()
	speed := func(s decor.Statistics) string {
		seconds := time.Since(started).Seconds()
		if s.Current <= first || seconds < 0.5 {
			return ""
		}
		return fmt.Sprintf("  % .1f/s", decor.SizeB1000(float64(s.Current-first)/seconds))
	}
	return p.bars.AddBar(0,
		mpb.PrependDecorators(decor.Name(now.File.Path+" ")),
		mpb.AppendDecorators(
			decor.Any(func(s decor.Statistics) string { return " " + amount(s.Current, s.Total) }),
			decor.Any(speed),
		))
}

// amount is "1.2 MB of 3.4 MB", or what there is where the whole is unknown.
func amount(done, total int64) string {
	text := fmt.Sprintf("% .1f", decor.SizeB1000(done))
	if total > 0 {
		text += fmt.Sprintf(" of % .1f", decor.SizeB1000(total))
	}
	return text
}

// line prints one line, above the bar where there is one.
func (p *downloadProgress) line(format string, args ...any) {
	w := p.w
	if p.bars != nil {
		w = p.bars
	}
	fmt.Fprintf(w, format+"\n", args...)
}

// close ends the display and leaves the cursor on a fresh line.
func (p *downloadProgress) close(complete bool) {
	if p.bars != nil {
		p.endBar(complete)
		p.bars.Wait()
	}
}

// endBar leaves the bar as it is, full when complete.
func (p *downloadProgress) endBar(complete bool) {
	switch {
	case p.bar == nil:
	case complete:
		p.bar.SetTotal(-1, true)
	default:
		p.bar.Abort(false)
	}
}
