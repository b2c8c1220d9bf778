package confine

import (
	"os"
	"strconv"

	"github.com/spbench/spbench/harness/internal/sandbox"
	"github.com/spbench/spbench/harness/internal/wire"
)

// Environment returns the environment of a learner: the variables that programs need, the settings
// of threads and memory, a private folder for temporary files and a home in it, the process id of
// the harness, and extra. A variable given twice has its last value.
func Environment(threads int, memory int64, policy sandbox.Policy, extra []string) []string {
	env := []string{"TMPDIR=" + policy.Private, "HOME=" + policy.Home(), "LANG=C.UTF-8",
		wire.HarnessKey + "=" + strconv.Itoa(os.Getpid())}
	for _, name := range []string{"PATH", "LANG"} {
		if v, ok := os.LookupEnv(name); ok {
			env = append(env, name+"="+v)
		}
	}
	for _, name := range []string{"GOMAXPROCS", "OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS",
		"MKL_NUM_THREADS",
		"BLIS_NUM_THREADS", "NUMEXPR_NUM_THREADS", "VECLIB_MAXIMUM_THREADS"} {
		env = append(env, name+"="+strconv.Itoa(threads))
	}
	if memory > 0 {
		// Near the limit, Go collects garbage more often instead of exceeding it.
		env = append(env, "GOMEMLIMIT="+strconv.FormatInt(memory/10*9, 10))
	}
	return append(env, extra...)
}
