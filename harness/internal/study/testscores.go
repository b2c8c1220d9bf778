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

// ChartTestScores plots test scores against a parameter in which learners differ, such as the
// points of a grid that is not tuned. There is a chart for each dataset, named in its title, with a
// line for each decoder and otherwise equal learners. An empty metric means the first. Choosing the
// best of these values would be choosing on the test set.
func ChartTestScores(r *Run, parameter, metric string) (charts []*chart.Chart, err error) {
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
		if drawn := columnChart(r, i, parameter); len(drawn.Series) > 0 {
			charts = append(charts, drawn)
		}
	}
	switch {
	case !slices.Contains(names, metric):
		return nil, fmt.Errorf("study: unknown metric %q: want one of %s", metric,
			strings.Join(names, ", "))
	case len(charts) == 0:
		return nil,
			fmt.Errorf("study: no scores against %q: no rows differ in this numeric parameter "+
				"only\nhint: give the parameter a list of values in the suite", parameter)
	}
	return charts, nil
}

// bandNote describes the bands of ChartTestScores.
const bandNote = "95 % intervals of the means"

// columnChart plots one column of the table.
func columnChart(r *Run, column int, parameter string) *chart.Chart {
	col := &r.Table.Columns[column]
	m, unit := col.Metric, col.Metric.Scale()
	title := "test " + m.Heading() + " (" + bandNote + ")"
	drawn := &chart.Chart{
		Title: col.Dataset,
		Alt: fmt.Sprintf("%s on the test set of %s against %s, for each learner and decoder, "+
			"with %s. Choosing a value here is choosing on the test set.",
			m.Name, col.Dataset, parameter,
			bandNote),
		X: chart.Axis{Title: parameter}, Y: chart.Axis{Title: title, Plain: true},
	}
	for i, line := range parameterLines(r, column, parameter) {
		s := chart.Series{Label: line.label, Style: i}
		drawn.Series = append(drawn.Series, addCells(s, line.points, unit))
	}
	return drawn
}

// withCells returns the series with the means of cells. It adds their intervals if all are known.
func addCells(s chart.Series, points []parameterPoint, unit float64) chart.Series {
	for _, p := range points {
		s.X, s.Y = append(s.X, p.value), append(s.Y, unit*float64(p.cell.Mean))
		s.Low, s.High = append(s.Low, unit*float64(p.cell.Low)),
			append(s.High, unit*float64(p.cell.High))
	}
	if !finite(s.Low...) || !finite(s.High...) {
		s.Low, s.High = nil, nil
	}
	return s
}

// A parameterLine is the rows that differ in one parameter only, sorted by its values.
type parameterLine struct {
	key, label string
	points     []parameterPoint
}

// A parameterPoint is the cell of a row at one value of a parameter, or at one size.
type parameterPoint struct {
	value float64
	cell  *table.Cell
}

// parameterLines returns the lines of a column with at least two values. Incomplete rows are left
// out: the fits that succeeded may be those of easier splits.
func parameterLines(r *Run, column int, parameter string) (lines []*parameterLine) {
	dataset := r.Table.Columns[column].Dataset
	for i := range r.Table.Rows {
		row := &r.Table.Rows[i]
		value, rest, ok := parameterValue(r, row.Label, dataset, parameter)
		if !ok || row.PlaceboOf != "" || !row.Cells[column].Complete() {
			continue
		}
		key := rest + "\x00" + row.Decoder
		at := slices.IndexFunc(lines, func(l *parameterLine) bool { return l.key == key })
		if at < 0 {
			at = len(lines)
			lines = append(lines, &parameterLine{key: key,
				label: withoutValue(rowName(row), parameter)})
		}
		if lines[at].label != withoutValue(rowName(row), parameter) { // the labels name no value
			lines[at].label = rest + " " + row.Decoder
		}
		lines[at].points = append(lines[at].points, parameterPoint{value, &row.Cells[column]})
	}
	for _, l := range lines {
		slices.SortStableFunc(l.points, func(a,
			b parameterPoint) int {
			return cmp.Compare(a.value, b.value)
		})
	}
	return slices.DeleteFunc(lines,
		func(l *parameterLine) bool { return l.points[0].value == l.points[len(l.points)-1].value })
}

// parameterValue returns the value of a parameter for a learner on a dataset. rest identifies the
// learner and its other parameters. If the parameter is unset, tuned or not a number, ok is false.
func parameterValue(r *Run, label, dataset, parameter string) (value float64, rest string,
	ok bool) {
	at := slices.IndexFunc(r.Suite.Learners, func(l suite.Learner) bool { return l.Label == label })
	if at < 0 {
		return 0, "", false
	}
	l := r.Suite.Learners[at].On(dataset)
	set := map[string]json.RawMessage{}
	if json.Unmarshal(l.Args, &set) != nil || json.Unmarshal(set[parameter], &value) != nil ||
		bytes.Equal(set[parameter], []byte("null")) {
		return 0, "", false
	}
	delete(set, parameter)
	others, err := json.Marshal(set)
	return value, l.Name + string(others), err == nil
}

// withoutValue removes the value of a parameter from the name of a row.
func withoutValue(name, parameter string) string {
	return strings.Join(slices.DeleteFunc(strings.Fields(name),
		func(word string) bool { return strings.HasPrefix(word, parameter+"=") }), " ")
}
