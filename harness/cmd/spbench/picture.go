package main

import (
	"bytes"
	"errors"
	"fmt"
	"path/filepath"
	"slices"

	"github.com/spbench/spbench/harness/internal/host"
	"github.com/spbench/spbench/harness/internal/record"
	"github.com/spbench/spbench/harness/internal/results"
	"github.com/spbench/spbench/harness/internal/run/plan"
	"github.com/spbench/spbench/harness/internal/run/score"
	"github.com/spbench/spbench/harness/internal/table/figure"
)

// pictureCommand draws test instances of a run.
type pictureCommand struct {
	Run_     string        `arg:"" optional:"" name:"run" help:"Run folder; default: the latest one."`
	Learner  []string      `sep:"none" placeholder:"LABEL" help:"Draw this learner. Repeatable. Default: all with successful fits."`
	Instance string        `placeholder:"ID" help:"Draw this test instance; default: those with lowest, median and highest loss of the first row."`
	Dataset  string        `placeholder:"LABEL" help:"Draw this dataset; default: the first one of images, otherwise of chains."`
	Split    *int          `placeholder:"N" help:"Draw fits of this split; default: the first."`
	Seed     *record.Seeds `placeholder:"N" help:"Draw fits with this seed, N or SPLIT/LEARNER/TUNE; default: the first."`
	consent  `embed:""`
	Out      string `short:"o" placeholder:"FILE" help:"File for one instance; default: RUN/pictures/DATASET-INSTANCE.png, for chains .txt."`
}

func (c *pictureCommand) Run(t *terminal, o *options) error {
	dir, err := o.folder(c.Run_)
	if err != nil {
		return err
	}
	if c.Out != "" && c.Instance == "" {
		return fmt.Errorf("-o is one file for several instances: choose one with -instance")
	}
	planned, fits, err := results.ReadScores(dir, t.warn, record.ReadStatistics)
	if err != nil {
		return err
	}
	past, err := c.reopen(planned, o.past(t, dir))
	if err != nil {
		return err
	}
	chosen, left, err := c.choose(planned, past.Spec.Label, fits)
	for _, text := range left {
		fmt.Fprintln(t.err, "not drawn:", text)
	}
	if err != nil {
		return err
	}
	instances, err := c.instances(past, chosen[0], planned.Suite.Metrics[0].Label)
	if err != nil {
		return err
	}
	for _, rec := range chosen {
		if err := c.ask(t, dir, learnerLines([]record.Fit{*rec})); err != nil {
			return err
		}
	}
	for _, x := range instances {
		drawing, err := figure.NewDrawing(past.Data, x.index, x.title(planned, past))
		if err != nil {
			return err
		}
		for _, rec := range chosen {
			answer, err := predictInstance(t, past, dir, rec, x.id)
			if err != nil {
				return err
			}
			drawing.Add(answer)
		}
		if err := c.write(t, dir, past.Spec.Label+"-"+x.id, drawing); err != nil {
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

// reopen loads the dataset asked for. By default it is the first one of images, otherwise of
// chains.
func (c *pictureCommand) reopen(planned *plan.File, o plan.Options) (*plan.Past, error) {
	if c.Dataset != "" {
		return plan.Reopen(planned, c.Dataset, o)
	}
	var chain *plan.Past
	var why error
	for i := range planned.Suite.Datasets {
		past, err := plan.Reopen(planned, planned.Suite.Datasets[i].Label, o)
		if err == nil {
			var drawing figure.Drawing
			drawing, err = figure.NewDrawing(past.Data, 0, "")
			if _, image := drawing.(*figure.Picture); image {
				return past, nil
			}
		}
		if err == nil && chain == nil {
			chain = past
		}
		why = errors.Join(why, err)
	}
	if chain != nil {
		return chain, nil
	}
	return nil, why
}

// predictInstance returns the predictions of a fit's decoders for the test instance with this ID.
func predictInstance(t *terminal, past *plan.Past, dir string, rec *record.Fit,
	id string) (figure.Answer, error) {
	fit, err := past.Fit(rec)
	if err != nil {
		return figure.Answer{}, err
	}
	at := slices.IndexFunc(fit.Test(),
		func(index int) bool { return past.Data.Instances[index].ID == id })
	if at < 0 {
		return figure.Answer{}, fmt.Errorf("%s: unknown test instance %q", fit, id)
	}
	weights, err := record.Weights(dir, rec.WeightsFile)
	if err != nil {
		return figure.Answer{}, err
	}
	return predict(t, fit, rec, weights, at)
}

// predict starts the learner of a fit and predicts test instance at.
func predict(t *terminal, fit *plan.Fit, rec *record.Fit, weights []float64,
	at int) (a figure.Answer, err error) {
	r, err := score.NewQuery(t.ctx, fit, rec.Params, weights, at)
	if err != nil {
		return a, err
	}
	defer func() { err = errors.Join(err, r.Close()) }()
	a.Learner = rec.Label
	for i := range fit.Learner.Decoders {
		out := &fit.Learner.Decoders[i]
		said, _, err := r.Predict(t.ctx, out)
		switch {
		case errors.Is(err, host.ErrUnsupported):
			a.Views = append(a.Views, figure.View{Title: out.Label + ": not supported here"})
			continue
		case err != nil:
			return a, err
		}
		a.Views = append(a.Views, figure.View{Title: out.Label, Labels: said.Labels})
		if said.Marginal != nil {
			a.Views = append(a.Views, figure.View{Title: out.Label + ", marginals",
				Marginal: said.Marginal})
		}
		if said.Variance != nil { // variance of a sample, not of the mean of samples
			a.Views = append(a.Views, figure.View{Title: out.Label + ", variance",
				Spread: said.Marginal})
		}
	}
	return a, nil
}
