package main

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/spbench/spbench/internal/bench"
	"github.com/spbench/spbench/internal/record"
)

// choose returns the outcomes to draw, in the order of the table.
func (c *pictureCommand) choose(t *terminal, plan *bench.Written, dataset string, fits []record.Fit) ([]*record.Fit, error) {
	trial, err := c.trial(plan, dataset)
	if err != nil {
		return nil, err
	}
	var chosen []*record.Fit
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
			return nil, fmt.Errorf("nothing to draw of %s on %s, split %d, seed %d: %s", label, dataset, trial.Split, trial.Seed, why)
		}
		fmt.Fprintf(t.err, "not drawn: %s: %s\n", label, why)
	}
	for _, label := range c.Learner {
		if !slices.Contains(labels, label) {
			return nil, fmt.Errorf("the run has no learner %q; it has %s", label, strings.Join(labels, ", "))
		}
	}
	if len(chosen) == 0 {
		return nil, fmt.Errorf("no fit on %s, split %d, seed %d has ended well: there is nothing to draw", dataset, trial.Split, trial.Seed)
	}
	return chosen, nil
}

// trial returns the first one of the dataset with the split and the seed that are
// asked for.
func (c *pictureCommand) trial(plan *bench.Written, dataset string) (*bench.Repeat, error) {
	var have []string
	for i := range plan.Repeats {
		trial := &plan.Repeats[i]
		if trial.Dataset != dataset {
			continue
		}
		if (c.Split == nil || *c.Split == trial.Split) && (c.Seed == nil || *c.Seed == trial.Seed) {
			return trial, nil
		}
		have = append(have, fmt.Sprintf("split %d with seed %d", trial.Split, trial.Seed))
	}
	return nil, fmt.Errorf("%s has no such split and seed; it has %s", dataset, some(have))
}

// lastFit returns the outcome of a learner that was appended last; nil if there is
// none.
func lastFit(fits []record.Fit, trial *bench.Repeat, label string) (last *record.Fit) {
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

// instance returns the place in the test set of the instance that is asked for, or
// of one of median loss.
func (c *pictureCommand) instance(past *bench.Past, fit *bench.Fit, rec *record.Fit, metric string) (int, error) {
	if c.Instance == "" {
		return medianInstance(rec, metric), nil
	}
	var ids []string
	for at, index := range fit.Test() {
		id := past.Data.Instances[index].ID
		if id == c.Instance {
			return at, nil
		}
		ids = append(ids, id)
	}
	return 0, fmt.Errorf("no test instance of %s split %d is called %q; there are %s", past.Spec.Label, fit.Split, c.Instance, some(ids))
}

// medianInstance returns the test instance of median loss by the first row that
// has the metric; without one, the first instance.
func medianInstance(rec *record.Fit, metric string) int {
	for i := range rec.Rows {
		s, ok := rec.Rows[i].Instances[metric]
		if !ok || len(s.Num) == 0 { // of counts no instance has a loss of its own
			continue
		}
		order := make([]int, len(s.Num))
		for at := range order {
			order[at] = at
		}
		slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(s.Num[a]/s.Den[a], s.Num[b]/s.Den[b]) })
		return order[(len(order)-1)/2]
	}
	return 0
}

// some lists names, of many only the first.
func some(names []string) string {
	const most = 10
	if len(names) <= most {
		return strings.Join(names, ", ")
	}
	return fmt.Sprintf("%s and %d more", strings.Join(names[:most], ", "), len(names)-most)
}
