package results

import (
	"cmp"
	"fmt"
	"maps"
	"slices"

	"github.com/spbench/spbench/harness/internal/record"
	"github.com/spbench/spbench/harness/internal/suite"
)

// Declare writes the declarations of a plan and its published numbers into a new file of the run in
// dir, unless they are on record. p may be nil. With each item goes the number of known scored rows
// of these data, in dir and in runs. An item keeps its text in an earlier run with the same data.
// Scored items of such runs are left out, unless this one declares them.
func Declare(dir string, runs []string, p *suite.Published) error {
	w, err := ReadPlan(dir)
	if err != nil {
		return err
	}
	own, _ := readDeclared(dir)
	items, now := declarations(w, p), map[string]string{}
	missing := slices.DeleteFunc(slices.Clone(items),
		func(i item) bool { return own[i.key] != "" })
	if len(missing) == 0 {
		return nil
	}
	k := &known{data: slices.Collect(maps.Values(w.Data)), rows: map[string]int{},
		seen: map[string]bool{}, texts: map[string]string{}, scored: map[string]item{}}
	for _, run := range append(slices.Clone(runs), dir) {
		k.look(run)
	}
	for _, i := range missing {
		now[i.key] = cmp.Or(k.texts[i.key], after("Declared", k.rows[i.data]))
	}
	if len(own) > 0 { // all else was scored later
		clear(k.scored)
	}
	same := map[string]string{} // words for other things of the same name
	for _, i := range items {
		delete(k.scored, i.key)
		same[i.what] = " (another)"
	}
	for key, i := range k.scored {
		now[key] = after(leftOut, k.rows[i.data]) + "\n" + i.what + same[i.what]
	}
	return record.Declare(dir, now)
}

const leftOut = "Left out"

// after says when something was declared or left out: the number of scored rows known then.
func after(what string, rows int) string {
	return fmt.Sprintf("%s after %d scored rows of these data", what, rows)
}

// A known has the scored rows and the declarations of some data in several runs.
type known struct {
	data   []string          // its hashes
	rows   map[string]int    // scored rows, by hash of the data
	seen   map[string]bool   // those rows
	texts  map[string]string // of declared items, by key
	scored map[string]item   // items with scored rows, by key
}

// look adds those of a run. It skips unreadable runs and the rest of damaged ones, since the
// import of their fits warns of them. A row in several runs counts once.
func (k *known) look(run string) {
	w, err := ReadPlan(run)
	if err != nil || w.Suite.Quick { // of a few instances, no result
		return
	}
	mine := func(hash string) bool { return slices.Contains(k.data, hash) }
	if !slices.ContainsFunc(slices.Collect(maps.Values(w.Data)), mine) {
		return
	}
	scored := map[string]bool{}
	_ = record.EachFit(run, func(f *record.Fit) error {
		for _, row := range f.Rows {
			id := f.Key + " " + row.Decoder + " " + string(row.Args)
			if scored[f.DatasetHash] = true; !k.seen[id] {
				k.seen[id] = true
				k.rows[f.DatasetHash]++
			}
		}
		return nil
	})
	recorded, _ := readDeclared(run)
	published, _ := readPublished(run)
	for _, i := range declarations(w, published) {
		if scored[i.data] && (mine(i.data) || kindOf(i.what) == "datasets") {
			k.scored[i.key] = i
			k.texts[i.key] = cmp.Or(k.texts[i.key], i.textIn(recorded))
		}
	}
}
