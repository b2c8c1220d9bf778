package results

import (
	"cmp"
	"encoding/json"
	"fmt"
	"maps"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/spbench/spbench/harness/internal/record"
	"github.com/spbench/spbench/harness/internal/record/rundir"
	"github.com/spbench/spbench/harness/internal/run/plan"
	"github.com/spbench/spbench/harness/internal/suite"
)

// Declare writes what the run in dir declares into a new file there, with the time in its name,
// unless that is on record. p may be nil. fits counts the known fits of the same learners on the
// same data. What a neighbour of dir declared for the same data keeps its count.
func Declare(dir string, p *suite.Published, fits int) error {
	w, err := ReadPlan(dir)
	own, failed := readDeclared(dir)
	runs, missing := record.Runs(filepath.Dir(dir))
	if err = cmp.Or(err, failed, missing); err != nil {
		return err
	}
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
	text, err := json.Marshal(now)
	name := time.Now().UTC().Format("declared-20060102T150405.000000000.json")
	return cmp.Or(err, rundir.Replace(filepath.Join(dir, name), text))
}

// when tells when an item is declared, with fits before. had has items declared before, of which
// some may be fewer splits.
func when(item string, had map[string]string, fits int) string {
	kind, count, _ := strings.Cut(item, ": ")
	is := 0
	fmt.Sscan(count, &is)
	was := is
	for old := range had {
		n := is
		fmt.Sscan(strings.TrimPrefix(old, kind+": "), &n)
		was = min(was, n)
	}
	if was < is {
		return fmt.Sprintf("Raised from %d to %d after %d fits", was, is, fits)
	}
	return fmt.Sprintf("Declared after %d fits", fits)
}

// readDeclared returns what [Declare] wrote into a run folder. If it wrote something twice, the
// earlier text is returned.
func readDeclared(dir string) (all map[string]string, err error) {
	all = map[string]string{}
	names, err := rundir.Glob(dir, "declared-*.json")
	for _, name := range slices.Backward(names) {
		text, failed := rundir.Read(dir, filepath.Base(name))
		err = cmp.Or(err, failed, json.Unmarshal(text, &all))
	}
	return all, err
}

// declarations lists what a plan and its published numbers declare: a line for readers, and a line
// with the design of splits and the hash of the data.
func declarations(w *plan.File, p *suite.Published) (all []string) {
	add := func(format string, args ...any) {
		all = append(all, fmt.Sprintf(format, args...)+record.Key(w.Data))
	}
	if w.Suite.Against != "" {
		add("control %s\n", w.Suite.Against)
	}
	if w.Suite.Rope > 0 {
		add("rope %v\n", w.Suite.Rope)
	}
	if p != nil {
		for _, c := range p.Claims {
			add("claim %s on %s, margin %v\n", c.Text, c.Dataset, c.Size)
		}
	}
	splits := map[string]int{}
	for _, r := range w.Repeats {
		splits[r.Dataset] = r.Split + 1
	}
	for _, d := range w.Suite.Datasets {
		design, _ := json.Marshal([]any{d.Splits, w.Suite.Seeds}) // plain data
		add("splits of %s: %d\n%s", d.Label, splits[d.Label], design)
	}
	return all
}

// declared returns what the run in dir declares now, for readers, and when it was declared. What is
// not on record was declared after all fits of the run.
func declared(dir string, w *plan.File, p *suite.Published, fits int) (map[string]string, error) {
	own, err := readDeclared(dir)
	now := map[string]string{}
	for _, item := range declarations(w, p) {
		what, _, _ := strings.Cut(item, "\n")
		now[what] = cmp.Or(own[item], when(item, nil, fits))
	}
	return now, err
}
