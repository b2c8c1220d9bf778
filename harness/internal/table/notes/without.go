package notes

import (
	"encoding/json"
	"fmt"
	"regexp"
	"strings"

	"github.com/spbench/spbench/harness/internal/ordered"
	"github.com/spbench/spbench/harness/internal/table"
)

// withoutPairs names rows significantly worse than the row of the same learner, decoder and
// parameters without pairs. It says what to do.
func withoutPairs(t *table.Table) (all []Note) {
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
		worse.Add(advice, fmt.Sprintf("%s on %s (behind %s)", a.Name(), c.Dataset, b.Name()))
	}
	for advice, rows := range worse.All() {
		all = append(all, list("Warning: pairs make rows worse: %s. "+advice, rows)...)
	}
	return all
}

// noPairs finds the parameter without pairs. Expression about finds it, or the objective.
var (
	noPairs = regexp.MustCompile(`"objective":"unary"|\{"pairs":"none"\}`)
	about   = regexp.MustCompile(`,?"objective":"\w*"|({)"objective":"\w*",|` +
		`,"features":{[^{]*{"pairs":"none"}}`)
)
