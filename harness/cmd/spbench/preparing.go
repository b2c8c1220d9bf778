package main

import (
	"fmt"
	"io"
	"time"

	"github.com/spbench/spbench/harness/internal/data"
)

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
