package study

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/spbench/spbench/harness/internal/chart"
	"github.com/spbench/spbench/harness/internal/grid"
	"github.com/spbench/spbench/harness/internal/ordered"
	"github.com/spbench/spbench/harness/internal/stats"
	"github.com/spbench/spbench/harness/internal/suite"
	"github.com/spbench/spbench/harness/internal/table"
	"github.com/spbench/spbench/harness/internal/wording"
)

// effects compares the errors of all rows, over datasets, with the reference.
func effects(r *Run) *Section {
	section, o := &Section{Title: "Effects over datasets"}, newOverview(r)
	limits := o.limits(r)
	if o.datasets < 2 || len(o.rows) < 2 {
		section.Empty = strings.Join(slices.Insert(limits, 0,
			"Effects need errors of two rows on two datasets."+o.same), " ")
		return section
	}
	text := fmt.Sprintf("Error is that of the row as a multiple of that of %s, the reference: a "+
		"random-effects mean of log ratios over datasets. Its interval is for this row alone: rows have "+
		"weights of their own, so intervals of two rows do not compare these. Next is the interval "+
		"of the ratio on a further dataset of these kinds. Spread estimates the standard deviation "+
		"of log ratios between datasets. Both intervals take it as symmetric, and next may be too "+
		"narrow. The errors: "+r.LossWords(errorOf)+".", o.name(o.reference))
	if r.Suite.Reference == "" && r.Table.Against == "" {
		text += " The reference is the first row: the suite names none."
	}
	section.Grid, section.Text = o.grid(), slices.Insert(limits, 0, text+o.same)
	return section
}

// errorOf names the error of a metric.
func errorOf(m table.Metric) string {
	if m.Higher {
		return "1 − " + m.Name
	}
	return m.Name
}

// An overview has the errors of all rows relative to those of the reference.
type overview struct {
	t         *table.Table
	reference int                    // index in the rows of t
	datasets  int                    // distinct ones with an error of the reference
	rows      []effect               // with some ratio, by their means; the reference is one of them
	same      string                 // note on columns left out: other splits of the same data
	left      ordered.Groups[string] // "row on dataset" without a ratio, by reason
	steady    []string               // the same, of ratios without a standard error
	copies    []string               // rows equal to earlier ones on all datasets
}

// An effect is the error of a row relative to that of the reference, as a logarithm.
type effect struct {
	row, n int // with ratios on n datasets
	stats.Pooled
}

func newOverview(r *Run) *overview {
	t := r.Table
	o := &overview{t: t, reference: r.reference()}
	columns, same := distinctDatasets(r)
	columns = slices.DeleteFunc(columns, func(c int) bool {
		_, _, why := t.LogRatio(o.reference, o.reference, c)
		if why != "" {
			o.left.Add(why, o.place(o.reference, c))
		}
		return why != ""
	})
	o.datasets, o.same = len(columns), same
	for i, row := range t.Rows {
		if row.Rival || row.Shown != "" {
			continue
		}
		if of := o.copyOf(i, columns); of >= 0 {
			o.copies = append(o.copies, o.name(i)+" as "+o.name(of))
			continue
		}
		var ratios, errs []float64
		for _, c := range columns {
			ratio, err, why := t.LogRatio(i, o.reference, c)
			switch {
			case why != "":
				o.left.Add(why, o.place(i, c))
				continue
			case !finite(err) && i != o.reference:
				o.steady = append(o.steady, o.place(i, c))
			}
			ratios, errs = append(ratios, ratio), append(errs, err)
		}
		if len(ratios) > 0 {
			o.rows = append(o.rows,
				effect{i, len(ratios), stats.RandomEffects(ratios, errs, 1-t.Alpha)})
		}
	}
	slices.SortStableFunc(o.rows, func(a, b effect) int { return cmp.Compare(a.Mean, b.Mean) })
	return o
}

// copyOf returns the reference, or an earlier row, with the values of row i on all columns; -1:
// there is none.
func (o *overview) copyOf(i int, columns []int) int {
	for of := range o.t.Rows {
		differ := func(c int) bool { return !table.Same(o.t, i, of, c) }
		if (of < i || of == o.reference) && i != o.reference && len(columns) > 0 &&
			!slices.ContainsFunc(columns, differ) {
			return of
		}
	}
	return -1
}

// name returns the name of a row of the table.
func (o *overview) name(row int) string { return o.t.Rows[row].Name() }

// place names a row on a dataset.
func (o *overview) place(row, column int) string {
	return o.name(row) + " on " + o.t.Columns[column].Dataset
}

func (o *overview) grid() *grid.Grid {
	level := percent(1 - o.t.Alpha)
	g := grid.New("row").Numbers("datasets", "error", level, "next "+level, "spread")
	for _, e := range o.rows {
		g.Add(o.name(e.row), fmt.Sprint(e.n), times(e.Mean), wording.Interval(e.Low, e.High, times),
			wording.Interval(e.NextLow, e.NextHigh, times), chart.Fixed(e.Spread, 2))
	}
	return g
}

// times writes a factor with three digits, also if the last ones are 0: ×1 is exactly 1. It takes the
// logarithm.
func times(log float64) string {
	v := math.Exp(log)
	if log == 0 || !finite(v) {
		return "×" + chart.Significant(v, 3)
	}
	return "×" + chart.Fixed(v, max(0, 2-int(math.Floor(math.Log10(v)))))
}

// fewDatasets is the least number of datasets without a warning.
const fewDatasets = 5

// limits names the rows without a part in a mean, and warns.
func (o *overview) limits(r *Run) (text []string) {
	for why, places := range o.left.All() {
		text = append(text, "Left out, since "+why+": "+few(places)+".")
	}
	if len(o.steady) > 0 {
		text = append(text, "Equal, or without variation, and counted with the median standard "+
			"error of the row: "+few(o.steady)+".")
	}
	if len(o.copies) > 0 {
		text = append(text, "Equal on every test instance, and counted once: "+few(o.copies)+".")
	}
	if o.datasets > 1 && slices.ContainsFunc(o.rows,
		func(e effect) bool { return e.n < fewDatasets }) {
		text = append(text, fmt.Sprintf("Warning: with fewer than %d datasets intervals say little, "+
			"and with two there are none.", fewDatasets))
	}
	if slices.ContainsFunc(r.Suite.Datasets, func(d suite.Dataset) bool { return d.Panel != nil }) {
		text = append(text, "Datasets of one grid share their generator. They are no sample of "+
			"datasets, so intervals may be too narrow.")
	}
	return text
}

// reference returns the index of the reference: the first decoder of a learner. It is named in the
// suite, or else the control, or else the first one.
func (r *Run) reference() int {
	label := cmp.Or(r.Suite.Reference, r.Table.Against)
	return max(0, slices.IndexFunc(r.Table.Rows, func(row table.Row) bool {
		return (row.Label == label || label == "") && row.Shown == "" && !row.Rival
	}))
}

// distinctDatasets returns the columns of the first metric, one for each distinct dataset, and a
// note on the columns it leaves out. If a dataset has several sizes or rotations, it keeps the
// largest training set, the first among equals. All of them would count the same instances several
// times.
func distinctDatasets(r *Run) (columns []int, same string) {
	t := r.Table
	at := map[string]int{} // index in columns, by content
	var left []string
	for c := range t.Columns {
		label := t.Columns[c].Dataset
		if !t.Columns[c].Compared || t.Columns[c].Metric.Neutral {
			continue
		}
		data := r.content(label)
		i, known := at[data]
		if !known {
			at[data] = len(columns)
			columns = append(columns, c)
			continue
		}
		other, kept := c, t.Columns[columns[i]].Dataset
		if r.trainingSize(label) > r.trainingSize(kept) {
			other, columns[i] = columns[i], c
		}
		left = append(left, t.Columns[other].Dataset+" is the same data as "+t.Columns[columns[i]].Dataset)
	}
	if len(left) > 0 {
		same = " Counted once: " + strings.Join(left, "; ") + "."
	}
	return columns, same
}

// content identifies the data of a dataset, whatever its label, split and features.
func (r *Run) content(label string) string {
	if d := r.Suite.On(label); d != nil {
		return d.Name + string(d.Args)
	}
	return label
}

// trainingSize returns the number of training instances of a dataset.
func (r *Run) trainingSize(label string) int {
	at := slices.IndexFunc(r.Entries, func(e table.Entry) bool { return e.Dataset == label })
	if at < 0 {
		return 0
	}
	return r.Entries[at].Train
}
