package cluster_test

import (
	"strings"
	"testing"

	"github.com/spbench/spbench/harness/internal/cluster"
)

// TestRefuse: options of sbatch that contradict spbench are refused in any spelling; others are
// not.
func TestRefuse(t *testing.T) {
	const array, clusters, wrap = "the tasks are numbered by -tasks",
		"the cluster of this machine alone", "takes no command beside it"
	for options, says := range map[string]string{
		"":                                    "",
		"--partition=long -t 10":              "",
		"--account=ar --cluster-constraint=x": "",
		"--wait --wckey=wrap":                 "",
		"--array=%2":                          array,
		"-a 1-8":                              array,
		"--ar=3":                              array,
		"-p long -a9":                         array,
		"--clusters=other":                    clusters,
		"-Mother":                             clusters,
		"--wrap=true":                         wrap,
		"--wr true":                           wrap,
		"long":                                "is no option of sbatch",
	} {
		err := cluster.Refuse(strings.Fields(options))
		if (err == nil) != (says == "") || err != nil && !strings.Contains(err.Error(), says) {
			t.Errorf("%s: %v, want %q", options, err, says)
		}
	}
}

// TestScriptOptions: the scripts have the options, between those that they replace and those that
// replace them.
func TestScriptOptions(t *testing.T) {
	tasks, table, err := cluster.Job{
		Dir: "/a b/50%", Program: "/programs/spbench", Tasks: 6,
		Options: []string{"-p", "long", "--comment=two words", "--output=/x"},
	}.Scripts()
	if err != nil {
		t.Fatal(err)
	}
	const options = "-p long '--comment=two words' --output=/x"
	for script, lines := range map[string]string{
		tasks: "#SBATCH --output='/a b/50%%/tasks/%A_%a.log'\n|#SBATCH " + options + "\n#SBATCH --array=1-6\n",
		table: "#SBATCH " + options + "\n|#SBATCH --output='/a b/50%%/tasks/table-%j.log'\n",
	} {
		first, then, _ := strings.Cut(lines, "|")
		_, after, found := strings.Cut(script, first)
		if !found || !strings.Contains(after, then) {
			t.Errorf("no %q and later %q in\n%s", first, then, script)
		}
	}
}

// TestScriptsOfSeveralLines: a name with a line end is refused, since it could add an option to a
// script.
func TestScriptsOfSeveralLines(t *testing.T) {
	const wrap = "a\n#SBATCH --wrap=touch"
	for _, job := range []cluster.Job{{Name: "x", Dir: "/" + wrap}, {Name: wrap, Dir: "/x"}, {Name: "x", Dir: "/x", Options: []string{"--comment=" + wrap}}, {Name: "x", Dir: "/a\rb"}} {
		tasks, table, err := job.Scripts()
		if err == nil || tasks != "" || table != "" {
			t.Errorf("%+v: %v\n%s%s", job, err, tasks, table)
		}
	}
}
