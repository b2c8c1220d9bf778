package main

import (
	"bufio"
	"encoding/json"
	"fmt"
	"os"
	"slices"
	"strings"

	"github.com/spbench/spbench/harness/internal/host/find"
	"github.com/spbench/spbench/harness/internal/metric"
	"github.com/spbench/spbench/harness/internal/record"
	"github.com/spbench/spbench/harness/internal/run/plan"
	"github.com/spbench/spbench/harness/internal/suite"
)

// consent asks before it runs commands named in a run folder, since anybody may have written them.
type consent struct {
	Yes bool `help:"Run commands named in the run folder (learners, metrics) without asking."`
}

// ask returns an error unless the flag or the person at the terminal allows these command lines.
func (c *consent) ask(t *terminal, dir string, lines []string) error {
	slices.Sort(lines)
	if lines = slices.Compact(lines); c.Yes || len(lines) == 0 {
		return nil
	}
	text := fmt.Sprintf("%s names commands to run:\n\t%s\n", dir, strings.Join(lines, "\n\t"))
	if !t.interactive || !isTerminal(os.Stdin) {
		return fmt.Errorf("%shint: use -yes if you trust them", text)
	}
	fmt.Fprintf(t.err, "%srun them? [y/N] ", text)
	answer, _ := bufio.NewReader(os.Stdin).ReadString('\n') // an error counts as no
	if answer = strings.ToLower(strings.TrimSpace(answer)); answer != "y" && answer != "yes" {
		return fmt.Errorf("no command of %s was run", dir)
	}
	return nil
}

// learnerLines returns the learners of fits that are command lines.
func learnerLines(fits []record.Fit) (lines []string) {
	for i := range fits {
		if name := fits[i].Learner; find.IsCommand(name) {
			lines = append(lines, name)
		}
	}
	return lines
}

// metricLines returns the command lines of the metrics of a run, except those in now.
func metricLines(planned *plan.File, fits []record.Fit, now []suite.Metric) (lines []string) {
	known := map[string]bool{} // lists of metrics
	metrics := slices.Clone(planned.Suite.Metrics)
	for i := range fits {
		for _, row := range fits[i].Rows {
			var more []suite.Metric
			// or none of them is run
			if text := string(row.Measures); text != "" && !known[text] &&
				json.Unmarshal(row.Measures, &more) == nil {
				known[text] = true
				metrics = append(metrics, more...)
			}
		}
	}
	for i := range metrics {
		line := commandLine(&metrics[i])
		if line != "" && !slices.ContainsFunc(now,
			func(m suite.Metric) bool { return commandLine(&m) == line }) {
			lines = append(lines, line)
		}
	}
	return lines
}

// commandLine returns the command line of a metric; "" if it has none.
func commandLine(m *suite.Metric) string {
	is, err := metric.New(m.Name, m.Args, nil)
	if err != nil || is.Command == nil {
		return ""
	}
	return strings.Join(is.Command.Argv, " ")
}
