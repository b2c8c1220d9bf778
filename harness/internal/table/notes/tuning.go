package notes

import (
	"cmp"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/spbench/spbench/harness/internal/chart"
	"github.com/spbench/spbench/harness/internal/ordered"
	"github.com/spbench/spbench/harness/internal/table"
)

// A tunedLearner summarises the tuning of a learner over datasets.
type tunedLearner struct {
	label, decoder string // of its first row
	grid, added    int    // the most candidates, of the grid and beyond
	chosen         string
	cost           float64 // oracle calls of the trials / those of the fits; 0: none
}

// tuning explains how parameters were tuned: metric, instances, number of candidates, cost, and
// result.
func tuning(t *table.Table) []Note {
	tuned, _ := tunedLearners(t)
	if len(tuned) == 0 {
		return nil
	}
	grid, added, decoder, on := 0, 0, "of "+tuned[0].decoder, "on a part of the training instances"
	var chosen, alone []string
	for _, l := range tuned {
		grid, added = max(grid, l.grid), max(added, l.added)
		if l.decoder != tuned[0].decoder {
			decoder = "of the first decoder"
		}
		if l.added == 0 {
			alone = append(alone, l.label)
		}
		chosen = append(chosen, l.label+" "+l.chosen)
	}
	switch s := t.Suite.Tune; {
	case s == nil:
	case s.Folds > 0:
		on = fmt.Sprintf("in %d-fold cross-validation of the training instances", s.Folds)
	case s.On != "":
		on = "on the development set"
	default:
		on = "on " + chart.Significant(100*s.Fraction, 3) + " % of the training instances"
	}
	if t.Suite.Tune != nil && t.Suite.Tune.Choose != "" {
		on += ", once for all splits"
	}
	text := fmt.Sprintf("Tuned by %s %s %s, among %d candidates", t.Compared, decoder, on, grid)
	if added > 0 {
		text += fmt.Sprintf(" and %d more that extend or refine the grid", added)
		if len(alone) > 0 {
			text += fmt.Sprintf(" (none for %s: no number in its grid varies by itself)",
				strings.Join(alone, ", "))
		}
	}
	text += costs(tuned) + ". Chosen: " + strings.Join(chosen, "; ") + "."
	if others := otherDecoders(t, tuned); len(others) > 0 {
		text += " Other decoders of the same fits, not tuned separately: " +
			strings.Join(others, ", ") + "."
	}
	return note("%s", text)
}

// closeChoices lists the learners with choices that may be noise: the standard error of the chosen
// candidate minus the next one is above half of the difference that matters.
func closeChoices(t *table.Table) []Note {
	limit := float64(t.Margin)
	if rope := t.Suite.Rope; rope > 0 && (limit == 0 || rope < limit) {
		limit = rope
	}
	var labels []string
	largest := 0.0
	for _, row := range t.Rows {
		for _, d := range row.Tuning {
			for _, c := range d.Chosen {
				if se := t.Columns[0].Metric.Scale() * float64(c.SE); limit > 0 && se > limit/2 {
					labels, largest = ordered.Add(labels, row.Label), max(largest, se)
				}
			}
		}
	}
	if labels == nil {
		return nil
	}
	return caution("Choices within noise: %s. The validation score of the chosen candidate minus the next one has a standard error of up to %s, above half of the margin or rope, %s.",
		strings.Join(labels, ", "), chart.Significant(largest, 2), chart.Significant(limit, 3))
}

// untuned lists the learners without tuning, if others were tuned.
func untuned(t *table.Table) []Note {
	tuned, untuned := tunedLearners(t)
	if len(tuned) == 0 || len(untuned) == 0 {
		return nil
	}
	return caution("Not tuned: %s.", strings.Join(untuned, ", "))
}

// otherDecoders lists the untuned decoders of tuned learners.
func otherDecoders(t *table.Table, tuned []tunedLearner) (decoders []string) {
	for _, row := range t.Rows {
		for _, l := range tuned {
			if row.Label == l.label && row.Decoder != l.decoder {
				decoders = ordered.Add(decoders, row.Decoder)
			}
		}
	}
	return decoders
}

// tunedLearners returns the tuned learners, and the labels of the others with a number.
func tunedLearners(t *table.Table) (tuned []tunedLearner, untuned []string) {
	for r, row := range t.Rows {
		if row.Tuning == nil || r > 0 && t.Rows[r-1].Label == row.Label {
			continue
		}
		l := tunedLearner{label: row.Label, decoder: row.Decoder,
			chosen: chosenWords(t, row.Tuning)}
		for _, v := range row.Tuning {
			l.grid, l.added = max(l.grid, v.Grid), max(l.added, v.Added)
		}
		trials, fits := 0.0, 0.0
		for i := range t.Entries {
			if e := &t.Entries[i]; e.Label == row.Label && e.Decoder == row.Decoder &&
				len(e.Trials) > 0 {
				trials, fits = trials+e.TrialCalls(), fits+float64(e.Counts.Calls())
			}
		}
		if fits > 0 {
			l.cost = trials / fits
		}
		switch {
		case l.grid > 0:
			tuned = append(tuned, l)
		case slices.ContainsFunc(row.Cells, func(c table.Cell) bool { return c.Good > 0 }):
			untuned = append(untuned, row.Label)
		}
	}
	return tuned, untuned
}

// costs gives the cost of tuning, from the cheapest learner to the most expensive one.
func costs(tuned []tunedLearner) string {
	tuned = slices.DeleteFunc(slices.Clone(tuned), func(l tunedLearner) bool { return l.cost == 0 })
	if len(tuned) == 0 {
		return ""
	}
	slices.SortStableFunc(tuned, func(a, b tunedLearner) int { return cmp.Compare(a.cost, b.cost) })
	lo, hi := tuned[0], tuned[len(tuned)-1]
	if len(tuned) == 1 {
		return fmt.Sprintf(", at %.1f times the oracle calls of the fits", lo.cost)
	}
	return fmt.Sprintf(", at %.1f (%s) to %.1f (%s) times the oracle calls of the fits", lo.cost,
		lo.label, hi.cost, hi.label)
}

// chosenWords lists the chosen values over datasets, to which all is parallel. It separates two
// datasets with different choices.
func chosenWords(t *table.Table, all []table.Tuning) string {
	var texts []string
	var together []table.Choice
	for _, v := range all {
		texts, together = append(texts, choices(v.Chosen)), append(together, v.Chosen...)
	}
	if len(all) != 2 || texts[0] == texts[1] || texts[0] == "" || texts[1] == "" {
		return cmp.Or(choices(together), "nothing")
	}
	return fmt.Sprintf("%s (%s), %s (%s)", texts[0], t.Datasets[0], texts[1], t.Datasets[1])
}

// choices lists the parameters with their chosen values.
func choices(all []table.Choice) string {
	values := map[string][]string{} // by parameter
	for _, c := range all {
		for name, v := range c.Values {
			values[name] = append(values[name], string(v))
		}
	}
	var texts []string
	for _, name := range slices.Sorted(maps.Keys(values)) {
		texts = append(texts, name+" "+counted(values[name]))
	}
	return strings.Join(texts, ", ")
}

// counted lists distinct values with their numbers of fits. For more than three numbers it gives
// the range.
func counted(values []string) string {
	count := map[string]int{}
	for _, v := range values {
		count[v]++
	}
	number := func(v string) (x float64, ok bool) {
		x, err := strconv.ParseFloat(v, 64)
		return x, err == nil
	}
	distinct := slices.SortedFunc(maps.Keys(count), func(a, b string) int {
		x, _ := number(a)
		y, _ := number(b)
		return cmp.Or(cmp.Compare(x, y), cmp.Compare(a, b))
	})
	last := distinct[len(distinct)-1]
	_, ok := number(last)
	switch {
	case len(distinct) == 1:
		return plainJSON(distinct[0])
	case len(distinct) > 3 && ok:
		return plainJSON(distinct[0]) + "–" + plainJSON(last)
	}
	for i, v := range distinct {
		distinct[i] = fmt.Sprintf("%s ×%d", plainJSON(v), count[v])
	}
	return strings.Join(distinct, ", ")
}

// plainJSON writes a JSON value without quotes and trailing zeros.
func plainJSON(v string) string {
	var s string
	if json.Unmarshal([]byte(v), &s) == nil {
		return s
	}
	if x, err := strconv.ParseFloat(v, 64); err == nil {
		return strconv.FormatFloat(x, 'g', -1, 64)
	}
	return v
}
