package record

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// Garbage returns the files of a run folder that are named by their content and that no line of its records names,
// torn last lines left out, states of fits that have their line, what an interrupted writing left, and files of older builds that nobody reads; and how many bytes they take. With remove they
// are deleted. Folders that are links to others are passed over. The error wraps [ErrInUse] while a process writes to the folder, where there is no telling what is
// garbage.
func Garbage(dir string, remove bool) (files []string, bytes int64, err error) {
	if _, err := Plan(dir); err != nil {
		return nil, 0, err
	}
	lock, err := lockAs(dir, "")
	if err != nil {
		return nil, 0, fmt.Errorf("record: %s: %w", dir, err)
	}
	defer func() { err = errors.Join(err, lock.Close()) }()
	named, err := namedFiles(dir)
	if err != nil {
		return nil, 0, err
	}
	for _, folder := range []string{".", weightsDir, statisticsDir, predictionsDir, testsDir, runningDir} {
		entries, err := entriesOf(dir, folder)
		if err != nil {
			return nil, 0, fmt.Errorf("record: garbage: %w", err)
		}
		for _, e := range entries {
			sha, _, _ := strings.Cut(e.Name(), ".")
			temporary := strings.HasPrefix(e.Name(), ".new-")
			old := folder == "." && slices.Contains(formerFiles, e.Name())
			if !temporary && !old && (folder == "." || !isHash(sha) || named[contentFile{folder, sha}]) {
				continue
			}
			info, err := e.Info()
			if errors.Is(err, fs.ErrNotExist) {
				continue
			}
			if err != nil {
				return nil, 0, fmt.Errorf("record: garbage: %w", err)
			}
			files, bytes = append(files, filepath.Join(dir, folder, e.Name())), bytes+info.Size()
		}
	}
	for _, name := range files {
		if remove {
			if err := os.Remove(name); err != nil && !errors.Is(err, fs.ErrNotExist) {
				return nil, 0, fmt.Errorf("record: garbage: %w", err)
			}
		}
	}
	return files, bytes, nil
}

// namedFiles returns the files that the lines of a run folder name, and, as if they did, the states of fits that have
// none yet, or only one of a crash. A line that cannot be read, or that another
// version wrote, is an error: nobody knows what it names.
func namedFiles(dir string) (map[contentFile]bool, error) {
	files, done := map[contentFile]bool{}, map[string]bool{}
	err := Each(dir, func(f *Fit) error {
		for _, file := range f.files() {
			files[file] = true
		}
		if f.Outcome.Kind != Crash {
			done[f.Key] = true
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	states, err := entriesOf(dir, runningDir)
	if err != nil {
		return nil, fmt.Errorf("record: %w", err)
	}
	for _, e := range states {
		key, _, _ := strings.Cut(e.Name(), ".")
		files[contentFile{runningDir, key}] = !done[key]
	}
	return files, nil
}
