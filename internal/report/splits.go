package report

import (
	"fmt"
	"slices"
)

// splits returns the different splits of a dataset, in order.
func (g *grouping) splits(dataset string) []int {
	var splits []int
	for _, e := range g.of(dataset) {
		splits = append(splits, e.Split)
	}
	slices.Sort(splits)
	return slices.Compact(splits)
}

// of returns the entries of a dataset, in the order of the rows.
func (g *grouping) of(dataset string) []*Entry {
	var list []*Entry
	for _, name := range g.rows {
		list = append(list, g.at[place{name, dataset}]...)
	}
	return list
}

// seeds returns how many different seeds a dataset has.
func (g *grouping) seeds(dataset string) int {
	seeds := map[uint64]bool{}
	for _, e := range g.of(dataset) {
		seeds[e.Seed] = true
	}
	return len(seeds)
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
	seeds, trials := g.seeds(dataset), map[[2]uint64]bool{}
	for _, e := range g.of(dataset) {
		trials[[2]uint64{uint64(e.Split), e.Seed}] = true
	}
	splits := len(g.splits(dataset))
	switch {
	case len(trials) == 1:
		return "one fit"
	case splits == 1:
		return fmt.Sprintf("%d seeds on one split", seeds)
	case len(trials) > splits:
		return fmt.Sprintf("%d splits, averaged over the seeds within each", splits)
	case seeds == splits:
		return fmt.Sprintf("%d splits, a new one for each seed", splits)
	}
	return fmt.Sprintf("%d splits", splits)
}
