package plan

import (
	"encoding/json"
	"fmt"

	"github.com/spbench/spbench/harness/internal/record"
	"github.com/spbench/spbench/harness/internal/suite"
)

// A File is the plan in a run folder: everything that a table needs besides the records.
type File struct {
	Suite *suite.Suite      `json:"suite"`
	Data  map[string]string `json:"data"` // content hash, by the dataset's label
	// Warnings are those of the data, by the label of the dataset.
	Warnings map[string][]string `json:"warnings,omitempty"`
	// Unseen names the labels without a training variable, with the number of their test variables,
	// by the label of the dataset.
	Unseen map[string]string `json:"unseen,omitempty"`
	// Overlap is, by the label of a dataset with several splits, the share of its instances a
	// training set has in common with a different one, averaged over pairs. TestOverlap is the
	// same share of test sets. The test set of a training set is the union over its splits. One
	// training set has 1 of both.
	Overlap     map[string]float64 `json:"overlap,omitempty"`
	TestOverlap map[string]float64 `json:"test_overlap,omitempty"`
	// Groups are the names of groups, such as "word", by the labels of datasets with groups. Then
	// TestOverlap is the share of groups.
	Groups  map[string]string `json:"groups,omitempty"`
	Repeats []Repeat          `json:"repeats"` // in the order of the run
}

// A Repeat is one training and test set with one seed. Every learner is fitted once to each.
type Repeat struct {
	Dataset   string       `json:"dataset"`            // label
	Split     int          `json:"split"`              // index among the distinct splits
	Training  int          `json:"training,omitempty"` // 1 + first split with this set; 0: Split
	Seed      record.Seeds `json:"seed"`
	Train     int          `json:"train"`           // instances
	Boxes     int          `json:"boxes,omitempty"` // instances
	Partial   int          `json:"partial"`         // instances
	Test      int          `json:"test"`            // instances
	Variables int          `json:"variables"`       // of the test instances
	// Copies are the test instances with the features and the graph of a training instance.
	Copies int `json:"copies,omitempty"`
	// Groups are those of the test instances; LearnedGroups those of them with a training instance.
	Groups        int `json:"groups,omitempty"`
	LearnedGroups int `json:"learned_groups,omitempty"`
}

// Read reads the text of a plan.
func Read(text []byte) (*File, error) {
	w := new(File)
	if err := json.Unmarshal(text, w); err != nil {
		return nil, fmt.Errorf("plan: read: %w", err)
	}
	if w.Suite == nil || len(w.Repeats) == 0 {
		return nil, fmt.Errorf("plan: read: it has no suite or no repeats")
	}
	return w, nil
}

// text returns the plan as a [File] in canonical JSON.
func text(s *suite.Suite, datasets []*Dataset, fits []*Fit) ([]byte, error) {
	w := File{
		Suite: s, Data: map[string]string{}, Warnings: map[string][]string{},
		Overlap: map[string]float64{}, TestOverlap: map[string]float64{},
		Groups: map[string]string{},
	}
	overlaps := overlapsOf(fits)
	for label, o := range overlaps {
		if len(o.first) > 1 {
			w.Overlap[label], w.TestOverlap[label] = o.training, o.tests
		}
	}
	for _, d := range datasets {
		w.Data[d.Spec.Label] = d.Data.Hash
		if d.Data.Group != nil {
			w.Groups[d.Spec.Label] = d.Data.GroupName
		}
		if len(d.Data.Warnings) > 0 {
			w.Warnings[d.Spec.Label] = d.Data.Warnings
		}
	}
	w.Repeats, w.Unseen = repeats(datasets, fits, overlaps), unseen(fits, s.Quick)
	text, err := json.Marshal(w)
	if err == nil {
		text, err = suite.Canonical(text)
	}
	if err != nil {
		return nil, fmt.Errorf("plan: %w", err)
	}
	return text, nil
}
