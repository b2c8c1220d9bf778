package notes

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/spbench/spbench/harness/internal/chart"
	"github.com/spbench/spbench/harness/internal/ordered"
	"github.com/spbench/spbench/harness/internal/table"
)

// A tunedLearner summarises the tuning of a learner over datasets.
type tunedLearner struct {
	label, decoder string // of its first row
	grid, added    int    // the most candidates, of the grid and beyond
	chosen, tried  string // values of the parameters that differ between candidates
}

// tuning explains how parameters were tuned: metric, instances, candidates and result. It names the
// grids of each learner, unless all have the same.
func tuning(t *table.Table) []Note {
	tuned, _ := tunedLearners(t)
	if len(tuned) == 0 {
		return nil
	}
	added, decoder, on := 0, "of "+tuned[0].decoder, "on a part of the training instances"
	same := true
	for _, l := range tuned {
		added = max(added, l.added)
		same = same && l.tried == tuned[0].tried && l.grid == tuned[0].grid
		if l.decoder != tuned[0].decoder {
			decoder = "of the first decoder"
		}
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
	var losses []string
	for _, v := range t.Rows[0].Tuning {
		losses = ordered.Add(losses, v.By.Name)
	}
	by := losses[0]
	if len(losses) > 1 {
		by = "the first metric of each dataset,"
	}
	text := fmt.Sprintf("Tuned by %s %s %s", by, decoder, on)
	if same {
		text += ", among " + tuned[0].candidates()
	}
	if added > 0 {
		text += fmt.Sprintf(", with up to %d more that extend or refine the grid", added)
	}
	var chosen []string
	for _, l := range tuned {
		if l.chosen = l.label + " " + l.chosen; !same {
			l.chosen += " among " + l.candidates()
		}
		chosen = append(chosen, l.chosen)
	}
	text += ". Chosen: " + strings.Join(chosen, "; ") + "."
	if others := otherDecoders(t, tuned); len(others) > 0 {
		text += " Other decoders of the same fits, not tuned separately: " +
			strings.Join(others, ", ") + "."
	}
	return []Note{text}
}

// bestDecoders lists the decoders behind best, by learner.
func bestDecoders(t *table.Table) []Note {
	var texts []string
	for r := range t.Rows {
		if names := chosenDecoders(t, &t.Rows[r]); names != nil {
			texts = append(texts, t.Rows[r].Label+" "+counted(names))
		}
	}
	if texts == nil {
		return nil
	}
	return note("Decoder best: the one with the best validation score of the chosen parameters: %s.",
		strings.Join(texts, "; "))
}

// chosenDecoders returns the chosen decoder of each fit; nil if the row's decoder is not best.
func chosenDecoders(t *table.Table, row *table.Row) (names []string) {
	for i := range t.Entries {
		e := &t.Entries[i]
		if e.Label == row.Label && e.Decoder == row.Decoder && e.Chosen != "" && e.Metrics != nil {
			names = append(names, e.Chosen)
		}
	}
	return names
}

// candidates writes the number and the values of the candidates.
func (l *tunedLearner) candidates() string {
	text := fmt.Sprintf("%d candidates (%s)", l.grid, l.tried)
	return strings.TrimSuffix(text, " ()")
}

// closeChoices lists the learners with choices that may be noise: the standard error of the chosen
// candidate minus the next one is above half of the difference that matters.
func closeChoices(t *table.Table) []Note {
	var labels []string
	largest := 0.0
	for _, row := range t.Rows {
		for _, d := range row.Tuning {
			if se := d.By.Scale() * float64(d.SE); t.Equivalence > 0 &&
				se > t.Equivalence/2 {
				labels, largest = ordered.Add(labels, row.Label), max(largest, se)
			}
		}
	}
	if labels == nil {
		return nil
	}
	return note("Choices within noise: %s. The validation score of the chosen candidate minus the next one has a standard error of up to %s, above half of the margin or rope, %s.",
		strings.Join(labels, ", "), chart.Significant(largest, 2), chart.Significant(t.Equivalence, 3))
}

// otherDecoders lists the untuned decoders of tuned learners.
func otherDecoders(t *table.Table, tuned []tunedLearner) (decoders []string) {
	for _, row := range t.Rows {
		for _, l := range tuned {
			if row.Label == l.label && row.Decoder != l.decoder && chosenDecoders(t, &row) == nil {
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
		all := parametersOf(t, row.Label)
		var tried []string
		for _, name := range slices.Sorted(maps.Keys(all)) {
			if len(all[name].tried) > 1 {
				tried = append(tried, name+" "+distinct(all[name].tried, mostTried))
			}
		}
		l.tried = strings.Join(tried, "; ")
		switch {
		case l.grid > 1:
			tuned = append(tuned, l)
		case slices.ContainsFunc(row.Cells, func(c table.Cell) bool { return c.Good > 0 }):
			untuned = append(untuned, row.Label)
		}
	}
	return tuned, untuned
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
