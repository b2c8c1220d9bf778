package cluster_test

import (
	"strings"
	"testing"

	"github.com/spbench/spbench/harness/internal/cluster"
)

// TestRefuse: options of sbatch that contradict spbench are refused in any spelling; others are
// not.
func TestRefuse(t *testing.T) {
	const array, clusters, wrap = "the tasks are numbered 1-8", "the cluster of this machine alone", "takes no command beside it"
	for options, says := range map[string]string{
		"":                                    "",
		"--partition=long -t 10":              "",
		"--account=ar --cluster-constraint=x": "",
		"--wait --wckey=wrap":                 "",
		"--array=%2":                          "",
		"--array=1-8%2":                       "",
		"-a 1-8":                              "",
		"--array=0-7":                         array,
		"--array=1-4":                         array,
		"--array=1,2":                         array,
		"--array":                             array,
		"--ar=3":                              array,
		"-a1-9":                               array,
		"-p long -a 9":                        array,
		"--clusters=other":                    clusters,
		"-M other":                            clusters,
		"-Mother":                             clusters,
		"--wrap=true":                         wrap,
		"--wr true":                           wrap,
		"long":                                "is no option of sbatch",
	} {
		err := cluster.Refuse(strings.Fields(options), 8)
		if (err == nil) != (says == "") || err != nil && !strings.Contains(err.Error(), says) {
			t.Errorf("%s: %v, want %q", options, err, says)
		}
	}
}

// TestScriptOptions: the script has each option with its value. An array keeps only its limit of
// tasks at a time.
func TestScriptOptions(t *testing.T) {
	tasks, table, err := cluster.Job{
		Dir: "/a b/50%", Program: "/programs/spbench", Tasks: 6,
		Options: []string{"-p", "long", "--comment=two words", "--array=1-8%3", "--output=/x"},
	}.Scripts()
	if err != nil {
		t.Fatal(err)
	}
	for _, line := range []string{"#SBATCH --array=1-6%3\n", "#SBATCH -p long\n", "#SBATCH " +
		"'--comment=two words'\n", "#SBATCH --output=/x\n", "#SBATCH --output='/a " +
		"b/50%%/tasks/%A_%a.log'\n"} {
		if strings.Count(tasks, line) != 1 {
			t.Errorf("no line %q in\n%s", line, tasks)
		}
	}
	if strings.Count(tasks, "--array") != 1 {
		t.Errorf("two arrays in\n%s", tasks)
	}
	if strings.Contains(table, "--array") || strings.Contains(table, "/x") ||
		!strings.Contains(table, "#SBATCH -p long\n") {
		t.Errorf("the table's script is\n%s", table)
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
