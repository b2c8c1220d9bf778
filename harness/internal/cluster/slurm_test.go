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
	script := "#!/bin/sh\nenv | grep ^SBATCH_ | sort > " + bin + "/env\necho 17\n"
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
	if got := strings.Fields(string(text)); err != nil ||
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
