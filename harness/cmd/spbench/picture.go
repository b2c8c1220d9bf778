package main

import (
	"bytes"
	"fmt"
	"path/filepath"

	"github.com/spbench/spbench/harness/internal/pictures"
	"github.com/spbench/spbench/harness/internal/record"
	"github.com/spbench/spbench/harness/internal/results"
	"github.com/spbench/spbench/harness/internal/table/figure"
)

// pictureCommand draws test instances of a run.
type pictureCommand struct {
	runFolder `embed:""`
	Learner   []string      `sep:"none" placeholder:"LABEL" help:"Draw this learner. Repeatable. Default: all with successful fits."`
	Instance  string        `placeholder:"ID" help:"Draw this test instance; default: those with lowest, median and highest loss of the first row."`
	Dataset   string        `placeholder:"LABEL" help:"Draw this dataset; default: the first one of images, otherwise of chains."`
	Split     *int          `placeholder:"N" help:"Draw fits of this split; default: the first."`
	Seed      *record.Seeds `placeholder:"N" help:"Draw fits with this seed, N or SPLIT/LEARNER/TUNE; default: the first."`
	consent   `embed:""`
	Out       string `short:"o" placeholder:"FILE" help:"File for one instance; default: RUN/pictures/DATASET-INSTANCE.png, for chains .txt."`
}

// Run is long: it is one path from the flags to the file.
func (c *pictureCommand) Run(t *terminal, o *options, dir string) error {
	if c.Out != "" && c.Instance == "" {
		return fmt.Errorf("-o is one file for several instances: choose one with -instance")
	}
	planned, fits, err := results.ReadScores(dir, t.warn, record.DropCurve)
	if err != nil {
		return err
	}
	choice := &pictures.Choice{Learners: c.Learner, Instance: c.Instance, Dataset: c.Dataset,
		Split: c.Split, Seed: c.Seed}
	past, err := choice.Reopen(planned, o.past(t, dir))
	if err != nil {
		return err
	}
	chosen, left, err := choice.Fits(planned, past.Spec.Label, fits)
	for _, text := range left {
		fmt.Fprintln(t.err, "not drawn:", text)
	}
	if err != nil {
		return err
	}
	instances, err := choice.Instances(past, dir, chosen[0], planned.Suite.MetricsOn(past.Spec)[0].Label)
	if err != nil {
		return err
	}
	for _, rec := range chosen {
		if err := c.ask(t, dir, learnerLine(rec.Learner)); err != nil {
			return err
		}
	}
	defer t.orderly()()
	for _, x := range instances {
		drawing, err := figure.NewDrawing(past.Data, x.Index, x.Title(planned, past))
		if err != nil {
			return err
		}
		for _, rec := range chosen {
			answer, err := pictures.Predict(t.ctx, past, dir, rec, x.ID)
			if err != nil {
				return err
			}
			drawing.Add(answer)
		}
		if err := c.write(t, dir, past.Spec.Label+"-"+x.ID, drawing); err != nil {
			return err
		}
	}
	return nil
}

// write writes a drawing and prints its path.
func (c *pictureCommand) write(t *terminal, dir, base string, drawing figure.Drawing) error {
	name := c.Out
	if name == "" {
		ending := ".png"
		if _, text := drawing.(*figure.Sequence); text {
			ending = ".txt"
		}
		name = filepath.Join(dir, "pictures", fileName(base)+ending)
	}
	var b bytes.Buffer
	if err := drawing.Write(&b); err != nil {
		return err
	}
	return writeDrawn(t, dir, name, b.Bytes())
}
