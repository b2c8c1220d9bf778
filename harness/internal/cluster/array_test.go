package cluster_test

import (
	"strings"
	"testing"

	"github.com/spbench/spbench/harness/internal/cluster"
)

// shards are flags, variables and the shard, or a part of the error.
const shards = `
1/1 |  | 1/1
3/8 | SLURM_ARRAY_TASK_ID=1 | 3/8
auto | SLURM_ARRAY_TASK_ID=0 SLURM_ARRAY_TASK_COUNT=4 SLURM_ARRAY_TASK_MIN=0 | 1/4
auto | SLURM_ARRAY_TASK_ID=7 SLURM_ARRAY_TASK_COUNT=4 SLURM_ARRAY_TASK_MIN=5 | 3/4
auto | SGE_TASK_ID=4 SGE_TASK_FIRST=1 SGE_TASK_LAST=8 | 4/8
auto | AWS_BATCH_JOB_ARRAY_INDEX=1 AWS_BATCH_JOB_ARRAY_SIZE=2 | 2/2
auto/6 | JOB_COMPLETION_INDEX=5 | 6/6
auto/6 | PBS_ARRAY_INDEX=0 | 1/6
0/8 |  | write it as 3/8
9/8 |  | write it as 3/8
3 |  | write it as 3/8
x/8 |  | write it as 3/8
1/0 |  | no number of shards
auto |  | no task of a job array
auto | SGE_TASK_ID=undefined | no task of a job array
auto | JOB_COMPLETION_INDEX=5 | -shard auto/N
auto | JOB_COMPLETION_INDEX=five | no number
auto/4 | JOB_COMPLETION_INDEX=4 | not among 4
auto/4 | PBS_ARRAY_INDEX=4 | begin at 0
auto/4 | AWS_BATCH_JOB_ARRAY_INDEX=1 AWS_BATCH_JOB_ARRAY_SIZE=2 | has 2 tasks
auto | SLURM_ARRAY_TASK_ID=5 SLURM_ARRAY_TASK_COUNT=2 SLURM_ARRAY_TASK_MIN=2 | must be consecutive
`

// TestParse: shards by a flag and by the variables of a scheduler, and the errors.
func TestParse(t *testing.T) {
	for _, line := range strings.Split(strings.TrimSpace(shards), "\n") {
		f := strings.Split(line, " | ")
		flag, variables, want := f[0], f[1], f[2]
		env := map[string]string{}
		for _, setting := range strings.Fields(variables) {
			name, value, _ := strings.Cut(setting, "=")
			env[name] = value
		}
		shard, err := cluster.Parse(flag, func(name string) string { return env[name] })
		if err != nil && !strings.Contains(err.Error(), want) ||
			err == nil && shard.String() != want {
			t.Errorf("%s with %s: %v, %v, want %s", flag, variables, shard, err, want)
		}
	}
}
