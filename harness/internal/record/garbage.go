package record

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/spbench/spbench/harness/internal/record/blob"
	"github.com/spbench/spbench/harness/internal/record/lock"
	"github.com/spbench/spbench/harness/internal/record/resume"
	"github.com/spbench/spbench/harness/internal/record/rundir"
)

// Garbage returns the files of a run folder that nothing needs, and their size in bytes. With
// remove it deletes them. These are: files named by their content that no line of the records
// names, states of fits that have their line, and files that an interrupted process left half
// written.
//
// Garbage does not follow links to other folders. The error wraps [ErrInUse] if a process has the
// folder open for writing.
func Garbage(dir string, remove bool) (garbage []string, bytes int64, err error) {
	if _, err := Plan(dir); err != nil {
		return nil, 0, err
	}
	held, err := lock.Alone(dir)
	if err != nil {
		return nil, 0, fmt.Errorf("record: %s: %w", dir, err)
	}
	defer func() { err = errors.Join(err, held.Close()) }()
	named, err := namedFiles(dir)
	if err != nil {
		return nil, 0, err
	}
	for _, folder := range []string{".", blob.Weights, blob.Statistics, blob.Predictions, blob.Tests,
		resume.Folder} {
		entries, err := rundir.List(dir, folder)
		if err != nil {
			return nil, 0, fmt.Errorf("record: garbage: %w", err)
		}
		for _, e := range entries {
			sha, _, _ := strings.Cut(e.Name(), ".")
			temporary := strings.HasPrefix(e.Name(), ".new-")
			if !temporary && (folder == "." || !blob.IsHash(sha) || named[blob.File{Folder: folder,
				SHA: sha}]) {
				continue
			}
			info, err := e.Info()
			if errors.Is(err, fs.ErrNotExist) {
				continue
			}
			if err != nil {
				return nil, 0, fmt.Errorf("record: garbage: %w", err)
			}
			garbage, bytes = append(garbage, filepath.Join(dir, folder, e.Name())), bytes+info.Size()
		}
	}
	for _, name := range garbage {
		if remove {
			if err := os.Remove(name); err != nil && !errors.Is(err, fs.ErrNotExist) {
				return nil, 0, fmt.Errorf("record: garbage: %w", err)
			}
		}
	}
	return garbage, bytes, nil
}

// namedFiles returns the files that the lines of a run folder name. It adds the states of fits that
// have no line yet, or only that of a crash. A line that cannot be read is an error, since its
// files are unknown.
func namedFiles(dir string) (map[blob.File]bool, error) {
	named, done := map[blob.File]bool{}, map[string]bool{}
	err := EachFit(dir, func(f *Fit) error {
		for _, file := range f.files() {
			named[file] = true
		}
		if f.Outcome.Kind != Crash {
			done[f.Key] = true
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	states, err := rundir.List(dir, resume.Folder)
	if err != nil {
		return nil, fmt.Errorf("record: %w", err)
	}
	for _, e := range states {
		key, _, _ := strings.Cut(e.Name(), ".")
		named[blob.File{Folder: resume.Folder, SHA: key}] = !done[key]
	}
	return named, nil
}
