package main

import (
	"bufio"
	"fmt"
	"os"
	"slices"
	"strings"

	"github.com/spbench/spbench/harness/internal/host/find"
	"github.com/spbench/spbench/harness/internal/metric"
	"github.com/spbench/spbench/harness/internal/record"
	"github.com/spbench/spbench/harness/internal/run/plan"
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

// metricLines returns the command lines of the metrics of a run.
func metricLines(planned *plan.File) (lines []string) {
	for _, m := range planned.Suite.AllMetrics() {
		if is, err := metric.New(m.Name, m.Args, nil); err == nil && is.Command != nil {
			lines = append(lines, strings.Join(is.Command.Argv, " "))
		}
	}
	return lines
}
