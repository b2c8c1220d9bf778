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
		answers, err := kept(dir, rec, instances)
		if err != nil {
			return nil, left, err
		}
		for i := range all {
			all[i].Add(answers[i])
		}
	}
	return all, left, nil
}

// kept returns the stored predictions of each row of a fit for the instances. Rows without stored
// predictions have a title only.
func kept(dir string, rec *record.Fit, instances []exemplar) ([]figure.Answer, error) {
	answers := make([]figure.Answer, len(instances))
	for i := range answers {
		answers[i].Learner = rec.Label
	}
	for r := range rec.Rows {
		row := &rec.Rows[r]
		predicted, err := record.ReadPredictions(dir, row)
		if err != nil {
			return nil, err
		}
		for i, x := range instances {
			view, at := figure.View{Title: row.Label + ": not stored"}, slices.Index(rec.Test, x.id)
			if predicted != nil && at >= 0 && at < len(predicted.Labels) {
				view = figure.View{Title: row.Label, Labels: predicted.Labels[at]}
			}
			answers[i].Views = append(answers[i].Views, view)
		}
	}
	return answers, nil
}
