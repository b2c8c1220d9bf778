package table

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/spbench/spbench/harness/internal/ordered"
	"github.com/spbench/spbench/harness/internal/record"
)

// noteSandboxes names the learners that no sandbox kept from the labels, or perhaps none did, or one that lets through what the best one
// holds, and says where rows of the table had different sandboxes.
func (t *Table) noteSandboxes(entries []Entry) {
	in := map[string][]string{} // labels by sandbox
	for i := range entries {
		e := &entries[i]
		if sandbox := weakest(e.Sandbox); e.Outcome.Good() || sandbox != "" {
			in[sandbox] = ordered.Add(in[sandbox], e.Label)
		}
	}
	who := func(sandbox, all string) string {
		if len(in) == 1 {
			return all
		}
		return strings.Join(in[sandbox], ", ")
	}
	if len(in[record.NoSandbox]) > 0 {
		t.caution("Warning: no sandbox kept %s from the files of the user who ran it, such as labels and results. Where one works, `-results` with another folder fits again in it; `sandbox:` alone fits nothing again.", who(record.NoSandbox, "any learner"))
	}
	if len(in[""]) > 0 {
		t.note("It is not recorded whether a sandbox kept %s from labels and results.", who("", "any learner"))
	}
	var texts []string
	for _, sandbox := range slices.Sorted(maps.Keys(in)) {
		switch {
		case sandbox == "":
			continue
		case strings.Contains(sandbox, "open to"):
			t.caution("Warning: the sandbox of %s was %s; docs/containment.md says what that means.", who(sandbox, "all learners"), sandbox)
		case sandbox != record.NoSandbox && sandbox != record.BestSandbox && len(in) == 1:
			t.note("Learners were kept in the sandbox %s, which hides less than %s does.", sandbox, record.BestSandbox)
		}
		texts = append(texts, fmt.Sprintf("%s (%s)", strings.Join(in[sandbox], ", "), sandbox))
	}
	if len(texts) > 1 {
		t.note("Learners were kept in different sandboxes, and what one could read another could not: %s.", strings.Join(texts, "; "))
	}
}

// weakest returns which of the sandboxes that a fit went through, each after an interruption, held least.
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
	return slices.MinFunc(strings.Split(sandboxes, record.MachineSeparator), func(a, b string) int { return cmp.Compare(strength(a), strength(b)) })
}
