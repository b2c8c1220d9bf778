package run

import (
	"encoding/json"
	"fmt"
	"slices"

	"github.com/spbench/spbench/harness/internal/record"
	"github.com/spbench/spbench/harness/internal/suite"
)

// A Written is a plan as it stands in a run folder: what a table needs to know
// besides the records.
type Written struct {
	Suite *suite.Suite      `json:"suite"`
	Data  map[string]string `json:"data"` // content hash by the dataset's label
	// Warnings say, by the dataset's label, in which way its content is not the
	// published one.
	Warnings map[string][]string `json:"warnings,omitempty"`
	// Overlap is, by the label of a dataset with several splits, the share of its instances a
	// training set has in common with a different one, averaged over pairs. TestOverlap is the
	// same share of test sets. The test set of a training set is the union over its splits. One
	// training set has 1 of both.
	Overlap     map[string]float64 `json:"overlap,omitempty"`
	TestOverlap map[string]float64 `json:"test_overlap,omitempty"`
	Repeats     []Repeat           `json:"repeats"` // in the order of the run
}

// A Repeat is one training and test set with one seed: every learner is fitted
// once to each.
type Repeat struct {
	Dataset   string       `json:"dataset"`            // label
	Split     int          `json:"split"`              // index among the distinct splits of the dataset
	Training  int          `json:"training,omitempty"` // 1 + the first split with this training set; 0: Split is the first
	Seed      record.Seeds `json:"seed"`
	Train     int          `json:"train"`           // instances
	Boxes     int          `json:"boxes,omitempty"` // instances
	Partial   int          `json:"partial"`         // instances
	Test      int          `json:"test"`            // instances
	Variables int          `json:"variables"`       // of the test instances
	// Copies are the test instances with the features and the graph of a training instance.
	Copies int `json:"copies,omitempty"`
}

// ReadPlan reads the text of a plan.
func ReadPlan(text []byte) (*Written, error) {
	w := new(Written)
	if err := json.Unmarshal(text, w); err != nil {
		return nil, fmt.Errorf("bench: plan: %w", err)
	}
	if w.Suite == nil || len(w.Repeats) == 0 {
		return nil, fmt.Errorf("bench: plan: no suite or no repeats in it")
	}
	return w, nil
}

// write sets p.Text.
func (p *Plan) write(columns []*Dataset) error {
	w := Written{Suite: p.Suite, Data: map[string]string{}, Warnings: map[string][]string{}}
	w.Overlap, w.TestOverlap = map[string]float64{}, map[string]float64{}
	shared := p.sharings()
	for label, s := range shared {
		if len(s.first) > 1 {
			w.Overlap[label], w.TestOverlap[label] = s.training, s.tests
		}
	}
	for _, c := range columns {
		w.Data[c.Spec.Label] = c.Data.Hash
		if len(c.Data.Warnings) > 0 {
			w.Warnings[c.Spec.Label] = c.Data.Warnings
		}
	}
	classes := map[*Dataset][]int{}
	for _, c := range columns {
		if list := c.Data.FeatureClasses(); slices.Max(list) < len(list)-1 { // two are alike
			classes[c] = list
		}
	}
	seen := map[record.Place]bool{}
	for _, f := range p.Fits {
		at := record.Place{Dataset: f.Dataset.Spec.Label, Split: f.Split, Seed: f.Seed}
		if seen[at] {
			continue
		}
		seen[at] = true
		t := Repeat{
			Dataset: f.Dataset.Spec.Label, Split: f.Split, Seed: f.Seed,
			Train: len(f.split.Train), Boxes: len(f.split.Boxes), Partial: len(f.split.Partial), Test: len(f.split.Test),
		}
		if first := shared[t.Dataset].first[f.Split]; first != f.Split {
			t.Training = 1 + first
		}
		for _, at := range f.split.Test {
			t.Variables += f.Dataset.Data.Instances[at].N()
		}
		if list := classes[f.Dataset]; list != nil {
			t.Copies = f.copies(list)
		}
		w.Repeats = append(w.Repeats, t)
	}
	text, err := json.Marshal(w)
	if err == nil {
		p.Text, err = suite.Canonical(text)
	}
	if err != nil {
		return fmt.Errorf("bench: plan: %w", err)
	}
	return nil
}
