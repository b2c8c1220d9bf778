package main

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"runtime/debug"
	"strings"

	"github.com/spbench/spbench/harness/internal/page"
	"github.com/spbench/spbench/harness/internal/pictures"
	"github.com/spbench/spbench/harness/internal/record"
	"github.com/spbench/spbench/harness/internal/results"
	"github.com/spbench/spbench/harness/internal/run/plan"
	"github.com/spbench/spbench/harness/internal/table/figure"
)

// reportCommand writes one HTML page of a run.
type reportCommand struct {
	runFolder `embed:""`
	Out       string `short:"o" placeholder:"FILE" help:"File to write; default: RUN/report.html."`
}

func (c *reportCommand) Run(t *terminal, dir string) error {
	debug.SetGCPercent(40) // a little more time, a quarter less memory
	r, err := readPage(t, dir)
	if err != nil {
		return err
	}
	var html bytes.Buffer
	if err := page.Write(&html, r); err != nil {
		return err
	}
	if c.Out == "" {
		return writeDrawn(t, dir, filepath.Join(dir, "report.html"), html.Bytes())
	}
	if err := os.WriteFile(c.Out, html.Bytes(), 0o666); err != nil { // the folder must exist
		return err
	}
	fmt.Fprintln(t.out, c.Out)
	return nil
}

// readPage reads everything a page shows of the run in dir.
func readPage(t *terminal, dir string) (*page.Run, error) {
	r, err := results.ReadTable(dir, t.warn, results.TableOptions{Curves: true, Data: t.past(dir)})
	if err != nil {
		return nil, err
	}
	p := &page.Run{Run: *r, Folder: filepath.Base(dir)}
	if p.File, p.Text, err = results.SuiteFile(dir); err != nil {
		return nil, err
	}
	p.Pictures, err = drawPictures(t, dir, r.Fits)
	return p, err
}

// drawPictures draws test instances of each dataset of a run, from stored predictions.
func drawPictures(t *terminal, dir string, fits []record.Fit) ([]page.Picture, error) {
	planned, err := results.ReadPlan(dir)
	if err != nil {
		return nil, err
	}
	var all []page.Picture
	for i := range planned.Suite.Datasets {
		label := planned.Suite.Datasets[i].Label
		past, err := plan.Reopen(planned, label, t.past(dir))
		if err != nil { // it has paths of this machine, so the page does not quote it
			t.note("not drawn: %s: %v\n", label, err)
			all = append(all, page.Picture{Title: label,
				None: "Not drawn: the machine that wrote this page lacks the dataset of the run."})
			continue
		}
		drawn, left, err := new(pictures.Choice).Draw(past, dir, planned, fits)
		if err != nil {
			all = append(all, page.Picture{Title: label, None: "Not drawn: " + err.Error()})
		}
		for i, d := range drawn {
			p := page.Picture{Title: d.Title}
			if i == 0 && len(left) > 0 {
				p.Note = "Not drawn: " + strings.Join(left, "; ") + "."
			}
			switch d := d.Drawing.(type) {
			case *figure.Sequence:
				p.Sequence = d
			case *figure.Picture:
				if p.Images, err = d.Parts(); err != nil {
					return nil, err
				}
			}
			all = append(all, p)
		}
	}
	return all, nil
}
