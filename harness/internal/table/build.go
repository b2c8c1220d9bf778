package table

import (
	"cmp"
	"errors"
	"fmt"
	"slices"

	"github.com/spbench/spbench/harness/internal/record"
	"github.com/spbench/spbench/harness/internal/stats"
	"github.com/spbench/spbench/harness/internal/suite"
	"github.com/spbench/spbench/harness/sp"
)

// Build makes the table of the entries: means, tests, and the selection of what to show. Rows and
// datasets come in the order in which the entries first name them. The table keeps the entries.
// Package claims adds published numbers, and package notes the notes.
func Build(title string, entries []Entry, opt Options) (*Table, error) {
	t, err := Tested(title, entries, opt)
	if err != nil {
		return nil, err
	}
	return t, t.Show(&opt.Show)
}

// Tested makes the table of the entries with all rows, before a selection.
func Tested(title string, entries []Entry, opt Options) (*Table, error) {
	t, err := Means(entries, opt)
	if err != nil {
		return nil, err
	}
	t.Title, t.ResultHash = title, resultHash(t.Entries)
	return t, compareRows(t)
}

// Show reduces the table to a selection, and marks its rows. The error names what does not exist.
func (t *Table) Show(s *Selection) error {
	err := selectShown(t, s)
	markLevel(t)
	return err
}

// Means makes the table of the entries without tests.
func Means(entries []Entry, opt Options) (*Table, error) {
	if err := check(len(entries), opt); err != nil {
		return nil, err
	}
	entries = slices.Clone(entries) // reading changes them
	g, err := group(entries)
	if err != nil {
		return nil, err
	}
	t := &Table{Alpha: cmp.Or(opt.Alpha, 0.05), Datasets: g.datasets}
	t.Suite = cmp.Or(opt.Suite, &suite.Suite{})
	t.Entries, t.Against, t.groups = entries, t.Suite.Against, g
	for _, dataset := range t.Datasets {
		for i, m := range MetricsOn(t.Suite, opt.Metrics, dataset) {
			col := newColumn(t, dataset, m, opt.Digits)
			col.Compared = i == 0
			t.Columns = append(t.Columns, col)
		}
	}
	t.Rows, t.samples = make([]Row, len(g.rows)), make([][]sample, len(g.rows))
	err = record.Parallel(len(g.rows), 1, func(r, _ int) (err error) {
		t.Rows[r], t.samples[r], err = newRow(t, g, g.rows[r], opt.Dir)
		return err
	})
	if err != nil {
		return nil, err
	}
	for c := range t.Columns {
		moderate(t, c)
		known := func(r Row) bool { return finite(float64(r.Cells[c].Error)) }
		if col := &t.Columns[c]; col.Spread == OverSplits && !slices.ContainsFunc(t.Rows, known) {
			col.Spread = Deviation
		}
	}
	return t, nil
}

// check reports the first reason why the options make no table.
func check(entries int, opt Options) error {
	switch {
	case entries == 0:
		return errors.New("table: no entries: nothing was planned")
	case len(opt.Metrics) == 0:
		return errors.New("table: no metric to show")
	case !(opt.Alpha >= 0 && opt.Alpha < 1):
		return fmt.Errorf("table: level α = %v, needs 0 < α < 1", opt.Alpha)
	}
	return nil
}

// newColumn describes a metric on a dataset. digits 0 means the metric's usual decimals.
func newColumn(t *Table, dataset string, m Metric, digits int) Column {
	method := t.groups.method(dataset)
	return Column{
		Dataset: dataset, Metric: m, Digits: cmp.Or(digits, m.Digits()),
		Over:   t.groups.over(dataset),
		Spread: method.spread(), DataWarnings: t.groups.warnings(dataset),
		Oracle: oracleOf(t.Suite, dataset), OneTraining: t.groups.trainingSets(dataset) == 1,
		method: method,
	}
}

// newRow averages the entries of a row in each column. It reads their statistics from a run folder,
// one dataset at a time.
func newRow(t *Table, g *grouping, name rowName, dir string) (Row, []sample, error) {
	row := declaredRow(t.Suite, name)
	var samples []sample
	for _, dataset := range t.Datasets {
		entries := g.at[place{name, dataset}]
		for _, e := range entries {
			e.read(dir)
		}
		var loss Metric
		for c := range t.Columns {
			if t.Columns[c].Dataset != dataset {
				continue
			}
			if t.Columns[c].Compared {
				loss = t.Columns[c].Metric
			}
			cell, s, err := newCell(g, entries, &t.Columns[c])
			if err != nil {
				return row, nil, err
			}
			row.Cells, samples = append(row.Cells, cell), append(samples, s)
		}
		for _, e := range entries {
			e.forget()
		}
		effort := newEffort(entries)
		for i := range effort.Fits {
			f := &effort.Fits[i]
			f.AsSet = f.Ended == sp.EndedByLimit && setsLength(t.Suite, name.label, dataset)
		}
		row.Effort = append(row.Effort, effort)
		if g.tuned {
			row.Tuning = append(row.Tuning, newTuning(entries, loss))
		}
	}
	row.NotConverged = g.notConverged(name)
	return row, samples, nil
}

// declaredRow returns an empty row with what the suite says of it.
func declaredRow(s *suite.Suite, name rowName) Row {
	row := Row{Label: name.label, Decoder: name.decoder}
	for _, l := range s.Learners {
		if l.Label != row.Label {
			continue
		}
		for i, d := range l.Decoders {
			if d.Label == row.Decoder && d.Reveal != (suite.Reveal{}) {
				row.Shown = d.Reveal.String()
			}
			row.Rival = row.Rival || d.Label == row.Decoder && i < len(l.Rivals())
		}
	}
	return row
}

// oracleOf returns the training oracle of a dataset with its arguments; "" if it is not known.
func oracleOf(s *suite.Suite, dataset string) string {
	i := slices.IndexFunc(s.Datasets, func(d suite.Dataset) bool { return d.Label == dataset })
	if i < 0 {
		return ""
	}
	return NameOracle(s.Datasets[i].Oracle)
}

// NameOracle names an oracle with its arguments; nil is the exact one.
func NameOracle(o *suite.Spec) string {
	switch {
	case o == nil:
		return "exact"
	case len(o.Args) > len("{}"):
		return o.Name + " " + string(o.Args)
	}
	return o.Name
}

// newCell averages one metric over the fits of a row on a dataset, in the order of split and seed.
// If there are several splits, it averages over the seeds of each split first.
func newCell(g *grouping, entries []*Entry, col *Column) (Cell, sample, error) {
	nan := record.Number(notANumber)
	c := Cell{Values: make([]Value, 0, len(entries)),
		P: nan, Floor: nan, Adjusted: nan, Effect: nan, EffectLow: nan, EffectHigh: nan}
	for _, e := range entries {
		v := valueOf(e, col.Metric.Name)
		c.Values = append(c.Values, v)
		c.Planned++
		c.Learned += e.LearnedFrom()
		if finite(float64(v.Value)) {
			c.Good++
			if !e.Outcome().Good() {
				c.Partial++
			}
		}
	}
	s, err := newSample(g, entries, col.Metric)
	units := s.means
	if len(g.splits[col.Dataset]) == 1 {
		units = distinctValues(entries, col.Metric.Name)
	}
	summary, mean := stats.Summarize(units), col.method.estimate(s, stats.Prior{})
	low, high := mean.Interval(0.95)
	c.N, c.Mean, c.Std = summary.N, record.Number(summary.Mean), record.Number(summary.Std)
	c.Error, c.Low, c.High = record.Number(mean.Err), record.Number(low), record.Number(high)
	c.Outcome, c.Origins = outcomeOf(c.Values), origins(entries)
	return c, s, err
}

// valueOf returns the value of a metric in e. A fit that was stopped at the time limit may have
// one. A fit that ended well without one counts as skipped, for the recorded reason.
func valueOf(e *Entry, metric string) Value {
	v := Value{Split: e.Split, Seed: e.Seed, Outcome: e.Outcome().Kind, Reason: e.Outcome().Reason,
		Value: record.Number(notANumber)}
	if number, ok := e.Row.Metrics[metric]; ok && finite(float64(number)) {
		v.Value = number
		return v
	}
	if !e.Outcome().Good() {
		return v
	}
	v.Outcome = record.Skipped
	if v.Reason = e.Row.Reasons[metric]; v.Reason == "" {
		v.Reason = "no value of " + metric
	}
	return v
}

// outcomeOf returns the most frequent outcome of the missing or partial values, the first of
// equals. If there are none, it returns budget before ok.
func outcomeOf(values []Value) record.OutcomeKind {
	count := map[record.OutcomeKind]int{}
	for _, v := range values {
		count[v.Outcome]++
	}
	worst, most := record.OK, 0
	for _, v := range values {
		bad := !(record.Outcome{Kind: v.Outcome}).Good()
		if bad && count[v.Outcome] > most {
			worst, most = v.Outcome, count[v.Outcome]
		}
	}
	if most == 0 && count[record.Budget] > 0 {
		return record.Budget
	}
	return worst
}

// splitMeans returns the splits with a value, in order, and the mean over the seeds of each.
func splitMeans(entries []*Entry, metric string) (splits []int, means []float64) {
	for lo := 0; lo < len(entries); {
		good := make([]float64, 0, len(entries)-lo)
		hi := lo
		for ; hi < len(entries) && entries[hi].Split == entries[lo].Split; hi++ {
			if v := float64(valueOf(entries[hi], metric).Value); finite(v) {
				good = append(good, v)
			}
		}
		if len(good) > 0 {
			splits = append(splits, entries[lo].Split)
			means = append(means, stats.Summarize(good).Mean)
		}
		lo = hi
	}
	return splits, means
}

// distinctValues returns the values of the fits of one split, each fit's once.
func distinctValues(entries []*Entry, metric string) (values []float64) {
	copies := slices.ContainsFunc(entries, func(e *Entry) bool { return e.Distinct() != e.Place() })
	counted := map[record.Place]bool{}
	for _, e := range entries {
		v := float64(valueOf(e, metric).Value)
		if !finite(v) || copies && counted[e.Distinct()] {
			continue
		}
		if values = append(values, v); copies {
			counted[e.Distinct()] = true
		}
	}
	return values
}
