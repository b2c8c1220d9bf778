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
	"github.com/spbench/spbench/harness/internal/run"
	"github.com/spbench/spbench/harness/internal/suite"
)

// consent is asked before what a run folder names is run, as anybody may have made it.
type consent struct {
	Yes bool `help:"Run the command lines that the run folder names, of learners and metrics, without asking."`
}

// ask returns an error unless the person at the terminal, or the flag, allows these command lines, which a run folder names.
func (c *consent) ask(t *terminal, dir string, lines []string) error {
	slices.Sort(lines)
	if lines = slices.Compact(lines); c.Yes || len(lines) == 0 {
		return nil
	}
	text := fmt.Sprintf("what %s names would be run:\n\t%s\n", dir, strings.Join(lines, "\n\t"))
	if !t.interactive || !isTerminal(os.Stdin) {
		return fmt.Errorf("%sgive -yes if you trust it", text)
	}
	fmt.Fprintf(t.err, "%srun it? [y/N] ", text)
	answer, _ := bufio.NewReader(os.Stdin).ReadString('\n') // none is no
	if answer = strings.ToLower(strings.TrimSpace(answer)); answer != "y" && answer != "yes" {
		return fmt.Errorf("nothing of %s was run", dir)
	}
	return nil
}

// learnerLines returns the learners of fits that are not known by a name.
func learnerLines(fits []record.Fit) (lines []string) {
	for i := range fits {
		if name := fits[i].Learner; find.IsCommand(name) {
			lines = append(lines, name)
		}
	}
	return lines
}

// metricLines returns the programs that measured fits of a run, or are to, but for those that are asked for now.
func metricLines(plan *run.Written, fits []record.Fit, now []suite.Metric) (lines []string) {
	known := map[string]bool{} // lists of metrics
	metrics := slices.Clone(plan.Suite.Metrics)
	for i := range fits {
		for _, row := range fits[i].Rows {
			var more []suite.Metric
			if text := string(row.Measures); text != "" && !known[text] && json.Unmarshal(row.Measures, &more) == nil { // or none of them is run
				known[text] = true
				metrics = append(metrics, more...)
			}
		}
	}
	for i := range metrics {
		line := commandLine(&metrics[i])
		if line != "" && !slices.ContainsFunc(now, func(m suite.Metric) bool { return commandLine(&m) == line }) {
			lines = append(lines, line)
		}
	}
	return lines
}

// commandLine returns the command line of a metric that is a program; "" of any other.
func commandLine(m *suite.Metric) string {
	is, err := metric.New(m.Name, m.Args, nil)
	if err != nil || is.Command == nil {
		return ""
	}
	return strings.Join(is.Command.Argv, " ")
}
