package main

import (
	"bytes"
	"cmp"
	"fmt"
	"os"
	"path/filepath"

	"github.com/spbench/spbench/harness/internal/page"
	"github.com/spbench/spbench/harness/internal/results"
)

// reportCommand writes one HTML page of runs.
type reportCommand struct {
	Runs []string `arg:"" optional:"" name:"run" help:"Run folders; default: the latest one."`
	Out  string   `short:"o" placeholder:"FILE" help:"File to write; default: RUN/report.html of the first run."`
}

func (c *reportCommand) Run(t *terminal, o *options) error {
	if len(c.Runs) == 0 {
		c.Runs = []string{""}
	}
	var runs []*page.Run
	name := c.Out
	first := ""
	for _, dir := range c.Runs {
		dir, err := o.folder(dir)
		if err != nil {
			return err
		}
		if name == "" {
			name = filepath.Join(dir, "report.html")
		}
		first = cmp.Or(first, dir)
		r, err := readPage(t, o, dir)
		if err != nil {
			return err
		}
		runs = append(runs, r)
	}
	var html bytes.Buffer
	if err := page.Write(&html, runs); err != nil {
		return err
	}
	if c.Out == "" {
		return writeDrawn(t, first, name, html.Bytes())
	}
	if err := os.WriteFile(name, html.Bytes(), 0o666); err != nil { // the folder must exist
		return err
	}
	fmt.Fprintln(t.out, name)
	return nil
}

// readPage reads everything a page shows of the run in dir.
func readPage(t *terminal, o *options, dir string) (*page.Run, error) {
	r, err := results.ReadTable(dir, t.warn, results.TableOptions{})
	if err != nil {
		return nil, err
	}
	p := &page.Run{Run: *r, Folder: filepath.Base(dir)}
	if p.File, p.Text, err = results.SuiteFile(dir); err != nil {
		return nil, err
	}
	if p.Pictures, err = pictures(t, o, dir); err != nil {
		return nil, err
	}
	p.Logs, err = results.ReadLogs(dir, r.Fits)
	return p, err
}
