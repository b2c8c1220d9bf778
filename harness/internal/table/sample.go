package table

import (
	"fmt"
	"maps"
	"slices"

	"github.com/spbench/spbench/harness/internal/stats"
)

// A sample holds the values of a row on a dataset, averaged over seeds: one per split and one per
// test instance of each split.
type sample struct {
	splits []int
	means  []float64      // parallel to splits
	parts  []stats.Sample // parallel to splits, by group if there are groups; the mean of the Values is that of the split; nil: a fit has no statistics by instance
	own    []stats.Sample // parallel to splits; the ratio of each instance alone: see [Table.Own]
}

// newSample collects the values of a row's fits, which are in the order of their splits.
func newSample(g *grouping, entries []*Entry, m Metric) (s sample, err error) {
	s.splits, s.means = splitMeans(entries, m.Name)
	if s.parts, err = samplesBySplit(g, entries, s.splits, m); err != nil {
		return s, err
	}
	switch {
	case m.Value != nil:
	case m.Micro:
		m.Micro = false
		s.own, err = samplesBySplit(g, entries, s.splits, m)
	default:
		s.own = s.parts
	}
	if s.parts != nil && g.grouped(entries[0].Dataset) {
		s.parts = byGroup(s.parts)
	}
	return s, err
}

// byGroup returns each sample with a value for each of its G groups. Its n instances with a value
// d_i have the numbers of their groups:
//
//	v_g = d̄ + G/n·Σ_{i in g} (d_i − d̄)
//
// The mean of these values is d̄. Their standard error is that of d̄ for instances that depend on
// each other within groups (Liang & Zeger 1986).
func byGroup(parts []stats.Sample) (all []stats.Sample) {
	for j, known := range (sample{parts: parts}).known() {
		mean, sums, sizes := stats.Summarize(known.Values).Mean, map[int]float64{}, map[int]float64{}
		for _, group := range parts[j].Instances {
			sums[group] = 0
		}
		for k, group := range known.Instances {
			sums[group] += known.Values[k] - mean
			sizes[group]++
		}
		s := stats.Sample{Instances: slices.Sorted(maps.Keys(sums)), Train: slices.Clone(known.Train)}
		slices.Sort(s.Train)
		s.Train = slices.Compact(s.Train)
		for _, group := range s.Instances {
			scale := float64(len(sums)) / float64(len(known.Values))
			s.Values, s.Sizes = append(s.Values, mean+scale*sums[group]), append(s.Sizes, sizes[group])
		}
		all = append(all, s)
	}
	return all
}

// flipped returns the values whose signs are flipped: those of s, or sums of groups, G/n·Σ_{i in g}
// d_i, from the values v_g of [byGroup]. The mean is the same.
func flipped(s stats.Sample) []float64 {
	if s.Sizes == nil {
		return s.Values
	}
	size, mean, values := stats.Summarize(s.Sizes).Mean, stats.Summarize(s.Values).Mean, slices.Clone(s.Values)
	for k := range values {
		values[k] += mean * (s.Sizes[k]/size - 1)
	}
	return values
}

// samplesBySplit averages instances over the seeds of each split; nil if a fit has no statistics.
func samplesBySplit(g *grouping, entries []*Entry, splits []int, m Metric) (all []stats.Sample,
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
		numbers := g.testNumbers(used[0], len(sum))
		if numbers == nil {
			return nil, nil
		}
		for i := range sum {
			sum[i] /= float64(len(used))
		}
		all = append(all, stats.Sample{Instances: numbers, Values: sum,
			Train: g.trainNumbers(used[0])})
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
	case m.Value != nil || s.Width > 0:
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

// testNumbers returns the numbers of the n test instances of e, or of their groups. A number is the
// same in all splits of its dataset. It returns nil if there are several splits and the IDs are not
// known.
func (g *grouping) testNumbers(e *Entry, n int) []int {
	if len(g.splits[e.Dataset]) == 1 && e.TestGroups == 0 {
		numbers := make([]int, n)
		for i := range numbers {
			numbers[i] = i
		}
		return numbers
	}
	if len(e.Fit.Test) != n {
		return nil
	}
	return g.numbersOf(e.Dataset, e.Fit.Test)
}

// trainNumbers returns the numbers of the instances that a fit learned from, as far as some split
// tests them; nil if they are not known, or with one split. Groups that are in training and test
// sets have no role of their own in training: it returns nil, too.
func (g *grouping) trainNumbers(e *Entry) []int {
	if len(e.Fit.Train) == 0 || len(g.splits[e.Dataset]) == 1 || e.LearnedGroups > 0 {
		return nil
	}
	return g.numbersOf(e.Dataset, e.Fit.Train)
}

// An idList is a list of IDs of a dataset. Datasets may share lists in memory.
type idList struct {
	dataset string
	first   *string
}

// numbersOf returns the numbers of the instances with these IDs, without those that no split tests.
// The first call numbers all tested instances of the dataset. If they have groups, instances of one
// group have the same number.
func (g *grouping) numbersOf(dataset string, ids []string) []int {
	g.mu.Lock()
	defer g.mu.Unlock()
	list := idList{dataset, &ids[0]}
	if known := g.numbered[list]; known != nil {
		return known
	}
	all := g.number[dataset]
	if all == nil {
		all = map[string]int{}
		g.number[dataset] = all
		groups := map[string]int{}
		lists := map[*string]bool{} // fits of one split share their list
		for _, e := range g.all[dataset] {
			if len(e.Fit.Test) == 0 || lists[&e.Fit.Test[0]] {
				continue
			}
			lists[&e.Fit.Test[0]] = true
			for k, id := range e.Fit.Test {
				number, known := len(all), false
				if e.Fit.Groups != nil {
					if number, known = groups[e.Fit.Groups[k]]; !known {
						number = len(groups)
						groups[e.Fit.Groups[k]] = number
					}
				}
				if _, ok := all[id]; !ok {
					all[id] = number
				}
			}
		}
	}
	numbers := make([]int, 0, len(ids))
	for _, id := range ids {
		if at, ok := all[id]; ok {
			numbers = append(numbers, at)
		}
	}
	g.numbered[list] = numbers
	return numbers
}

// minus returns the differences of two rows on the instances where both have a value. It returns an
// empty sample if their splits differ.
func (s sample) minus(r sample) (sample, error) {
	if !slices.Equal(s.splits, r.splits) {
		return sample{}, nil
	}
	d, within := sample{splits: s.splits}, stats.Tolerance(s.means, r.means)
	for j := range s.means {
		d.means = append(d.means, stats.Minus(s.means[j], r.means[j], within))
	}
	if s.parts == nil || r.parts == nil {
		return d, nil
	}
	for j := range s.parts {
		a, b := s.parts[j], r.parts[j]
		if len(a.Values) != len(b.Values) {
			return d, fmt.Errorf("%d and %d test instances: they did not see the same test set",
				len(a.Values), len(b.Values))
		}
		d.parts, within = append(d.parts, a), stats.Tolerance(a.Values, b.Values)
		d.parts[j].Values = make([]float64, len(a.Values))
		for i := range a.Values {
			d.parts[j].Values[i] = stats.Minus(a.Values[i], b.Values[i], within)
		}
	}
	return d, nil
}

// less returns s with v subtracted from every value.
func (s sample) less(v float64) sample {
	out := sample{splits: s.splits}
	for _, m := range s.means {
		out.means = append(out.means, m-v)
	}
	for _, p := range s.parts {
		p.Values = slices.Clone(p.Values)
		for i := range p.Values {
			p.Values[i] -= v
		}
		out.parts = append(out.parts, p)
	}
	return out
}

// known returns the samples of each split without the instances that have no value.
func (s sample) known() []stats.Sample {
	parts := make([]stats.Sample, len(s.parts))
	for j, p := range s.parts {
		parts[j].Train = p.Train
		for i, v := range p.Values {
			if finite(v) {
				parts[j].Instances = append(parts[j].Instances, p.Instances[i])
				parts[j].Values = append(parts[j].Values, v)
				if p.Sizes != nil {
					parts[j].Sizes = append(parts[j].Sizes, p.Sizes[i])
				}
			}
		}
	}
	return parts
}
