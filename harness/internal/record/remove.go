package record

import (
	"errors"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spbench/spbench/harness/internal/record/blob"
	"github.com/spbench/spbench/harness/internal/record/cellcache"
	"github.com/spbench/spbench/harness/internal/record/lease"
	"github.com/spbench/spbench/harness/internal/record/lock"
	"github.com/spbench/spbench/harness/internal/record/resume"
	"github.com/spbench/spbench/harness/internal/record/rundir"
)

// ofRun are the files in a run folder that spbench writes, as patterns, by the folder in it that they are in; the
// last of all is the plan, so that an interrupted removal can be repeated.
var runFiles = map[string][]string{
	blob.Weights:     {hashes + ".bin", rundir.Temporary},
	blob.Statistics:  {hashes + ".gz", rundir.Temporary},
	blob.Predictions: {hashes + ".gz", rundir.Temporary},
	blob.Tests:       {hashes + ".gz", rundir.Temporary},
	logsDir:          {hashes + ".log"},
	lease.Folder:     {hashes},
	resume.Folder:    {hashes + resume.StateEnd, hashes + resume.ProgressEnd, rundir.Temporary},
	pinsDir:          {"learners.json", "pinning*"},
	"tasks":          {"tasks.sh", "table.sh", "jobs.jsonl", "submitting", "*.log"},
	"pictures":       {"*.png", "*.txt"},
	"plots":          {"*.svg", "*.png", "*.pdf"},
	".":              {"suite.yaml", "published.yaml", "suite.dir", recordsAll, lock.File + "-*", cellcache.File, "report.html", rundir.Temporary, planFile},
}

// formerFiles are what older builds kept in a run folder beside its records; nobody reads them.
var obsoleteFiles = []string{"index", "sums", "settled"}

// pinsDir is the folder of programs that a run was submitted with, each in a folder named by its SHA-256.
const pinsDir = "bin"

var hashes = strings.Repeat("[0-9a-f]", 64)

// Remove deletes a run folder, all in it that spbench writes there. What somebody else put there stays, with the
// folders around it, and is returned. The error wraps [ErrInUse] while a process writes to it.
func Remove(dir string) (left []string, err error) {
	if _, err := Plan(dir); err != nil { // it is no run folder
		return nil, err
	}
	held, err := lock.Alone(dir)
	if err != nil {
		return nil, fmt.Errorf("record: %s: %w", dir, err)
	}
	defer func() { err = errors.Join(err, held.Close()) }()
	pins, err := rundir.List(dir, pinsDir)
	if err != nil {
		return nil, fmt.Errorf("record: remove: %w", err)
	}
	for _, e := range pins {
		if e.IsDir() && blob.IsHash(e.Name()) {
			if err := removeFiles(dir, filepath.Join(pinsDir, e.Name()), "*"); err != nil {
				return nil, err
			}
		}
	}
	for _, folder := range slices.Sorted(maps.Keys(runFiles)) {
		if folder != "." {
			if err := removeFiles(dir, folder, runFiles[folder]...); err != nil {
				return nil, err
			}
		}
	}
	if err := removeFiles(dir, ".", append(obsoleteFiles, runFiles["."]...)...); err != nil {
		return nil, err
	}
	if err := os.Remove(filepath.Join(dir, lock.File)); err != nil {
		return nil, fmt.Errorf("record: remove: %w", err)
	}
	if left, err = filesBelow(dir); err == nil && left == nil {
		err = os.Remove(dir)
	}
	if err != nil {
		return left, fmt.Errorf("record: remove: %w", err)
	}
	return left, nil
}

// clear deletes what spbench wrote in a folder of a run folder, by patterns, and the folder if that leaves nothing. What is no
// folder but leads to one is not followed.
func removeFiles(dir, folder string, patterns ...string) error {
	real, err := rundir.List(dir, folder)
	for _, pattern := range patterns {
		for _, e := range real {
			if ok, _ := filepath.Match(pattern, e.Name()); ok && !e.IsDir() && err == nil {
				err = os.Remove(filepath.Join(dir, folder, e.Name()))
			}
		}
	}
	if err != nil {
		return fmt.Errorf("record: remove: %w", err)
	}
	if folder != "." && real != nil {
		os.Remove(filepath.Join(dir, folder)) // unless something of somebody else is in it
	}
	return nil
}

// below returns the files below a folder, and what is empty of its folders.
func filesBelow(dir string) (left []string, err error) {
	entries, err := os.ReadDir(dir)
	for _, e := range entries {
		path := filepath.Join(dir, e.Name())
		var deeper []string
		if e.IsDir() && err == nil {
			deeper, err = filesBelow(path)
		}
		if deeper == nil {
			deeper = []string{path}
		}
		left = append(left, deeper...)
	}
	return left, err
}
