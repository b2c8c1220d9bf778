package main

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spbench/spbench/harness/internal/record"
)

// A rowOfRun is a run folder and a row of it on the command line, each of which may be left out.
type rowOfRun struct {
	Run_ string `arg:"" optional:"" name:"run" help:"Run folder; default: the latest one."`
	Row  string `arg:"" optional:"" help:"Start of the key of a row or fit; spbench why lists them."`
}

// folder returns the run folder. A single argument is the row, unless it is the path of something.
func (c *rowOfRun) folder(o *options) (string, error) {
	if _, err := os.Stat(c.Run_); c.Row == "" && err != nil && !strings.ContainsRune(c.Run_, filepath.Separator) {
		c.Run_, c.Row = "", c.Run_
	}
	return o.folder(c.Run_)
}

// A chosenRow is a row of a run, or a fit that has none.
type chosenRow struct {
	fit *record.Fit
	row *record.Row // nil: the fit as a whole
}

// key is what the row is addressed by: a start of it is enough.
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

// fitName says which fit of a run it is.
func fitName(f *record.Fit) string {
	return fmt.Sprintf("%s split %d seed %s: %s", f.Dataset, f.Split, f.Seed, f.Label)
}

func (c chosenRow) String() string {
	if c.row == nil {
		return fitName(c.fit) + ", the fit"
	}
	return fitName(c.fit) + ", decoder " + c.row.Label
}

// chooseRow finds the row, or the fit, whose key starts with prefix.
func chooseRow(fits []record.Fit, prefix string) (chosenRow, error) {
	var found []chosenRow
	for i := range fits {
		f := &fits[i]
		if strings.HasPrefix(f.Key, prefix) {
			found = append(found, chosenRow{fit: f})
		}
		for j := range f.Rows {
			if strings.HasPrefix(f.Rows[j].Key, prefix) {
				found = append(found, chosenRow{f, &f.Rows[j]})
			}
		}
	}
	// Rows that differ in their label alone share a fit and their keys: any will do.
	other := func(c chosenRow) bool { return c.key() != found[0].key() }
	switch {
	case len(found) == 0:
		return chosenRow{}, fmt.Errorf("no row and no fit of the run has a key that starts with %q: spbench why lists them", prefix)
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
	return chosenRow{}, fmt.Errorf("%q starts the keys of several rows and fits: give more of it%s", prefix, &list)
}
