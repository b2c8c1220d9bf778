package export

import (
	"fmt"

	"github.com/spbench/spbench/harness/internal/record"
	"github.com/spbench/spbench/harness/sp"
)

// A Prediction is the prediction of a decoder of a fit for a test instance.
type Prediction struct {
	Origin
	Instance  string      `json:"instance" help:"ID of the test instance"`
	Labels    []int32     `json:"labels" help:"predicted label of each variable, from 0"`
	Gold      []*int32    `json:"gold" help:"true labels, null where one is not known; none without -gold. Decoders with reveal are shown some of them"`
	Marginals [][]float64 `json:"marginals" help:"of each variable the probability of each label; none where they were not kept"`
}

// Predictions writes a line for each fit, decoder and test instance of a run folder to w. The
// function gold returns the labelings of a dataset by the IDs of its instances; a nil function
// leaves them out. It counts the rows without stored predictions, and the stale fits.
func Predictions(dir string, gold func(dataset string) (map[string][]int32, error),
	w *Writer) (unkept, stale int, err error) {
	file, ids := "", []string(nil) // the last list of instances: fits of one split share it
	stale, err = each(dir, func(f *record.Fit) error {
		var truth map[string][]int32
		if gold != nil {
			var err error
			if truth, err = gold(f.Dataset); err != nil {
				return err
			}
		}
		for i := range f.Rows {
			r := &f.Rows[i]
			p, err := record.ReadPredictions(dir, r)
			if err != nil {
				return err
			}
			if p == nil {
				if r.Outcome.Good() {
					unkept++
				}
				continue
			}
			if ids == nil || file != f.TestFile {
				if ids, err = record.ReadTestIDs(dir, f); err != nil {
					return err
				}
				file = f.TestFile
			}
			if len(ids) != len(p.Labels) {
				return fmt.Errorf("%s, decoder %s: predictions of %d instances, %d were tested on", f.Label,
					labelOf(r), len(p.Labels), len(ids))
			}
			if err := writeInstances(w, of(f, labelOf(r), r), ids, p, truth); err != nil {
				return err
			}
		}
		return nil
	})
	return unkept, stale, err
}

func writeInstances(w *Writer, row Origin, ids []string, p *record.Predictions,
	truth map[string][]int32) error {
	for j, id := range ids {
		line := Prediction{Origin: row, Instance: id, Labels: p.Labels[j]}
		if truth != nil {
			y, ok := truth[id]
			if !ok {
				return fmt.Errorf("%s has no instance %q any more", row.Dataset, id)
			}
			line.Gold = make([]*int32, len(y))
			for d := range y {
				if y[d] != sp.Unknown {
					line.Gold[d] = &y[d]
				}
			}
		}
		if n := len(line.Labels); p.Marginals != nil && n > 0 {
			k := len(p.Marginals[j]) / n
			for d := range n {
				line.Marginals = append(line.Marginals, p.Marginals[j][d*k:(d+1)*k])
			}
		}
		if err := w.Write(&line); err != nil {
			return err
		}
	}
	return nil
}
