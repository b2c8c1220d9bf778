package main

import (
	"errors"
	"fmt"
	"os/exec"
	"slices"
	"strconv"
	"strings"

	"github.com/spbench/spbench/harness/internal/host/find"
)

// learnerImports are the packages imported by a new learner and its test.
var learnerImports = []string{"feature", "learner", "learnertest", "likelihood", "loss", "optim",
	"oracle", "perturb", "serve", "sp"}

// goMod returns the go.mod of a learner in a module of its own. The file replaces spbench with the
// folder of the checkout and requires dependencies in the versions of the checkout. So the go
// command has nothing to resolve.
func (l *newLearner) goMod() ([]byte, error) {
	args := []string{"list", "-deps", "-f",
		"{{with .Module}}{{if .Main}}go {{.GoVersion}}{{else}}{{.Path}} {{.Version}}{{end}}{{end}}"}
	for _, name := range learnerImports {
		args = append(args, find.Module+"/harness/"+name)
	}
	cmd := exec.Command("go", args...)
	cmd.Dir = l.Checkout
	out, err := cmd.Output()
	if err != nil {
		if exit := (*exec.ExitError)(nil); errors.As(err, &exit) {
			err = fmt.Errorf("%w: %s", err, strings.TrimSpace(string(exit.Stderr)))
		}
		return nil, fmt.Errorf("new: list the modules of %s: %w", l.Checkout, err)
	}
	lines := strings.Split(strings.TrimSpace(string(out)), "\n")
	slices.Sort(lines)
	lines = slices.Compact(lines)
	at := slices.IndexFunc(lines, func(line string) bool { return strings.HasPrefix(line, "go ") })
	goLine := lines[at]
	lines = slices.Delete(lines, at, at+1)
	return fmt.Appendf(nil,
		"module spbench-learner-%s\n\n%s\n\nrequire %s v%s\n\n"+
			"// The checkout of spbench on this machine: README.md says how to build elsewhere.\n"+
			"replace %s => %s\n\nrequire (\n\t%s // indirect\n)\n",
		l.Name, goLine, find.Module, version, find.Module, quoted(l.Checkout),
		strings.Join(lines, " // indirect\n\t")), nil
}

// quoted quotes a path for go.mod.
func quoted(path string) string {
	if strings.ContainsAny(path, " \t\"'`()[]{},;") {
		return strconv.Quote(path)
	}
	return path
}
