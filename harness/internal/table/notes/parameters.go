package notes

import (
	"bytes"
	"cmp"
	"encoding/json"
	"fmt"
	"maps"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/spbench/spbench/harness/internal/ordered"
	"github.com/spbench/spbench/harness/internal/record"
	"github.com/spbench/spbench/harness/internal/table"
	"github.com/spbench/spbench/harness/internal/wording"
)

// mostTried is the largest number of values of a grid that are listed; of more, the range is.
const mostTried = 6

// A parameter is one parameter of a learner: its values in the fits, and those in the grid of
// tuning.
type parameter struct{ values, tried []string }

// parametersOf returns the known parameters of a learner that the suite sets, by name.
func parametersOf(t *table.Table, label string) map[string]*parameter {
	all, seen := map[string]*parameter{}, map[record.Place]bool{}
	for _, e := range t.Entries {
		if e.Label != label || e.Fit.Params == nil || seen[e.Distinct()] {
			continue
		}
		seen[e.Distinct()] = true
		for name, v := range table.Members(e.Fit.Params) {
			p := all[name]
			if p == nil {
				p = &parameter{}
				all[name] = p
			}
			p.values = append(p.values, string(v))
			for _, trial := range e.Fit.Trials {
				if trial.Round == 0 {
					p.tried = ordered.Add(p.tried, string(table.Members(trial.Params)[name]))
				}
			}
		}
	}
	return all
}

// Parameters writes the parameters of a learner: name and value, and the values in its grid.
func Parameters(t *table.Table, label string) string {
	all := parametersOf(t, label)
	var texts []string
	for _, name := range slices.Sorted(maps.Keys(all)) {
		text := name + " " + counted(all[name].values)
		if len(all[name].tried) > 1 {
			text += " of " + distinct(all[name].tried, mostTried)
		}
		texts = append(texts, text)
	}
	return strings.Join(texts, "; ")
}

// losses names the losses of training: all, or those with other names than the first metric. A
// different ending is no other name.
func losses(all bool) func(t *writer) {
	return func(t *writer) {
		var datasets ordered.Groups[string]
		for _, c := range t.Columns {
			loss := t.Suite.TrainLoss
			if d := t.Suite.On(c.Dataset); d != nil && d.TrainLoss != nil {
				loss = *d.TrainLoss
			}
			if c.Compared && loss.Name != "" && (all || !strings.HasPrefix(loss.Name, c.Metric.Name)) {
				datasets.Add(strings.TrimSuffix(loss.Name+string(loss.Args), "{}"), c.Dataset)
			}
		}
		var texts []string
		for loss, names := range datasets.All() {
			texts = append(texts, loss+t.on(names))
		}
		t.list("Training loss: %s.", texts)
	}
}

// parameters lists those of each learner.
func parameters(t *writer) {
	var texts []string
	for _, row := range t.Rows {
		if text := Parameters(t.Table, row.Label); text != "" {
			texts = ordered.Add(texts, row.Label+" ("+text+")")
		}
	}
	t.list("Parameters: %s.", texts)
}

// counted lists distinct values with their numbers of fits. For more than three numbers it gives
// the range.
func counted(values []string) string {
	count := map[string]int{}
	for _, v := range values {
		count[v]++
	}
	if len(count) == 1 || len(count) > 3 && finite(numberOf(values[0])) {
		return distinct(values, 3)
	}
	var texts []string
	for _, v := range sorted(values) {
		texts = append(texts, fmt.Sprintf("%s ×%d", plainJSON(v), count[v]))
	}
	return strings.Join(texts, ", ")
}

// distinct lists distinct values in order. For more than most numbers it gives the range.
func distinct(values []string, most int) string {
	values = sorted(values)
	last := len(values) - 1
	if last >= most && finite(numberOf(values[last])) {
		return plainJSON(values[0]) + "–" + plainJSON(values[last])
	}
	var texts []string
	for _, v := range values {
		texts = append(texts, plainJSON(v))
	}
	return strings.Join(texts, ", ")
}

// sorted returns the distinct values, numbers by size.
func sorted(values []string) []string {
	values = slices.Clone(values)
	slices.SortFunc(values, func(a, b string) int {
		return cmp.Or(cmp.Compare(numberOf(a), numberOf(b)), cmp.Compare(a, b))
	})
	return slices.Compact(values)
}

// numberOf returns the number that a JSON text is, or NaN.
func numberOf(v string) float64 {
	if x, err := strconv.ParseFloat(v, 64); err == nil {
		return x
	}
	return math.NaN()
}

// plainJSON writes a JSON value without quotes and trailing zeros.
func plainJSON(v string) string {
	var s string
	if json.Unmarshal([]byte(v), &s) == nil {
		return s
	}
	if x := numberOf(v); finite(x) {
		return strconv.FormatFloat(x, 'g', -1, 64)
	}
	return v
}

// withOracle reports whether the suite sets an oracle for a dataset. Such oracles count as
// approximate.
func (t *writer) withOracle(dataset string) bool {
	d := t.Suite.On(dataset)
	return d != nil && d.Oracle != nil
}

// ownOracles lists the learners with features, an oracle or a training loss of their own, and
// parameters of one dataset. A difference from the other rows then is one of these, too. Brief
// notes leave out oracles in labels.
func ownOracles(t *writer, brief bool) {
	var texts []string
	for _, l := range t.Suite.Learners {
		if l.Features != nil {
			texts = append(texts, l.Label+" has the features "+table.NameOracle(l.Features))
		}
		if l.Oracle != nil && !(brief && strings.HasSuffix(l.Label, "("+l.Oracle.Name+")")) {
			texts = append(texts, l.Label+" trains with the oracle "+table.NameOracle(l.Oracle))
		}
		if l.TrainLoss != nil {
			texts = append(texts, l.Label+" learns for "+strings.TrimSuffix(l.TrainLoss.Name+string(l.TrainLoss.Args), "{}"))
		}
		was := table.Members(l.Args)
		for _, e := range l.Exceptions {
			is := table.Members(e.Args)
			for _, name := range slices.Sorted(maps.Keys(is)) {
				if !bytes.Equal(was[name], is[name]) {
					texts = append(texts, l.Label+" has "+name+" "+plainJSON(string(is[name]))+" on "+e.Dataset)
				}
			}
		}
	}
	if texts != nil {
		t.note("Unlike other rows, %s.", wording.And(texts))
	}
}

// oracles lists the approximate training oracles.
func oracles(t *writer) {
	var where ordered.Groups[string] // datasets by oracle
	for _, c := range t.Columns {
		if t.withOracle(c.Dataset) {
			where.Add(c.Oracle, c.Dataset)
		}
	}
	if where.Len() == 0 {
		return
	}
	var texts []string
	for oracle, datasets := range where.All() {
		texts = append(texts, oracle+" on "+wording.And(datasets))
	}
	t.note("Learners were trained with approximate oracles, the same for all learners of a column: %s. Columns are not tested against each other. Decoders use their own inference.",
		strings.Join(texts, "; "))
}
