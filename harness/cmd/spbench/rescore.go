package main

import (
	"errors"
	"fmt"

	"github.com/spbench/spbench/harness/internal/metric"
	"github.com/spbench/spbench/harness/internal/record"
	"github.com/spbench/spbench/harness/internal/results"
	"github.com/spbench/spbench/harness/internal/run"
	"github.com/spbench/spbench/harness/internal/suite"
)

// rescoreCommand adds metrics to a run, without training.
type rescoreCommand struct {
	Run_   string   `arg:"" optional:"" name:"run" help:"Run folder; default: the latest one."`
	Metric []string `sep:"none" required:"" placeholder:"NAME" help:"A metric as in a suite: hamming, '{f1: {average: micro, as: F1}}', or '{command: {run: [python3, ./metric.py], as: mine}}' with paths relative to the suite. Repeatable."`

	consent `embed:""`
}

func (c *rescoreCommand) Run(t *terminal, o *options) error {
	dir, err := o.folder(c.Run_)
	if err != nil {
		return err
	}
	plan, err := results.ReadPlan(dir)
	if err != nil {
		return err
	}
	var more []suite.Metric
	for _, text := range c.Metric {
		m, err := suite.ParseMetric(text)
		if err == nil {
			_, err = metric.New(m.Name, m.Args, nil)
		}
		if err != nil {
			return fmt.Errorf("-metric %s: %w", text, err)
		}
		more = append(more, m)
	}
	fits, _, err := record.Load(dir)
	if err == nil {
		err = c.ask(t, dir, append(learnerLines(fits), metricLines(plan, fits, more)...))
	}
	if err != nil {
		return err
	}
	store, err := record.Open(dir)
	if err != nil {
		return err
	}
	p := newProgress(t.watched(), t.interactive, plan.Suite.Metrics[0].Name)
	done, err := run.Rescore(t.ctx, store, plan, more, o.past(t, dir), p.observe)
	p.close()
	if err := errors.Join(err, store.Close()); err != nil {
		return err
	}
	fmt.Fprintf(t.err,
		"%d of %d fits had these metrics, and %d were predicted again; nothing was trained\n",
		done.Before, done.Fits, done.Learners)
	return printTable(t, dir, "text", results.TableOptions{}, new(cutFlags).style(t, "text"))
}
