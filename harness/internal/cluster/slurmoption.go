package cluster

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
)

// reserved are options of sbatch for spbench alone. Others would contradict its own, or hide its
// tasks from it.
var reserved = []struct{ name, short, why string }{
	{"--array", "-a",
		"the tasks are numbered by -tasks, and a smaller number runs fewer at a time"},
	{"--clusters", "-M",
		"spbench asks the cluster of this machine alone how its tasks are: submit from a machine " +
			"of the cluster that is to run them"},
	{"--wrap", "--wrap", "sbatch gets a script from spbench and takes no command beside it"},
}

// Refuse returns an error for options with a reserved one, also abbreviated.
func Refuse(options []string) error {
	if len(options) > 0 && !strings.HasPrefix(options[0], "-") {
		return fmt.Errorf(
			"cluster: %q is no option of sbatch: what follows -- is handed to it", options[0],
		)
	}
	for _, word := range options {
		name, _, _ := strings.Cut(word, "=")
		for _, r := range reserved {
			if len(name) >= len("--ar") && strings.HasPrefix(r.name, name) ||
				strings.HasPrefix(word, r.short) {
				return fmt.Errorf("cluster: %s: %s: leave it out", r.name, r.why)
			}
		}
	}
	return nil
}

// timeLimit matches the option --time. shortTime matches its values below ten minutes: M, M:S,
// H:M:S, D-H:M or D-H:M:S.
var (
	timeLimit = regexp.MustCompile(`(?:^| )(?:--time[= ]|-t ?)(\S+)`)
	shortTime = regexp.MustCompile(`^(?:0?\d(?::\d+)?|0+:0?\d:\d+|0+-0+:0?\d(?::\d+)?)$`)
)

// isShort reports whether the options ask for a time limit below ten minutes.
func isShort(options []string) bool {
	all := timeLimit.FindAllStringSubmatch(strings.Join(options, " "), -1)
	return len(all) > 0 && shortTime.MatchString(all[len(all)-1][1])
}

// overridden are environment variables of sbatch against options of the scripts; see
// sbatch(1), "Input environment variables".
var overridden = []string{
	"SBATCH_ARRAY_INX",
	"SBATCH_CLUSTERS",
	"SBATCH_OUTPUT",
	"SBATCH_OPEN_MODE",
	"SBATCH_REQUEUE",
	"SBATCH_NO_REQUEUE",
	"SBATCH_SIGNAL",
	"SBATCH_WAIT",
}

// overrides reports whether a setting of the environment is one of overridden.
func overrides(setting string) bool {
	name, _, _ := strings.Cut(setting, "=")
	return slices.Contains(overridden, name)
}
