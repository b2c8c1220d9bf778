package main

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/spbench/spbench/harness/internal/record"
	"github.com/spbench/spbench/harness/internal/record/rundir"
	"github.com/spbench/spbench/harness/internal/run"
	"github.com/spbench/spbench/harness/internal/suite"
)

// mergeCommand unites runs of one suite.
type mergeCommand struct {
	Runs []string `arg:"" name:"run" help:"Run folders of one suite, such as of several machines."`
}

func (c *mergeCommand) Run(t *terminal, o *options) error {
	text, err := record.Plan(c.Runs[0])
	if err != nil {
		return err
	}
	plan, err := run.ReadPlan(text)
	if err != nil {
		return err
	}
	store, err := record.Create(o.Results, plan.Suite.Name, text)
	if err != nil {
		return err
	}
	added, warnings, err := store.Merge(c.Runs, plan.Unlike())
	t.warn(warnings...)
	if err == nil {
		err = copyTexts(store.Dir(), c.Runs[0])
	}
	if err := errors.Join(err, store.Close()); err != nil {
		return err
	}
	if lay := o.past(t, store.Dir()).SuiteDir; lay != "" {
		if _, err := os.Stat(lay); err != nil {
			fmt.Fprintf(t.err, "warning: the suite lay in %s, which is not here: where its datasets are files of its own, replay and picture "+
				"need that path in %s\n", lay, filepath.Join(store.Dir(), suite.DirFile))
		}
	}
	fmt.Fprintf(t.err, "%d fits are added\nresults: %s\n", added, store.Dir())
	return nil
}

// copyTexts puts what readers find beside the records of a run into another folder of the same plan that has none.
func copyTexts(dir, from string) error {
	for _, name := range []string{suite.FileName, suite.PublishedName, suite.DirFile} {
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
