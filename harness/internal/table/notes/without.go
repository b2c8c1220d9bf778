package notes

import (
	"encoding/json"
	"fmt"
	"math"
	"regexp"
	"strings"

	"github.com/spbench/spbench/harness/internal/chart"
	"github.com/spbench/spbench/harness/internal/ordered"
	"github.com/spbench/spbench/harness/internal/suite"
	"github.com/spbench/spbench/harness/internal/table"
)

// withoutPairs names rows that are significantly worse than the row of the same learner, decoder and
// parameters without pairs, and says what to do.
func withoutPairs(t *table.Table) (all []Note) {
	learner := map[string]suite.Learner{}
	for _, l := range t.Suite.Learners {
		learner[l.Label] = l
	}
	var worse ordered.Groups[string] // rows, by advice
	for _, p := range t.Pairs() {
		a, b, c := &t.Rows[p.A], &t.Rows[p.B], &t.Columns[p.Column]
		if p.Test.Effect > 0 == c.Metric.Higher { // b is worse
			a, b = b, a
		}
		rest, dropped := unpaired(learner[a.Label])
		other, bare := unpaired(learner[b.Label])
		if !(p.Adjusted <= t.Alpha) || a.Decoder != b.Decoder || dropped || !bare || rest != other {
			continue
		}
		advice := "Tune lambda."
		if strings.Contains(string(learner[a.Label].Args), "pseudolikelihood") {
			advice = "Pseudolikelihood learns pairs beside true neighbours, which decoders lack: they may smooth too much. Learn from maxima: `- ssvm` or `- direct: {estimator: imle}`."
		}
		worse.Add(advice, fmt.Sprintf("%s on %s (%s behind %s)", a.Name(), c.Dataset,
			chart.Fixed(c.Metric.Scale()*math.Abs(p.Test.Effect), c.Digits), b.Name()))
	}
	for advice, rows := range worse.All() {
		all = append(all, list("Warning: pairs make rows worse: %s. "+advice, rows)...)
	}
	return all
}

var objective = regexp.MustCompile(`,?"objective":"\w*"`)

// unpaired returns the parameters of a learner but for its objective and missing pairs, and whether it
// has no pairs.
func unpaired(l suite.Learner) (rest string, none bool) {
	if f := l.Features; f != nil && string(f.Args) == `{"pairs":"none"}` {
		l.Features, none = nil, true
	}
	l.Label, l.Decoders = "", nil
	text, _ := json.Marshal(l)
	rest = strings.ReplaceAll(objective.ReplaceAllString(string(text), ""), "{,", "{")
	return rest, none || strings.Contains(string(l.Args), `"objective":"unary"`)
}
