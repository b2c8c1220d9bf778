package main

import (
	"fmt"
	"slices"

	"github.com/spbench/spbench/harness/internal/study"
)

// partFlags ask for sections of a run in place of its table.
type partFlags struct {
	Part []string `placeholder:"NAME" help:"In place of the table: a section of the run: ${parts}. May be repeated."`
	All  bool     `help:"With -part: all its lines, also where they are many."`
}

// print prints the sections.
func (f *partFlags) print(t *terminal, run *study.Run, format string) error {
	parts, err := study.Parts(run, f.Part...)
	if err != nil {
		return err
	}
	for i, part := range parts {
		if i > 0 && format != "json" {
			fmt.Fprintln(t.out)
		}
		if g := part.Grid; f.All && g != nil {
			g.Rows, g.More = slices.Concat(g.Rows, g.More), nil
		}
		if err := part.Write(t.out, format); err != nil {
			return err
		}
	}
	return nil
}
