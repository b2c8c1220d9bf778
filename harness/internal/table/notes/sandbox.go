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

// sandboxes warns of learners without a sandbox, with an unknown one, or with one that hides less
// than the best, and tells if rows had different sandboxes.
func sandboxes(t *table.Table) (all []Note) {
	in := map[string][]string{} // labels by sandbox
	for i := range t.Entries {
		e := &t.Entries[i]
		if sandbox := weakest(e.Sandbox); e.Outcome.Good() || sandbox != "" {
			in[sandbox] = ordered.Add(in[sandbox], e.Label)
		}
	}
	who := func(sandbox, every string) string {
		if len(in) == 1 {
			return every
		}
		return strings.Join(in[sandbox], ", ")
	}
	if len(in[record.NoSandbox]) > 0 {
		all = append(all,
			caution("Warning: no sandbox hid the files of the user, such as labels and results, from %s. If a sandbox works on this machine, run with another `-results` folder to refit in it; `sandbox:` alone refits nothing.", who(record.NoSandbox, "any learner"))...)
	}
	if len(in[""]) > 0 {
		all = append(all,
			note("It is not recorded whether a sandbox hid labels and results from %s.",
				who("", "any learner"))...)
	}
	var texts []string
	for _, sandbox := range slices.Sorted(maps.Keys(in)) {
		switch {
		case sandbox == "":
			continue
		case strings.Contains(sandbox, "open to"):
			all = append(all,
				caution("Warning: the sandbox of %s was %s; docs/containment.md explains it.",
					who(sandbox, "all learners"), sandbox)...)
		case sandbox != record.NoSandbox && sandbox != record.BestSandbox && len(in) == 1:
			all = append(all, note("Learners ran in the sandbox %s, which hides less than %s.",
				sandbox, record.BestSandbox)...)
		}
		texts = append(texts, fmt.Sprintf("%s (%s)", strings.Join(in[sandbox], ", "), sandbox))
	}
	if len(texts) > 1 {
		all = append(all,
			note("Learners ran in different sandboxes, which hide different files: %s.",
				strings.Join(texts, "; "))...)
	}
	return all
}

// weakest returns the weakest of the sandboxes of a fit, which has one for each interruption.
func weakest(sandboxes string) string {
	strength := func(sandbox string) int {
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
	return slices.MinFunc(strings.Split(sandboxes, record.MachineSeparator),
		func(a, b string) int { return cmp.Compare(strength(a), strength(b)) })
}
