package main

import (
	"errors"
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
	case !slices.Equal(c.Y, []string{"objective", "gap", "loss"}):
		return "", errors.New("against a parameter stand validation scores of the suite's first metric: leave -y out")
	}
	return c.X[0], nil
}

// against draws validation scores against a tuned parameter, a figure for each dataset.
func (c *plotCommand) against(t *terminal, dir, parameter, format string) error {
	run, err := readStudy(t, dir, 0, report.Show{})
	if err != nil {
		return err
	}
	charts, err := study.Against(run, parameter)
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
		return fmt.Errorf("%s was not tuned on a dataset %q; it was on %s", parameter, c.Dataset, strings.Join(labels, ", "))
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
		if err := writeFigure(t, drawn, name, format); err != nil {
			return err
		}
	}
	return nil
}
