package cluster

import (
	"fmt"
	"strconv"
	"strings"
)

// A Shard is one part of a run that several machines share.
type Shard struct {
	Index int // 0 … Of−1
	Of    int // at least 1
}

// String returns the shard as Parse reads it, such as "1/8" for the first.
func (s Shard) String() string { return fmt.Sprintf("%d/%d", s.Index+1, s.Of) }

// Parse reads a shard: "3/8" is the third of eight. "auto" finds the number of this task in the
// environment of a job array. "auto/8" gives the number of tasks to a scheduler without one.
func Parse(text string, getenv func(string) string) (Shard, error) {
	first, second, two := strings.Cut(text, "/")
	of := 0
	if two {
		n, err := strconv.Atoi(second)
		if err != nil || n < 1 {
			return Shard{}, fmt.Errorf("cluster: shard %q: %q is no number of shards", text, second)
		}
		of = n
	}
	if first == "auto" {
		return auto(of, getenv)
	}
	i, err := strconv.Atoi(first)
	if err != nil || !two || i < 1 || i > of {
		return Shard{}, fmt.Errorf(
			"cluster: shard %q: write it as 3/8, the third of eight, or auto in a task of a job array",
			text,
		)
	}
	return Shard{i - 1, of}, nil
}

// An array names the environment variables of one scheduler for a task of a job array.
type array struct {
	scheduler string
	index     string
	count     string // of tasks; "" if unknown
	// of the indices; first is "" if they begin at 0, last and step if unknown
	first, last, step string
}

// arrays are the known schedulers. Sources: sbatch(1), "Job array"; qsub of PBS Professional;
// sge_qsub(1); Kubernetes, "Indexed Job for Parallel Processing with Static Work Assignment"; AWS
// Batch, "Array job environment variables".
var arrays = []array{
	{
		scheduler: "SLURM",
		index:     "SLURM_ARRAY_TASK_ID",
		count:     "SLURM_ARRAY_TASK_COUNT",
		first:     "SLURM_ARRAY_TASK_MIN",
		last:      "SLURM_ARRAY_TASK_MAX",
		step:      "SLURM_ARRAY_TASK_STEP",
	},
	{scheduler: "AWS Batch", index: "AWS_BATCH_JOB_ARRAY_INDEX", count: "AWS_BATCH_JOB_ARRAY_SIZE"},
	{
		scheduler: "SGE",
		index:     "SGE_TASK_ID",
		first:     "SGE_TASK_FIRST",
		last:      "SGE_TASK_LAST",
		step:      "SGE_TASK_STEPSIZE",
	},
	{scheduler: "Kubernetes", index: "JOB_COMPLETION_INDEX"},
	{scheduler: "PBS", index: "PBS_ARRAY_INDEX"},
	{scheduler: "Torque", index: "PBS_ARRAYID"},
}

// auto returns the shard of this task; of is the number of shards, 0 if unknown.
func auto(of int, getenv func(string) string) (Shard, error) {
	for _, a := range arrays {
		if v := getenv(a.index); v != "" && v != "undefined" { // SGE, outside of an array
			return a.shard(of, getenv)
		}
	}
	var names []string
	for _, a := range arrays {
		names = append(names, a.index+" ("+a.scheduler+")")
	}
	return Shard{}, fmt.Errorf(
		"cluster: shard auto: this is no task of a job array: the environment has none of %s",
		strings.Join(names, ", "),
	)
}

func (a *array) shard(of int, getenv func(string) string) (Shard, error) {
	i, n, err := a.task(getenv)
	switch {
	case err != nil:
		return Shard{}, err
	case of == 0 && n == 0:
		return Shard{}, fmt.Errorf("cluster: shard auto: %s does not tell how many tasks the array has\n"+
			"hint: write -shard auto/N", a.scheduler)
	case of > 0 && n > 0 && of != n:
		return Shard{}, fmt.Errorf("cluster: shard auto/%d: the array has %d tasks", of, n)
	case of == 0:
		of = n
	}
	if (a.scheduler == "PBS" || a.scheduler == "Torque") && i == of { // users count from 1 there
		return Shard{}, fmt.Errorf("cluster: shard auto/%d: %s is %d: the indices of the array must run "+
			"from 0 to %d", of, a.index, i, of-1)
	}
	if i < 0 || i >= of {
		return Shard{}, fmt.Errorf("cluster: shard auto: task %s=%s is not among %d",
			a.index, getenv(a.index), of)
	}
	return Shard{i, of}, nil
}

// task returns the number of this task, from 0, and the number of tasks, 0 if unknown.
func (a *array) task(getenv func(string) string) (i, n int, err error) {
	number := func(name string, otherwise int) int {
		text := getenv(name)
		if name == "" || text == "" {
			return otherwise
		}
		n, failed := strconv.Atoi(text)
		if failed != nil && err == nil {
			err = fmt.Errorf("cluster: shard auto: %s is %q, which is no number", name, text)
		}
		return n
	}
	first, step := number(a.first, 0), max(number(a.step, 1), 1)
	i = (number(a.index, 0) - first) / step
	n = number(a.count, 0)
	if last := number(a.last, -1); last >= 0 {
		span := (last-first)/step + 1
		if n > 0 && n != span {
			return 0, 0, fmt.Errorf("cluster: shard auto: the array has %d tasks with indices from %d to "+
				"%d: some are left out, and the shards of the others are unknown\n"+
				"hint: write -shard $%s/N", n, first, last, a.index)
		}
		n = span
	}
	return i, n, err
}
