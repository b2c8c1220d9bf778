package notes

import (
	"encoding/json"
	"fmt"
	"regexp"
	"strings"

	"github.com/spbench/spbench/harness/internal/ordered"
	"github.com/spbench/spbench/harness/internal/table"
)

// withoutPairs names rows that are significantly worse than the row of the same learner, decoder
// and parameters without pairs, and says what to do.
func withoutPairs(t *table.Table) (all []Note) {
	with, bare := map[string]string{}, map[string]string{} // parameters by label
	for _, l := range t.Suite.Learners {
		to := with
		if f := l.Features; f != nil && string(f.Args) == `{"pairs":"none"}` {
			l.Features, to = nil, bare
		}
		label := l.Label
		l.Label, l.Decoders = "", nil
		text, _ := json.Marshal(l)
		if strings.Contains(string(text), `"objective":"unary"`) {
			to = bare
		}
		to[label] = string(text)
	}
	var worse ordered.Groups[string] // rows, by advice
	for _, p := range t.Pairs() {
		c := &t.Columns[p.Column]
		if p.Test.Effect > 0 == c.Metric.Higher {
			p = p.Reverse() // A is worse
		}
		a, b := &t.Rows[p.A], &t.Rows[p.B]
		own := objective.ReplaceAllString(with[a.Label], "$1")
		if !(p.Adjusted <= t.Alpha) || a.Decoder != b.Decoder || own == "" ||
			own != objective.ReplaceAllString(bare[b.Label], "$1") {
			continue
		}
		advice := "Tune lambda."
		if strings.Contains(with[a.Label], "pseudolikelihood") {
			advice = "Pseudolikelihood learns pairs beside true neighbours, which decoders lack: they " +
				"may smooth too much. Learn from maxima: `- ssvm` or `- direct: {estimator: imle}`."
		}
		worse.Add(advice, fmt.Sprintf("%s on %s (behind %s)", a.Name(), c.Dataset, b.Name()))
	}
	for advice, rows := range worse.All() {
		all = append(all, list("Warning: pairs make rows worse: %s. "+advice, rows)...)
	}
	return all
}

// objective finds the objective among the parameters of a learner.
var objective = regexp.MustCompile(`,?"objective":"\w*"|({)"objective":"\w*",`)
