package main

import (
	"bytes"
	"cmp"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"runtime/debug"
	"slices"
	"strings"
	"unicode"

	"github.com/spbench/spbench/harness/internal/chart"
	"github.com/spbench/spbench/harness/internal/record"
	"github.com/spbench/spbench/harness/internal/record/rundir"
	"github.com/spbench/spbench/harness/internal/results"
	"github.com/spbench/spbench/harness/internal/study"
	"github.com/spbench/spbench/harness/internal/table"
	"github.com/spbench/spbench/harness/internal/table/figure"
	"github.com/spbench/spbench/harness/param"
)

// plotCommand draws the curves of a run.
type plotCommand struct {
	runFolder  `embed:""`
	Y          []string `short:"y" default:"objective,gap,loss" help:"Values to draw: objective, gap, loss (test set), or names of checkpoint values; default: the first three."`
	X          []string `short:"x" default:"passes,calls,seconds" help:"Horizontal axes: passes, calls, seconds; default: all."`
	Dots       bool     `help:"Draw the differences from the best row or the control instead, with the simultaneous intervals of the table, to RUN/plots/dots.svg."`
	Parameters bool     `help:"Draw these differences against a parameter, to plots/parameters.svg."`
	Phases     bool     `help:"Draw the best row for each cell of the suite's grids of datasets instead, to RUN/plots/phases.svg."`
	Format     string   `placeholder:"FORMAT" help:"svg, png or pdf; default: the extension of -o, otherwise svg."`
	Out        string   `short:"o" placeholder:"FILE" help:"File to write; default: RUN/plots/DATASET.svg."`
	Dataset    string   `placeholder:"LABEL" help:"Draw this dataset only."`
}

func (c *plotCommand) Run(t *terminal, dir string) error {
	format := figureFormat(c.Format, c.Out)
	switch {
	case c.Dots:
		return c.section(t, dir, format, "summary", "dots")
	case c.Parameters:
		return c.section(t, dir, format, "parameters", "parameters")
	case c.Phases:
		return c.section(t, dir, format, "phases", "phases")
	}
	all, err := c.curves(t, dir)
	if err != nil {
		return err
	}
	return c.write(t, dir, format, all)
}

// A drawable is a figure of a dataset.
type drawable struct {
	dataset string
	figure  func() (plotted, error)
}

// A plotted is a figure to write.
type plotted interface {
	Write(w io.Writer, format string) error
}

// write writes the figures of the chosen datasets and prints their paths.
func (c *plotCommand) write(t *terminal, dir, format string, all []drawable) error {
	labels, chosen := []string(nil), []drawable(nil)
	for _, d := range all {
		labels = append(labels, d.dataset)
		if c.Dataset == "" || c.Dataset == d.dataset {
			chosen = append(chosen, d)
		}
	}
	switch {
	case len(chosen) == 0:
		return param.Unknown("dataset", c.Dataset, labels)
	case len(chosen) > 1 && c.Out != "":
		return fmt.Errorf("-o is one file for %d datasets (%s): choose one with -dataset",
			len(chosen), strings.Join(labels, ", "))
	}
	taken := map[string]bool{}
	for i, d := range chosen {
		base := fileName(d.dataset)
		if taken[base] {
			base = fmt.Sprintf("%s-%d", base, i+1)
		}
		taken[base] = true
		f, err := d.figure()
		if err != nil {
			return err
		}
		var content bytes.Buffer
		if err := f.Write(&content, format); err != nil {
			return err
		}
		name := cmp.Or(c.Out, filepath.Join(dir, "plots", base+"."+format))
		if err := writeDrawn(t, dir, name, content.Bytes()); err != nil {
			return err
		}
	}
	return nil
}

// figureFormat returns the format asked for, or that of the extension of file, or the default.
func figureFormat(asked, file string) string {
	return cmp.Or(asked, strings.ToLower(strings.TrimPrefix(filepath.Ext(file), ".")),
		chart.Formats()[0])
}

// curves returns the curves of the run in dir.
func (c *plotCommand) curves(t *terminal, dir string) (all []drawable, err error) {
	debug.SetGCPercent(50)
	plan, fits, err := results.ReadFits(dir, t.warn, record.OnlySources())
	if err != nil {
		return nil, err
	}
	metrics, err := results.Metrics(plan)
	if err != nil {
		return nil, err
	}
	run := &study.Run{Suite: plan.Suite, Metrics: metrics}
	entries, err := table.FromRecords(results.Entries(plan), fits)
	if err != nil {
		return nil, err
	}
	curves, err := figure.NewCurves(plan.Suite.Name, entries, run.Loss)
	for _, curve := range curves {
		all = append(all, drawable{curve.Dataset, func() (plotted, error) {
			f, err := curve.Figure(c.Y, c.X)
			if err != nil {
				return nil, err
			}
			for _, m := range f.Missing {
				t.note("not drawn on %s: %s\n", curve.Dataset, m)
			}
			return f, nil
		}})
	}
	return all, err
}

// section draws the charts of a section, or the one of the chosen dataset, to a file with this name.
func (c *plotCommand) section(t *terminal, dir, format, section, name string) error {
	run, err := results.ReadTable(dir, t.warn, results.TableOptions{Curves: true})
	if err != nil {
		return err
	}
	sections, err := study.Sections(run, section)
	if err != nil {
		return err
	}
	if empty := sections[0].Empty; empty != "" {
		return fmt.Errorf("nothing to draw: %s%s", strings.ToLower(empty[:1]),
			strings.TrimSuffix(empty[1:], "."))
	}
	chosen := slices.DeleteFunc(sections[0].Charts, func(d *chart.Chart) bool {
		return c.Dataset != "" && d.Title != c.Dataset
	})
	if len(chosen) == 0 {
		return fmt.Errorf("nothing to draw: no chart is about dataset %q", c.Dataset)
	}
	c.Dataset = "" // the sheet is whole
	sheet := &chart.Sheet{Rows: slices.Collect(slices.Chunk(chosen, 3))}
	return c.write(t, dir, format,
		[]drawable{{name, func() (plotted, error) { return sheet, nil }}})
}

// writeDrawn writes a file and prints its path. In run folder dir it follows no links.
func writeDrawn(t *terminal, dir, name string, content []byte) error {
	err := os.MkdirAll(filepath.Dir(name), 0o777)
	if below, outside := filepath.Rel(dir, name); err == nil && outside == nil &&
		filepath.IsLocal(below) {
		err = rundir.Write(dir, below, content)
	} else if err == nil {
		err = os.WriteFile(name, content, 0o666)
	}
	if err != nil {
		return fmt.Errorf("%w\nhint: -o FILE names another file, of picture with -instance ID", err)
	}
	fmt.Fprintln(t.out, name)
	return nil
}

// fileName converts a label to the name of a file.
func fileName(label string) string {
	name := strings.Map(func(r rune) rune {
		if !unicode.IsPrint(r) || strings.ContainsRune(`/\:*?"<>| `, r) {
			return '-'
		}
		return r
	}, label)
	return "_"[:len(name)-len(strings.TrimPrefix(name, "."))] + name // never hidden
}
