package pictures

import (
	"bytes"
	"fmt"
	"slices"
	"strings"

	"github.com/spbench/spbench/harness/internal/page"
	"github.com/spbench/spbench/harness/internal/record"
	"github.com/spbench/spbench/harness/internal/run/plan"
	"github.com/spbench/spbench/harness/internal/table/figure"
)

// ForPage draws test instances of one dataset, by its first split and seed. The function is long: it
// is one path from the choice of fits to their pictures.
func ForPage(past *plan.Past, dir string, planned *plan.File, fits []record.Fit) ([]page.Picture,
	error) {
	label := past.Spec.Label
	none := func(err error) ([]page.Picture, error) {
		return []page.Picture{{Title: label, None: "Not drawn: " + err.Error()}}, nil
	}
	c := &Choice{}
	chosen, left, err := c.Fits(planned, label, fits)
	if err != nil {
		return none(err)
	}
	instances, err := c.Instances(past, dir, chosen[0], planned.Suite.MetricsOn(past.Spec)[0].Label)
	if err != nil {
		return none(err)
	}
	drawings := make([]figure.Drawing, len(instances))
	for i, x := range instances {
		if drawings[i], err = figure.NewDrawing(past.Data, x.Index, ""); err != nil {
			return none(err)
		}
	}
	for _, rec := range chosen {
		answers, err := kept(dir, rec, instances)
		if err != nil {
			return none(err)
		}
		for i := range drawings {
			drawings[i].Add(answers[i])
		}
	}
	all := make([]page.Picture, len(instances))
	for i, x := range instances {
		all[i].Title = fmt.Sprintf("%s, split %d, seed %s, %s%s", label, chosen[0].Split,
			chosen[0].Seed, x.ID, x.Why)
		if i == 0 && len(left) > 0 {
			all[i].Note = "Not drawn: " + strings.Join(left, "; ") + "."
		}
		switch d := drawings[i].(type) {
		case *figure.Sequence:
			all[i].Sequence = d
		default:
			var png bytes.Buffer
			if err := d.Write(&png); err != nil {
				return nil, err
			}
			all[i].PNG = png.Bytes()
			all[i].Alt = fmt.Sprintf("Test instance %s of %s: image, truth and the prediction of "+
				"each row, with wrong variables hatched.", x.ID, label)
		}
	}
	return all, nil
}

// kept returns the stored predictions of each row of a fit for the instances. Rows without stored
// predictions have a label only.
func kept(dir string, rec *record.Fit, instances []Exemplar) ([]figure.Answer, error) {
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
			a, at := &answers[i], slices.Index(rec.Test, x.ID)
			if predicted == nil || at < 0 || at >= len(predicted.Labels) {
				a.Views = append(a.Views, figure.View{Title: row.Label + ": not stored"})
				continue
			}
			var marginal []float64
			if predicted.Marginals != nil {
				marginal = predicted.Marginals[at]
			}
			a.Views = append(a.Views, views(row.Label, predicted.Labels[at], marginal)...)
		}
	}
	return answers, nil
}
