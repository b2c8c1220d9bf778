package suite

import (
	"errors"
	"fmt"
	"slices"

	"github.com/spbench/spbench/harness/internal/ordered"
)

// An only names the learners and the datasets of a file to run. A list of nil means all.
type only struct {
	Learners []string `key:"learners" of:"label" help:"labels or names of the learners to run; by default all"`
	Datasets []string `key:"datasets" of:"label" help:"labels of the datasets to run; by default all"`
}

// choose drops the rows and columns of s that the file leaves out. A learner is called by the label
// of its row, by that of its grid or by its name, a dataset by the label of a column or of its
// item.
func (s *Suite) choose(o only) error {
	learners, errLearners := called("learner", s.Learners, o.Learners, func(l *Learner) []string {
		return []string{l.Label, l.grid, l.Name}
	})
	datasets, errDatasets := called("dataset", s.Datasets, o.Datasets, func(d *Dataset) []string {
		return []string{d.column, d.item}
	})
	if err := errors.Join(errLearners, errDatasets); err != nil {
		return err
	}

	// The others cannot be compared with a learner that is not run.
	for _, label := range []*string{&s.Against, &s.Reference} {
		named := func(l Learner) bool { return l.Label == *label }
		if slices.ContainsFunc(s.Learners, named) && !slices.ContainsFunc(learners, named) {
			*label = ""
		}
	}

	// Without all of its columns an item is no grid, and no series of sizes.
	columns := map[string]int{}
	for _, d := range s.Datasets {
		columns[d.item]++
	}
	for _, d := range datasets {
		columns[d.item]--
	}
	for i := range datasets {
		if d := &datasets[i]; columns[d.item] > 0 {
			d.Base, d.Panel = "", nil
		}
	}
	s.Learners, s.Datasets = learners, datasets
	return nil
}

// called returns the rows with one of the labels; all of them if there are no labels. A label
// matches the first names of rows, or if no row has it the next names.
func called[T any](what string, rows []T, labels []string, names func(*T) []string) (
	chosen []T, err error) {
	if labels == nil {
		return rows, nil
	}
	keep := make([]bool, len(rows))
	for _, label := range labels {
		found := false
		var known []string
		for level := 0; level < len(names(&rows[0])) && !found; level++ {
			for i := range rows {
				name := names(&rows[i])[level]
				known = append(known, name)
				if name == label {
					keep[i], found = true, true
				}
			}
		}
		if !found {
			return nil, fmt.Errorf("no %s is called %q\nhint: %s", what, label, hint(label, plural(what),
				ordered.Add(nil, known...)))
		}
	}
	for i, row := range rows {
		if keep[i] {
			chosen = append(chosen, row)
		}
	}
	return chosen, nil
}

// quickPasses is the largest number of passes of a quick run.
const quickPasses = 2

// makeQuick leaves one seed and few passes.
func (f *file) makeQuick() {
	f.Seeds = Seeds{All: []uint64{1}}
	if b := &f.Budget; b.Passes == 0 || b.Passes > quickPasses {
		b.Passes = quickPasses
	}
}
