package main

import (
	"fmt"
	"slices"
	"strings"

	"github.com/spbench/spbench/harness/internal/chart"
	"github.com/spbench/spbench/harness/internal/results"
	"github.com/spbench/spbench/harness/internal/study"
)

// clocks are the horizontal axes of curves.
var clocks = []string{"passes", "calls", "seconds"}

// parameter returns the parameter in -x; "" if -x has clocks.
func (c *plotCommand) parameter() (string, error) {
	at := slices.IndexFunc(c.X, func(x string) bool { return !slices.Contains(clocks, x) })
	switch {
	case at < 0:
		return "", nil
	case len(c.X) > 1:
		return "", fmt.Errorf("-x %s: want one parameter, or some of %s",
			strings.Join(c.X, ","), strings.Join(clocks, ", "))
	case c.ofCheckpoints():
	case len(c.Y) > 1:
		return "", fmt.Errorf("-y %s: want one metric against a parameter", strings.Join(c.Y, ","))
	}
	return c.X[0], nil
}

// ofCheckpoints reports whether -y has its default: values of checkpoints.
func (c *plotCommand) ofCheckpoints() bool {
	return slices.Equal(c.Y, []string{"objective", "gap", "loss"})
}

// scores returns charts of scores against a parameter. If it was tuned and -y names no metric, they
// are validation scores, otherwise test scores.
func (c *plotCommand) scores(t *terminal, run *study.Run, parameter string) ([]*chart.Chart,
	error) {
	if !c.ofCheckpoints() {
		return study.ChartTestScores(run, parameter, c.Y[0])
	}
	charts, err := study.ChartValidationScores(run, parameter)
	if err != nil {
		if rows, other := study.ChartTestScores(run, parameter, ""); other == nil {
			fmt.Fprintf(t.err,
				"warning: %s was not tuned: these are test scores. Choosing a value "+
					"here is choosing on the test set.\n", parameter)
			return rows, nil
		}
	}
	return charts, err
}

// against draws scores against a parameter, a figure for each dataset.
func (c *plotCommand) against(t *terminal, dir, parameter, format string) error {
	run, err := results.ReadTable(dir, t.warn, results.TableOptions{})
	if err != nil {
		return err
	}
	charts, err := c.scores(t, run, parameter)
	if err != nil {
		return err
	}
	var all []drawable
	for _, drawn := range charts {
		all = append(all, drawable{drawn.Title, func() (plotted, error) { return drawn, nil }})
	}
	return c.write(t, dir, "-"+parameter, format, all)
}
