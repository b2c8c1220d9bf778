package cluster_test

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/spbench/spbench/harness/internal/cluster"
)

// TestSubmitEnvironment: variables that would replace options of the scripts do not reach sbatch.
// Other settings of a user do.
func TestSubmitEnvironment(t *testing.T) {
	bin := t.TempDir()
	script := "#!/bin/sh\nenv | sort > " + bin + "/env\necho 17\n"
	if err := os.WriteFile(filepath.Join(bin, "sbatch"), []byte(script), 0o777); err != nil {
		t.Fatal(err)
	}
	t.Setenv("PATH", bin+string(os.PathListSeparator)+os.Getenv("PATH"))
	for _, name := range []string{"SBATCH_ARRAY_INX", "SBATCH_OUTPUT", "SBATCH_NO_REQUEUE", "SBATCH_SIGNAL", "SBATCH_CLUSTERS", "SBATCH_ACCOUNT", "SBATCH_PARTITION"} {
		t.Setenv(name, "mine")
	}
	ids, err := cluster.Submit(t.Context(), "tasks.sh", "table.sh")
	if err != nil || !slices.Equal(ids, []string{"17", "17"}) {
		t.Fatal(ids, err)
	}
	text, err := os.ReadFile(filepath.Join(bin, "env"))
	got := slices.DeleteFunc(strings.Fields(string(text)), func(setting string) bool {
		return !strings.HasPrefix(setting, "SBATCH_")
	})
	if err != nil ||
		!slices.Equal(got, []string{"SBATCH_ACCOUNT=mine", "SBATCH_PARTITION=mine"}) {
		t.Errorf("sbatch sees %q, %v", got, err)
	}
}

// TestCancelTakesIDs: commands of the scheduler get only ids, never an option.
func TestCancelTakesIDs(t *testing.T) {
	bin := t.TempDir()
	for _, name := range []string{"scancel", "squeue"} {
		script := "#!/bin/sh\necho \"$@\" >> " + bin + "/said\n"
		if err := os.WriteFile(filepath.Join(bin, name), []byte(script), 0o777); err != nil {
			t.Fatal(err)
		}
	}
	t.Setenv("PATH", bin+string(os.PathListSeparator)+os.Getenv("PATH"))
	for _, id := range []string{"--user=root", "-u", "17 --user=root", "", "17_", "_3", "17\n18", "17_[1-3]", "x"} {
		if err := cluster.Cancel(t.Context(), []string{"16", id}); err == nil ||
			!strings.Contains(err.Error(), "is no id") {
			t.Errorf("scancel %q: %v", id, err)
		}
		if _, err := cluster.States(t.Context(), []string{id}); err == nil ||
			!strings.Contains(err.Error(), "is no id") {
			t.Errorf("squeue %q: %v", id, err)
		}
	}
	if err := cluster.Cancel(t.Context(), []string{"17", "18_3"}); err != nil {
		t.Error(err)
	}
	text, err := os.ReadFile(filepath.Join(bin, "said"))
	if want := "--quiet 17 18_3\n"; err != nil || string(text) != want {
		t.Errorf("called with %q, want %q, %v", text, want, err)
	}
}

// TestBanner: the number of a job is the last line of sbatch, whatever a site prints before it.
func TestBanner(t *testing.T) {
	bin := t.TempDir()
	t.Setenv("PATH", bin+string(os.PathListSeparator)+os.Getenv("PATH"))
	for said, want := range map[string]string{
		"17": "17", "17\n": "17", "17;cluster\n": "17",
		"-----\n Welcome to node 42\n99 users\n17;main\n": "17", "47\n\n": "47",
		"": "", "Submitted batch job 17\n": "", "17\nbye\n": "",
	} {
		script := "#!/bin/sh\ncat " + bin + "/said\n"
		if err := os.WriteFile(filepath.Join(bin, "said"), []byte(said), 0o666); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(bin, "sbatch"), []byte(script), 0o777); err != nil {
			t.Fatal(err)
		}
		ids, err := cluster.Submit(t.Context(), "tasks.sh", "table.sh")
		switch {
		case want == "" && (err == nil || len(ids) > 0 || !strings.Contains(err.Error(), "no id of a job")):
			t.Errorf("%q: %q, %v", said, ids, err)
		case want != "" && (err != nil || !slices.Equal(ids, []string{want, want})):
			t.Errorf("%q: %q, %v", said, ids, err)
		}
	}
}

// TestShortTasks: tasks with a time limit of minutes get no early signal, which SLURM may send two
// minutes before their end.
func TestShortTasks(t *testing.T) {
	for options, signal := range map[string]bool{
		"": true, "--time=1": false, "-t 2": false, "-t2": false, "--time 9:59": false,
		"--time=0:09:59": false, "--time=0-0:9": false, "--time=10": true, "-t 60:00": true,
		"--time=1:00:00": true, "--time=1-0": true, "--time=0-1": true, "--time=UNLIMITED": true,
		"--time-min=1": true, "--time=1 --time=100": true, "--partition=long": true,
	} {
		job := cluster.Job{Name: "a", Dir: "/a", Program: "/b", Tasks: 2, Options: strings.Fields(options)}
		tasks, _, err := job.Scripts()
		if err != nil || strings.Contains(tasks, "--signal=B:TERM@60") != signal {
			t.Errorf("%q: signal is not %v, %v\n%s", options, signal, err, tasks)
		}
	}
}
