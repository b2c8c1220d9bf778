package main

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"path/filepath"

	"github.com/spbench/spbench/internal/bench"
	"github.com/spbench/spbench/internal/host"
	"github.com/spbench/spbench/internal/record"
	"github.com/spbench/spbench/internal/report"
)

// pictureCommand draws one test instance of a run folder.
type pictureCommand struct {
	Run_     string   `arg:"" optional:"" name:"run" help:"Run folder; default: the latest one."`
	Learner  []string `sep:"none" placeholder:"LABEL" help:"Draw this learner; may be repeated; default: all whose fits ended well."`
	Instance string   `placeholder:"ID" help:"Draw this test instance; default: the one of median loss."`
	Dataset  string   `placeholder:"LABEL" help:"Draw an instance of this dataset; default: the first of images."`
	Split    *int     `placeholder:"N" help:"Draw fits of this split; default: the first."`
	Seed     *uint64  `placeholder:"N" help:"Draw fits with this seed; default: the first."`
	Out      string   `short:"o" placeholder:"FILE.png" help:"File to write; default: RUN/pictures/DATASET-INSTANCE.png."`
}

func (c *pictureCommand) Run(t *terminal, o *options) error {
	dir, err := o.folder(c.Run_)
	if err != nil {
		return err
	}
	plan, fits, err := readScores(t, dir)
	if err != nil {
		return err
	}
	past, err := c.reopen(plan, o.bench(t))
	if err != nil {
		return err
	}
	chosen, err := c.choose(t, plan, past.Spec.Label, fits)
	if err != nil {
		return err
	}
	picture, id, err := c.picture(t, plan, past, dir, chosen)
	if err != nil {
		return err
	}
	name := c.Out
	if name == "" {
		name = filepath.Join(dir, "pictures", fileName(past.Spec.Label+"-"+id)+".png")
	}
	if err := os.MkdirAll(filepath.Dir(name), 0o777); err != nil {
		return err
	}
	var png bytes.Buffer
	if err := picture.Write(&png); err != nil {
		return err
	}
	if err := os.WriteFile(name, png.Bytes(), 0o666); err != nil {
		return err
	}
	fmt.Fprintln(t.out, name)
	return nil
}

// reopen loads the dataset to draw from: the one that is asked for, or the first
// whose instances are images.
func (c *pictureCommand) reopen(plan *bench.Written, o bench.Options) (*bench.Past, error) {
	if c.Dataset != "" {
		return bench.Reopen(plan, c.Dataset, o)
	}
	var why error
	for i := range plan.Suite.Datasets {
		past, err := bench.Reopen(plan, plan.Suite.Datasets[i].Label, o)
		if err == nil {
			_, err = report.NewPicture(past.Data, 0, "")
		}
		if err == nil {
			return past, nil
		}
		why = errors.Join(why, err)
	}
	return nil, why
}

// picture asks the learners and lays out what they say of one instance, whose ID
// it returns too.
func (c *pictureCommand) picture(t *terminal, plan *bench.Written, past *bench.Past, dir string, chosen []*record.Fit) (*report.Picture, string, error) {
	var p *report.Picture
	var id string
	var at int
	for _, rec := range chosen {
		fit, err := past.Fit(rec)
		if err != nil {
			return nil, "", err
		}
		if p == nil {
			if at, err = c.instance(past, fit, rec, plan.Suite.Metrics[0].Label); err != nil {
				return nil, "", err
			}
			index := fit.Test()[at]
			id = past.Data.Instances[index].ID
			if p, err = report.NewPicture(past.Data, index, fmt.Sprintf("%s · %s · %s", plan.Suite.Name, past.Spec.Label, id)); err != nil {
				return nil, "", err
			}
		}
		weights, err := record.Weights(dir, rec.WeightsFile)
		if err != nil {
			return nil, "", err
		}
		answer, err := ask(t, fit, rec, weights, at)
		if err != nil {
			return nil, "", err
		}
		p.Add(answer)
	}
	return p, id, nil
}

// ask returns what the learner says of instance at of the test set, by each of its
// outputs in the suite.
func ask(t *terminal, fit *bench.Fit, rec *record.Fit, weights []float64, at int) (a report.Answer, err error) {
	r, err := fit.Read(t.ctx, rec.Params, weights, at)
	if err != nil {
		return a, err
	}
	defer func() { err = errors.Join(err, r.Close()) }()
	a.Learner = rec.Label
	for i := range fit.Learner.Outputs {
		out := &fit.Learner.Outputs[i]
		said, _, err := r.Predict(t.ctx, out)
		switch {
		case errors.Is(err, host.ErrUnsupported):
			a.Views = append(a.Views, report.View{Title: out.Label + ": not supported here"})
			continue
		case err != nil:
			return a, err
		}
		a.Views = append(a.Views, report.View{Title: out.Label, Labels: said.Labels})
		if said.Marginal != nil {
			a.Views = append(a.Views, report.View{Title: out.Label + ", marginals", Marginal: said.Marginal})
		}
		if said.Variance != nil { // of samples: the variance of one of them, not of their mean
			a.Views = append(a.Views, report.View{Title: out.Label + ", variance", Spread: said.Marginal})
		}
	}
	return a, nil
}
