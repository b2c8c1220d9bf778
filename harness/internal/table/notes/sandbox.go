package notes

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/spbench/spbench/harness/internal/ordered"
	"github.com/spbench/spbench/harness/internal/record"
	"github.com/spbench/spbench/harness/internal/table"
)

// unsafeSandboxes warns of learners without a sandbox, or with an open one. Learners built by
// spbench from sources of its own need none.
func unsafeSandboxes(t *table.Table) []Note {
	foreign := func(e *table.Entry) bool { return !strings.HasPrefix(e.Origin.Learner, "source:") }
	return inSandboxes(t, foreign, func(sandbox, who string, alone bool) string {
		switch {
		case sandbox == record.NoSandbox:
			return fmt.Sprintf("Warning: no sandbox hid the files of the user, such as labels and results, from %s. If a sandbox works on this machine, run with another `-results` folder to refit in it; `sandbox:` alone refits nothing.", who)
		case strings.Contains(sandbox, "open to"):
			if alone {
				who = "all learners"
			}
			return fmt.Sprintf("Warning: the sandbox of %s was %s; docs/containment.md explains it.",
				who, sandbox)
		}
		return ""
	})
}

// sandboxes lists the learners in a sandbox that hides less than the best, or in an unknown one,
// and the sandboxes if rows had different ones.
func sandboxes(t *table.Table) []Note {
	var texts []string
	every := func(*table.Entry) bool { return true }
	all := inSandboxes(t, every, func(sandbox, who string, alone bool) string {
		if sandbox == "" {
			return "It is not recorded whether a sandbox hid labels and results from " + who + "."
		}
		texts = append(texts, fmt.Sprintf("%s (%s)", who, sandbox))
		if alone && sandbox != record.NoSandbox && strength(sandbox) < 3 {
			return fmt.Sprintf("Learners ran in the sandbox %s; it hides less than %s.",
				sandbox, record.BestSandbox)
		}
		return ""
	})
	if len(texts) > 1 {
		all = append(all,
			note("Learners ran in different sandboxes, which hide different files: %s.",
				strings.Join(texts, "; "))...)
	}
	return all
}

// inSandboxes returns the texts of f for each sandbox of the chosen learners. f gets those in it,
// and whether it is the only one.
func inSandboxes(t *table.Table, chosen func(*table.Entry) bool,
	f func(sandbox, who string, alone bool) string) (all []Note) {
	in, everyone := map[string][]string{}, true // labels by sandbox
	for i := range t.Entries {
		e := &t.Entries[i]
		switch sandbox := weakest(e.Fit.Times.Process.Sandbox); {
		case !e.Outcome().Good() && sandbox == "":
		case chosen(e):
			in[sandbox] = ordered.Add(in[sandbox], e.Label)
		default:
			everyone = false
		}
	}
	for _, sandbox := range slices.Sorted(maps.Keys(in)) {
		who := strings.Join(in[sandbox], ", ")
		alone := everyone && len(in) == 1
		if alone {
			who = "any learner"
		}
		if text := f(sandbox, who, alone); text != "" {
			all = append(all, text)
		}
	}
	return all
}

// weakest returns the weakest of the sandboxes of a fit, which has one for each interruption.
func weakest(sandboxes string) string {
	return slices.MinFunc(strings.Split(sandboxes, record.MachineSeparator),
		func(a, b string) int { return cmp.Compare(strength(a), strength(b)) })
}

func strength(sandbox string) int {
	switch {
	case sandbox == record.NoSandbox:
		return 0
	case strings.Contains(sandbox, "open to"):
		return 1
	case sandbox != record.BestSandbox:
		return 2
	}
	return 3
}
