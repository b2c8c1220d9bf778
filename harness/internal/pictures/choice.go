package pictures

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/spbench/spbench/harness/internal/record"
	"github.com/spbench/spbench/harness/internal/run/plan"
	"github.com/spbench/spbench/harness/internal/wording"
	"github.com/spbench/spbench/harness/param"
	"github.com/spbench/spbench/harness/sp"
)

// A Choice selects test instances and fits to draw, by the first split and seed of a dataset. The
// zero value has the defaults.
type Choice struct {
	Learners []string // labels; default: all with successful fits
	Instance string   // ID; default: the instances with lowest, median and highest loss
}

// fits returns the fits to draw, in the order of the table. left has a line for each learner left
// out, with the reason.
func (c *Choice) fits(planned *plan.File, dataset string,
	fits []record.Fit) (chosen []*record.Fit, left []string, err error) {
	at := slices.IndexFunc(planned.Repeats, func(r plan.Repeat) bool { return r.Dataset == dataset })
	repeat := planned.Repeats[at]
	last, stale := record.Current(fits)
	var labels []string
	for i := range planned.Suite.Learners {
		label, why := planned.Suite.Learners[i].Label, ""
		if labels = append(labels, label); len(c.Learners) > 0 && !slices.Contains(c.Learners, label) {
			continue
		}
		place := record.Place{Dataset: dataset, Label: label, Split: repeat.Split, Seed: repeat.Seed}
		f := last[place]
		switch {
		case stale[place]:
			why = "stale scores"
		case f == nil:
			why = "not run"
		case !f.Outcome.Good():
			why = fmt.Sprintf("%s: %s", f.Outcome.Kind, f.Outcome.Reason)
		default:
			chosen = append(chosen, f)
			continue
		}
		left = append(left, label+": "+why)
	}
	for _, label := range c.Learners {
		if !slices.Contains(labels, label) {
			return nil, nil, param.Unknown("learner", label, labels)
		}
	}
	if len(chosen) == 0 {
		err = fmt.Errorf("no successful fit on %s, split %d, seed %s: %s", dataset, repeat.Split,
			repeat.Seed, strings.Join(left, "; "))
	}
	return chosen, left, err
}

// An exemplar is a test instance to draw.
type exemplar struct {
	index int // in the dataset
	id    string
	why   string // reason for the choice
}

// instances returns the test instance asked for. By default it returns those with the lowest,
// median and highest loss of the first row of rec that has a loss for each instance. Without such a
// row, it returns the first instance.
func (c *Choice) instances(past *plan.Past, dir string, rec *record.Fit, metric string) ([]exemplar,
	error) {
	if rec.Lost != "" {
		return nil, errors.New(rec.Lost)
	}
	test := rec.Test
	var all []exemplar
	add := func(id, why string) error {
		index := slices.IndexFunc(past.Data.Instances,
			func(x sp.Instance) bool { return x.ID == id })
		if index < 0 || !slices.Contains(test, id) {
			return fmt.Errorf("unknown test instance %q of %s split %d: want one of %s",
				id, past.Spec.Label, rec.Split, wording.And(wording.Most(test, 10)))
		}
		if !slices.ContainsFunc(all, func(other exemplar) bool { return other.id == id }) {
			all = append(all, exemplar{index, id, why})
		}
		return nil
	}
	if c.Instance != "" {
		err := add(c.Instance, "")
		return all, err
	}
	if len(test) == 0 {
		return nil,
			fmt.Errorf("test instances of %s split %d were not recorded: run the suite again",
				past.Spec.Label, rec.Split)
	}
	if err := record.ReadStatistics(dir, []record.Fit{*rec}); err != nil { // into the rows of rec
		return nil, err
	}
	order, row := byLoss(rec, metric)
	if order == nil {
		err := add(test[0], ": the first")
		return all, err
	}
	for _, e := range []struct {
		place int
		what  string
	}{{0, "lowest"}, {(len(order) - 1) / 2, "median"}, {len(order) - 1, "highest"}} {
		if err := add(test[order[e.place]],
			fmt.Sprintf(": %s loss of %s %s", e.what, rec.Label, row)); err != nil {
			return nil, err
		}
	}
	return all, nil
}

// byLoss returns the indices of the test instances sorted by loss. It uses the first row that has
// the metric for each instance, and returns its decoder. Without such a row, order is nil.
func byLoss(rec *record.Fit, metric string) (order []int, decoder string) {
	for i := range rec.Rows {
		s, ok := rec.Rows[i].Instances[metric]
		if !ok || len(s.Num) == 0 { // a metric of counts has no losses of instances
			continue
		}
		order = make([]int, len(s.Num))
		for at := range order {
			order[at] = at
		}
		slices.SortStableFunc(order, func(a, b int) int {
			return cmp.Compare(s.Num[a]/s.Den[a], s.Num[b]/s.Den[b])
		})
		return order, rec.Rows[i].Label
	}
	return nil, ""
}
