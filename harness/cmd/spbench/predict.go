package main

import (
	"errors"
	"fmt"
	"io"
	"os"
	"slices"

	"github.com/spbench/spbench/harness/internal/data"
	"github.com/spbench/spbench/harness/internal/export"
	"github.com/spbench/spbench/harness/internal/format/uai"
	"github.com/spbench/spbench/harness/internal/host/confine"
	"github.com/spbench/spbench/harness/internal/record"
	"github.com/spbench/spbench/harness/internal/run/plan"
	"github.com/spbench/spbench/harness/internal/run/score"
	"github.com/spbench/spbench/harness/sp"
)

// predictCommand labels new data with a row of a run.
type predictCommand struct {
	Run_      string `arg:"" name:"run" help:"Run folder; default: the latest one."`
	Row       string `arg:"" help:"LABEL, LABEL on DATASET or start of a key (see spbench why)."`
	File      string `arg:"" optional:"" help:"File to label, or folder of images, in the format of the dataset, or, except for images, JSON lines with its columns. It needs no labels. -: standard input, in the format of the dataset."`
	consent   `embed:""`
	Marginals bool   `help:"Write JSON lines with ids, labels and marginals."`
	Out       string `short:"o" placeholder:"FILE" help:"File to write, compressed if it ends in .gz or .zst; default: standard output. For images: the folder of the masks. Of one instance: its model (.uai, or .cfn of toulbar2), without a prediction, or a solution of the UAI competitions (.MAP, .MAR, .PR)."`
}

// Run is long: it is one path from the row to the labelled file.
func (c *predictCommand) Run(t *terminal) error {
	if c.File == "" {
		c.Run_, c.Row, c.File = "", c.Run_, c.Row
	}
	dir, err := t.folder(c.Run_)
	if err != nil {
		return err
	}
	m, err := openModel(t, dir, c.Row)
	if err != nil {
		return err
	}
	if err := c.ask(t, dir, learnerLine(m.rec.Learner)); err != nil {
		return err
	}
	if c.File == "-" { // it is read twice
		temp, path, err := confine.Keep(os.Stdin, "standard-input")
		if err != nil {
			return err
		}
		defer temp.Remove()
		c.File = path
	}
	u, err := m.past.Data.ReadUnlabelled(m.past.Args, c.File)
	if err != nil {
		return err
	}
	t.warn(u.Warnings...)
	if u.Write == nil && c.Out == "" && !c.Marginals {
		return errors.New("these are images: name a folder for their masks with -o DIR")
	}
	fit, err := m.past.Fit(m.rec)
	if err != nil {
		return err
	}
	if write := uai.Models[uai.Kind(c.Out)]; write != nil {
		if fit.Learner.Unscaled {
			t.warn(m.rec.Label + " has no temperature: only maxima of the model are the learner's")
		}
		return t.output(c.Out, func(w io.Writer) error {
			return score.WriteModel(write, w, fit, m.weights, u.Instances)
		})
	}
	defer t.orderly()()
	preds, err := score.Label(t.ctx, fit, m.rec, m.row, m.weights, u.Instances)
	if err != nil {
		return err
	}
	labels, open := make([][]int32, len(preds)), 0
	for i, p := range preds {
		if labels[i] = p.Labels; p.NotConverged {
			open++
		}
	}
	t.note("%s: %d instances by %s\n", c.File, len(labels), chosenRow{m.rec, m.row})
	if open > 0 {
		t.warn(fmt.Sprintf("the decoder did not converge on %d of %d instances", open, len(labels)))
	}
	return c.write(t, u, m.past.Data.Labels, preds, labels)
}

// write writes predictions in the form that the command asks for.
func (c *predictCommand) write(t *terminal, u *data.Unlabelled, names []string,
	preds []sp.Prediction, labels [][]int32) error {
	solution := slices.Contains(uai.Solutions, uai.Kind(c.Out))
	if u.Write == nil && !c.Marginals && !solution {
		if err := os.MkdirAll(c.Out, 0o777); err != nil {
			return err
		}
		return u.Pictures(c.Out, labels)
	}
	return t.output(c.Out, func(w io.Writer) error {
		switch {
		case solution:
			return uai.WriteSolution(w, uai.Kind(c.Out), u.Instances, preds)
		case c.Marginals:
			return export.Marginals(w, names, u.Instances, preds)
		}
		return u.Write(w, labels)
	})
}

// A model is a row of a run that can predict, with the data of its fit.
type model struct {
	past    *plan.Past
	rec     *record.Fit
	row     *record.Row // of a whole fit its first one
	weights []float64
}

// openModel opens the row of a run folder with that label or key.
func openModel(t *terminal, dir, row string) (m model, err error) {
	planned, chosen, err := openRow(t, dir, row)
	if err != nil {
		return m, err
	}
	m.rec, m.row = chosen.fit, chosen.row
	if m.rec.WeightsFile == "" || len(m.rec.Rows) == 0 {
		return m, fmt.Errorf("%s has no weights: outcome %s %s", chosen, chosen.outcome().Kind,
			chosen.outcome().Reason)
	}
	if m.row == nil {
		m.row = &m.rec.Rows[0]
	}
	if m.weights, err = record.Weights(dir, m.rec.WeightsFile); err != nil {
		return m, err
	}
	m.past, err = plan.Reopen(planned, m.rec.Dataset, t.past(dir))
	return m, err
}
