package main

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/spbench/spbench/harness/internal/record"
	"github.com/spbench/spbench/harness/internal/run"
	"github.com/spbench/spbench/harness/sp"
)

// choose returns the outcomes to draw, in the order of the table, and of each learner that is left out the label and why.
func (c *pictureCommand) choose(plan *run.Written, dataset string, fits []record.Fit) (chosen []*record.Fit, left []string, err error) {
	trial, err := c.trial(plan, dataset)
	if err != nil {
		return nil, nil, err
	}
	var labels []string
	for i := range plan.Suite.Learners {
		label := plan.Suite.Learners[i].Label
		labels = append(labels, label)
		asked := slices.Contains(c.Learner, label)
		if !asked && len(c.Learner) > 0 {
			continue
		}
		f := lastFit(fits, trial, label)
		why := ""
		switch {
		case f == nil:
			why = "it has not run"
		case !f.Outcome.Good():
			why = fmt.Sprintf("%s: %s", f.Outcome.Kind, f.Outcome.Reason)
		case f.WeightsFile == "":
			why = "its weights were not kept"
		default:
			chosen = append(chosen, f)
			continue
		}
		if asked {
			return nil, left, fmt.Errorf("nothing to draw of %s on %s, split %d, seed %s: %s", label, dataset, trial.Split, trial.Seed, why)
		}
		left = append(left, label+": "+why)
	}
	for _, label := range c.Learner {
		if !slices.Contains(labels, label) {
			return nil, left, fmt.Errorf("the run has no learner %q; it has %s", label, strings.Join(labels, ", "))
		}
	}
	if len(chosen) == 0 {
		return nil, left, fmt.Errorf("no fit on %s, split %d, seed %s has ended well: there is nothing to draw", dataset, trial.Split, trial.Seed)
	}
	return chosen, left, nil
}

// trial returns the first one of the dataset with the split and the seed that are
// asked for.
func (c *pictureCommand) trial(plan *run.Written, dataset string) (*run.Repeat, error) {
	var have []string
	for i := range plan.Repeats {
		trial := &plan.Repeats[i]
		if trial.Dataset != dataset {
			continue
		}
		if (c.Split == nil || *c.Split == trial.Split) && (c.Seed == nil || *c.Seed == trial.Seed) {
			return trial, nil
		}
		have = append(have, fmt.Sprintf("split %d with seed %s", trial.Split, trial.Seed))
	}
	return nil, fmt.Errorf("%s has no such split and seed; it has %s", dataset, some(have))
}

// lastFit returns the outcome of a learner that was appended last; nil if there is
// none.
func lastFit(fits []record.Fit, trial *run.Repeat, label string) (last *record.Fit) {
	for i := range fits {
		f := &fits[i]
		if f.Dataset != trial.Dataset || f.Split != trial.Split || f.Seed != trial.Seed || f.Label != label {
			continue
		}
		if last == nil || !f.Times.Appended.Before(last.Times.Appended) {
			last = f
		}
	}
	return last
}

// An exemplar is a test instance to draw.
type exemplar struct {
	index int // into the dataset
	id    string
	why   string // it and no other
}

func (x *exemplar) title(plan *run.Written, past *run.Past) string {
	return fmt.Sprintf("%s · %s · %s%s", plan.Suite.Name, past.Spec.Label, x.id, x.why)
}

// instances returns the test instance that is asked for, or those of the least, of median and of the greatest loss of the
// first row of rec that has one for each instance; without one, the first.
func (c *pictureCommand) instances(past *run.Past, rec *record.Fit, metric string) ([]exemplar, error) {
	test := rec.Test
	find := func(id, why string) (exemplar, error) {
		index := slices.IndexFunc(past.Data.Instances, func(x sp.Instance) bool { return x.ID == id })
		if index < 0 || !slices.Contains(test, id) {
			return exemplar{}, fmt.Errorf("no test instance of %s split %d is called %q; there are %s", past.Spec.Label, rec.Split, id, some(test))
		}
		return exemplar{index, id, why}, nil
	}
	if c.Instance != "" {
		x, err := find(c.Instance, "")
		return []exemplar{x}, err
	}
	if len(test) == 0 {
		return nil, fmt.Errorf("the test instances of %s split %d were not recorded: run the suite again", past.Spec.Label, rec.Split)
	}
	order, row := byLoss(rec, metric)
	if order == nil {
		x, err := find(test[0], ": the first")
		return []exemplar{x}, err
	}
	var all []exemplar
	for _, e := range []struct {
		place int
		what  string
	}{{0, "least"}, {(len(order) - 1) / 2, "median"}, {len(order) - 1, "greatest"}} {
		x, err := find(test[order[e.place]], fmt.Sprintf(": %s loss of %s %s", e.what, rec.Label, row))
		if err != nil {
			return nil, err
		}
		if !slices.ContainsFunc(all, func(other exemplar) bool { return other.id == x.id }) {
			all = append(all, x)
		}
	}
	return all, nil
}

// byLoss returns the places of the test instances in the order of their losses by the first row that has the metric for
// each of them, and the label of its output; nil without one.
func byLoss(rec *record.Fit, metric string) (order []int, decoder string) {
	for i := range rec.Rows {
		s, ok := rec.Rows[i].Instances[metric]
		if !ok || len(s.Num) == 0 { // of counts no instance has a loss of its own
			continue
		}
		order = make([]int, len(s.Num))
		for at := range order {
			order[at] = at
		}
		slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(s.Num[a]/s.Den[a], s.Num[b]/s.Den[b]) })
		return order, rec.Rows[i].Label
	}
	return nil, ""
}

// some lists names, of many only the first.
func some(names []string) string {
	const most = 10
	if len(names) <= most {
		return strings.Join(names, ", ")
	}
	return fmt.Sprintf("%s and %d more", strings.Join(names[:most], ", "), len(names)-most)
}
