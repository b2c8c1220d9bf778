package notes

import (
	"fmt"
	"slices"
	"strings"

	"github.com/spbench/spbench/harness/internal/chart"
	"github.com/spbench/spbench/harness/internal/ordered"
	"github.com/spbench/spbench/harness/internal/table"
)

// tuning says how parameters were tuned, and which learners were not.
func tuning(t *writer) {
	var untuned []string
	most, added, others := 0, 0, false
	for r, row := range t.Rows {
		grid := 0
		for _, v := range row.Tuning {
			grid, added = max(grid, v.Grid), max(added, v.Added)
		}
		if most = max(most, grid); grid < 2 &&
			slices.ContainsFunc(row.Cells, func(c table.Cell) bool { return c.Good > 0 }) {
			untuned = ordered.Add(untuned, row.Label)
		}
		if grid > 1 {
			others = others || r > 0 && t.Rows[r-1].Label == row.Label && !row.Rival &&
				t.chosenDecoders(&row) == nil
		}
	}
	if most < 2 {
		return
	}
	text := "Tuned " + t.tunedOn()
	if others {
		text += ", by the first decoder of each learner"
	}
	text += fmt.Sprintf(", %d candidates each", most)
	if added > 0 {
		text += fmt.Sprintf(", and up to %d more that extend or refine the grid", added)
	}
	if untuned != nil {
		text += "; not tuned: " + strings.Join(untuned, ", ")
	}
	t.note("%s.", text)
}

// tunedOn names the instances that score candidates.
func (t *writer) tunedOn() string {
	on, s := "on a part of the training instances", t.Suite.Tune
	switch {
	case s == nil:
		return on
	case s.Folds > 0:
		on = fmt.Sprintf("in %d-fold cross-validation of the training instances", s.Folds)
	case s.On != "":
		on = "on the development set"
	default:
		on = "on " + chart.Significant(100*s.Fraction, 3) + " % of the training instances"
	}
	return on
}

// bestDecoders lists the decoders behind best, by learner.
func bestDecoders(t *writer) {
	var texts []string
	for r := range t.Rows {
		if names := t.chosenDecoders(&t.Rows[r]); names != nil {
			texts = append(texts, t.Rows[r].Label+" "+counted(names))
		}
	}
	if texts != nil {
		t.note("Decoder best: the one with the best validation score of the chosen parameters: %s.",
			strings.Join(texts, "; "))
	}
}

// chosenDecoders returns the chosen decoder of each fit; nil if the row's decoder is not best.
func (t *writer) chosenDecoders(row *table.Row) (names []string) {
	for _, e := range t.Entries {
		if e.Label == row.Label && e.Decoder == row.Decoder && e.Best && e.Row.Metrics != nil {
			names = append(names, e.Row.Decoder)
		}
	}
	return names
}

// closeChoices lists the learners with choices that may be noise: the standard error of the chosen
// candidate minus the next one is above half of the difference that matters.
func closeChoices(t *writer) {
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
	t.list("Choices within noise: %s. The validation score of the chosen candidate minus the next one has "+
		"a standard error of up to "+chart.Significant(largest, 2)+", above half of the margin or rope, "+
		chart.Significant(t.Equivalence, 3)+".", labels)
}
