package record

import (
	"fmt"
	"slices"

	"github.com/spbench/spbench/harness/internal/record/blob"
)

// Predictions are the predictions of a row for each test instance, in the order of the test set.
type Predictions struct {
	Labels [][]int32 // of each variable
	// Marginals are, for each instance, variables × labels; nil
	// where they were not asked for or the decoder has none.
	Marginals [][]float64
}

// predictionsHead is the head of a file of predictions. Behind it are, for all instances, the
// number of variables as int32, then the labels as int32, then Marginals numbers for each variable
// as float64.
type predictionsHead struct {
	Instances int `json:"instances"`
	Marginals int `json:"marginals,omitempty"`
}

func (p *Predictions) pack() ([]byte, error) {
	head := predictionsHead{Instances: len(p.Labels)}
	var sizes []int32
	for i, y := range p.Labels {
		sizes = append(sizes, int32(len(y)))
		if len(y) > 0 && p.Marginals != nil && head.Marginals == 0 {
			head.Marginals = len(p.Marginals[i]) / len(y)
		}
	}
	content, err := blob.Head(head)
	if err != nil {
		return nil, err
	}
	content = blob.AppendLabels(content, sizes)
	for _, y := range p.Labels {
		content = blob.AppendLabels(content, y)
	}
	for i, q := range p.Marginals {
		if len(q) != head.Marginals*len(p.Labels[i]) {
			return nil, fmt.Errorf("instance %d has %d marginals of %d variables", i, len(q),
				len(p.Labels[i]))
		}
		content = blob.AppendFloats(content, q)
	}
	return content, nil
}

func unpackPredictions(content []byte) (*Predictions, error) {
	var head predictionsHead
	in, err := blob.CutHead(content, &head)
	if err != nil {
		return nil, err
	}
	p := &Predictions{}
	sizes := blob.Cut[int32](in, head.Instances)
	for _, n := range sizes {
		p.Labels = append(p.Labels, blob.Cut[int32](in, int(n)))
	}
	if head.Marginals < 0 || head.Marginals > in.Bytes() {
		return nil, fmt.Errorf("%d marginals for a variable", head.Marginals)
	}
	for i := 0; head.Marginals > 0 && i < len(sizes); i++ {
		p.Marginals = append(p.Marginals, blob.Cut[float64](in, head.Marginals*int(sizes[i])))
	}
	return p, in.End()
}

// ReadPredictions returns the predictions of a row from run folder dir; nil if they were not kept.
func ReadPredictions(dir string, r *Row) (*Predictions, error) {
	if r.PredictionsFile == "" {
		return nil, nil
	}
	content, err := blob.Read(dir, blob.Predictions, r.PredictionsFile)
	var p *Predictions
	if err == nil {
		p, err = unpackPredictions(content)
	}
	if err != nil {
		return nil, fmt.Errorf("record: predictions of decoder %s: %w\n%s", r.Label, err, again)
	}
	return p, nil
}

// ReadTestIDs returns the IDs of the test instances of a fit, in the order of its statistics and
// predictions; nil if they were not kept.
func ReadTestIDs(dir string, f *Fit) ([]string, error) {
	return readIDs(dir, f.TestFile,
		f.Dataset)
}

// readIDs reads a file with the IDs of instances of a dataset. The name "" has none.
func readIDs(dir, name, dataset string) ([]string, error) {
	if name == "" {
		return nil, nil
	}
	var ids []string
	content, err := blob.Read(dir, blob.Tests, name)
	if err == nil {
		_, err = blob.CutLongHead(content, &ids)
	}
	if err != nil {
		return nil, fmt.Errorf("instances of %s: %w", dataset, err)
	}
	return slices.Clip(ids), nil
}
