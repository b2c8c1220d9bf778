package study

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/spbench/spbench/harness/internal/chart"
	"github.com/spbench/spbench/harness/internal/table"
)

// summary answers first: the best row of each dataset, by how much it is better, and the rows that
// do not differ from it. Its charts show all differences from that row.
func summary(r *Run) *Section {
	section, t := &Section{Title: "Summary"}, r.Table
	all := contests(t)
	if len(all) == 0 {
		section.Empty = "No two rows have run completely on one dataset, or its metric has no better side."
		return section
	}
	order := rowOrder(all)
	for _, k := range all {
		section.Text = append(section.Text, k.sentence())
		section.Charts = append(section.Charts, k.dots(order))
	}

	// Limits of these sentences.
	section.Text = append(section.Text, r.limits()...)
	var warnings []string
	for i, text := range t.Notes {
		if strings.HasPrefix(text, "Warning") && t.Levels[i] <= table.Short {
			warnings = append(warnings, text)
		}
	}
	if more := len(warnings) - 5; more > 1 {
		warnings = append(warnings[:5],
			fmt.Sprintf("%d more warnings are in the notes of the table.", more))
	}
	section.Text = append(section.Text, warnings...)
	section.Text = append(section.Text, fmt.Sprintf("Dots: the difference of each row's mean from "+
		"the best row, or from the control. Lines: simultaneous %s intervals, from the tests of the "+
		"table. Rings: level, not significantly different, or not tested.", percent(1-t.Alpha)))
	return section
}

// A contest is the rows compared with each other in a column: they see the same test labels, and
// learned from the same instances.
type contest struct {
	t      *table.Table
	column int
	lead   int   // the best row or the control
	others []int // complete rows of its family
	partly []int // the same, but incomplete
}

// contests returns the contests of the compared columns, in their order.
func contests(t *table.Table) (all []contest) {
	for c := range t.Columns {
		for lead := range t.Rows {
			if !t.Columns[c].Compared || !leads(&t.Rows[lead].Cells[c]) {
				continue
			}
			k := contest{t: t, column: c, lead: lead}
			for r, row := range t.Rows {
				switch cell := &row.Cells[c]; {
				case r == lead || row.Rival || row.Shown != t.Rows[lead].Shown:
				case t.Comparable(lead, r, c):
					k.others = append(k.others, r)
				case !cell.Complete() && cell.Planned > 0:
					k.partly = append(k.partly, r)
				}
			}
			all = append(all, k)
		}
	}
	return all
}

func (k *contest) col() *table.Column { return &k.t.Columns[k.column] }

func (k *contest) cell(r int) *table.Cell { return &k.t.Rows[r].Cells[k.column] }

// name returns the dataset with the labels that its rows see.
func (k *contest) name() string {
	name := k.col().Dataset
	if shown := k.t.Rows[k.lead].Shown; shown != "" {
		name += ", shown " + shown
	}
	switch {
	case k.cell(k.lead).Learned > 0:
		name += ", from fewer training instances"
	case k.t.Unequal(k.column):
		name += ", from all training instances"
	}
	return name
}

// The relations of a row to the leading one, see [table.Mark.Sign].
const (
	isLevel  = "="
	isOpen   = "~"
	isBetter = "+"
	isWorse  = "−"
	isAlone  = "" // not tested
)

// relation returns the relation of row r to the leading one.
func (k *contest) relation(r int) string { return k.cell(r).Sign(k.col().Metric) }

// write writes a number of the column. It has more digits than the table.
func (k *contest) write(v float64, more int) string {
	return chart.Fixed(k.col().Metric.Scale()*v, k.col().Digits+more)
}

// unit returns the unit behind a number: % of a mean, points of a difference.
func (k *contest) unit(of string) string {
	if k.col().Metric.Percent {
		return " " + of
	}
	return ""
}

// value writes a mean with its unit.
func (k *contest) value(r int) string {
	return k.write(float64(k.cell(r).Mean), 0) + k.unit("%")
}

// amount writes the size of the difference of row r from the leading one, with its interval.
func (k *contest) amount(r int) string {
	cell, sign := k.cell(r), 1.
	low, high := float64(cell.EffectLow), float64(cell.EffectHigh)
	if cell.Effect < 0 {
		sign, low, high = -1, high, low
	}
	text := k.write(sign*float64(cell.Effect), 1) + k.unit("points")
	if finite(low, high) {
		text += " (" + k.write(sign*low, 1) + " to " + k.write(sign*high, 1) + ")"
	}
	return text
}

// sentence says who is best in a contest, by how much, and who does not differ.
func (k *contest) sentence() string {
	col, rows, others := k.col(), map[string][]int{}, k.distinct()
	for _, r := range others {
		rows[k.relation(r)] = append(rows[k.relation(r)], r)
	}
	worse, open, lead := k.nearest(rows[isWorse]), rows[isOpen], k.t.Rows[k.lead].Name()
	control, extreme, other := "", "the lowest ", "other "
	if len(k.partly) > 0 {
		other += "complete "
	}
	switch {
	case k.cell(k.lead).Control:
		control, extreme = "the control ", ""
	case col.Metric.Higher:
		extreme = "the highest "
	}
	text := fmt.Sprintf("%s: %s%s has %s%s, %s.", k.name(), control, lead, extreme, col.Metric.Name,
		k.value(k.lead))
	list := func(what string, rows []int) {
		if len(rows) > 0 {
			text += " " + what + ": " + k.list(rows) + "."
		}
	}
	switch {
	case control != "":
		list("Better than it", rows[isBetter])
		list("Worse", worse)
	case len(worse) > 0:
		which := "every " + other + "row"
		if len(worse) < len(others) {
			which = fmt.Sprintf("%d of %d %srows", len(worse), len(others), other)
		}
		text += fmt.Sprintf(" It is better than %s. The nearest of these is %s, by %s.", which,
			k.t.Rows[worse[0]].Name(), k.amount(worse[0]))
	case len(open) > 0 && len(open) == len(others):
		text += " It is not shown to be better than any " + other + "row."
	}
	list("Level with it, within ±"+chart.Significant(col.Equivalence, 3), rows[isLevel])
	if control != "" || len(open) < len(others) {
		list("Not significantly different from it", open)
	}
	if len(open) > 0 {
		text += k.detectable()
	}
	if col.Silent == "" {
		list("Not tested against it", rows[isAlone])
	}
	list("Not compared, since results are missing", k.partly)
	return text
}

// distinct returns the others without rows equal to an earlier one or to the leading one.
func (k *contest) distinct() (rows []int) {
	for _, r := range k.others {
		if !slices.ContainsFunc(append(rows, k.lead), func(of int) bool {
			return table.Same(k.t, of, r, k.column)
		}) {
			rows = append(rows, r)
		}
	}
	return rows
}

// nearest sorts rows by the size of their difference.
func (k *contest) nearest(rows []int) []int {
	return slices.SortedStableFunc(slices.Values(rows), func(a, b int) int {
		return cmp.Compare(math.Abs(float64(k.cell(a).Effect)), math.Abs(float64(k.cell(b).Effect)))
	})
}

// list names some rows; "" if there are none.
func (k *contest) list(rows []int) string {
	var names []string
	for _, r := range k.nearest(rows) {
		names = append(names, k.t.Rows[r].Name())
	}
	return few(names)
}

// detectable writes the difference that the tests of the column can detect.
func (k *contest) detectable() string {
	col := k.col()
	switch {
	case col.FewSigns:
		return fmt.Sprintf(" The tests can detect no difference with power %g: the instances "+
			"are too few.", table.Power)
	case !finite(float64(col.Detectable)):
		return ""
	}
	return fmt.Sprintf(" The tests can detect a difference of %s%s%s with power %g.",
		k.write(float64(col.Detectable), 0), k.unit("points"), table.OrSmaller(col.UpperBound),
		table.Power)
}
