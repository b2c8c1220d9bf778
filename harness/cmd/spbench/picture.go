package main

import (
	"bytes"
	"errors"
	"fmt"
	"path/filepath"

	"github.com/spbench/spbench/harness/internal/pictures"
	"github.com/spbench/spbench/harness/internal/record"
	"github.com/spbench/spbench/harness/internal/results"
	"github.com/spbench/spbench/harness/internal/run/plan"
	"github.com/spbench/spbench/harness/internal/table/figure"
)

// pictureCommand draws test instances of a run.
type pictureCommand struct {
	runFolder `embed:""`
	Learner   []string `sep:"none" placeholder:"LABEL" help:"Draw this learner. Repeatable. Default: all with successful fits."`
	Instance  string   `placeholder:"ID" help:"Draw this test instance; default: those with least, median and largest share of wrong labels of the first row."`
	Dataset   string   `placeholder:"LABEL" help:"Draw this dataset; default: the first."`
	Out       string   `short:"o" placeholder:"FILE" help:"File for one instance; default: RUN/pictures/DATASET-INSTANCE.png, for chains .txt."`
}

func (c *pictureCommand) Run(t *terminal, dir string) error {
	if c.Out != "" && c.Instance == "" {
		return errors.New("-o is one file for several instances: choose one with -instance")
	}
	planned, fits, err := results.ReadScores(dir, t.warn, record.DropCurve)
	if err != nil {
		return err
	}
	if c.Dataset == "" {
		c.Dataset = planned.Suite.Datasets[0].Label
	}
	past, err := plan.Reopen(planned, c.Dataset, t.past(dir))
	if err != nil {
		return err
	}
	choice := &pictures.Choice{Learners: c.Learner, Instance: c.Instance}
	drawn, left, err := choice.Draw(past, dir, planned, fits)
	for _, text := range left {
		fmt.Fprintln(t.err, "not drawn:", text)
	}
	if err != nil {
		return err
	}
	for _, d := range drawn {
		name := c.Out
		if name == "" {
			ending := ".png"
			if _, text := d.Drawing.(*figure.Sequence); text {
				ending = ".txt"
			}
			name = filepath.Join(dir, "pictures", fileName(c.Dataset+"-"+d.ID)+ending)
		}
		var b bytes.Buffer
		if err := d.Write(&b); err != nil {
			return err
		}
		if err := writeDrawn(t, dir, name, b.Bytes()); err != nil {
			return err
		}
	}
	return nil
}
