package main

import (
	"fmt"
	"slices"
	"strings"

	"github.com/spbench/spbench/harness/internal/chart"
	"github.com/spbench/spbench/harness/internal/results"
	"github.com/spbench/spbench/harness/internal/study"
)

// clocks are what curves stand against.
var clocks = []string{"passes", "calls", "seconds"}

// parameter returns the tuned parameter that is asked for in place of clocks; "" where these are.
func (c *plotCommand) parameter() (string, error) {
	at := slices.IndexFunc(c.X, func(x string) bool { return !slices.Contains(clocks, x) })
	switch {
	case at < 0:
		return "", nil
	case len(c.X) > 1:
		return "", fmt.Errorf("-x %s: one parameter alone, or some of %s", strings.Join(c.X, ","), strings.Join(clocks, ", "))
	case c.ofCheckpoints():
	case len(c.Y) > 1:
		return "", fmt.Errorf("-y %s: against a parameter stands one metric", strings.Join(c.Y, ","))
	}
	return c.X[0], nil
}

// ofCheckpoints reports whether -y is left as it is: what checkpoints have.
func (c *plotCommand) ofCheckpoints() bool {
	return slices.Equal(c.Y, []string{"objective", "gap", "loss"})
}

// scores returns what stands against a parameter: validation scores where it was tuned and -y names no metric, else those of the rows on the test set.
func (c *plotCommand) scores(t *terminal, run *study.Run, parameter string) ([]*chart.Chart, error) {
	if !c.ofCheckpoints() {
		return study.ChartTestScores(run, parameter, c.Y[0])
	}
	charts, err := study.ChartValidationScores(run, parameter)
	if err != nil {
		if rows, other := study.ChartTestScores(run, parameter, ""); other == nil {
			fmt.Fprintf(t.err, "%s was not tuned: these are scores on the test set; who chooses a value by them chooses it by the test set\n", parameter)
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
