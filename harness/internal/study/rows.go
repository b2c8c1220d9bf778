package study

import (
	"bytes"
	"cmp"
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"github.com/spbench/spbench/harness/internal/chart"
	"github.com/spbench/spbench/harness/internal/ordered"
	"github.com/spbench/spbench/harness/internal/suite"
	"github.com/spbench/spbench/harness/internal/table"
)

// RowsAgainst draws what rows have on the test set against a parameter in which their learners differ, as the points of a grid
// that is not tuned do: a chart for each dataset, whose title it is, a line for each learner with all else equal, and decoder. The metric is the
// one of that name; "": the first. Who picks the best of these values picks it by the test set.
func RowsAgainst(r *Run, parameter, metric string) (charts []*chart.Chart, err error) {
	var names []string
	for i := range r.Table.Columns {
		c := &r.Table.Columns[i]
		if metric == "" {
			metric = c.Metric.Name
		}
		names = ordered.Add(names, c.Metric.Name)
		if c.Metric.Name != metric {
			continue
		}
		if drawn := columnAgainst(r, i, parameter); len(drawn.Series) > 0 {
			charts = append(charts, drawn)
		}
	}
	switch {
	case !slices.Contains(names, metric):
		return nil, fmt.Errorf("study: the run has no metric %q; it has %s", metric, strings.Join(names, ", "))
	case len(charts) == 0:
		return nil, fmt.Errorf("study: nothing to draw against %q: no rows differ in a number of that name alone; a list of values for it in the suite makes such rows", parameter)
	}
	return charts, nil
}

// bandOfRows says what the bands of RowsAgainst are.
const bandOfRows = "95 % intervals of the means"

// columnAgainst draws the rows of one column of the table.
func columnAgainst(r *Run, column int, parameter string) *chart.Chart {
	col := &r.Table.Columns[column]
	m, unit := col.Metric, col.Metric.Scale()
	title := "test " + m.Heading() + " (" + bandOfRows + ")"
	drawn := &chart.Chart{
		Title: col.Dataset, Alt: fmt.Sprintf("%s on the test set of %s against %s, for each learner and decoder, with %s. A value that is chosen here is chosen by the test set.", m.Name, col.Dataset, parameter, bandOfRows),
		X: chart.Axis{Title: parameter}, Y: chart.Axis{Title: title, Plain: true},
	}
	for i, line := range linesOf(r, column, parameter) {
		s := chart.Series{Label: line.label, Style: i}
		drawn.Series = append(drawn.Series, withCells(s, line.points, unit))
	}
	return drawn
}

// withCells returns the series with the means of cells and, if all are known, their intervals.
func withCells(s chart.Series, points []setPoint, unit float64) chart.Series {
	for _, p := range points {
		s.X, s.Y = append(s.X, p.value), append(s.Y, unit*float64(p.cell.Mean))
		s.Low, s.High = append(s.Low, unit*float64(p.cell.Low)), append(s.High, unit*float64(p.cell.High))
	}
	if !known(s.Low...) || !known(s.High...) {
		s.Low, s.High = nil, nil
	}
	return s
}

// A setLine is the rows that differ in one parameter alone, by its values, ascending.
type setLine struct {
	key, label string
	points     []setPoint
}

// A setPoint is what a row has at one value of a parameter, or at one size.
type setPoint struct {
	value float64
	cell  *table.Cell
}

// linesOf returns the lines of a column that have two values or more. Rows that are not complete are no points of them: numbers of
// the fits that ended well alone are those of easier splits.
func linesOf(r *Run, column int, parameter string) (lines []*setLine) {
	dataset := r.Table.Columns[column].Dataset
	for i := range r.Table.Rows {
		row := &r.Table.Rows[i]
		value, rest, ok := setting(r, row.Label, dataset, parameter)
		if !ok || row.PlaceboOf != "" || !row.Cells[column].Complete() {
			continue
		}
		key := rest + "\x00" + row.Decoder
		at := slices.IndexFunc(lines, func(l *setLine) bool { return l.key == key })
		if at < 0 {
			at = len(lines)
			lines = append(lines, &setLine{key: key, label: withoutValue(nameOf(row), parameter)})
		}
		if lines[at].label != withoutValue(nameOf(row), parameter) { // each value has a label of its own
			lines[at].label = rest + " " + row.Decoder
		}
		lines[at].points = append(lines[at].points, setPoint{value, &row.Cells[column]})
	}
	for _, l := range lines {
		slices.SortStableFunc(l.points, func(a, b setPoint) int { return cmp.Compare(a.value, b.value) })
	}
	return slices.DeleteFunc(lines, func(l *setLine) bool { return l.points[0].value == l.points[len(l.points)-1].value })
}

// setting returns the value of a parameter that the learner of that label has on a dataset, and learner and parameters without it; false where it is
// no number, or not set, or tuned.
func setting(r *Run, label, dataset, parameter string) (value float64, rest string, ok bool) {
	at := slices.IndexFunc(r.Suite.Learners, func(l suite.Learner) bool { return l.Label == label })
	if at < 0 {
		return 0, "", false
	}
	l := r.Suite.Learners[at].On(dataset)
	set := map[string]json.RawMessage{}
	if json.Unmarshal(l.Args, &set) != nil || json.Unmarshal(set[parameter], &value) != nil || bytes.Equal(set[parameter], []byte("null")) {
		return 0, "", false
	}
	delete(set, parameter)
	others, err := json.Marshal(set)
	return value, l.Name + string(others), err == nil
}

// withoutValue leaves the value of a parameter out of the name of a row.
func withoutValue(name, parameter string) string {
	return strings.Join(slices.DeleteFunc(strings.Fields(name), func(word string) bool { return strings.HasPrefix(word, parameter+"=") }), " ")
}
