package cluster

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

// TasksDir is the folder in a run folder with job scripts, the list of jobs and the logs of tasks.
const TasksDir = "tasks"

// jobsFile lists submitted jobs: a JSON object per line. An incomplete last line is ignored.
const jobsFile = "jobs.jsonl"

// Jobs are the jobs of one submission of a run.
type Jobs struct {
	IDs []string `json:"ids"`
}

// AddJobs appends jobs to the list in run folder dir. If the disk is full, it restores the list.
// Calls must not overlap.
func AddJobs(dir string, j Jobs) error {
	line, err := json.Marshal(j)
	if err != nil {
		return err
	}
	name := filepath.Join(dir, TasksDir, jobsFile)
	f, err := rundir.Open(dir, filepath.Join(TasksDir, jobsFile), os.O_RDWR|os.O_CREATE)
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
	// network file systems report a full disk here
	if err = errors.Join(err, f.Close()); err != nil {
		err = errors.Join(err, os.Truncate(name, end))
	}
	return err
}

// ReadJobs returns the jobs of a run, in the order of submission.
func ReadJobs(dir string) (list []Jobs, err error) {
	name := filepath.Join(dir, TasksDir, jobsFile)
	text, err := rundir.Read(dir, filepath.Join(TasksDir, jobsFile))
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	for line := range bytes.Lines(text[:bytes.LastIndexByte(text, '\n')+1]) {
		var j Jobs
		if err := json.Unmarshal(line, &j); err != nil {
			return nil, fmt.Errorf("cluster: %s: %w", name, err)
		}
		list = append(list, j)
	}
	return list, nil
}
