package cluster

import (
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// An option of sbatch, which it also knows by a letter and by the beginnings of its name that are those of no other.
type option struct {
	name, short string
	least       int // letters of the name, with "--", that are enough
}

var (
	arrayOption    = option{"--array", "-a", len("--ar")}
	clustersOption = option{"--clusters", "-M", len("--cluster")}
	outputOption   = option{"--output", "-o", len("--ou")}
	wrapOption     = option{"--wrap", "", len("--wr")}
)

// isOption reports whether a word gives that option, with or without its value.
func isOption(word string, o option) bool {
	name, _, _ := strings.Cut(word, "=")
	if strings.HasPrefix(word, "--") {
		return len(name) >= o.least && strings.HasPrefix(o.name, name)
	}
	return o.short != "" && strings.HasPrefix(word, o.short)
}

// grouped returns options each with its value, which may be the next word.
func grouped(words []string) (options [][]string) {
	for _, w := range words {
		if n := len(options); n > 0 && !strings.HasPrefix(w, "-") {
			options[n-1] = append(options[n-1], w)
		} else {
			options = append(options, []string{w})
		}
	}
	return options
}

var arrayIndices = regexp.MustCompile(`^(?:1-(\d+))?(%\d+)?$`)

// arrayOf returns, of the option --array, the last index and how many tasks run at a time, as it is written, such as "%2"; of indices other than 1-N and of
// such as cannot be read the last is -1, and 0 where there are none.
func arrayOf(words []string) (last int, atOnce string) {
	for _, o := range grouped(words) {
		if !isOption(o[0], arrayOption) {
			continue
		}
		name, value, given := strings.Cut(strings.Join(o, "="), "=")
		if !given && !strings.HasPrefix(name, "--") {
			value = name[len(arrayOption.short):] // -a1-8
		}
		m := arrayIndices.FindStringSubmatch(value)
		if m == nil || value == "" {
			return -1, ""
		}
		last, _ = strconv.Atoi(m[1])
		atOnce = m[2]
	}
	return last, atOnce
}

// Refuse names options that contradict what spbench itself asks for, or after which it would not find its tasks again.
func Refuse(options []string, tasks int) error {
	if len(options) > 0 && !strings.HasPrefix(options[0], "-") {
		return fmt.Errorf("cluster: %q is no option of sbatch: what follows -- is handed to it", options[0])
	}
	if last, _ := arrayOf(options); last != 0 && last != tasks {
		return fmt.Errorf("cluster: --array: the tasks are numbered 1-%d, by -tasks: leave --array out, or write --array=%%2 for two of them at a time", tasks)
	}
	for _, o := range grouped(options) {
		switch {
		case isOption(o[0], clustersOption):
			return fmt.Errorf("cluster: %s: spbench asks the cluster of this machine alone how its tasks are: submit from a machine of the cluster that is to run them", o[0])
		case isOption(o[0], wrapOption):
			return fmt.Errorf("cluster: %s: sbatch gets a script from spbench and takes no command beside it: leave it out", wrapOption.name)
		}
	}
	return nil
}

// overridden are what sbatch reads from the environment in place of what a script says, and what the scripts of spbench rest on; see sbatch(1), "Input environment variables".
var overridden = []string{"SBATCH_ARRAY_INX", "SBATCH_CLUSTERS", "SBATCH_OUTPUT", "SBATCH_OPEN_MODE", "SBATCH_REQUEUE", "SBATCH_NO_REQUEUE", "SBATCH_SIGNAL", "SBATCH_WAIT"}

// overrides reports whether a setting of the environment is one of these.
func overrides(setting string) bool {
	name, _, _ := strings.Cut(setting, "=")
	return slices.Contains(overridden, name)
}
