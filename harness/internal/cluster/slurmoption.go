package cluster

import (
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// An option of sbatch has a name, possibly a letter, and the unambiguous abbreviations of its name.
type option struct {
	name, short string
	least       int // length of the shortest abbreviation, with "--"
}

var (
	arrayOption    = option{"--array", "-a", len("--ar")}
	clustersOption = option{"--clusters", "-M", len("--cluster")}
	outputOption   = option{"--output", "-o", len("--ou")}
	timeOption     = option{"--time", "-t", len("--time")}
	wrapOption     = option{"--wrap", "", len("--wr")}
)

// isOption reports whether a word is that option, with or without its value.
func isOption(word string, o option) bool {
	name, _, _ := strings.Cut(word, "=")
	if strings.HasPrefix(word, "--") {
		return len(name) >= o.least && strings.HasPrefix(o.name, name)
	}
	return o.short != "" && strings.HasPrefix(word, o.short)
}

// grouped returns each option with its value. The value may be a word of its own.
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

// valueOf returns the value of an option with a short name, as grouped returns it.
func valueOf(o []string) string {
	name, value, given := strings.Cut(strings.Join(o, "="), "=")
	if !given && !strings.HasPrefix(name, "--") {
		value = name[len("-a"):] // -a1-8
	}
	return value
}

// shortTime matches a value of --time below ten minutes: M, M:S, H:M:S, D-H:M or D-H:M:S.
var shortTime = regexp.MustCompile(`^(?:0?\d(?::\d+)?|0+:0?\d:\d+|0+-0+:0?\d(?::\d+)?)$`)

// isShort reports whether the options ask for a time limit below ten minutes.
func isShort(words []string) (short bool) {
	for _, o := range grouped(words) {
		if isOption(o[0], timeOption) {
			short = shortTime.MatchString(valueOf(o))
		}
	}
	return short
}

var arrayIndices = regexp.MustCompile(`^(?:1-(\d+))?(%\d+)?$`)

// arrayOf parses the option --array. last is the last index, 0 without the option, and -1 for
// indices other than 1-N. atOnce is the limit of tasks at a time, such as "%2".
func arrayOf(words []string) (last int, atOnce string) {
	for _, o := range grouped(words) {
		if !isOption(o[0], arrayOption) {
			continue
		}
		value := valueOf(o)
		m := arrayIndices.FindStringSubmatch(value)
		if m == nil || value == "" {
			return -1, ""
		}
		last, _ = strconv.Atoi(m[1])
		atOnce = m[2]
	}
	return last, atOnce
}

// Refuse returns an error for options that contradict those of spbench, or hide its tasks from it.
func Refuse(options []string, tasks int) error {
	if len(options) > 0 && !strings.HasPrefix(options[0], "-") {
		return fmt.Errorf(
			"cluster: %q is no option of sbatch: what follows -- is handed to it", options[0],
		)
	}
	if last, _ := arrayOf(options); last != 0 && last != tasks {
		return fmt.Errorf(
			"cluster: --array: the tasks are numbered 1-%d, by -tasks: leave --array out, or write "+
				"--array=%%2 for two of them at a time",
			tasks,
		)
	}
	for _, o := range grouped(options) {
		switch {
		case isOption(o[0], clustersOption):
			return fmt.Errorf(
				"cluster: %s: spbench asks the cluster of this machine alone how its tasks are: submit from "+
					"a machine of the cluster that is to run them",
				o[0],
			)
		case isOption(o[0], wrapOption):
			return fmt.Errorf(
				"cluster: %s: sbatch gets a script from spbench and takes no command beside it: leave it out",
				wrapOption.name,
			)
		}
	}
	return nil
}

// overridden are environment variables of sbatch that would replace options in the scripts; see
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
