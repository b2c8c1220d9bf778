package main

import (
	"encoding/json"
	"fmt"
	"strings"

	"github.com/spbench/spbench/harness/feature"
	"github.com/spbench/spbench/harness/internal/data/prepare"
	"github.com/spbench/spbench/harness/internal/export"
	"github.com/spbench/spbench/harness/internal/host/find"
	"github.com/spbench/spbench/harness/internal/run/plan"
)

// weightsCommand lists the weights of a fit by name.
type weightsCommand struct {
	rowOfRun `embed:""`
	Format   string `enum:"text,csv" default:"text" help:"text or csv."`
	Top      int    `placeholder:"N" help:"List the N largest ones only; default: all but zeros."`
}

func (c *weightsCommand) Run(t *terminal, dir string) error {
	m, err := openModel(t, dir, c.Row)
	if err != nil {
		return err
	}
	list, err := m.named()
	if err != nil {
		return err
	}
	t.note("%s: %d of %d weights are not 0\n", chosenRow{fit: m.rec}, len(list),
		len(m.weights))
	if c.Top > 0 {
		list = list[:min(c.Top, len(list))]
	}
	return c.write(t, list)
}

// named returns the weights of the fit with their names, the largest ones first.
func (m *model) named() ([]export.Weight, error) {
	fit, err := m.past.Fit(m.rec)
	if err != nil {
		return nil, err
	}
	p, err := fit.Instances()
	if err == nil {
		p, err = p.Prepared(fit.Dataset)
	}
	if err != nil {
		return nil, err
	}
	names := export.Names{Labels: prepare.Pick(p.Labels, m.past.Data.Labels)}
	if names.Node, names.Edge, err = m.past.Data.FeatureNames(); err != nil {
		return nil, err
	}
	if m.past.Data.EdgeWidth == 0 {
		names.Edge = []string{"constant"}
	}
	dim, of := p.Weights(), p.Weight
	if withEncoder(m.rec.Params) {
		dim, of, names.Node = scoresOf(&p, names.Labels)
	}
	if len(m.weights) != dim && (find.IsCommand(m.rec.Learner) || m.rec.Identity["texts"] != "") {
		dim = 0 // a learner with scores of its own
	}
	return export.Weights(m.weights, dim, of, names), nil
}

// withEncoder reports whether the parameters of a learner name an encoder.
func withEncoder(params []byte) bool {
	var p struct{ Encoder string }
	return json.Unmarshal(params, &p) == nil && p.Encoder != "" && p.Encoder != "none"
}

// scoresOf describes the weights of a learner with an encoder: the scores of labels replace the
// node features.
func scoresOf(p *plan.Instances, labels []string) (dim int, of func(i int) feature.Weight,
	names []string) {
	given := p.Map.(*feature.Linear)
	m := given.ForNodes(given.Dims().K)
	for _, l := range labels {
		names = append(names, "score of "+l)
	}
	return m.Dim(), func(i int) feature.Weight {
		w := m.Weight(i)
		if w.Edge {
			w.Column = p.Vocabulary.Edge.Source(w.Column)
		}
		return w
	}, names
}

// write writes the weights in the format of the command.
func (c *weightsCommand) write(t *terminal, list []export.Weight) error {
	if c.Format == "csv" {
		w := export.NewWriter(t.data, c.Format, export.Weight{})
		for i := range list {
			if err := w.Write(&list[i]); err != nil {
				return err
			}
		}
		return w.Flush()
	}
	w := columns(t.out)
	fmt.Fprintln(w, "weight\tof\tfeature\tlabel")
	for _, v := range list {
		label := strings.TrimSuffix(v.Label+" → "+v.Next, " → ")
		fmt.Fprintf(w, "%.6g\t%s\t%s\t%s\n", v.Weight, v.Of, v.Feature, label)
	}
	return w.Flush()
}
