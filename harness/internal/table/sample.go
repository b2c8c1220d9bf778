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

// times returns s with every value multiplied.
func (s sample) times(factor float64) sample {
	out := sample{splits: s.splits}
	for _, m := range s.means {
		out.means = append(out.means, factor*m)
	}
	for _, p := range s.parts {
		p.Values = slices.Clone(p.Values)
		for i := range p.Values {
			p.Values[i] *= factor
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

// merged returns s with all splits of one training set as one split, of which repeated has the first
// one. Each instance has the mean of its values. s is not changed.
func (s sample) merged(repeated map[int]int) sample {
	if len(repeated) == 0 {
		return s
	}
	var m sample
	var splits []float64 // of each training set
	for j, split := range s.splits {
		first, again := repeated[split]
		at := slices.Index(m.splits, first)
		if !again || at < 0 {
			at = len(m.splits)
			m.splits, m.means, splits = append(m.splits, split), append(m.means, 0),
				append(splits, 0)
			if s.parts != nil {
				m.parts = append(m.parts, stats.Sample{Train: s.parts[j].Train})
			}
		}
		splits[at]++
		m.means[at] += (s.means[j] - m.means[at]) / splits[at]
		if s.parts != nil {
			m.parts[at].Instances = append(m.parts[at].Instances, s.parts[j].Instances...)
			m.parts[at].Values = append(m.parts[at].Values, s.parts[j].Values...)
			m.parts[at].Sizes = append(m.parts[at].Sizes, s.parts[j].Sizes...)
		}
	}
	for at := range m.parts {
		averageCopies(&m.parts[at])
	}
	return m
}

// averageCopies keeps each instance once, in the order of their numbers, with the mean of its
// values.
func averageCopies(s *stats.Sample) {
	values, sizes := map[int][]float64{}, map[int]float64{}
	for k, i := range s.Instances {
		if values[i] = append(values[i], s.Values[k]); s.Sizes != nil {
			sizes[i] += s.Sizes[k]
		}
	}
	s.Instances, s.Values, s.Sizes = slices.Sorted(maps.Keys(values)), nil, nil
	for _, i := range s.Instances {
		s.Values = append(s.Values, stats.Summarize(values[i]).Mean)
		if len(sizes) > 0 {
			s.Sizes = append(s.Sizes, sizes[i])
		}
	}
}

// upTo returns 0, 1, … n−1.
func upTo(n int) []int {
	all := make([]int, n)
	for i := range all {
		all[i] = i
	}
	return all
}
