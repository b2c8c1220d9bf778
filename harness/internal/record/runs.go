package record

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"
)

// Runs returns the run folders in results, by name; none where there is no such folder.
func Runs(results string) (dirs []string, err error) {
	plans, err := filepath.Glob(filepath.Join(glob(results), "*", planFile))
	if err != nil {
		return nil, fmt.Errorf("record: runs: %w", err)
	}
	for _, plan := range plans {
		dirs = append(dirs, filepath.Dir(plan))
	}
	slices.Sort(dirs)
	return dirs, nil
}

// Latest returns the run folder in results that was written to last.
func Latest(results string) (dir string, err error) {
	runs, err := Runs(results)
	if err != nil {
		return "", err
	}
	var newest time.Time
	for _, run := range runs {
		at, err := Touched(run)
		if err != nil {
			return "", fmt.Errorf("record: latest: %w", err)
		}
		if dir == "" || at.After(newest) {
			dir, newest = run, at
		}
	}
	if dir == "" {
		return "", fmt.Errorf("record: there is no run in %s yet", results)
	}
	return dir, nil
}

// Touched returns when the plan or a record of the run was last written.
func Touched(run string) (newest time.Time, err error) {
	entries, err := os.ReadDir(run)
	if err != nil {
		return newest, err
	}
	for _, e := range entries {
		if e.Name() != planFile && !strings.HasPrefix(e.Name(), "records-") {
			continue
		}
		info, err := e.Info()
		if err != nil {
			return newest, err
		}
		if info.ModTime().After(newest) {
			newest = info.ModTime()
		}
	}
	return newest, nil
}

// Size returns the bytes of the files below a folder. What is linked from several counts in each.
func Size(dir string) (bytes int64, err error) {
	err = filepath.WalkDir(dir, func(_ string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		info, err := d.Info()
		if errors.Is(err, fs.ErrNotExist) { // of a run that goes on
			return nil
		}
		if err == nil {
			bytes += info.Size()
		}
		return err
	})
	if err != nil {
		return 0, fmt.Errorf("record: %w", err)
	}
	return bytes, nil
}
