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

// A grouping holds the entries of a table by row and dataset. It is made once.
type grouping struct {
	names    []string // of the datasets, in their order
	datasets map[string]*division
	rows     []rowName
	at       map[place][]*Entry // by split, then seed
	tuned    bool               // some entry has trials
}

type rowName struct{ label, decoder string }

type place struct {
	row     rowName
	dataset string
}

// A division is how the fits of all rows divide one dataset into training and test sets.
type division struct {
	entries  []*Entry          // in the order of the rows
	splits   []int             // the distinct ones, in order
	repeated map[int]int       // splits with the training set of an earlier split, which is the value
	number   map[string]int    // of test instances, by ID; nil: each list has its own
	numbered map[*string][]int // numbers of the instances in a list, by its first ID
}

// group arranges entries. It keeps pointers to them. The error names an entry that occurs twice.
func group(entries []Entry) (*grouping, error) {
	g := &grouping{datasets: map[string]*division{}, at: map[place][]*Entry{}}
	for i := range entries {
		e := &entries[i]
		name := rowName{e.Label, e.Decoder}
		g.names, g.rows = ordered.Add(g.names, e.Dataset), ordered.Add(g.rows, name)
		if e.Fit == nil {
			e.Fit = NotRun
		}
		g.tuned = g.tuned || len(e.Fit.Trials) > 0
		g.at[place{name, e.Dataset}] = append(g.at[place{name, e.Dataset}], e)
	}

	// Rows have their fits in the same order, whatever that of the plan.
	for _, dataset := range g.names {
		var all []*Entry
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
			all = append(all, list...)
		}
		g.datasets[dataset] = newDivision(all)
	}
	return g, nil
}

func newDivision(entries []*Entry) *division {
	d := &division{entries: entries, repeated: map[int]int{}, numbered: map[*string][]int{}}
	for _, e := range entries {
		d.splits = append(d.splits, e.Split)
		if e.Training > 0 {
			d.repeated[e.Split] = e.Training - 1
		}
	}
	slices.Sort(d.splits)
	d.splits = slices.Compact(d.splits)
	if len(d.splits) > 1 || d.grouped() { // several splits, or groups, share instances
		d.numberInstances()
	}
	return d
}

// trainingSets returns how many different training sets the splits have.
func (d *division) trainingSets() int { return len(d.splits) - len(d.repeated) }

// testOverlap returns the share of its test instances that a training set has in common with
// another one, averaged over pairs; 1 for one training set.
func (d *division) testOverlap() float64 {
	sets := map[int]map[string]bool{} // by the first split of a training set
	for _, e := range d.entries {
		first, again := d.repeated[e.Split]
		if !again {
			first = e.Split
		}
		if sets[first] == nil {
			sets[first] = map[string]bool{}
		}
		for _, id := range e.Fit.Test {
			sets[first][id] = true
		}
	}
	sum, pairs := 0.0, 0
	for i, a := range sets {
		for j, b := range sets {
			if i >= j {
				continue
			}
			common := 0
			for id := range a {
				if b[id] {
					common++
				}
			}
			sum, pairs = sum+2*float64(common)/float64(len(a)+len(b)), pairs+1
		}
	}
	if pairs == 0 {
		return 1
	}
	return sum / float64(pairs)
}

// grouped reports whether test instances have groups.
func (d *division) grouped() bool { return d.entries[0].TestGroups > 0 }

// seedWords writes the seeds within a split: "3 seeds", or "2 tune × 3 learner seeds" if they
// differ by source.
func (d *division) seedWords() string {
	seeds, tune, learner := map[record.Seeds]bool{}, map[uint64]bool{}, map[uint64]bool{}
	bySource := false
	entries := d.entries
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
func (d *division) ratio() (float64, bool) {
	sum := 0.0
	seen := map[int]bool{}
	for _, e := range d.entries {
		if seen[e.Split] {
			continue
		}
		if e.Train <= 0 || e.Test <= 0 {
			return 0, false
		}
		seen[e.Split] = true
		sum += float64(e.Test) / float64(e.Train+e.Boxes+e.Partial)
	}
	return sum / float64(d.trainingSets()), true
}

// over describes the fits that a mean on a dataset is over.
func (d *division) over() string {
	type fit struct {
		split int
		seed  record.Seeds
	}
	fits := map[fit]bool{}
	for _, e := range d.entries {
		fits[fit{e.Split, e.Seed}] = true
	}
	splits := len(d.splits)
	switch {
	case len(fits) == 1:
		return "one fit"
	case splits == 1:
		return d.seedWords() + " on one split"
	case d.trainingSets() < splits:
		return fmt.Sprintf("%d splits with %d different training sets", splits,
			d.trainingSets())
	case len(fits) > splits:
		return fmt.Sprintf("%d splits, averaged over the %s within each", splits,
			d.seedWords())
	}
	return fmt.Sprintf("%d splits", splits)
}

// warnings returns how the content of a dataset differs from the published one.
func (d *division) warnings() (all []string) {
	for _, e := range d.entries {
		for _, w := range e.DataWarnings {
			all = ordered.Add(all, w)
		}
	}
	return all
}

// numberInstances numbers the test instances, in the order in which splits first test
// them, and then the instances of all lists. If they have groups, instances of one group have the
// same number. An instance that no split tests has no number.
func (d *division) numberInstances() {
	numbers, groups := map[string]int{}, map[string]int{}
	d.number = numbers
	seen := map[*string]bool{} // fits of one split share their list
	for _, e := range d.entries {
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

	for _, e := range d.entries {
		for _, ids := range [][]string{e.Fit.Test, e.Fit.Train} {
			if len(ids) == 0 || d.numbered[&ids[0]] != nil {
				continue
			}
			list := make([]int, 0, len(ids))
			for _, id := range ids {
				if number, ok := numbers[id]; ok {
					list = append(list, number)
				}
			}
			d.numbered[&ids[0]] = list
		}
	}
}

// testNumbers returns the numbers of the n test instances of e, or of their groups. A number is the
// same in all splits. It returns nil if there are several splits and the IDs are not
// known.
func (d *division) testNumbers(e *Entry, n int) []int {
	switch {
	case d.number == nil:
		numbers := make([]int, n)
		for i := range numbers {
			numbers[i] = i
		}
		return numbers
	case len(e.Fit.Test) != n:
		return nil
	}
	return d.numbered[&e.Fit.Test[0]]
}

// trainNumbers returns the numbers of the instances that a fit learned from, as far as some split
// tests them; nil if they are not known, or with one split. Groups that are in training and test
// sets have no role of their own in training: it returns nil, too.
func (d *division) trainNumbers(e *Entry) []int {
	if len(e.Fit.Train) == 0 || len(d.splits) == 1 || e.LearnedGroups > 0 {
		return nil
	}
	return d.numbered[&e.Fit.Train[0]]
}

// tested describes the test instances and splits of a test with n differences.
func (d *division) tested(n int) string {
	known, e := len(d.number), d.entries[0]
	switch {
	case d.trainingSets() == 1 && d.grouped():
		return "n = " + e.GroupWords(n)
	case d.trainingSets() == 1:
		return "n = " + wording.Grouped(n)
	case known == 0:
		return ""
	case d.grouped():
		n = 1 + slices.Max(slices.Collect(maps.Values(d.number)))
		return wording.Grouped(known) + " instances in " + e.GroupWords(n) + " tested, "
	}
	return wording.Grouped(known) + " instances tested, "
}
