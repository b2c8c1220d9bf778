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
	text := dir + " names commands to run:\n\t" + strings.Join(lines, "\n\t") + "\n"
	if !t.interactive || !isTerminal(os.Stdin) {
		return fmt.Errorf("%shint: use -yes if you trust them", text)
	}
	t.note("%srun them? [y/N] ", text)
	answer, _ := bufio.NewReader(os.Stdin).ReadString('\n') // an error counts as no
	if answer = strings.ToLower(strings.TrimSpace(answer)); answer != "y" && answer != "yes" {
		return fmt.Errorf("no command of %s was run", dir)
	}
	return nil
}

// ownMark returns the mark of a command line run by this user in a suite's folder. Without a cache
// there is no such file.
func ownMark(folder, line string) string {
	cache, _ := new(find.Options).CacheFolder()
	sum := sha256.Sum256([]byte(folder + "\x00" + line))
	return filepath.Join(cache, "commands", hex.EncodeToString(sum[:]))
}

// ownCommands marks the command lines of a suite in a folder: the user runs them. Without marks,
// commands ask.
func ownCommands(folder string, s *suite.Suite) {
	lines := metricLines(s)
	for i := range s.Learners {
		lines = append(lines, learnerLine(s.Learners[i].Name)...)
	}
	for _, line := range lines {
		if mark := ownMark(folder, line); filepath.IsAbs(mark) {
			_ = os.MkdirAll(filepath.Dir(mark), 0o700)
			_ = os.WriteFile(mark, nil, 0o600)
		}
	}
}

// learnerLine returns the name of a learner if it is a command line.
func learnerLine(name string) []string {
	if find.IsCommand(name) {
		return []string{name}
	}
	return nil
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
