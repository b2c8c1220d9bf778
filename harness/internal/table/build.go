package table

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"sync"

	"github.com/spbench/spbench/harness/internal/record"
	"github.com/spbench/spbench/harness/internal/stats"
	"github.com/spbench/spbench/harness/internal/suite"
)

// Means makes the table of the entries, without tests and notes. Rows and datasets come in the
// order in which the entries first name them, whatever the order in which fits ended.
func Means(entries []Entry, opt Options) (*Table, error) {
	if err := check(pointers(entries), opt); err != nil {
		return nil, err
	}
	g := arrange(pointers(entries))
	g.cells = opt.Cells
	if err := g.check(); err != nil {
		return nil, err
	}
	t := &Table{Alpha: cmp.Or(opt.Alpha, 0.05), Against: opt.Suite.Against, Datasets: g.datasets, first: opt.Metrics[0].Name, groups: g}
	for _, dataset := range g.datasets {
		for _, m := range opt.Metrics {
			judge := g.judge(dataset)
			t.Columns = append(t.Columns, Column{Dataset: dataset, Metric: m, Digits: cmp.Or(opt.Digits, m.Digits()), Over: g.over(dataset), Spread: judge.spread, DataWarnings: g.warnings(dataset), Oracle: oracleOf(opt.Suite, dataset), judge: judge})
		}
	}
	tuned := slices.ContainsFunc(pointers(entries), func(e *Entry) bool { return len(e.Trials) > 0 })
	t.Rows, t.samples = make([]Row, len(g.rows)), make([][]sample, len(g.rows))
	err := record.Parallel(len(g.rows), 1, func(r, _ int) error {
		name := g.rows[r]
		row := Row{Label: name.label, Decoder: name.decoder, Shown: shown(opt.Suite, name), PlaceboOf: placeboOf(opt.Suite, name.label)}
		for d, dataset := range t.Datasets {
			entries := g.at[place{name, dataset}]
			for _, col := range t.Columns[d*len(opt.Metrics):][:len(opt.Metrics)] {
				cell, s, err := g.cell(name, col)
				if err != nil {
					return err
				}
				row.Cells, t.samples[r] = append(row.Cells, cell), append(t.samples[r], s)
			}
			g.cells.forget(entries)
			row.Effort = append(row.Effort, effort(entries))
			if tuned {
				row.Tuning = append(row.Tuning, tuning(entries))
			}
		}
		row.Unsettled = g.unsettled(name)
		t.Rows[r] = row
		return nil
	})
	return t, err
}

// Build makes the table of the entries: see [Means].
func Build(title string, entries []Entry, opt Options) (*Table, error) {
	if opt.Suite == nil {
		opt.Suite = &suite.Suite{}
	}
	t, err := Means(entries, opt)
	if err != nil {
		return nil, err
	}
	t.Title, t.Evidence = title, evidence(entries)
	if err := errors.Join(t.compare(), t.comparePlacebos()); err != nil {
		return nil, err
	}
	t.publish(opt.Published, opt.From, opt.Suite)
	if !opt.Show.whole() {
		if err := t.choose(&opt.Show); err != nil {
			return nil, err
		}
		entries = t.of(entries)
		t.groups = arrange(pointers(entries))
	}
	t.annotate(entries, opt)
	return t, nil
}

// A grouping is the entries by their place in the table.
type grouping struct {
	datasets []string
	rows     []rowName
	at       map[place][]*Entry     // in the order of split and seed
	all      map[string][]*Entry    // by dataset, in the order of the rows
	divided  map[string][]int       // the different splits of each dataset, in order
	repeated map[string]map[int]int // of splits with the training set of an earlier one: the first of these, by dataset
	cells    *Cells                 // nil: all entries have read their statistics
	judges   map[string]judge       // of datasets, as far as they were asked for

	mu       sync.Mutex                // of what follows
	number   map[string]map[string]int // of test instances, by dataset and ID
	numbered map[*string][]int         // the same for a test set, by where its list of IDs begins
}

type rowName struct{ label, decoder string }

type place struct {
	row     rowName
	dataset string
}

func pointers(entries []Entry) []*Entry {
	list := make([]*Entry, len(entries))
	for i := range entries {
		list[i] = &entries[i]
	}
	return list
}

func arrange(entries []*Entry) *grouping {
	g := &grouping{at: map[place][]*Entry{}, all: map[string][]*Entry{}, divided: map[string][]int{}, repeated: map[string]map[int]int{}, judges: map[string]judge{}, number: map[string]map[string]int{}, numbered: map[*string][]int{}}
	for _, e := range entries {
		name := rowName{e.Label, e.Decoder}
		if !slices.Contains(g.datasets, e.Dataset) {
			g.datasets = append(g.datasets, e.Dataset)
		}
		if !slices.Contains(g.rows, name) {
			g.rows = append(g.rows, name)
		}
		p := place{name, e.Dataset}
		g.at[p] = append(g.at[p], e)
		if n := len(g.divided[e.Dataset]); n == 0 || g.divided[e.Dataset][n-1] != e.Split {
			g.divided[e.Dataset] = append(g.divided[e.Dataset], e.Split)
		}
		if e.Training > 0 {
			if g.repeated[e.Dataset] == nil {
				g.repeated[e.Dataset] = map[int]int{}
			}
			g.repeated[e.Dataset][e.Split] = e.Training - 1
		}
	}
	for dataset, splits := range g.divided {
		slices.Sort(splits)
		g.divided[dataset] = slices.Compact(splits)
	}
	for _, list := range g.at {
		slices.SortFunc(list, func(a, b *Entry) int {
			return cmp.Or(cmp.Compare(a.Split, b.Split), a.Seed.Compare(b.Seed))
		})
	}
	for _, dataset := range g.datasets {
		for _, name := range g.rows {
			g.all[dataset] = append(g.all[dataset], g.at[place{name, dataset}]...)
		}
	}
	return g
}

// check reports the first entry that is there twice.
func (g *grouping) check() error {
	for _, dataset := range g.datasets {
		all := g.all[dataset]
		for i := 1; i < len(all); i++ {
			if e := all[i]; e.Decoder == all[i-1].Decoder && e.Place() == all[i-1].Place() {
				return fmt.Errorf("report: %s %s on %s, split %d, seed %s is there twice: give one of them another label", e.Label, e.Decoder, e.Dataset, e.Split, e.Seed)
			}
		}
	}
	return nil
}

// cell averages one metric over the fits of a row on a dataset. Where there are
// several splits, seeds are averaged within each first.
func (g *grouping) cell(name rowName, col Column) (Cell, sample, error) {
	entries := g.at[place{name, col.Dataset}]
	c := Cell{Values: make([]Value, 0, len(entries))}
	for _, e := range entries {
		v := valueOf(e, col.Metric.Name)
		c.Values = append(c.Values, v)
		c.Planned++
		if finite(float64(v.Value)) {
			c.Good++
			if !e.Outcome.Good() {
				c.Partial++
			}
		}
	}
	var units []float64
	if len(g.splits(col.Dataset)) > 1 {
		_, units = splitMeans(entries, col.Metric.Name)
	} else {
		units = ownValues(entries, col.Metric.Name)
	}
	s := stats.Summarize(units)
	nan := record.Number(notANumber)
	parts, err := g.sample(entries, col.Metric)
	mean := g.judge(col.Dataset).mean(parts)
	low, high := mean.Interval(0.95)
	c.N, c.Mean, c.Std = s.N, record.Number(s.Mean), record.Number(s.Std)
	c.df, c.spread = mean.DF, col.Spread
	c.Error, c.Low, c.High = record.Number(mean.Err), record.Number(low), record.Number(high)
	c.P, c.Floor, c.Adjusted, c.Effect, c.EffectLow, c.EffectHigh = nan, nan, nan, nan, nan, nan
	c.Outcome = outcomeOf(c.Values)
	c.Origins = origins(entries)
	return c, parts, err
}

// valueOf returns what e says about the metric. A fit that was stopped at the
// time limit may have one. A fit that ended well without that number counts as
// skipped, for the reason that was recorded.
func valueOf(e *Entry, metric string) Value {
	v := Value{Split: e.Split, Seed: e.Seed, Outcome: e.Outcome.Kind, Reason: e.Outcome.Reason, Value: record.Number(notANumber)}
	if number, ok := e.Metrics[metric]; ok && finite(number) {
		v.Value = record.Number(number)
		return v
	}
	if !e.Outcome.Good() {
		return v
	}
	v.Outcome = record.Skipped
	if v.Reason = e.Reasons[metric]; v.Reason == "" {
		v.Reason = "no value of " + metric
	}
	return v
}

// outcomeOf returns the outcome of the whole: of the values that are missing or
// partial, the most frequent one (the first of several); if none is, budget before
// ok.
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

// splitMeans returns the splits with a value, in order, and the mean over the
// seeds of each.
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

// ownValues returns the values of the fits of one split, each fit's once.
func ownValues(entries []*Entry, metric string) (values []float64) {
	copies := slices.ContainsFunc(entries, func(e *Entry) bool { return e.own() != e.Place() })
	counted := map[record.Place]bool{}
	for _, e := range entries {
		v := float64(valueOf(e, metric).Value)
		if !finite(v) || copies && counted[e.own()] {
			continue
		}
		if values = append(values, v); copies {
			counted[e.own()] = true
		}
	}
	return values
}
