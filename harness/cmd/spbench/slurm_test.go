package main

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"syscall"
	"testing"
)

// slurmSuite has fits that are long enough to be interrupted.
const slurmSuite = `
suite: array
datasets: [chains: {words: 400, split: {train: 300, test: 50}}]
train-loss: hamming-count
learners: [crf: {solver: sgd}, ssvm, marginalpmap]
decoders: [map]
budget: {passes: 150}
seeds: 4
`

// An arrayTest is a suite on a scheduler of its own.
type arrayTest struct {
	*slurm
	bin, dir   string // programs; working directory
	suite      string
	resultHash string // result hash of a local run
}

// TestSlurm: a suite as an array of tasks has the records of a local run except for times, whatever
// happens to its tasks.
func TestSlurm(t *testing.T) {
	t.Parallel()
	a := &arrayTest{slurm: startSlurm(t), bin: binariesDir(t), suite: "suite.yaml"}
	a.dir = must(os.MkdirTemp("/tmp", "k"))(t)
	t.Cleanup(func() { os.RemoveAll(a.dir) })
	putText(t, slurmSuite, a.dir, a.suite)
	a.resultHash = resultHash(t, a.must(t, "run", a.suite, "-results", "local"))
	for _, test := range []struct {
		name    string
		results string
		disturb func(t *testing.T, run string)
	}{
		{"one task cancelled, and SIGTERM to the script of another alone", "cancelled",
			func(t *testing.T, run string) {
				a.some(t, run)
				for i, id := range a.running() {
					if how := [][]string{{id}, {"--batch", "--signal=TERM", id}}; i < len(how) {
						a.call("scancel", how[i]...)
					}
				}
			}},
		{"preempted, in a folder with spaces", "put back 50%j", func(t *testing.T, run string) {
			a.some(t, run)
			a.preempt(t)
		}},
		{"a node dies", "died", func(t *testing.T, run string) {
			a.some(t, run)
			_ = a.nodes[1].Process.Signal(syscall.SIGKILL)
			_ = a.nodes[1].Wait()
			a.nodes[1] = a.start(t, "slurmd", "-D", "-N", "n2")
		}},
	} {
		t.Run(test.name, func(t *testing.T) {
			a.must(t, a.submit(test.results, 4)...)
			test.disturb(t, a.run(t, test.results))
			a.over(t)
			a.must(t, a.submit(test.results, 4)...)
			a.over(t)
			a.same(t, test.results)
		})
	}
}

// submit returns the arguments to submit the suite.
func (a *arrayTest) submit(results string, tasks int) []string {
	return []string{"submit", a.suite, "-results", results, "-tasks", fmt.Sprint(tasks)}
}

// command returns spbench with plugins and scheduler of the test.
func (a *arrayTest) command(args ...string) *exec.Cmd {
	cmd := program(a.bin, a.dir, args...)
	cmd.Env = append(cmd.Env, a.env())
	return cmd
}

func (a *arrayTest) spbench(args ...string) (string, error) {
	out, err := a.command(args...).CombinedOutput()
	return string(out), err
}

func (a *arrayTest) must(t *testing.T, args ...string) string {
	t.Helper()
	out, err := a.spbench(args...)
	if err != nil {
		t.Fatalf("spbench %s: %v\n%s", strings.Join(args, " "), err, out)
	}
	return out
}

// run returns the run folder in results.
func (a *arrayTest) run(t *testing.T, results string) string {
	t.Helper()
	plans, err := filepath.Glob(filepath.Join(a.dir, results, "*", "plan.json"))
	if err != nil || len(plans) != 1 {
		t.Fatal(plans, err)
	}
	return filepath.Dir(plans[0])
}

var fitsDone = regexp.MustCompile(`fits +(\d+) of (\d+) done`)

// progress returns the line of status on the fits of a run.
func (a *arrayTest) progress(t *testing.T, run string) (done, planned int) {
	t.Helper()
	out := a.must(t, "status", run)
	m := fitsDone.FindStringSubmatch(out)
	if m == nil {
		t.Fatalf("status says\n%s", out)
	}
	_, _ = fmt.Sscan(m[1]+" "+m[2], &done, &planned)
	return done, planned
}

// some waits until a run has some of its fits.
func (a *arrayTest) some(t *testing.T, run string) {
	t.Helper()
	a.until(t, "no fit is done", func() bool { done, _ := a.progress(t, run); return done > 0 })
}

// running returns the running tasks.
func (a *arrayTest) running() []string {
	return strings.Fields(a.call("squeue", "-h", "-r", "-t", "RUNNING", "-o", "%A"))
}

// preempt starts a job that preempts the running tasks. They return to the queue.
func (a *arrayTest) preempt(t *testing.T) {
	t.Helper()
	ids := a.running()
	a.call("sbatch", "--partition=urgent", "--nodes=2", "--exclusive", "--output=/dev/null",
		"--wrap=sleep 1")
	a.until(t, "no task is put back", func() bool {
		return slices.ContainsFunc(ids,
			func(id string) bool {
				return strings.Contains(a.call("scontrol", "show", "job", id),
					"Restarts=1")
			})
	})
	a.until(t, "tasks that were put back do not start", func() bool {
		late := strings.Fields(a.call("squeue", "-h", "-r", "-t", "PENDING", "-o", "%i %r"))
		for i := 0; i+1 < len(late); i += 2 {
			if late[i+1] == "BeginTime" { // waits two minutes
				a.call("scontrol", "update", "JobId="+late[i], "StartTime=now")
			}
		}
		return !slices.Contains(late, "BeginTime") &&
			!strings.Contains(a.call("squeue", "-h", "-o", "%T"), "COMPLETING")
	})
}

// same compares a finished run with the local one.
func (a *arrayTest) same(t *testing.T, results string) {
	t.Helper()
	run := a.run(t, results)
	if got := resultHash(t, a.must(t, "table", run)); got != a.resultHash {
		t.Errorf("result hash %s, of the local run %s", got, a.resultHash)
	}
	if done, planned := a.progress(t, run); done != planned {
		t.Errorf("%d of %d fits are done", done, planned)
	}
}

var evidenceLine = regexp.MustCompile(`Result hash ([0-9a-f]+)\.`)

// resultHash returns the result hash in a table.
func resultHash(t *testing.T, table string) string {
	t.Helper()
	m := evidenceLine.FindStringSubmatch(table)
	if m == nil {
		t.Fatalf("no result hash in\n%s", table)
	}
	return m[1]
}
