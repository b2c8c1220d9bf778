package table

import (
	"cmp"
	"fmt"
	"maps"
	"slices"

	"github.com/spbench/spbench/harness/internal/ordered"
	"github.com/spbench/spbench/harness/internal/record"
	"github.com/spbench/spbench/harness/internal/wording"
)

// A grouping holds the entries of a table by row, dataset and split. It is made once.
type grouping struct {
	datasets []string
	rows     []rowName
	at       map[place][]*Entry        // by split, then seed
	all      map[string][]*Entry       // by dataset, in the order of the rows
	splits   map[string][]int          // distinct splits of each dataset, in order
	repeated map[string]map[int]int    // by dataset: splits with the training set of an earlier split, which is the value
	tuned    bool                      // some entry has trials
	number   map[string]map[string]int // of test instances, by dataset and ID; nil: each list has its own
	numbered map[idList][]int          // numbers of the instances in a list
}

type rowName struct{ label, decoder string }

type place struct {
	row     rowName
	dataset string
}

// group arranges entries. It keeps pointers to them. The error names an entry that occurs twice.
func group(entries []Entry) (*grouping, error) {
	g := &grouping{at: map[place][]*Entry{}, all: map[string][]*Entry{}, splits: map[string][]int{},
		repeated: map[string]map[int]int{}, number: map[string]map[string]int{},
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
		if g.numbers(dataset) {
			g.numberInstances(dataset)
		}
	}
	return g, nil
}

// trainingSets returns how many different training sets the splits of a dataset have.
func (g *grouping) trainingSets(dataset string) int {
	return len(g.splits[dataset]) - len(g.repeated[dataset])
}

// numbers reports whether instances of a dataset need numbers: several splits or groups share them.
func (g *grouping) numbers(dataset string) bool {
	return len(g.splits[dataset]) > 1 || g.grouped(dataset)
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

// An idList is a list of IDs of a dataset. Datasets may share lists in memory.
type idList struct {
	dataset string
	first   *string
}

// numberInstances numbers the test instances of a dataset, in the order in which splits first test
// them, and then the instances of all lists. If they have groups, instances of one group have the
// same number. An instance that no split tests has no number.
func (g *grouping) numberInstances(dataset string) {
	numbers, groups := map[string]int{}, map[string]int{}
	g.number[dataset] = numbers
	seen := map[*string]bool{} // fits of one split share their list
	for _, e := range g.all[dataset] {
		if len(e.Fit.Test) == 0 || seen[&e.Fit.Test[0]] {
			continue
		}
		seen[&e.Fit.Test[0]] = true
		for k, id := range e.Fit.Test {
			number, known := len(numbers), false
			if e.Fit.Groups != nil {
				if number, known = groups[e.Fit.Groups[k]]; !known {
					number = len(groups)
					groups[e.Fit.Groups[k]] = number
				}
			}
			if _, ok := numbers[id]; !ok {
				numbers[id] = number
			}
		}
	}

	for _, e := range g.all[dataset] {
		for _, ids := range [][]string{e.Fit.Test, e.Fit.Train} {
			if len(ids) == 0 || g.numbered[idList{dataset, &ids[0]}] != nil {
				continue
			}
			list := make([]int, 0, len(ids))
			for _, id := range ids {
				if number, ok := numbers[id]; ok {
					list = append(list, number)
				}
			}
			g.numbered[idList{dataset, &ids[0]}] = list
		}
	}
}

// testNumbers returns the numbers of the n test instances of e, or of their groups. A number is the
// same in all splits of its dataset. It returns nil if there are several splits and the IDs are not
// known.
func (g *grouping) testNumbers(e *Entry, n int) []int {
	switch {
	case !g.numbers(e.Dataset):
		numbers := make([]int, n)
		for i := range numbers {
			numbers[i] = i
		}
		return numbers
	case len(e.Fit.Test) != n:
		return nil
	}
	return g.numbered[idList{e.Dataset, &e.Fit.Test[0]}]
}

// trainNumbers returns the numbers of the instances that a fit learned from, as far as some split
// tests them; nil if they are not known, or with one split. Groups that are in training and test
// sets have no role of their own in training: it returns nil, too.
func (g *grouping) trainNumbers(e *Entry) []int {
	if len(e.Fit.Train) == 0 || len(g.splits[e.Dataset]) == 1 || e.LearnedGroups > 0 {
		return nil
	}
	return g.numbered[idList{e.Dataset, &e.Fit.Train[0]}]
}

// tested describes the test instances and splits of a test with n differences.
func (g *grouping) tested(dataset string, n int) string {
	known, e := len(g.number[dataset]), g.all[dataset][0]
	switch {
	case g.trainingSets(dataset) == 1 && g.grouped(dataset):
		return "n = " + e.GroupWords(n)
	case g.trainingSets(dataset) == 1:
		return "n = " + wording.Grouped(float64(n))
	case known == 0:
		return ""
	case g.grouped(dataset):
		n = 1 + slices.Max(slices.Collect(maps.Values(g.number[dataset])))
		return fmt.Sprintf("%s instances in %s tested, ", wording.Grouped(float64(known)),
			e.GroupWords(n))
	}
	return wording.Grouped(float64(known)) + " instances tested, "
}
