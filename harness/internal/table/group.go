package table

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"sync"

	"github.com/spbench/spbench/harness/internal/ordered"
	"github.com/spbench/spbench/harness/internal/record"
	"github.com/spbench/spbench/harness/internal/stats"
)

// A grouping holds the entries of a table by row, dataset and split.
type grouping struct {
	datasets []string
	rows     []rowName
	at       map[place][]*Entry     // by split, then seed
	all      map[string][]*Entry    // by dataset, in the order of the rows
	splits   map[string][]int       // distinct splits of each dataset, in order
	repeated map[string]map[int]int // by dataset: splits with the training set of an earlier split, which is the value
	tuned    bool                   // some entry has trials
	methods  map[string]method      // of datasets, as far as they were asked for

	mu       sync.Mutex                // of what follows
	number   map[string]map[string]int // numbers of test instances, by dataset and ID
	numbered map[idList][]int          // numbers of its instances
}

type rowName struct{ label, decoder string }

type place struct {
	row     rowName
	dataset string
}

// group arranges entries. It keeps pointers to them. The error names an entry that occurs twice.
func group(entries []Entry) (*grouping, error) {
	g := &grouping{at: map[place][]*Entry{}, all: map[string][]*Entry{}, splits: map[string][]int{},
		repeated: map[string]map[int]int{},
		methods:  map[string]method{}, number: map[string]map[string]int{},
		numbered: map[idList][]int{}}
	for i := range entries {
		e := &entries[i]
		name := rowName{e.Label, e.Decoder}
		g.datasets, g.rows = ordered.Add(g.datasets, e.Dataset), ordered.Add(g.rows, name)
		g.tuned = g.tuned || len(e.Fit.Trials) > 0
		p := place{name, e.Dataset}
		g.at[p] = append(g.at[p], e)
		if n := len(g.splits[e.Dataset]); n == 0 || g.splits[e.Dataset][n-1] != e.Split {
			g.splits[e.Dataset] = append(g.splits[e.Dataset], e.Split)
		}
		if e.Training > 0 {
			if g.repeated[e.Dataset] == nil {
				g.repeated[e.Dataset] = map[int]int{}
			}
			g.repeated[e.Dataset][e.Split] = e.Training - 1
		}
	}
	for _, dataset := range g.datasets {
		slices.Sort(g.splits[dataset])
		g.splits[dataset] = slices.Compact(g.splits[dataset])
		for _, name := range g.rows {
			list := g.at[place{name, dataset}]
			slices.SortFunc(list, func(a, b *Entry) int {
				return cmp.Or(cmp.Compare(a.Split, b.Split), a.Seed.Compare(b.Seed))
			})
			for i := 1; i < len(list); i++ {
				if e := list[i]; e.Place() == list[i-1].Place() {
					return nil,
						fmt.Errorf("table: %s %s on %s, split %d, seed %s is there twice: give one of them another label",
							e.Label, e.Decoder, e.Dataset, e.Split, e.Seed)
				}
			}
			g.all[dataset] = append(g.all[dataset], list...)
		}
	}
	return g, nil
}

// trainingSets returns how many different training sets the splits of a dataset have.
func (g *grouping) trainingSets(dataset string) int {
	return len(g.splits[dataset]) - len(g.repeated[dataset])
}

// merged returns s with all splits of one training set as one split. Each instance has the mean of
// its values. s is not changed.
func (g *grouping) merged(dataset string, s sample) sample {
	repeated := g.repeated[dataset]
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

// grouped reports whether test instances of a dataset have groups.
func (g *grouping) grouped(dataset string) bool { return g.all[dataset][0].TestGroups > 0 }

// seedWords writes the seeds within a split: "3 seeds", or "2 tune × 3 learner seeds" if they
// differ by source.
func (g *grouping) seedWords(dataset string) string {
	seeds, tune, learner := map[record.Seeds]bool{}, map[uint64]bool{}, map[uint64]bool{}
	bySource := false
	entries := g.all[dataset]
	for _, e := range entries {
		bySource = bySource || e.Seed != record.Seed(e.Seed.Learner)
		if e.Split == entries[0].Split {
			seeds[e.Seed], tune[e.Seed.Tune], learner[e.Seed.Learner] = true, true, true
		}
	}
	switch {
	case !bySource:
		return fmt.Sprintf("%d seeds", len(seeds))
	case len(tune) == 1:
		return fmt.Sprintf("%d learner seeds", len(learner))
	case len(learner) == 1:
		return fmt.Sprintf("%d tune seeds", len(tune))
	}
	return fmt.Sprintf("%d tune × %d learner seeds", len(tune), len(learner))
}

// ratio returns n_test/n_train, averaged over training sets; false if a size is not known.
//
// The test set of a training set is the union over its splits. n_train counts all instances that
// are learned from, with boxes and hidden labels too. The test estimates the correlation of two
// splits by n_test/(n_test+n_train), the tested share of the divided instances.
func (g *grouping) ratio(dataset string) (float64, bool) {
	sum := 0.0
	seen := map[int]bool{}
	for _, e := range g.all[dataset] {
		if seen[e.Split] {
			continue
		}
		if e.Train <= 0 || e.Test <= 0 {
			return 0, false
		}
		seen[e.Split] = true
		sum += float64(e.Test) / float64(e.Train+e.Boxes+e.Partial)
	}
	return sum / float64(g.trainingSets(dataset)), true
}

// over describes the fits that a mean on a dataset is over.
func (g *grouping) over(dataset string) string {
	type fit struct {
		split int
		seed  record.Seeds
	}
	fits := map[fit]bool{}
	for _, e := range g.all[dataset] {
		fits[fit{e.Split, e.Seed}] = true
	}
	splits := len(g.splits[dataset])
	switch {
	case len(fits) == 1:
		return "one fit"
	case splits == 1:
		return g.seedWords(dataset) + " on one split"
	case g.trainingSets(dataset) < splits:
		return fmt.Sprintf("%d splits with %d different training sets", splits,
			g.trainingSets(dataset))
	case len(fits) > splits:
		return fmt.Sprintf("%d splits, averaged over the %s within each", splits,
			g.seedWords(dataset))
	}
	return fmt.Sprintf("%d splits", splits)
}

// warnings returns how the content of a dataset differs from the published one.
func (g *grouping) warnings(dataset string) (all []string) {
	for _, e := range g.all[dataset] {
		for _, w := range e.DataWarnings {
			all = ordered.Add(all, w)
		}
	}
	return all
}

// notConverged returns the share of a row's predictions that did not converge, by dataset; nil if all
// converged.
func (g *grouping) notConverged(name rowName) []record.Number {
	shares := make([]record.Number, len(g.datasets))
	for d, dataset := range g.datasets {
		stopped, made := 0, 0
		for _, e := range g.at[place{name, dataset}] {
			if len(e.Row.Metrics) > 0 {
				stopped, made = stopped+e.Row.NotConverged, made+e.Test
			}
		}
		if stopped > 0 {
			shares[d] = record.Number(float64(stopped) / float64(max(made, stopped)))
		}
	}
	if !slices.ContainsFunc(shares, func(s record.Number) bool { return s > 0 }) {
		return nil
	}
	return shares
}
