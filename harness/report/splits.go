package report

import (
	"fmt"
	"slices"
)

// splits returns the different splits of a dataset, in order.
func (g *grouping) splits(dataset string) []splitID {
	var ids []splitID
	for _, e := range g.of(dataset) {
		if !slices.Contains(ids, e.split()) {
			ids = append(ids, e.split())
		}
	}
	return ids
}

// of returns the entries of a dataset, in the order of the rows.
func (g *grouping) of(dataset string) []*Entry {
	var list []*Entry
	for _, name := range g.rows {
		list = append(list, g.at[place{name, dataset}]...)
	}
	return list
}

// ratio returns n_test/n_train, averaged over the splits; false if a size is
// not known.
func (g *grouping) ratio(dataset string) (float64, bool) {
	sum, n := 0.0, 0.0
	seen := map[splitID]bool{}
	for _, e := range g.of(dataset) {
		if seen[e.split()] {
			continue
		}
		if e.Train <= 0 || e.Test <= 0 {
			return 0, false
		}
		seen[e.split()] = true
		sum, n = sum+float64(e.Test)/float64(e.Train), n+1
	}
	return sum / n, true
}

// over words what the mean and standard deviation of a dataset are over.
func (g *grouping) over(dataset string) string {
	seeds, draws, perSplit := map[uint64]bool{}, map[uint64]bool{}, map[splitID]map[uint64]bool{}
	for _, e := range g.of(dataset) {
		seeds[e.Seed], draws[e.Draw] = true, true
		if perSplit[e.split()] == nil {
			perSplit[e.split()] = map[uint64]bool{}
		}
		perSplit[e.split()][e.Seed] = true
	}
	most := 0
	for _, s := range perSplit {
		most = max(most, len(s))
	}
	splits := len(perSplit)
	switch {
	case splits == 1 && len(seeds) == 1:
		return "one fit"
	case splits == 1:
		return fmt.Sprintf("%d seeds on one split", len(seeds))
	case most > 1:
		return fmt.Sprintf("%d splits, averaged over %d seeds in each", splits, most)
	case len(draws) == splits:
		return fmt.Sprintf("%d splits, drawn anew for each seed", splits)
	}
	return fmt.Sprintf("%d splits", splits)
}
