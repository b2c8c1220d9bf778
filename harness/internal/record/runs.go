package record

import (
	"fmt"
	"os"
	"slices"
	"strings"
	"time"

	"github.com/spbench/spbench/harness/internal/record/rundir"
)

// Runs returns the run folders in results, sorted; none if results is missing.
func Runs(results string) (dirs []string, err error) {
	dirs, err = rundir.Glob(results, "*")
	if err != nil {
		return nil, fmt.Errorf("record: runs: %w", err)
	}
	dirs = slices.DeleteFunc(dirs, func(dir string) bool { return !IsRun(dir) })
	slices.Sort(dirs)
	return dirs, nil
}

// IsRun reports whether dir is a run folder: it has a plan or records, damaged or not.
func IsRun(dir string) bool {
	at, err := ModTime(dir)
	return err == nil && !at.IsZero()
}

// Latest returns the run folder in results with the latest change.
func Latest(results string) (dir string, err error) {
	runs, err := Runs(results)
	if err != nil {
		return "", err
	}
	if dir, err = Newest(runs); err == nil && dir == "" {
		return "", fmt.Errorf("record: there is no run in %s yet\n"+
			"hint: spbench run SUITE starts one", results)
	}
	return dir, err
}

// Newest returns the run folder with the latest change; "" if there are none.
func Newest(runs []string) (dir string, err error) {
	var newest time.Time
	for _, run := range runs {
		at, err := ModTime(run)
		if err != nil {
			return "", fmt.Errorf("record: latest: %w", err)
		}
		if dir == "" || at.After(newest) {
			dir, newest = run, at
		}
	}
	return dir, nil
}

// ModTime returns when the plan or a record of the run was last written.
func ModTime(run string) (newest time.Time, err error) {
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
