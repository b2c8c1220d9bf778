package data

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
)

// Values of SplitSpec.Rotate.
const (
	TrainOne = "train-one" // each fold in turn is the training set, the others are the test set
	TestOne  = "test-one"  // each fold in turn is the test set, the others are the training set
)

// A SplitSpec says how a dataset is divided. It is one of three forms, which are
// also its JSON:
//
//	{"train":[0],"test":[1,2]}   by folds
//	{"train":300,"test":500}     so many instances, drawn by the seed
//	{"rotate":"test-one"}        one split per fold
type SplitSpec struct {
	TrainFolds, TestFolds []int
	TrainN, TestN         int
	Rotate                string
}

// A Split lists instances by index, ascending; Train and Test are disjoint and
// not empty.
type Split struct {
	Train, Test []int
	Fold        int // the fold whose turn it is; -1 where folds do not rotate
}

// splitJSON is the wire form of a SplitSpec.
type splitJSON struct {
	Train  json.RawMessage `json:"train,omitempty"`
	Test   json.RawMessage `json:"test,omitempty"`
	Rotate string          `json:"rotate,omitempty"`
}

// UnmarshalJSON reads one of the three forms and nothing else.
func (s *SplitSpec) UnmarshalJSON(text []byte) error {
	var raw splitJSON
	dec := json.NewDecoder(bytes.NewReader(text))
	dec.DisallowUnknownFields()
	if err := dec.Decode(&raw); err != nil {
		return fmt.Errorf("data: split %s: %w", text, err)
	}
	out := SplitSpec{Rotate: raw.Rotate}
	for _, side := range []struct {
		name  string
		text  json.RawMessage
		n     *int
		folds *[]int
	}{{"train", raw.Train, &out.TrainN, &out.TrainFolds}, {"test", raw.Test, &out.TestN, &out.TestFolds}} {
		if len(side.text) == 0 {
			continue
		}
		if json.Unmarshal(side.text, side.n) != nil && json.Unmarshal(side.text, side.folds) != nil || string(side.text) == "null" {
			return fmt.Errorf("data: split: %s is %s, must be a number of instances or a list of folds", side.name, side.text)
		}
	}
	if err := out.check(); err != nil {
		return fmt.Errorf("data: split %s: %w", text, err)
	}
	*s = out
	return nil
}

// MarshalJSON writes the form that UnmarshalJSON reads.
func (s SplitSpec) MarshalJSON() ([]byte, error) {
	if s.Rotate != "" {
		return json.Marshal(splitJSON{Rotate: s.Rotate})
	}
	if s.TrainFolds != nil || s.TestFolds != nil {
		return json.Marshal(map[string][]int{"train": s.TrainFolds, "test": s.TestFolds})
	}
	return json.Marshal(map[string]int{"train": s.TrainN, "test": s.TestN})
}

// check finds what is wrong with the spec whatever the dataset.
func (s SplitSpec) check() error {
	folds, counts := s.TrainFolds != nil || s.TestFolds != nil, s.TrainN != 0 || s.TestN != 0
	switch {
	case s.Rotate != "" && (folds || counts):
		return errors.New("rotate excludes train and test")
	case s.Rotate != "" && s.Rotate != TrainOne && s.Rotate != TestOne:
		return fmt.Errorf("rotate is %q, must be %q or %q", s.Rotate, TrainOne, TestOne)
	case s.Rotate != "":
		return nil
	case folds && counts:
		return errors.New("train and test must both be numbers of instances or both lists of folds")
	case folds:
		return s.checkFolds()
	case s.TrainN <= 0 || s.TestN <= 0:
		return fmt.Errorf("%d instances to train and %d to test, both must be at least 1", s.TrainN, s.TestN)
	}
	return nil
}

func (s SplitSpec) checkFolds() error {
	if len(s.TrainFolds) == 0 || len(s.TestFolds) == 0 {
		return fmt.Errorf("%d folds to train and %d to test, both must be at least 1", len(s.TrainFolds), len(s.TestFolds))
	}
	for i, f := range s.TrainFolds {
		if slices.Contains(s.TrainFolds[:i], f) {
			return fmt.Errorf("fold %d is listed twice to train", f)
		}
		if slices.Contains(s.TestFolds, f) {
			return fmt.Errorf("fold %d is both to train and to test", f)
		}
	}
	for i, f := range s.TestFolds {
		if slices.Contains(s.TestFolds[:i], f) {
			return fmt.Errorf("fold %d is listed twice to test", f)
		}
	}
	return nil
}

// Splits returns the splits that spec describes: one, or one per fold. The same
// seed gives the same split on every machine; forms by fold do not depend on it.
func (d *Dataset) Splits(spec SplitSpec, seed uint64) ([]Split, error) {
	splits, err := d.splits(spec, seed)
	if err != nil {
		return nil, fmt.Errorf("data: %s: split: %w", d.Name, err)
	}
	for _, s := range splits {
		if len(s.Train) == 0 || len(s.Test) == 0 {
			return nil, fmt.Errorf("data: %s: split: %d instances to train and %d to test, both must be at least 1", d.Name, len(s.Train), len(s.Test))
		}
	}
	return splits, nil
}

func (d *Dataset) splits(spec SplitSpec, seed uint64) ([]Split, error) {
	if err := spec.check(); err != nil {
		return nil, err
	}
	if spec.Rotate == "" && spec.TrainFolds == nil {
		return d.random(spec.TrainN, spec.TestN, seed)
	}
	if d.Fold == nil {
		return nil, errors.New("the dataset has no folds; give numbers of instances, such as {\"train\":300,\"test\":500}")
	}
	folds := 0
	for _, f := range d.Fold {
		folds = max(folds, f+1)
	}
	if spec.Rotate == "" {
		for _, f := range slices.Concat(spec.TrainFolds, spec.TestFolds) {
			if f < 0 || f >= folds {
				return nil, fmt.Errorf("there is no fold %d, folds are 0..%d", f, folds-1)
			}
		}
		return []Split{{Train: d.inFolds(spec.TrainFolds), Test: d.inFolds(spec.TestFolds), Fold: -1}}, nil
	}
	var splits []Split
	for f := range folds {
		var rest []int
		for g := range folds {
			if g != f {
				rest = append(rest, g)
			}
		}
		s := Split{Train: d.inFolds([]int{f}), Test: d.inFolds(rest), Fold: f}
		if spec.Rotate == TestOne {
			s.Train, s.Test = s.Test, s.Train
		}
		splits = append(splits, s)
	}
	return splits, nil
}

func (d *Dataset) inFolds(folds []int) []int {
	var list []int
	for i, f := range d.Fold {
		if slices.Contains(folds, f) {
			list = append(list, i)
		}
	}
	return list
}

func (d *Dataset) random(train, test int, seed uint64) ([]Split, error) {
	n := len(d.Instances)
	if train > n || test > n-train {
		return nil, fmt.Errorf("%d instances to train and %d to test, but there are only %d", train, test, n)
	}
	p := rand.New(rand.NewPCG(seed, 0x73706c6974)).Perm(n) // a stream of its own
	s := Split{Train: p[:train:train], Test: p[train : train+test : train+test], Fold: -1}
	slices.Sort(s.Train)
	slices.Sort(s.Test)
	return []Split{s}, nil
}
