package pictures

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/spbench/spbench/harness/internal/host"
	"github.com/spbench/spbench/harness/internal/record"
	"github.com/spbench/spbench/harness/internal/run/plan"
	"github.com/spbench/spbench/harness/internal/run/score"
	"github.com/spbench/spbench/harness/internal/table/figure"
)

// Reopen loads the dataset asked for. By default it is the first one of images, otherwise of
// chains.
func (c *Choice) Reopen(planned *plan.File, o plan.Options) (*plan.Past, error) {
	if c.Dataset != "" {
		return plan.Reopen(planned, c.Dataset, o)
	}
	var chain *plan.Past
	var why error
	for i := range planned.Suite.Datasets {
		past, err := plan.Reopen(planned, planned.Suite.Datasets[i].Label, o)
		if err == nil {
			var drawing figure.Drawing
			drawing, err = figure.NewDrawing(past.Data, 0, "")
			if _, image := drawing.(*figure.Picture); image {
				return past, nil
			}
		}
		if err == nil && chain == nil {
			chain = past
		}
		why = errors.Join(why, err)
	}
	if chain != nil {
		return chain, nil
	}
	return nil, why
}

// Predict starts the learner of a fit, and returns the predictions of its decoders for the test
// instance with this ID.
func Predict(ctx context.Context, past *plan.Past, dir string, rec *record.Fit,
	id string) (a figure.Answer, err error) {
	fit, err := past.Fit(rec)
	if err != nil {
		return a, err
	}
	at := slices.IndexFunc(fit.Test(),
		func(index int) bool { return past.Data.Instances[index].ID == id })
	if at < 0 {
		return a, fmt.Errorf("%s: unknown test instance %q", fit, id)
	}
	weights, err := record.Weights(dir, rec.WeightsFile)
	if err != nil {
		return a, err
	}
	r, err := score.NewQuery(ctx, fit, rec.Params, weights, at)
	if err != nil {
		return a, err
	}
	defer func() { err = errors.Join(err, r.Close()) }()
	a.Learner = rec.Label
	for i := range fit.Learner.Decoders {
		out := &fit.Learner.Decoders[i]
		said, _, err := r.Predict(ctx, out)
		switch {
		case errors.Is(err, host.ErrUnsupported):
			a.Views = append(a.Views, figure.View{Title: out.Label + ": not supported here"})
			continue
		case err != nil:
			return a, err
		}
		a.Views = append(a.Views, views(out.Label, said.Labels, said.Marginal)...)
		if said.Variance != nil { // variance of a sample, not of the mean of samples
			a.Views = append(a.Views, figure.View{Title: out.Label + ", variance",
				Spread: said.Marginal})
		}
	}
	return a, nil
}

// views shows the prediction of a decoder, with marginals if there are any.
func views(label string, labels []int32, marginal []float64) []figure.View {
	all := []figure.View{{Title: label, Labels: labels}}
	if marginal != nil {
		all = append(all, figure.View{Title: label + ", marginals", Marginal: marginal})
	}
	return all
}
