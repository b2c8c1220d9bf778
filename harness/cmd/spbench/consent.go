package main

import (
	"bufio"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spbench/spbench/harness/internal/host/find"
	"github.com/spbench/spbench/harness/internal/metric"
	"github.com/spbench/spbench/harness/internal/record"
	"github.com/spbench/spbench/harness/internal/record/rundir"
	"github.com/spbench/spbench/harness/internal/suite"
)

// consent asks before it runs commands named in a run folder, since anybody may have written them.
type consent struct {
	Yes bool `help:"Run commands named in the run folder (learners, metrics) without asking, also if you never ran them."`
}

// ask returns an error unless this user has run these command lines in the suite's folder, or the
// flag or the person at the terminal allows them.
func (c *consent) ask(t *terminal, dir string, lines []string) error {
	from, _ := rundir.Read(dir, suite.DirFile) // old runs lack it: ask
	lines = slices.DeleteFunc(lines, func(line string) bool {
		_, err := os.Stat(ownMark(strings.TrimSuffix(string(from), "\n"), line))
		return err == nil
	})
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

// ownMark returns the file that says that this user has run a command line in a suite's folder; a
// name without a file if there is no cache.
func ownMark(folder, line string) string {
	cache, _ := new(find.Options).CacheFolder()
	sum := sha256.Sum256([]byte(folder + "\x00" + line))
	return filepath.Join(cache, "commands", hex.EncodeToString(sum[:]))
}

// ownCommands marks the command lines of a suite, which the user runs. Without marks, commands ask.
func ownCommands(s *suite.Suite) {
	folder, err := filepath.Abs(s.Dir())
	lines := metricLines(s)
	for i := range s.Learners {
		if name := s.Learners[i].Name; find.IsCommand(name) {
			lines = append(lines, name)
		}
	}
	for _, line := range lines {
		if name := ownMark(folder, line); err == nil && filepath.IsAbs(name) {
			_ = os.MkdirAll(filepath.Dir(name), 0o700)
			_ = os.WriteFile(name, nil, 0o600)
		}
	}
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

// metricLines returns the command lines of the metrics of a suite.
func metricLines(s *suite.Suite) (lines []string) {
	for _, m := range s.AllMetrics() {
		if is, err := metric.New(m.Name, m.Args, nil); err == nil && is.Command != nil {
			lines = append(lines, strings.Join(is.Command.Argv, " "))
		}
	}
	return lines
}
