package report

import (
	"fmt"
	"slices"

	"github.com/spbench/spbench/internal/record"
)

// splits returns the different splits of a dataset, in order.
func (g *grouping) splits(dataset string) []int { return g.divided[dataset] }

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

// ratio returns n_test/n_train, averaged over the splits; false if a size is
// not known. n_train counts all that is learned from, with boxes and hidden labels
// too: the test takes n_test/(n_test+n_train) for the correlation of two splits,
// and that is how much of what a split divides is tested on.
func (g *grouping) ratio(dataset string) (float64, bool) {
	sum, n := 0.0, 0.0
	seen := map[int]bool{}
	for _, e := range g.of(dataset) {
		if seen[e.Split] {
			continue
		}
		if e.Train <= 0 || e.Test <= 0 {
			return 0, false
		}
		seen[e.Split] = true
		sum, n = sum+float64(e.Test)/float64(e.Train+e.Boxes+e.Partial), n+1
	}
	return sum / n, true
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
	case len(trials) > splits:
		return fmt.Sprintf("%d splits, averaged over the %s within each", splits, g.seedWords(dataset))
	case seeds == splits:
		return fmt.Sprintf("%d splits, a new one for each seed", splits)
	}
	return fmt.Sprintf("%d splits", splits)
}
