package table

import (
	"fmt"
	"slices"

	"github.com/spbench/spbench/harness/internal/stats"
)

// A sample is what a row has on a dataset: its value on each split and, of each of the
// split's test instances, the part in that value, both averaged over seeds.
type sample struct {
	splits []int
	means  []float64      // parallel to splits
	parts  []stats.Sample // parallel to splits; nil where a fit has no statistics by instance
	own    []stats.Sample // parallel to splits; what each instance has by itself: see [Table.Own]
}

// sample collects what the fits of a row say by a metric. entries are in the order of
// their splits.
func (g *grouping) sample(entries []*Entry, m Metric) (sample, error) {
	var s sample
	var err error
	s.splits, s.means = splitMeans(entries, m.Name)
	if s.parts, err = g.parts(entries, s.splits, m); err != nil {
		return s, err
	}
	switch {
	case m.Value != nil:
	case m.Micro:
		m.Micro = false
		s.own, err = g.parts(entries, s.splits, m)
	default:
		s.own = s.parts
	}
	return s, err
}

// parts returns that of each split; nil if one has none.
func (g *grouping) parts(entries []*Entry, splits []int, m Metric) (parts []stats.Sample, err error) {
	for _, split := range splits {
		var one []*Entry
		one, entries = ofSplit(entries, split)
		part, err := g.part(one, m)
		if err != nil || part.Values == nil {
			return nil, err
		}
		parts = append(parts, part)
	}
	return parts, nil
}

// ofSplit returns the entries of a split, and those of the splits behind it; entries are in the order of their splits.
func ofSplit(entries []*Entry, split int) (list, rest []*Entry) {
	is := func(e *Entry, split int) int { return e.Split - split }
	from, _ := slices.BinarySearchFunc(entries, split, is)
	to, _ := slices.BinarySearchFunc(entries, split+1, is)
	return entries[from:to], entries[to:]
}

// part averages over the seeds of one split. Its Values are nil if a fit has no
// statistics.
func (g *grouping) part(entries []*Entry, m Metric) (stats.Sample, error) {
	var used []*Entry
	for _, e := range entries {
		if finite(float64(valueOf(e, m.Name).Value)) {
			used = append(used, e)
		}
	}
	sum, err := g.cells.sum(used, m)
	if err != nil || len(sum) == 0 {
		return stats.Sample{}, err
	}
	first := used[0]
	numbers := g.numbers(first, len(sum))
	if numbers == nil {
		return stats.Sample{}, nil
	}
	part := stats.Sample{Instances: numbers, Values: sum, Train: g.learned(first)}
	for i := range sum {
		sum[i] /= float64(len(used))
	}
	return part, nil
}

// instanceValues returns, of each test instance, the part in the metric, so that the mean over those
// that are no NaN is its value: num/den of a macro metric, else what [stats.Jackknife]
// makes of it. nil where there are no statistics.
func instanceValues(e *Entry, m Metric) ([]float64, error) {
	s := e.Instances[m.Name]
	switch {
	case s.N() == 0:
		return nil, nil
	case m.Value != nil && s.Width > 0:
		return stats.Jackknife(s.Counts, s.Width, m.Value), nil
	case m.Value != nil || s.Width > 0:
		return nil, nil
	case len(s.Num) != len(s.Den):
		return nil, fmt.Errorf("report: %s %s on %s: %d numerators and %d denominators of %s", e.Label, e.Decoder, e.Dataset, len(s.Num), len(s.Den), m.Name)
	}
	values, counts := make([]float64, len(s.Num)), make([]float64, 0, 2*len(s.Num))
	for i, num := range s.Num {
		values[i] = num / s.Den[i]
		if s.Den[i] == 0 {
			values[i] = notANumber
		}
		counts = append(counts, num, s.Den[i])
	}
	if m.Micro {
		return stats.Jackknife(counts, 2, func(sum []float64) float64 { return sum[0] / sum[1] }), nil
	}
	return values, nil
}

// numbers returns the numbers of the test instances of e, the same in all splits of its
// dataset; nil where there are several splits and it is not known which they are.
func (g *grouping) numbers(e *Entry, n int) []int {
	if len(g.splits(e.Dataset)) == 1 {
		numbers := make([]int, n)
		for i := range numbers {
			numbers[i] = i
		}
		return numbers
	}
	if len(e.Tested) != n {
		return nil
	}
	return g.numbersOf(e.Dataset, e.Tested)
}

// learned returns the numbers of the instances that a fit learned from, of those that some split of its dataset
// tests; nil where it is not known which they are, or where there is one split.
func (g *grouping) learned(e *Entry) []int {
	if len(e.Learned) == 0 || len(g.splits(e.Dataset)) == 1 {
		return nil
	}
	return g.numbersOf(e.Dataset, e.Learned)
}

// numbersOf returns the numbers of the instances with these IDs, without those that no split
// tests. All that are tested are numbered before the first is asked for.
func (g *grouping) numbersOf(dataset string, ids []string) []int {
	g.mu.Lock()
	defer g.mu.Unlock()
	if known := g.numbered[&ids[0]]; known != nil {
		return known
	}
	all := g.number[dataset]
	if all == nil {
		all = map[string]int{}
		g.number[dataset] = all
		lists := map[*string]bool{} // fits of one split share their list
		for _, e := range g.of(dataset) {
			if len(e.Tested) == 0 || lists[&e.Tested[0]] {
				continue
			}
			lists[&e.Tested[0]] = true
			for _, id := range e.Tested {
				if _, ok := all[id]; !ok {
					all[id] = len(all)
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
	g.numbered[&ids[0]] = numbers
	return numbers
}

// minus returns the differences of two rows, on the instances where both have a value;
// nothing where they do not have the same splits.
func (s sample) minus(r sample) (sample, error) {
	if !slices.Equal(s.splits, r.splits) {
		return sample{}, nil
	}
	d := sample{splits: s.splits}
	for j := range s.means {
		d.means = append(d.means, s.means[j]-r.means[j])
	}
	if s.parts == nil || r.parts == nil {
		return d, nil
	}
	for j := range s.parts {
		a, b := s.parts[j], r.parts[j]
		if len(a.Values) != len(b.Values) {
			return d, fmt.Errorf("%d and %d test instances: they did not see the same test set", len(a.Values), len(b.Values))
		}
		d.parts = append(d.parts, stats.Sample{Instances: a.Instances, Values: make([]float64, len(a.Values)), Train: a.Train})
		for i := range a.Values {
			d.parts[j].Values[i] = a.Values[i] - b.Values[i]
		}
	}
	return d, nil
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
			}
		}
	}
	return parts
}
