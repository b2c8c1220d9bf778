package notes

import (
	"cmp"
	"encoding/json"
	"fmt"
	"maps"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/spbench/spbench/harness/internal/ordered"
	"github.com/spbench/spbench/harness/internal/table"
	"github.com/spbench/spbench/harness/internal/wording"
)

// mostTried is the largest number of values of a grid that are listed; of more, the range is.
const mostTried = 6

// A parameter is one parameter of a learner: its values in the fits, and those in the grid of
// tuning.
type parameter struct{ values, tried []string }

// parametersOf returns the parameters of a learner that the suite sets, by name; nil if they are not
// known.
func parametersOf(t *table.Table, label string) (all map[string]*parameter) {
	for _, e := range distinctFits(t) {
		if e.Label != label || e.Params == nil {
			continue
		}
		if all == nil {
			all = map[string]*parameter{}
		}
		for name, v := range table.Members(e.Params) {
			p := all[name]
			if p == nil {
				p = &parameter{}
				all[name] = p
			}
			p.values = append(p.values, string(v))
			for _, trial := range e.Trials {
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

// fixed names the loss of training, the learners without tuning, and the numbers among the
// parameters that the suite fixes.
func fixed(t *table.Table) []Note {
	var texts, labels, bare []string
	if loss := t.Suite.TrainLoss; loss.Name != "" {
		text := "Training loss " + strings.TrimSuffix(loss.Name+string(loss.Args), "{}")
		for i := range t.Suite.Datasets {
			if d := &t.Suite.Datasets[i]; d.TrainLoss != nil && !d.TrainLoss.Equals(&loss) {
				text += ", on " + d.Label + " " + strings.TrimSuffix(d.TrainLoss.Name+string(d.TrainLoss.Args), "{}")
			}
		}
		texts = append(texts, text+".")
	}
	groups := map[string]*ordered.Groups[string]{} // labels by value, by parameter
	for _, row := range t.Rows {
		if slices.Contains(labels, row.Label) || row.PlaceboOf != "" {
			continue
		}
		labels = append(labels, row.Label)
		all := parametersOf(t, row.Label)
		if all != nil && len(all) == 0 {
			bare = append(bare, row.Label)
		}
		for name, p := range all {
			if finite(numberOf(p.values[0])) && len(p.tried) < 2 {
				if groups[name] == nil {
					groups[name] = &ordered.Groups[string]{}
				}
				groups[name].Add(counted(p.values), row.Label)
			}
		}
	}
	var numbers []string
	for _, name := range slices.Sorted(maps.Keys(groups)) {
		numbers = append(numbers, byValue(name, groups[name], len(labels)))
	}
	if bare != nil {
		numbers = append(numbers, "defaults for "+wording.And(bare))
	}
	tuned, untuned := tunedLearners(t)
	head := "Not tuned: "
	if len(tuned) > 0 {
		head = "Fixed: "
		if len(untuned) > 0 {
			texts = append(texts, "Not tuned: "+strings.Join(untuned, ", ")+".")
		}
	}
	if len(numbers) > 0 {
		texts = append(texts, head+strings.Join(numbers, "; ")+".")
	}
	if texts == nil {
		return nil
	}
	return []Note{strings.Join(texts, " ")}
}

// byValue lists the values of a parameter with their learners. A value that most of n learners have
// comes first, without their names.
func byValue(name string, learners *ordered.Groups[string], n int) string {
	common, rest := "", []string(nil)
	for value, labels := range learners.All() {
		if 2*len(labels) > n && n > 1 {
			common = value
		} else {
			rest = append(rest, value+" of "+wording.And(labels))
		}
	}
	if common != "" && len(rest) > 0 {
		common += ", but "
	}
	return name + " " + common + strings.Join(rest, ", ")
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
