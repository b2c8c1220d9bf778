package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/spbench/spbench/harness/internal/record/rundir"
)

// jobs are the jobs of a run that were handed to a scheduler.
type jobs struct {
	IDs []string `json:"ids"`
}

// jobsFile lists, a JSON object a line, what was submitted. A last line without an end was never whole and counts for nothing.
const jobsFile = "jobs.jsonl"

// addJobs notes jobs behind those that were noted, of which none is lost where the disk is full. Nobody else submits the run meanwhile; see onlySubmit.
func addJobs(dir string, j jobs) error {
	line, err := json.Marshal(j)
	if err != nil {
		return err
	}
	name := filepath.Join(dir, tasksDir, jobsFile)
	f, err := rundir.Open(dir, filepath.Join(tasksDir, jobsFile), os.O_RDWR|os.O_CREATE)
	if err != nil {
		return err
	}
	var end int64
	text, err := io.ReadAll(f)
	if err == nil {
		end = int64(bytes.LastIndexByte(text, '\n') + 1)
		err = f.Truncate(end)
	}
	if err != nil {
		return errors.Join(err, f.Close())
	}
	_, err = f.WriteAt(append(line, '\n'), end)
	if err = errors.Join(err, f.Close()); err != nil { // over a network a full disk may show at the end alone
		err = errors.Join(err, os.Truncate(name, end))
	}
	return err
}

// readJobs returns the jobs of a run, the first ones first.
func readJobs(dir string) (list []jobs, err error) {
	name := filepath.Join(dir, tasksDir, jobsFile)
	text, err := rundir.Read(dir, filepath.Join(tasksDir, jobsFile))
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	for line := range bytes.Lines(text[:bytes.LastIndexByte(text, '\n')+1]) {
		var j jobs
		if err := json.Unmarshal(line, &j); err != nil {
			return nil, fmt.Errorf("%s: %w", name, err)
		}
		list = append(list, j)
	}
	return list, nil
}
