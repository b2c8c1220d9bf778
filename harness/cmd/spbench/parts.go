package main

import (
	"fmt"
	"slices"
	"strings"

	"github.com/spbench/spbench/internal/study"
)

// partFlags ask for parts of a run in place of its table, by their names.
type partFlags struct {
	Pairs    bool `help:"In place of the table: differences of all pairs of rows, and on how many test instances each is ahead."`
	Ranks    bool `help:"In place of the table: mean ranks over datasets, and which rows differ over them."`
	Variance bool `help:"In place of the table: how much of the variance is of splits, of seeds and of test instances."`
	Claims   bool `help:"In place of the table: what it says of the claims and numbers of a paper."`

	Targets     bool `help:"In place of the table: effort to targets of the test loss."`
	Tuning      bool `help:"In place of the table: what tuning cost and brought."`
	Sizes       bool `help:"In place of the table: learning curves over the size of the training set."`
	Calibration bool `help:"In place of the table: how far marginals are from shares of right variables; of a suite with metrics: [calibration]."`

	All bool `help:"With a part: all its lines, also where they are many."`
}

// names returns the parts that are asked for, none where it is the table.
func (f *partFlags) names(format string) (names []string, err error) {
	for _, part := range []struct {
		name  string
		asked bool
	}{
		{"claims", f.Claims}, {"pairs", f.Pairs}, {"ranks", f.Ranks}, {"variance", f.Variance},
		{"targets", f.Targets}, {"tuning", f.Tuning}, {"sizes", f.Sizes},
		{"calibration", f.Calibration},
	} {
		if part.asked {
			names = append(names, part.name)
		}
	}
	switch {
	case f.All && len(names) == 0:
		return nil, fmt.Errorf("-all is of a part of the run, such as -pairs")
	case len(names) > 0 && !slices.Contains(study.Formats(), format):
		return nil, fmt.Errorf("parts of a run are written as %s, not as %s", strings.Join(study.Formats(), ", "), format)
	}
	return names, nil
}

// print prints parts of a run.
func (f *partFlags) print(t *terminal, run *study.Run, format string, names ...string) error {
	parts, err := study.Parts(run, names...)
	if err != nil {
		return err
	}
	for i, part := range parts {
		if i > 0 && format != "json" {
			fmt.Fprintln(t.out)
		}
		if g := part.Grid; f.All && g != nil {
			g.Rows, g.More = g.All(), nil
		}
		if err := part.Write(t.out, format); err != nil {
			return err
		}
	}
	return nil
}
