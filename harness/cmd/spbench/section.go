package main

import (
	"fmt"

	"github.com/spbench/spbench/harness/internal/study"
)

// sectionFlags choose sections to print in place of the table.
type sectionFlags struct {
	Section []string `placeholder:"NAME" help:"Print a section in place of the table: ${sections}. Repeatable."`
	All     bool     `help:"With -section: print all rows, even if there are many."`
}

// print prints the sections.
func (f *sectionFlags) print(t *terminal, run *study.Run, format string) error {
	sections, err := study.Sections(run, f.Section...)
	if err != nil {
		return err
	}
	for i, s := range sections {
		if i > 0 && format != "json" {
			fmt.Fprintln(t.out)
		}
		g := s.Print(f.All)
		g.Width = t.width
		if err := g.Write(t.out, format); err != nil {
			return err
		}
	}
	return nil
}
