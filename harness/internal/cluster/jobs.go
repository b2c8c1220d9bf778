package cluster

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
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

// AddJobs adds jobs to the list in run folder dir. Calls must not overlap.
func AddJobs(dir string, j Jobs) error {
	list, err := ReadJobs(dir)
	var text bytes.Buffer
	lines := json.NewEncoder(&text)
	for _, j := range append(list, j) {
		err = errors.Join(err, lines.Encode(j))
	}
	if err != nil {
		return err
	}
	return rundir.Replace(filepath.Join(dir, TasksDir, jobsFile), text.Bytes())
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
