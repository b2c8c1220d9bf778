package record

import (
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// ofRun are the files in a run folder that spbench writes, as patterns, by the folder in it that they are in; the
// last of all is the plan, so that an interrupted removal can be repeated.
var ofRun = map[string][]string{
	weightsDir:     {hashes + ".bin", temporaries},
	statisticsDir:  {hashes + ".gz", temporaries},
	predictionsDir: {hashes + ".gz", temporaries},
	testsDir:       {hashes + ".gz", temporaries},
	logsDir:        {hashes + ".log"},
	claimsDir:      {hashes},
	runningDir:     {hashes + stateEnd, hashes + keptEnd, temporaries},
	pinsDir:        {"learners.json", "pinning*"},
	"tasks":        {"tasks.sh", "table.sh", "jobs.jsonl", "submitting", "*.log"},
	"pictures":     {"*.png", "*.txt"},
	"plots":        {"*.svg", "*.png", "*.pdf"},
	".":            {"suite.yaml", "published.yaml", "suite.dir", recordsAll, lockFile + "-*", cacheFile, "report.html", temporaries, planFile},
}

// formerFiles are what older builds kept in a run folder beside its records; nobody reads them.
var formerFiles = []string{"index", "sums", "settled"}

// pinsDir is the folder of programs that a run was submitted with, each in a folder named by its SHA-256.
const pinsDir = "bin"

const temporaries = ".new-*" // of writeFile

var hashes = strings.Repeat("[0-9a-f]", 64)

// Remove deletes a run folder, all in it that spbench writes there. What somebody else put there stays, with the
// folders around it, and is returned. The error wraps [ErrInUse] while a process writes to it.
func Remove(dir string) (left []string, err error) {
	if _, err := Plan(dir); err != nil { // it is no run folder
		return nil, err
	}
	lock, err := lockAs(dir, "")
	if err != nil {
		return nil, fmt.Errorf("record: %s: %w", dir, err)
	}
	defer func() { err = errors.Join(err, lock.Close()) }()
	pins, err := entriesOf(dir, pinsDir)
	if err != nil {
		return nil, fmt.Errorf("record: remove: %w", err)
	}
	for _, e := range pins {
		if e.IsDir() && isHash(e.Name()) {
			if err := clear(dir, filepath.Join(pinsDir, e.Name()), "*"); err != nil {
				return nil, err
			}
		}
	}
	for _, folder := range slices.Sorted(maps.Keys(ofRun)) {
		if folder != "." {
			if err := clear(dir, folder, ofRun[folder]...); err != nil {
				return nil, err
			}
		}
	}
	if err := clear(dir, ".", append(formerFiles, ofRun["."]...)...); err != nil {
		return nil, err
	}
	if err := os.Remove(filepath.Join(dir, lockFile)); err != nil {
		return nil, fmt.Errorf("record: remove: %w", err)
	}
	if left, err = below(dir); err == nil && left == nil {
		err = os.Remove(dir)
	}
	if err != nil {
		return left, fmt.Errorf("record: remove: %w", err)
	}
	return left, nil
}

// clear deletes what spbench wrote in a folder of a run folder, by patterns, and the folder if that leaves nothing. What is no
// folder but leads to one is not followed.
func clear(dir, folder string, patterns ...string) error {
	real, err := entriesOf(dir, folder)
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

// entriesOf returns what is in a folder of a run folder; nil where there is none, or a link in its place.
func entriesOf(dir, folder string) ([]fs.DirEntry, error) {
	path := filepath.Join(dir, folder)
	info, err := os.Lstat(path)
	if errors.Is(err, fs.ErrNotExist) || err == nil && folder != "." && !info.IsDir() {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	entries, err := os.ReadDir(path)
	if entries == nil {
		entries = []fs.DirEntry{}
	}
	return entries, err
}

// below returns the files below a folder, and what is empty of its folders.
func below(dir string) (left []string, err error) {
	entries, err := os.ReadDir(dir)
	for _, e := range entries {
		path := filepath.Join(dir, e.Name())
		var deeper []string
		if e.IsDir() && err == nil {
			deeper, err = below(path)
		}
		if deeper == nil {
			deeper = []string{path}
		}
		left = append(left, deeper...)
	}
	return left, err
}
