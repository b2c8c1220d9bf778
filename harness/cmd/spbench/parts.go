package main

import (
	"fmt"
	"slices"
	"strings"

	"github.com/spbench/spbench/internal/study"
)

// partFlags ask for sections of a run in place of its table.
type partFlags struct {
	Part []string `placeholder:"NAME" help:"In place of the table: a section of the run: ${parts}. May be repeated."`
	All  bool     `help:"With -part: all its lines, also where they are many."`
}

// check refuses sections in a format for tables only.
func (f *partFlags) check(format string) error {
	switch {
	case f.All && len(f.Part) == 0:
		return fmt.Errorf("-all needs -part NAME")
	case len(f.Part) > 0 && !slices.Contains(study.Formats(), format):
		return fmt.Errorf("sections of the run are written as %s, not as %s", strings.Join(study.Formats(), ", "), format)
	}
	return nil
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
			g.Rows, g.More = g.All(), nil
		}
		if err := part.Write(t.out, format); err != nil {
			return err
		}
	}
	return nil
}
