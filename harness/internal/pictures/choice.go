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
	"github.com/spbench/spbench/harness/sp"
)

// A Choice selects test instances and fits to draw. The zero value has the defaults.
type Choice struct {
	Learners []string // labels; default: all with successful fits
	Instance string   // ID; default: the instances with lowest, median and highest loss
	Dataset  string   // label; default: the first one of images, otherwise of chains
	Split    *int     // default: the first
	Seed     *record.Seeds
}

// Fits returns the fits to draw, in the order of the table. left has a line for each learner left
// out, with the reason.
func (c *Choice) Fits(planned *plan.File, dataset string,
	fits []record.Fit) (chosen []*record.Fit, left []string, err error) {
	repeat, err := c.repeat(planned, dataset)
	if err != nil {
		return nil, nil, err
	}
	last, stale := record.Current(fits)
	var labels []string
	for i := range planned.Suite.Learners {
		label, why := planned.Suite.Learners[i].Label, ""
		labels = append(labels, label)
		asked := slices.Contains(c.Learners, label)
		if !asked && len(c.Learners) > 0 {
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
		case f.WeightsFile == "":
			why = "weights not stored"
		default:
			chosen = append(chosen, f)
			continue
		}
		if asked {
			return nil, left, fmt.Errorf("no picture of %s on %s, split %d, seed %s: %s",
				label, dataset, repeat.Split, repeat.Seed, why)
		}
		left = append(left, label+": "+why)
	}
	for _, label := range c.Learners {
		if !slices.Contains(labels, label) {
			return nil, left, fmt.Errorf("unknown learner %q: want one of %s", label,
				strings.Join(labels, ", "))
		}
	}
	if len(chosen) == 0 {
		return nil, left, fmt.Errorf("no successful fit on %s, split %d, seed %s",
			dataset, repeat.Split, repeat.Seed)
	}
	return chosen, left, nil
}

// repeat returns the first repeat of a dataset with the split and seed asked for.
func (c *Choice) repeat(planned *plan.File, dataset string) (*plan.Repeat, error) {
	var have []string
	for _, repeat := range planned.Repeats {
		if repeat.Dataset != dataset {
			continue
		}
		if (c.Split == nil || *c.Split == repeat.Split) &&
			(c.Seed == nil || *c.Seed == repeat.Seed) {
			return &repeat, nil
		}
		have = append(have, fmt.Sprintf("split %d with seed %s", repeat.Split, repeat.Seed))
	}
	return nil, fmt.Errorf("unknown split or seed of %s: want one of %s", dataset,
		wording.And(wording.Most(have, 10)))
}

// An Exemplar is a test instance to draw.
type Exemplar struct {
	Index int // in the dataset
	ID    string
	Why   string // reason for the choice
}

// Title returns the title of a drawing of the instance.
func (x *Exemplar) Title(planned *plan.File, past *plan.Past) string {
	return fmt.Sprintf("%s · %s · %s%s", planned.Suite.Name, past.Spec.Label, x.ID, x.Why)
}

// Instances returns the test instance asked for. By default it returns those with the lowest,
// median and highest loss of the first row of rec that has a loss for each instance. Without such a
// row, it returns the first instance.
func (c *Choice) Instances(past *plan.Past, dir string, rec *record.Fit, metric string) ([]Exemplar,
	error) {
	if rec.Lost != "" {
		return nil, errors.New(rec.Lost)
	}
	test := rec.Test
	var all []Exemplar
	add := func(id, why string) error {
		index := slices.IndexFunc(past.Data.Instances,
			func(x sp.Instance) bool { return x.ID == id })
		if index < 0 || !slices.Contains(test, id) {
			return fmt.Errorf("unknown test instance %q of %s split %d: want one of %s",
				id, past.Spec.Label, rec.Split, wording.And(wording.Most(test, 10)))
		}
		if !slices.ContainsFunc(all, func(other Exemplar) bool { return other.ID == id }) {
			all = append(all, Exemplar{index, id, why})
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
