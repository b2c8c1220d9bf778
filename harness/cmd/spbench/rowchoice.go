package main

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spbench/spbench/harness/internal/record"
	"github.com/spbench/spbench/harness/internal/results"
	"github.com/spbench/spbench/harness/internal/run/plan"
)

// A rowOfRun is an optional run folder and an optional row on the command line.
type rowOfRun struct {
	runFolder `embed:""`
	Row       string `arg:"" optional:"" help:"LABEL, LABEL on DATASET or start of a key (see spbench why)."`
}

// ProvideFolder returns the run folder. A single argument is the row, unless it is a run folder or a
// path.
func (c *rowOfRun) ProvideFolder(t *terminal) (string, error) {
	if _, err := os.Stat(filepath.Join(c.Run_, "plan.json")); c.Row == "" && err != nil &&
		!strings.ContainsRune(c.Run_, filepath.Separator) {
		c.Run_, c.Row = "", c.Run_
	}
	return t.folder(c.Run_)
}

// openRow reads a run folder without what cut removes, and returns its plan and the chosen row.
func openRow(t *terminal, dir, row string, cut ...func(*record.Fit)) (*plan.File, chosenRow, error) {
	if row == "" {
		return nil, chosenRow{}, errors.New("no row or fit given\nhint: spbench why lists them")
	}
	planned, fits, err := results.ReadFits(dir, t.warn, cut...)
	if err != nil {
		return nil, chosenRow{}, err
	}
	chosen, err := chooseRow(fits, row)
	return planned, chosen, err
}

// A chosenRow is a row of a run, or a whole fit.
type chosenRow struct {
	fit *record.Fit
	row *record.Row // nil: the whole fit
}

// key returns the key of the row or fit.
func (c chosenRow) key() string {
	if c.row == nil {
		return c.fit.Key
	}
	return c.row.Key
}

func (c chosenRow) outcome() record.Outcome {
	if c.row == nil || !c.fit.Outcome.Good() {
		return c.fit.Outcome
	}
	return c.row.Outcome
}

// fitName describes a fit of a run.
func fitName(f *record.Fit) string {
	return fmt.Sprintf("%s split %d seed %s: %s", f.Dataset, f.Split, f.Seed, f.Label)
}

func (c chosenRow) String() string {
	if c.row == nil {
		return fitName(c.fit) + ", the fit"
	}
	return fitName(c.fit) + ", decoder " + c.row.Label
}

// name returns the label of the learner and, for a row, that of its decoder.
func (c chosenRow) name() string {
	if c.row == nil {
		return c.fit.Label
	}
	return c.fit.Label + " " + c.row.Label
}

// chooseRow finds the row or fit with the name text, or "NAME on DATASET". If there is none, its
// key begins with text; else its name does.
func chooseRow(fits []record.Fit, text string) (chosenRow, error) {
	var all, found []chosenRow
	for i := range fits {
		f := &fits[i]
		all = append(all, chosenRow{fit: f})
		for j := range f.Rows {
			all = append(all, chosenRow{f, &f.Rows[j]})
		}
	}
	key := func(c chosenRow) bool { return strings.HasPrefix(c.key(), text) }
	for _, is := range []func(c chosenRow) bool{
		func(c chosenRow) bool { return c.name() == text || c.name()+" on "+c.fit.Dataset == text },
		key,
		func(c chosenRow) bool { return c.row == nil && strings.HasPrefix(c.name(), text) },
		func(c chosenRow) bool { return strings.HasPrefix(c.name(), text) },
	} {
		for _, c := range all {
			if is(c) {
				found = append(found, c)
			}
		}
		if len(found) > 0 {
			break
		}
	}
	// Rows with equal keys differ in their label only.
	other := func(c chosenRow) bool { return c.key() != found[0].key() }
	switch {
	case len(found) == 0:
		return chosenRow{}, fmt.Errorf("no row or fit has a key or a label that begins with %q\n"+
			"hint: spbench why lists them", text)
	case !slices.ContainsFunc(found, other):
		return found[0], nil
	}
	const most = 8
	var list strings.Builder
	for i, c := range found {
		if i == most {
			fmt.Fprintf(&list, "\n\tand %d more", len(found)-most)
			break
		}
		fmt.Fprintf(&list, "\n\t%.16s  %s", c.key(), c)
	}
	what := "is the beginning of several keys: give more of it"
	if !key(found[0]) {
		what = `names several rows: give the key of one, or add " on DATASET"`
	}
	return chosenRow{}, fmt.Errorf("%q %s%s", text, what, &list)
}

// A runFolder is an optional run folder on the command line.
type runFolder struct {
	Run_ string `arg:"" optional:"" name:"run" help:"Run folder; default: the latest one."`
}

// ProvideFolder returns the run folder. Kong hands it to the Run method of a command that takes a
// string.
func (f *runFolder) ProvideFolder(t *terminal) (string, error) { return t.folder(f.Run_) }

// folder returns the run folder dir; "" means the latest one.
func (t *terminal) folder(dir string) (string, error) {
	if dir != "" {
		return dir, nil
	}
	return record.Latest(t.Results)
}
