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
	Instance string   // ID; default: those with least, median and largest share of wrong labels
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

// instances returns the test instance asked for. By default it asks the first row of rec with
// predictions. It returns those with the least, median and largest share of wrong labels. Without
// such a row, it returns the first instance.
func (c *Choice) instances(past *plan.Past, dir string, rec *record.Fit) ([]exemplar, error) {
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
	order, row, err := byErrors(past, dir, rec)
	if err != nil || order == nil {
		return all, cmp.Or(err, add(test[0], ": the first"))
	}
	for _, e := range []struct {
		place int
		what  string
	}{{0, "least"}, {(len(order) - 1) / 2, "median"}, {len(order) - 1, "largest"}} {
		if err := add(test[order[e.place]],
			fmt.Sprintf(": %s share of wrong labels of %s %s", e.what, rec.Label, row)); err != nil {
			return nil, err
		}
	}
	return all, nil
}

// byErrors sorts the indices of the test instances by their share of wrong labels. It asks the
// first row with predictions, and returns its decoder. Without such a row, order is nil.
func byErrors(past *plan.Past, dir string, rec *record.Fit) (order []int, decoder string,
	err error) {
	var p *record.Predictions
	for i := 0; i < len(rec.Rows) && p == nil; i++ {
		if p, err = record.ReadPredictions(dir, &rec.Rows[i]); err != nil {
			return nil, "", err
		}
		decoder = rec.Rows[i].Label
	}
	if p == nil {
		return nil, "", nil
	}
	of := map[string]*sp.Instance{}
	for i := range past.Data.Instances {
		of[past.Data.Instances[i].ID] = &past.Data.Instances[i]
	}
	wrong := make([]float64, len(rec.Test))
	for i, id := range rec.Test {
		x, all := of[id], 0.0
		if x == nil || i >= len(p.Labels) || len(p.Labels[i]) != x.N() {
			return nil, "", fmt.Errorf("predictions of %s are not those of its test instances", id)
		}
		for v, k := range x.Gold {
			if size := x.SizeOf(v); k != sp.Unknown {
				if all += size; k != p.Labels[i][v] {
					wrong[i] += size
				}
			}
		}
		if all > 0 {
			wrong[i], order = wrong[i]/all, append(order, i)
		}
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(wrong[a], wrong[b]) })
	return order, decoder, nil
}
