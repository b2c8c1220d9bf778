package results

import (
	"cmp"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/spbench/spbench/harness/internal/record"
	"github.com/spbench/spbench/harness/internal/run/plan"
	"github.com/spbench/spbench/harness/internal/suite"
)

// Declare writes the declarations of the run in dir into a new file there, unless they are on
// record. p may be nil. fits counts the known fits of the same learners on the same data. A
// declaration of one of the runs, for the same data, keeps its count.
func Declare(dir string, runs []string, p *suite.Published, fits int) error {
	w, err := ReadPlan(dir)
	if err != nil {
		return err
	}
	own, _ := readDeclared(dir)
	had, now := map[string]string{}, map[string]string{}
	for _, run := range runs {
		others, _ := readDeclared(run)
		maps.Copy(had, others)
	}
	for _, item := range declarations(w, p) {
		if own[item] == "" {
			now[item] = cmp.Or(had[item], when(item, had, fits))
		}
	}
	if len(now) == 0 {
		return nil
	}
	return record.Declare(dir, now)
}

// when tells when an item is declared, with fits before. had has items declared before, of which
// some may be fewer splits of the same data.
func when(item string, had map[string]string, fits int) string {
	part := func(item string) (kind, data string, n int) {
		what, rest, _ := strings.Cut(item, "\n")
		data, _, _ = strings.Cut(rest, "\n")
		kind, count, _ := strings.Cut(what, ": ")
		fmt.Sscan(count, &n)
		return kind, data, n
	}
	kind, data, is := part(item)
	was := is
	for old := range had {
		if k, d, n := part(old); k == kind && d == data {
			was = min(was, n)
		}
	}
	if was < is {
		return fmt.Sprintf("Raised from %d to %d after %d fits", was, is, fits)
	}
	return fmt.Sprintf("Declared after %d fits", fits)
}

// readDeclared returns what [Declare] wrote into a run folder, and the errors of damaged files. If
// it wrote something twice, the earlier text is returned.
func readDeclared(dir string) (all map[string]string, damaged []string) {
	all = map[string]string{}
	err := record.EachDeclared(dir, func(name string, texts map[string]string, err error) {
		if err != nil {
			damaged = append(damaged, fmt.Sprintf("%s: %v: what it declares is not on record", name, err))
		}
		for item, text := range texts {
			all[item] = cmp.Or(all[item], text)
		}
	})
	if err != nil {
		damaged = append(damaged, err.Error())
	}
	return all, damaged
}

// declarations lists what a plan and its published numbers declare. Each item has a line for
// readers, the hash of the data, and as JSON the learners named or the design of the splits.
func declarations(w *plan.File, p *suite.Published) (all []string) {
	add := func(what string, details any) {
		text, _ := json.Marshal(details) // plain data
		all = append(all, what+"\n"+record.Key(w.Data)+"\n"+string(text))
	}
	named := func(labels ...string) (specs []suite.Spec) {
		for _, l := range w.Suite.Learners {
			if slices.Contains(labels, l.Label) {
				specs = append(specs, l.Spec)
			}
		}
		return specs
	}
	if control := w.Suite.Against; control != "" {
		add("control "+control, named(control))
	}
	if reference := w.Suite.Reference; reference != "" {
		add("reference "+reference, named(reference))
	}
	if w.Suite.Rope > 0 {
		add(fmt.Sprintf("rope %v", w.Suite.Rope), nil)
	}
	if p != nil {
		for _, c := range p.Claims {
			labels := []string{c.A.Learner}
			for _, b := range c.B {
				labels = append(labels, b.Learner)
			}
			add(fmt.Sprintf("claim %s on %s, margin %v", c.Text, c.Dataset, c.Size), named(labels...))
		}
	}
	splits := map[string]int{}
	for _, r := range w.Repeats {
		splits[r.Dataset] = r.Split + 1
	}
	for _, d := range w.Suite.Datasets {
		add(fmt.Sprintf("splits of %s: %d", d.Label, splits[d.Label]), []any{d.Splits, w.Suite.Seeds})
	}
	return all
}

// declared returns what the run in dir declares now, for readers, and when it was declared. What is
// not on record was declared after all fits of the run.
func declared(dir string, w *plan.File, p *suite.Published, fits int,
	warn Warn) map[string]string {
	own, damaged := readDeclared(dir)
	warn(damaged...)
	now := map[string]string{}
	for _, item := range declarations(w, p) {
		what, _, _ := strings.Cut(item, "\n")
		now[what] = cmp.Or(own[item], when(item, nil, fits))
	}
	return now
}
