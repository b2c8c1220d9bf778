package export

import (
	"encoding/json"
	"errors"
	"io"
	"slices"

	"github.com/spbench/spbench/harness/sp"
)

// Marginals writes predictions for instances as lines of JSON: id, labels and marginals, a row of K
// for each variable. The first line has the names of the labels. O(size).
func Marginals(w io.Writer, names []string, list []sp.Instance, preds []sp.Prediction) error {
	if slices.ContainsFunc(preds, func(p sp.Prediction) bool { return p.Marginal == nil }) {
		return errors.New("the decoder of this row has no marginals: choose a row of another one, " +
			"such as mpm")
	}
	lines := json.NewEncoder(w)
	if err := lines.Encode(map[string][]string{"labels": names}); err != nil {
		return err
	}
	for i := range list {
		p := &preds[i]
		line := struct {
			ID        string      `json:"id"`
			Labels    []int32     `json:"labels"`
			Marginals [][]float64 `json:"marginals"`
		}{list[i].ID, p.Labels, slices.Collect(slices.Chunk(p.Marginal, len(p.Marginal)/len(p.Labels)))}
		if err := lines.Encode(line); err != nil {
			return err
		}
	}
	return nil
}
