package main

import (
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spbench/spbench/internal/chart"
	"github.com/spbench/spbench/internal/report"
	"github.com/spbench/spbench/internal/study"
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
		return study.RowsAgainst(run, parameter, c.Y[0])
	}
	charts, err := study.Against(run, parameter)
	if err != nil {
		if rows, other := study.RowsAgainst(run, parameter, ""); other == nil {
			fmt.Fprintf(t.err, "%s was not tuned: these are scores on the test set; who chooses a value by them chooses it by the test set\n", parameter)
			return rows, nil
		}
	}
	return charts, err
}

// against draws scores against a parameter, a figure for each dataset.
func (c *plotCommand) against(t *terminal, dir, parameter, format string) error {
	run, err := readStudy(t, dir, "", 0, report.Show{})
	if err != nil {
		return err
	}
	charts, err := c.scores(t, run, parameter)
	if err != nil {
		return err
	}
	var labels []string
	for _, drawn := range charts {
		labels = append(labels, drawn.Title)
	}
	if c.Dataset != "" {
		charts = slices.DeleteFunc(charts, func(drawn *chart.Chart) bool { return drawn.Title != c.Dataset })
	}
	switch {
	case len(charts) == 0:
		return fmt.Errorf("nothing stands against %s on a dataset %q; it does on %s", parameter, c.Dataset, strings.Join(labels, ", "))
	case len(charts) > 1 && c.Out != "":
		return fmt.Errorf("-o names one file for %d datasets (%s): choose one with -dataset", len(charts), strings.Join(labels, ", "))
	}
	for i, drawn := range charts {
		name := c.Out
		if name == "" {
			name = filepath.Join(dir, "plots", fmt.Sprintf("%s-%s.%s", fileName(drawn.Title), parameter, format))
			if slices.ContainsFunc(charts[:i], func(other *chart.Chart) bool { return fileName(other.Title) == fileName(drawn.Title) }) {
				name = filepath.Join(dir, "plots", fmt.Sprintf("%s-%d-%s.%s", fileName(drawn.Title), i+1, parameter, format))
			}
		}
		if err := writeFigure(t, drawn, dir, name, format); err != nil {
			return err
		}
	}
	return nil
}
