package main

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/spbench/spbench/harness/internal/record"
	"github.com/spbench/spbench/harness/internal/record/rundir"
	"github.com/spbench/spbench/harness/internal/run/plan"
	"github.com/spbench/spbench/harness/internal/run/score"
	"github.com/spbench/spbench/harness/internal/suite"
)

// mergeCommand merges runs of one suite.
type mergeCommand struct {
	Runs []string `arg:"" name:"run" help:"Run folders of one suite, for example from several machines."`
}

func (c *mergeCommand) Run(t *terminal, o *options) error {
	text, err := record.Plan(c.Runs[0])
	if err != nil {
		return err
	}
	planned, err := plan.Read(text)
	if err != nil {
		return err
	}
	store, err := record.Create(o.Results, planned.Suite.Name, text)
	if err != nil {
		return err
	}
	added, warnings, err := store.Merge(c.Runs, score.Verifier(planned.Suite.Metrics))
	t.warn(warnings...)
	for _, run := range c.Runs {
		if err == nil {
			err = copyTexts(store.Dir(), run)
		}
	}
	if err := errors.Join(err, store.Close()); err != nil {
		return err
	}
	if folder := o.past(t, store.Dir()).SuiteDir; folder != "" {
		if _, err := os.Stat(folder); err != nil {
			fmt.Fprintf(t.err,
				"warning: the suite folder %s is missing: replay and picture may lack data files\n"+
					"hint: write its new path into %s\n", folder,
				filepath.Join(store.Dir(), suite.DirFile))
		}
	}
	fmt.Fprintf(t.err, "%d fits added\nresults: %s\n", added, store.Dir())
	return nil
}

// copyTexts copies suite file, published numbers, suite folder and declarations from one run folder
// to another. It keeps existing files.
func copyTexts(dir, from string) error {
	names, err := rundir.Glob(from, "declared-*.json")
	if err != nil {
		return err
	}
	for _, name := range append(names, suite.FileName, suite.PublishedName, suite.DirFile) {
		name = filepath.Base(name)
		if _, err := os.Lstat(filepath.Join(dir, name)); err == nil {
			continue
		}
		text, err := rundir.Read(from, name)
		if errors.Is(err, fs.ErrNotExist) {
			continue
		}
		if err == nil {
			err = rundir.Write(dir, name, text)
		}
		if err != nil {
			return err
		}
	}
	return nil
}
