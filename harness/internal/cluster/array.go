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
	scheduler, index string
	first            string // the first index; "" if 0
	count            string // of tasks; "" if unknown
	last             string // the last index, in place of count
}

// arrays are the known schedulers. Sources: sbatch(1), "Job array"; qsub of PBS Professional;
// sge_qsub(1); Kubernetes, "Indexed Job for Parallel Processing with Static Work Assignment"; AWS
// Batch, "Array job environment variables".
var arrays = []array{
	{"SLURM", "SLURM_ARRAY_TASK_ID", "SLURM_ARRAY_TASK_MIN", "SLURM_ARRAY_TASK_COUNT", ""},
	{"AWS Batch", "AWS_BATCH_JOB_ARRAY_INDEX", "", "AWS_BATCH_JOB_ARRAY_SIZE", ""},
	{"SGE", "SGE_TASK_ID", "SGE_TASK_FIRST", "", "SGE_TASK_LAST"},
	{"Kubernetes", "JOB_COMPLETION_INDEX", "", "", ""},
	{"PBS", "PBS_ARRAY_INDEX", "", "", ""},
	{"Torque", "PBS_ARRAYID", "", "", ""},
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
	var failed error
	number := func(name string, otherwise int) int {
		text := getenv(name)
		if name == "" || text == "" {
			return otherwise
		}
		n, err := strconv.Atoi(text)
		if err != nil {
			failed = fmt.Errorf("cluster: shard auto: %s is %q, which is no number", name, text)
		}
		return n
	}
	first := number(a.first, 0)
	i, n := number(a.index, 0)-first, number(a.count, number(a.last, first-1)-first+1)
	switch {
	case failed != nil:
		return Shard{}, failed
	case of == 0 && n == 0:
		return Shard{}, fmt.Errorf("cluster: shard auto: %s does not tell how many tasks the array has\n"+
			"hint: write -shard auto/N", a.scheduler)
	case of > 0 && n > 0 && of != n:
		return Shard{}, fmt.Errorf("cluster: shard auto/%d: the array has %d tasks", of, n)
	}
	if of = max(of, n); i < 0 || i >= of {
		return Shard{}, fmt.Errorf("cluster: shard auto: task %s=%s is not among %d: the indices of the "+
			"array must be consecutive, and begin at %d", a.index, getenv(a.index), of, first)
	}
	return Shard{i, of}, nil
}
