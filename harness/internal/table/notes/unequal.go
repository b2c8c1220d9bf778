package notes

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"math"
	"slices"

	"github.com/spbench/spbench/harness/internal/ordered"
	"github.com/spbench/spbench/harness/internal/suite"
	"github.com/spbench/spbench/harness/internal/table"
)

// unequal names learners with near-equal candidates, and rows with near-equal values. It also names
// unequal numbers of decoders to choose from.
func unequal(t *table.Table) (all []Note) {
	var grids []string
	var choices ordered.Groups[string] // learners, by their number of decoders to choose from
	anyBest := false
	for _, l := range t.Suite.Learners {
		if n := different(l.Candidates); n < len(l.Candidates) {
			grids = append(grids, fmt.Sprintf("%s (%d of %d)", l.Label, n, len(l.Candidates)))
		}
		choices.Add(fmt.Sprint(max(1, len(l.Rivals()))), l.Label)
		anyBest = anyBest || l.Rivals() != nil
	}
	all = append(all, list("Candidates that differ by a factor of at least 1.05: %s.", grids)...)
	if anyBest && choices.Len() > 1 {
		var texts []string
		for n, labels := range choices.All() {
			texts = append(texts, n+" ("+few(labels)+")")
		}
		all = append(all, list("Decoders to choose from: %s.", texts)...)
	}
	var copies []string
	for _, p := range t.Pairs() {
		a, b := &t.Rows[p.A], &t.Rows[p.B]
		least := min(a.Cells[p.Column].Error, b.Cells[p.Column].Error)
		if p.Test.Err > 0 && p.Test.Err < nearShare*float64(least) {
			copies = ordered.Add(ordered.Add(copies, a.Name()), b.Name())
		}
	}
	return append(all, list("Near copies, which all count in the correction: %s.", copies)...)
}

// nearShare is the largest standard error of a difference of near copies, as a share of the smaller
// one of the rows. With a tenth, rows have a correlation of at least 0.99.
const nearShare = 0.1

// leastFactor is the least ratio of the values of two candidates. A step of 5 % changes weights by
// about as much. No validation set shows so small a change of errors. Usual grids have steps from
// 1.5 to 10.
const leastFactor = 1.05

// different counts the candidates that are not near to an earlier one.
func different(candidates []suite.Spec) int {
	var kept []suite.Spec
	for _, c := range candidates {
		if !slices.ContainsFunc(kept, func(k suite.Spec) bool { return near(&k, &c) }) {
			kept = append(kept, c)
		}
	}
	return len(kept)
}

// near reports whether two candidates are equal, but for numbers with a ratio below leastFactor.
func near(a, b *suite.Spec) bool {
	return maps.EqualFunc(table.Members(a.Args), table.Members(b.Args),
		func(v, w json.RawMessage) bool {
			x, y := numberOf(string(v)), numberOf(string(w))
			return bytes.Equal(v, w) || x*y > 0 && math.Abs(math.Log(x/y)) < math.Log(leastFactor)
		})
}
