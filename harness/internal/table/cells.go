package table

import (
	"cmp"
	"errors"
	"fmt"
	"slices"

	"github.com/spbench/spbench/harness/internal/record"
	"github.com/spbench/spbench/harness/internal/stats"
	"github.com/spbench/spbench/harness/internal/suite"
	"github.com/spbench/spbench/harness/internal/table/origin"
)

// Cells are the means of a run: a row for each learner and decoder, a column for each dataset and
// metric, in the order in which the entries first name them. They are made once and never changed.
type Cells struct {
	Suite    *suite.Suite
	Entries  []Entry
	Datasets []string
	Columns  []Column // without tests
	Rows     []Row    // without marks, effort and tuning

	groups  *grouping
	dir     string     // run folder with the statistics
	samples [][]sample // by row and column
}

// NewCells averages the entries, which it copies. It reads their statistics from the run folder of
// the options, one dataset of a row at a time.
func NewCells(entries []Entry, opt Options) (*Cells, error) {
	switch {
	case len(entries) == 0:
		return nil, errors.New("table: no entries: nothing was planned")
	case len(opt.Metrics) == 0:
		return nil, errors.New("table: no metric to show")
	}
	declared := cmp.Or(opt.Suite, &suite.Suite{})
	t := &Cells{Suite: declared, Entries: slices.Clone(entries)}
	g, err := group(t.Entries)
	if err != nil {
		return nil, err
	}
	t.groups, t.Datasets, t.dir = g, g.names, opt.Dir
	for _, dataset := range g.names {
		method := newMethod(g.datasets[dataset])
		for i, m := range MetricsOn(declared, opt.Metrics, dataset) {
			col := newColumn(declared, dataset, m, method)
			col.Compared, col.Digits = i == 0, cmp.Or(opt.Digits, m.Digits())
			t.Columns = append(t.Columns, col)
		}
	}

	t.Rows, t.samples = make([]Row, len(g.rows)), make([][]sample, len(g.rows))
	err = record.Parallel(len(g.rows), 1, func(r, _ int) (err error) {
		t.Rows[r], t.samples[r], err = newRow(t, g.rows[r], opt.Dir)
		return err
	})
	if err != nil {
		return nil, err
	}

	// ± is a standard error if any row of the column has one, else a standard deviation.
	for c := range t.Columns {
		known := func(r Row) bool { return finite(r.Cells[c].Error) }
		if col := &t.Columns[c]; col.Spread == OverSplits && !slices.ContainsFunc(t.Rows, known) {
			col.Spread = Deviation
		}
	}
	return t, nil
}

// newColumn describes a metric on a dataset.
func newColumn(s *suite.Suite, dataset string, m Metric, method *method) Column {
	d := method.division
	var train, weak []int
	for _, e := range d.entries {
		train, weak = append(train, e.Train), append(weak, e.Boxes+e.Partial)
	}
	return Column{Dataset: dataset, Metric: m, method: method,
		Train: [2]int{slices.Min(train), slices.Max(train)},
		Weak:  [2]int{slices.Min(weak), slices.Max(weak)},
		Over:  d.over(), Spread: method.spread(), DataWarnings: d.warnings(),
		Oracle: oracleOf(s, dataset), OneTraining: d.trainingSets() == 1}
}

// oracleOf returns the training oracle of a dataset with its arguments; "" if it is not known.
func oracleOf(s *suite.Suite, dataset string) string {
	if d := s.On(dataset); d != nil {
		return NameOracle(d.Oracle)
	}
	return ""
}

// newRow averages the entries of a row in each column.
func newRow(t *Cells, name rowName, dir string) (Row, []sample, error) {
	row := declaredRow(t.Suite, name)
	var samples []sample
	for _, dataset := range t.Datasets {
		entries := t.groups.at[place{name, dataset}]
		for _, e := range entries {
			e.read(dir)
		}
		for _, col := range t.Columns {
			if col.Dataset != dataset {
				continue
			}
			s, err := newSample(col.method.division, entries, col.Metric)
			if err != nil {
				return row, nil, err
			}
			row.Cells, samples = append(row.Cells, newCell(entries, &col, s)), append(samples, s)
		}
		for _, e := range entries {
			e.forget()
		}
	}
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
		row.Variant = l.Variant
		row.Rival = row.Rival || l.Variant.Of != ""
	}
	return row
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
// If there are several splits, s has averaged over the seeds of each split first. The mean is that
// of the metrics in the records, ± comes from the statistics of instances. Where splits share a
// training set, the mean is that of the tests, which count each instance once.
func newCell(entries []*Entry, col *Column, s sample) Cell {
	c := Cell{Values: make([]Value, 0, len(entries)), Mark: unmarked}
	for _, e := range entries {
		v := valueOf(e, col.Metric.Name)
		c.Values = append(c.Values, v)
		c.Planned++
		c.Learned += e.LearnedFrom()
		if finite(v.Value) {
			c.Good++
			if !e.Outcome().Good() {
				c.Partial++
			}
		}
	}
	units := s.means
	if len(col.method.division.splits) == 1 {
		units = distinctValues(entries, col.Metric.Name)
	}
	summary, ofMean := stats.Summarize(units), col.method.estimate(s, stats.Prior{})
	low, high := ofMean.Interval(0.95)
	c.N, c.Mean, c.Std = summary.N, record.Number(summary.Mean), record.Number(summary.Std)
	c.Error, c.Low, c.High = record.Number(ofMean.Err), record.Number(low), record.Number(high)
	if len(col.method.division.repeated) > 0 && finite(ofMean.Effect) {
		c.Mean = record.Number(ofMean.Effect)
	}
	c.Outcome, c.Origins = outcomeOf(c.Values), origins(entries)
	return c
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

// origins counts the fits of a cell by the builds that made them.
func origins(entries []*Entry) (all []origin.Origin) {
	for _, e := range entries {
		if e.Origin.Fits == 0 {
			continue
		}
		same := func(o origin.Origin) bool {
			return o.Learner == e.Origin.Learner && o.Harness == e.Origin.Harness &&
				slices.Equal(o.Differs, e.Origin.Differs)
		}
		if at := slices.IndexFunc(all, same); at >= 0 {
			all[at].Fits++
		} else {
			all = append(all, e.Origin)
		}
	}
	return all
}

// moderate returns the prior of the differences in column c. It comes from all complete rows of
// families. Only differences use it, and only where training sets and test instances both vary: in
// cross-validation it raises the level.
func moderate(t *Cells, c int) stats.Moderation {
	m, effects := t.Columns[c].method, make([][]float64, len(t.Rows))
	for r := range t.Rows {
		row := &t.Rows[r]
		if m.kind != stats.CrossedMean || !row.Cells[c].Complete() || row.Rival {
			continue
		}
		if samples := m.samples(t.samples[r][c]); len(samples) == m.layout.Sets {
			effects[r] = m.layout.Effects(samples)
		}
	}
	return stats.Moderate(effects)
}

// difference returns the values of row a minus those of row b in column c.
func (t *Cells) difference(a, b, c int) (sample, error) {
	d, err := t.samples[a][c].minus(t.samples[b][c])
	if err != nil {
		err = fmt.Errorf("table: %s: %s and %s: %w", t.Columns[c].Dataset, t.Rows[a].Label,
			t.Rows[b].Label, err)
	}
	return d, err
}

// Options say what a table shows.
type Options struct {
	Metrics []Metric  // columns per dataset; rows are compared by the first
	Alpha   float64   // level of the tests; 0 means 0.05
	Digits  int       // decimals of means; 0 means 1 for percentages, else 3
	Show    Selection // rows, datasets and metrics of the table

	Dir string // run folder with the statistics of entries without Instances

	Suite *suite.Suite // of the run; nil: an empty one
}

// A Selection chooses and orders the rows, datasets and metrics to show, by labels and names; nil
// is all of them, in the suite's order. Tests and their correction are those of the whole table. So
// a selection changes no p, and rows may be selected after the results are seen. The tags are for the
// command line.
type Selection struct {
	Datasets []string `placeholder:"LABEL" help:"Show these datasets, in this order. Tests are always those of the whole table."`
	Learners []string `placeholder:"LABEL" help:"Show the rows of these learners, in this order."`
	Decoders []string `placeholder:"LABEL" help:"Show the rows of these decoders, in this order."`
	Metrics  []string `placeholder:"NAME" help:"Show these metrics, in this order."`
}
