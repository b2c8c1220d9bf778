package plan

import (
	"slices"

	"github.com/spbench/spbench/harness/feature"
	"github.com/spbench/spbench/harness/internal/data/prepare"
	"github.com/spbench/spbench/harness/internal/ordered"
	"github.com/spbench/spbench/harness/sp"
)

// shownUnseen is how many unseen labels of a dataset are named.
const shownUnseen = 12

// labelSet is the part of an identity for fits, or trials, with labels left out.
const labelSet = "label-set"

// labelCounts returns the number of variables with each label in some instances. O(variables).
func (d *Dataset) labelCounts(instances []int) []int {
	counts := make([]int, d.Data.K)
	for _, at := range instances {
		for _, k := range d.Data.Instances[at].Gold {
			if k != sp.Unknown {
				counts[k]++
			}
		}
	}
	return counts
}

// noteUnknown notes unknown labels in a training set.
func (d *Dataset) noteUnknown(train []int, o *Options) {
	unknown := 0
	for _, at := range train {
		if !d.Data.Instances[at].Labelled() {
			unknown++
		}
	}
	if unknown == 0 || d.Data.Void || slices.Max(d.labelCounts(train)) == 0 {
		return
	}
	use := "some learners leave them out; kappa: 1 uses them"
	if unknown == len(train) {
		use = "most learners need one without"
	}
	o.note("dataset %s: %d of %d training instances have unknown labels, and %s; void: true, or "+
		"others: void, if these variables are no part of the task",
		d.Spec.Label, unknown, len(train), use)
}

// unseen names, by dataset, the labels without a training variable in some split. If labels are
// found, hidden variables do not count. Each has the largest number of its variables in the test
// set of such a split. The most frequent one comes first. A quick look has none: it lacks many. Nor
// do datasets with features of labels, whose weights all labels share.
func unseen(fits []*Fit, quick bool) map[string]string {
	texts, splits, most := map[string]string{}, map[string]int{}, map[string]map[string]int{}
	for _, f := range fits {
		d, name := f.Dataset, f.Dataset.Spec.Label
		if quick || d.Spec.Features.Name == feature.CandidatesName ||
			f.Split != splits[name] { // the first fit to each split counts
			continue
		}
		if splits[name]++; most[name] == nil {
			most[name] = map[string]int{}
		}
		train, test := d.labelCounts(f.trainingSet()), d.labelCounts(f.split.Test)
		if d.Data.Found { // hidden labels are not found
			shown, _ := f.Instances() // an error comes again
			if l := prepare.NewLabels(shown.Training(), d.Data.K); l != nil {
				clear(train)
				for _, k := range l {
					train[k] = 1
				}
			}
		}
		for k, label := range d.Data.Labels {
			if train[k] == 0 && slices.Max(train) > 0 {
				most[name][label] = max(most[name][label], test[k])
			}
		}
	}
	for name, variables := range most {
		if len(variables) > 0 {
			texts[name] = ordered.ByCount(variables, shownUnseen)
		}
	}
	return texts
}
