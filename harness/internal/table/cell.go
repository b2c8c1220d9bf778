package table

import (
	"slices"

	"github.com/spbench/spbench/harness/internal/record"
	"github.com/spbench/spbench/harness/internal/stats"
)

// newCell averages one metric over the fits of a row on a dataset, in the order of split and seed.
// If there are several splits, it averages over the seeds of each split first.
func newCell(g *grouping, entries []*Entry, col *Column) (Cell, sample, error) {
	nan := record.Number(notANumber)
	c := Cell{Values: make([]Value, 0, len(entries)), spread: col.Spread,
		P: nan, Floor: nan, Adjusted: nan, Effect: nan, EffectLow: nan, EffectHigh: nan}
	for _, e := range entries {
		v := valueOf(e, col.Metric.Name)
		c.Values = append(c.Values, v)
		c.Planned++
		c.Learned += e.LearnedFrom
		if finite(float64(v.Value)) {
			c.Good++
			if !e.Outcome.Good() {
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
	c.df, c.Error, c.Low, c.High = mean.DF, record.Number(mean.Err), record.Number(low),
		record.Number(high)
	c.Outcome, c.Origins = outcomeOf(c.Values), origins(entries)
	return c, s, err
}

// valueOf returns the value of a metric in e. A fit that was stopped at the time limit may have
// one. A fit that ended well without one counts as skipped, for the recorded reason.
func valueOf(e *Entry, metric string) Value {
	v := Value{Split: e.Split, Seed: e.Seed, Outcome: e.Outcome.Kind, Reason: e.Outcome.Reason,
		Value: record.Number(notANumber)}
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
