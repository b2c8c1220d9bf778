package table

import (
	"fmt"
	"slices"

	"github.com/spbench/spbench/harness/internal/record"
	"github.com/spbench/spbench/harness/internal/stats"
)

// newSample collects the values of a row's fits, which are in the order of their splits.
func newSample(d *division, entries []*Entry, m Metric) (s sample, err error) {
	s.splits, s.means = splitMeans(entries, m.Name)
	if s.parts, err = samplesBySplit(d, entries, s.splits, m); err != nil {
		return s, err
	}
	switch {
	case m.Value != nil: // counts of one instance have no value of their own
	case m.Micro:
		m.Micro = false
		s.own, err = samplesBySplit(d, entries, s.splits, m)
	default:
		s.own = s.parts
	}
	if s.parts != nil && d.grouped() {
		s.parts = byGroup(s.parts)
	}
	return s, err
}

// valueOf returns the value of a metric in e. A fit that was stopped at the time limit may have
// one. A fit that ended well without one counts as skipped, for the recorded reason.
func valueOf(e *Entry, metric string) Value {
	v := Value{Split: e.Split, Seed: e.Seed, Outcome: e.Outcome().Kind, Reason: e.Outcome().Reason,
		Value: unknown}
	if number, ok := e.Row.Metrics[metric]; ok && finite(number) {
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

// samplesBySplit averages instances over the seeds of each split; nil if a fit has no statistics.
func samplesBySplit(d *division, entries []*Entry, splits []int, m Metric) (all []stats.Sample,
	err error) {
	for _, split := range splits {
		var used []*Entry
		for ; len(entries) > 0 && entries[0].Split <= split; entries = entries[1:] {
			if e := entries[0]; e.Split == split && finite(float64(valueOf(e, m.Name).Value)) {
				used = append(used, e)
			}
		}
		sum, err := total(used, m)
		if err != nil || len(sum) == 0 {
			return nil, err
		}
		numbers := d.testNumbers(used[0], len(sum))
		if numbers == nil {
			return nil, nil
		}
		for i := range sum {
			sum[i] /= float64(len(used))
		}
		all = append(all, stats.Sample{Instances: numbers, Values: sum,
			Train: d.trainNumbers(used[0])})
	}
	return all, nil
}

// total adds up the values of a metric over entries of one row and split, by test instance; nil if
// an entry has none.
func total(entries []*Entry, m Metric) (sum []float64, err error) {
	for _, e := range entries {
		values, err := instanceValues(e, m)
		switch {
		case err != nil || values == nil:
			return nil, err
		case sum == nil:
			sum = values
			continue
		case len(values) != len(sum):
			return nil,
				fmt.Errorf("table: %s %s on %s: %d test instances with one seed, %d with another: they are different splits",
					e.Label, e.Decoder, e.Dataset, len(sum), len(values))
		}
		for i, v := range values {
			sum[i] += v
		}
	}
	return sum, nil
}

// instanceValues returns a value per test instance; the mean over those that are no NaN is the
// value of the metric. It is num/den of a macro metric, else the pseudo-value of [stats.Jackknife];
// nil without statistics.
func instanceValues(e *Entry, m Metric) ([]float64, error) {
	s := e.Row.Instances[m.Name]
	switch {
	case s.N() == 0:
		return nil, nil
	case m.Value != nil && s.Width > 0:
		return stats.Jackknife(s.Counts, s.Width, m.Value), nil
	case m.Value != nil: // shipped results have the values themselves
		return slices.Clone(s.Num), nil
	case s.Width > 0:
		return nil, nil
	case len(s.Num) != len(s.Den):
		return nil, fmt.Errorf("table: %s %s on %s: %d numerators and %d denominators of %s",
			e.Label, e.Decoder, e.Dataset, len(s.Num), len(s.Den), m.Name)
	}
	var values []float64
	if m.Micro {
		for i, num := range s.Num {
			values = append(values, num, s.Den[i])
		}
		return stats.Jackknife(values, 2, func(sum []float64) float64 { return sum[0] / sum[1] }),
			nil
	}
	for i, num := range s.Num {
		v := num / s.Den[i]
		if s.Den[i] == 0 {
			v = notANumber
		}
		values = append(values, v)
	}
	return values, nil
}
