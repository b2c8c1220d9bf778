package notes

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"math"
	"regexp"
	"slices"
	"strings"

	"github.com/spbench/spbench/harness/internal/ordered"
	"github.com/spbench/spbench/harness/internal/suite"
	"github.com/spbench/spbench/harness/internal/table"
)

// modes names pairs of rows in another order by a second span-f1, such as in another mode.
func modes(t *writer) {
	for b, to := range t.Columns {
		for a, of := range t.Columns[:b] {
			if of.Dataset != to.Dataset ||
				strings.Count(of.Metric.Args+to.Metric.Args, "span-f1") < 2 {
				continue
			}
			var pairs []string
			for j, y := range t.Rows {
				for _, x := range t.Rows[:j] {
					if (x.Cells[a].Mean-y.Cells[a].Mean)*(x.Cells[b].Mean-y.Cells[b].Mean) < 0 {
						pairs = append(pairs, x.Name()+" and "+y.Name())
					}
				}
			}
			t.list(fmt.Sprintf("%s and %s order rows of %s differently: %%s.",
				of.Metric.Name, to.Metric.Name, of.Dataset), pairs)
		}
	}
}

// sensitive lists the rows whose difference from the leading row depends on a decoder.
func sensitive(t *writer) {
	var rows ordered.Groups[string] // by decoder
	for _, c := range t.Conclusions {
		a, b := &t.Rows[c.A], &t.Rows[c.B]
		if lead := &b.Cells[c.Column]; lead.Best || lead.Control {
			a, b = b, a
		}
		lead := &a.Cells[c.Column]
		for _, choice := range c.Depends {
			if strings.HasPrefix(choice, "decoder ") && (lead.Best || lead.Control) {
				rows.Add(choice, b.Name()+" on "+t.Columns[c.Column].Dataset)
			}
		}
	}
	for choice, names := range rows.All() {
		t.note("With %s the difference from the best row, or the control, is another: "+
			"%s (-section sensitivity).", choice, strings.Join(names, ", "))
	}
}

// unequal names learners with near-equal candidates, and rows with near-equal values. It also names
// unequal numbers of decoders to choose from.
func unequal(t *writer) {
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
	t.list("Candidates that differ by a factor of at least 1.05: %s.", grids)
	if anyBest && choices.Len() > 1 {
		var texts []string
		for n, labels := range choices.All() {
			texts = append(texts, n+" ("+few(labels)+")")
		}
		t.list("Decoders to choose from: %s.", texts)
	}
	var copies []string
	for _, p := range t.Pairs() {
		a, b := &t.Rows[p.A], &t.Rows[p.B]
		least := min(a.Cells[p.Column].Error, b.Cells[p.Column].Error)
		if p.Test.Err > 0 && p.Test.Err < nearShare*float64(least) {
			copies = ordered.Add(ordered.Add(copies, a.Name()), b.Name())
		}
	}
	t.list("Near copies, which all count in the correction: %s.", copies)
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

// withoutPairs names rows significantly worse than the row of the same learner, decoder and
// parameters without pairs. It says what to do.
func withoutPairs(t *writer) {
	with, bare := map[string]string{}, map[string]string{} // parameters by label
	for _, l := range t.Suite.Learners {
		label, to := l.Label, with
		l.Label, l.Decoders = "", nil
		text, _ := json.Marshal(l)
		if noPairs.Match(text) {
			to = bare
		}
		to[label] = string(text)
	}
	rest := func(text string) string { return about.ReplaceAllString(text, "$1") }
	var worse ordered.Groups[string] // rows, by advice
	for _, p := range t.Pairs() {
		c := &t.Columns[p.Column]
		if p.Test.Effect > 0 == c.Metric.Higher {
			p = p.Reverse() // A is worse
		}
		a, b := &t.Rows[p.A], &t.Rows[p.B]
		own := with[a.Label]
		if !(p.Adjusted <= t.Alpha) || a.Decoder != b.Decoder || own == "" ||
			rest(own) != rest(bare[b.Label]) {
			continue
		}
		advice := "Tune lambda."
		if strings.Contains(own, "pseudolikelihood") {
			advice = "Pseudolikelihood learns pairs beside true neighbours, which decoders lack: they " +
				"may smooth too much. Try `- ssvm`, tune lambda, or keep the row without pairs."
		}
		worse.Add(advice, a.Name()+" on "+c.Dataset+" (behind "+b.Name()+")")
	}
	for advice, rows := range worse.All() {
		t.list("Warning: pairs make rows worse: %s. "+advice, rows)
	}
}

// noPairs finds the parameter without pairs. Expression about finds it, or the objective.
var (
	noPairs = regexp.MustCompile(`"objective":"unary"|\{"pairs":"none"\}`)
	about   = regexp.MustCompile(`,?"objective":"\w*"|({)"objective":"\w*",|` +
		`,"features":{[^{]*{"pairs":"none"}}`)
)
