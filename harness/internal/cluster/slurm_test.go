package cluster_test

import (
	"strings"
	"testing"

	"github.com/spbench/spbench/harness/internal/cluster"
)

// TestScript: names are quoted for the shell and for the patterns of sbatch. One with a line end is
// refused, since it could add an option.
func TestScript(t *testing.T) {
	job := cluster.Job{Name: "spbench-x", Dir: "/a b/50%", Program: "/it's/spbench", Tasks: 6,
		Args: []string{"run", "/a b/50%"}, Memory: 1 << 30}
	text, err := job.Script()
	for _, want := range []string{"#SBATCH --output='/a b/50%%/tasks/%A_%a.log'\n",
		"#SBATCH --mem=1024M\n#SBATCH --requeue\n", "#SBATCH --array=1-6\n",
		`exec '/it'\''s/spbench' 'run' '/a b/50%' -shard auto/$SLURM_ARRAY_TASK_ID/6` + "\n"} {
		if err != nil || !strings.Contains(text, want) {
			t.Errorf("no %q in\n%s%v", want, text, err)
		}
	}
	const wrap = "a\n#SBATCH --wrap=touch"
	for _, job := range []cluster.Job{{Name: "x", Dir: "/" + wrap}, {Name: wrap}, {Dir: "/a\rb"}} {
		if text, err := job.Script(); err == nil || text != "" {
			t.Errorf("%+v: %v\n%s", job, err, text)
		}
	}
}
