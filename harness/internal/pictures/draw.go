package pictures

import (
	"fmt"
	"slices"

	"github.com/spbench/spbench/harness/internal/record"
	"github.com/spbench/spbench/harness/internal/run/plan"
	"github.com/spbench/spbench/harness/internal/table/figure"
)

// A Drawn is the drawing of a test instance.
type Drawn struct {
	figure.Drawing
	ID, Title string
}

// Draw draws test instances of a dataset, with the stored predictions of fits. left has a line for
// each learner left out, with the reason.
func (c *Choice) Draw(past *plan.Past, dir string, planned *plan.File, fits []record.Fit) (
	all []Drawn, left []string, err error) {
	label := past.Spec.Label
	chosen, left, err := c.fits(planned, label, fits)
	if err != nil {
		return nil, left, err
	}
	instances, err := c.instances(past, dir, chosen[0])
	if err != nil {
		return nil, left, err
	}
	for _, x := range instances {
		title := fmt.Sprintf("%s · %s · %s%s", planned.Suite.Name, label, x.id, x.why)
		d, err := figure.NewDrawing(past.Data, x.index, title)
		if err != nil {
			return nil, left, err
		}
		all = append(all, Drawn{d, x.id, title})
	}
	for _, rec := range chosen {
		if err := add(all, dir, rec); err != nil {
			return nil, left, err
		}
	}
	return all, left, nil
}

// add adds the stored predictions of each row of a fit to drawings.
func add(all []Drawn, dir string, rec *record.Fit) error {
	for r := range rec.Rows {
		row := &rec.Rows[r]
		predicted, err := record.ReadPredictions(dir, row)
		if err != nil {
			return err
		}
		for _, d := range all {
			var labels []int32
			at := slices.Index(rec.Test, d.ID)
			if predicted != nil && at >= 0 && at < len(predicted.Labels) {
				labels = predicted.Labels[at]
			}
			d.Add(rec.Label, row.Label, labels)
		}
	}
	return nil
}
