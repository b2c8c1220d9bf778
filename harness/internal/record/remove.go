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

// runFiles are the files that spbench writes into a run folder: patterns, by folder. The plan is
// the last of all, so that an interrupted removal can be repeated.
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
	".": {"suite.yaml", "published.yaml", "suite.dir", recordsAll, lock.File + "-*",
		cellcache.File, "declared-*.json", "report.html", rundir.Temporary, planFile},
}

// obsoleteFiles are files of older builds in a run folder. Nothing reads them.
var obsoleteFiles = []string{"index", "sums", "settled"}

// pinsDir is the folder of the programs with which a run was submitted, each in a folder named by
// its SHA-256.
const pinsDir = "bin"

var hashes = strings.Repeat("[0-9a-f]", 64)

// Remove deletes the files that spbench wrote into a run folder, and the folder if it is empty
// then. It returns the files of others, which stay. The error wraps [ErrInUse] if a process has the
// folder open for writing.
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

// removeFiles deletes the files in a folder of a run folder whose names match a pattern, and the
// folder if it is empty then. It follows no links.
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
		os.Remove(filepath.Join(dir, folder)) // fails if others have files in it
	}
	return nil
}

// filesBelow returns the files below a folder, and its empty folders.
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
