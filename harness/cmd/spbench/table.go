package main

import (
	"errors"
	"fmt"

	"github.com/spbench/spbench/harness/internal/results"
	"github.com/spbench/spbench/harness/internal/table/layout"
)

// tableCommand prints the table of a run.
type tableCommand struct {
	runFolder `embed:""`
	Format    string       `enum:"${formats}" default:"text" help:"One of ${formats}."`
	Digits    int          `placeholder:"N" help:"Decimals of results; default: 1 for percentages, otherwise 3."`
	Cut       cutFlags     `embed:""`
	Sections  sectionFlags `embed:""`
}

func (c *tableCommand) Run(t *terminal, o *options, dir string) error {
	if c.Digits < 0 {
		return fmt.Errorf("-digits is %d, must be at least 1", c.Digits)
	}
	if c.Sections.All && len(c.Sections.Section) == 0 {
		return errors.New("-all needs -section NAME")
	}
	content := results.TableOptions{Digits: c.Digits, Show: c.Cut.show()}
	if len(c.Sections.Section) == 0 {
		return printTable(t, dir, c.Format, content, c.Cut.style(t))
	}
	content.Curves, content.Data = true, o.past(t, dir)
	if err := c.Cut.refuse(c.Sections.Section); err != nil {
		return err
	}
	r, err := results.ReadTable(dir, t.warn, content)
	if err != nil {
		return err
	}
	return c.Sections.print(t, r, c.Format)
}

// printTable prints the table of the run in dir in a format.
func printTable(t *terminal, dir, format string, o results.TableOptions, style layout.Style) error {
	r, err := results.ReadTable(dir, t.warn, o)
	if err != nil {
		return err
	}
	return layout.Write(t.out, r.Table, format, style)
}
