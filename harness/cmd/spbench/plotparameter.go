package main

import (
	"fmt"
	"slices"
	"strings"

	"github.com/spbench/spbench/harness/internal/results"
	"github.com/spbench/spbench/harness/internal/study"
)

// clocks are the horizontal axes of curves.
var clocks = []string{"passes", "calls", "seconds"}

// parameter returns the parameter in -x; "" if -x has clocks.
func (c *plotCommand) parameter() (string, error) {
	at := slices.IndexFunc(c.X, func(x string) bool { return !slices.Contains(clocks, x) })
	if at < 0 {
		return "", nil
	}
	if len(c.X) > 1 {
		return "", fmt.Errorf("-x %s: want one parameter, or some of %s",
			strings.Join(c.X, ","), strings.Join(clocks, ", "))
	}
	return c.X[0], nil
}

// against draws validation scores against a parameter, a figure for each dataset.
func (c *plotCommand) against(t *terminal, dir, parameter, format string) error {
	run, err := results.ReadTable(dir, t.warn, results.TableOptions{Curves: true})
	if err != nil {
		return err
	}
	charts, err := study.ChartValidationScores(run, parameter)
	if err != nil {
		return err
	}
	var all []drawable
	for _, drawn := range charts {
		all = append(all, drawable{drawn.Title, func() (plotted, error) { return drawn, nil }})
	}
	return c.write(t, dir, "-"+parameter, format, all)
}
