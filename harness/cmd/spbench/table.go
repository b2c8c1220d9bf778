package main

import (
	"errors"
	"fmt"
	"reflect"

	"github.com/spbench/spbench/harness/internal/results"
	"github.com/spbench/spbench/harness/internal/study"
	"github.com/spbench/spbench/harness/internal/table"
	"github.com/spbench/spbench/harness/internal/table/layout"
)

// tableCommand prints the table of a run.
type tableCommand struct {
	runFolder    `embed:""`
	Format       string `enum:"${formats}" default:"text" help:"One of ${formats}."`
	Digits       int    `placeholder:"N" help:"Decimals of results; default: 1 for percentages, otherwise 3."`
	cutFlags     `embed:""`
	sectionFlags `embed:""`
}

func (c *tableCommand) Run(t *terminal, dir string) error {
	if c.Digits < 0 {
		return fmt.Errorf("-digits is %d, must be at least 1", c.Digits)
	}
	if c.All && len(c.Section) == 0 {
		return errors.New("-all needs -section NAME")
	}
	content := results.TableOptions{Digits: c.Digits, Show: c.Selection}
	if len(c.Section) == 0 {
		return printTable(t, dir, c.Format, content, c.Style)
	}
	content.Curves, content.Data = true, t.past(dir)
	if err := c.refuse(c.Section); err != nil {
		return err
	}
	r, err := results.ReadTable(dir, t.warn, content)
	if err != nil {
		return err
	}
	return c.print(t, r, c.Format)
}

// printTable prints the table of the run in dir in a format.
func printTable(t *terminal, dir, format string, o results.TableOptions, style layout.Style) error {
	r, err := results.ReadTable(dir, t.warn, o)
	if err != nil {
		return err
	}
	style.Width = t.width
	return layout.Write(t.out, r.Table, format, style)
}

// cutFlags choose rows, columns and style of a table.
type cutFlags struct {
	table.Selection `embed:""`
	layout.Style    `embed:""`
}

// refuse returns an error if a flag is set that these sections do not obey.
func (f cutFlags) refuse(sections []string) error {
	if len(sections) == 1 && sections[0] == "labels" { // which tests nothing
		f.Datasets, f.Learners, f.Decoders = nil, nil, nil
	}
	if reflect.ValueOf(f).IsZero() {
		return nil
	}
	return errors.New("-section covers the whole table: it cannot be used with flags that choose " +
		"rows or columns (but labels with -datasets, -learners, -decoders)")
}

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
