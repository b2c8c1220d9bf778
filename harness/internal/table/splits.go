package table

import (
	"fmt"
	"maps"
	"slices"

	"github.com/spbench/spbench/harness/internal/record"
	"github.com/spbench/spbench/harness/internal/stats"
)

// splits returns the different splits of a dataset, in order.
func (g *grouping) splits(dataset string) []int { return g.divided[dataset] }

// trainingSets returns how many different training sets the splits of a dataset have.
func (g *grouping) trainingSets(dataset string) int {
	return len(g.splits(dataset)) - len(g.repeated[dataset])
}

// merged returns s with the splits of one training set as one split: each instance has the mean of
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
			m.splits, m.means, splits = append(m.splits, split), append(m.means, 0), append(splits, 0)
			if s.parts != nil {
				m.parts = append(m.parts, stats.Sample{Train: s.parts[j].Train})
			}
		}
		splits[at]++
		m.means[at] += (s.means[j] - m.means[at]) / splits[at]
		if s.parts != nil {
			m.parts[at].Instances = append(m.parts[at].Instances, s.parts[j].Instances...)
			m.parts[at].Values = append(m.parts[at].Values, s.parts[j].Values...)
		}
	}
	for at := range m.parts {
		averageCopies(&m.parts[at])
	}
	return m
}

// averageCopies leaves each instance once, in the order of their numbers, with the mean of its values.
func averageCopies(s *stats.Sample) {
	values := map[int][]float64{}
	for k, i := range s.Instances {
		values[i] = append(values[i], s.Values[k])
	}
	s.Instances, s.Values = slices.Sorted(maps.Keys(values)), nil
	for _, i := range s.Instances {
		s.Values = append(s.Values, stats.Summarize(values[i]).Mean)
	}
}

// of returns the entries of a dataset, in the order of the rows.
func (g *grouping) of(dataset string) []*Entry { return g.all[dataset] }

// seeds returns how many different seeds a dataset has.
func (g *grouping) seeds(dataset string) int {
	seeds := map[record.Seeds]bool{}
	for _, e := range g.of(dataset) {
		seeds[e.Seed] = true
	}
	return len(seeds)
}

// seedWords words the seeds within a split: "3 seeds", or by source "2 tune × 3 learner seeds".
func (g *grouping) seedWords(dataset string) string {
	seeds, tune, learner := map[record.Seeds]bool{}, map[uint64]bool{}, map[uint64]bool{}
	bySource := false
	entries := g.of(dataset)
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

// ratio returns n_test/n_train, averaged over training sets; false if a size is
// not known. The test set of a training set is that of all its splits. n_train counts all that is learned from, with boxes and hidden labels
// too: the test takes n_test/(n_test+n_train) for the correlation of two splits,
// and that is how much of what a split divides is tested on.
func (g *grouping) ratio(dataset string) (float64, bool) {
	sum := 0.0
	seen := map[int]bool{}
	for _, e := range g.of(dataset) {
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

// allCounted says what n_train is where that is not plain.
func (g *grouping) allCounted(dataset string) string {
	if slices.ContainsFunc(g.of(dataset), func(e *Entry) bool { return e.Boxes+e.Partial > 0 }) {
		return ", n_train with boxes and hidden labels"
	}
	return ""
}

// over words what the mean of a dataset is over.
func (g *grouping) over(dataset string) string {
	type trial struct {
		split int
		seed  record.Seeds
	}
	seeds := g.seeds(dataset)
	trials := map[trial]bool{}
	for _, e := range g.of(dataset) {
		trials[trial{e.Split, e.Seed}] = true
	}
	splits := len(g.splits(dataset))
	switch {
	case len(trials) == 1:
		return "one fit"
	case splits == 1:
		return g.seedWords(dataset) + " on one split"
	case g.trainingSets(dataset) < splits:
		return fmt.Sprintf("%d splits with %d different training sets", splits, g.trainingSets(dataset))
	case len(trials) > splits:
		return fmt.Sprintf("%d splits, averaged over the %s within each", splits, g.seedWords(dataset))
	case seeds == splits:
		return fmt.Sprintf("%d splits, a new one for each seed", splits)
	}
	return fmt.Sprintf("%d splits", splits)
}
