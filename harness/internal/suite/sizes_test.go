package suite

import (
	"fmt"
	"slices"
	"testing"
)

// Splits of different sizes make one column each. The labels show the differences. Splits of one
// size stay together.
func TestSplitsBySize(t *testing.T) {
	for _, test := range []struct {
		splits string
		want   []string // label and number of splits
	}{
		{"[{train: 20, test: 50}, {train: 150, test: 50}]", []string{"words (train 20): 1",
			"words (train 150): 1"}},
		{"[{train: 20, test: 50}, {train: 20, test: 50}]", []string{"words: 2"}},
		{"[{train: [0], test: [1, 2]}, {train: [1], test: [0, 2]}]", []string{"words: 2"}},
		{"[{train: [0], test: [3]}, {train: [0, 1], test: [3]}, {train: [1], test: [3]}]",
			[]string{"words (train 1 fold): 2", "words (train 2 folds): 1"}},
		{"[{train: 6, test: 9}, {train: 6, boxes: 7, test: 9}]", []string{"words (no boxes): 1",
			"words (boxes 7): 1"}},
		{"[{train: 6, partial: 7, test: 9}, {train: 6, partial: 7, labels: 0.1, test: 9}]",
			[]string{"words (partial 7): 1", "words (partial 7 with 10 % of the labels): 1"}},
		{"[{train: 20, test: 50}, {train: 30, test: 40}]", []string{"words (train 20, test 50): 1",
			"words (train 30, test 40): 1"}},
		{"[{rotate: train-one}, {rotate: test-one}]", []string{"words (rotate train-one): 1",
			"words (rotate test-one): 1"}},
		{"[{rotate: train-one}, {train: 20, test: 50}]", []string{"words (rotate train-one): 1",
			"words (train 20, test 50): 1"}},
		{"{rotate: train-one}", []string{"words: 1"}},
	} {
		s := mustParse(t, "learners: [crf]\ndatasets: [ocr: {as: words, split: "+test.splits+", features: {linear: {pairs: potts}}}]\n")
		var got []string
		for _, d := range s.Datasets {
			got = append(got, fmt.Sprintf("%s: %d", d.Label, len(d.Splits)))
			if d.Name != "ocr" || string(d.Features.Args) != `{"pairs":"potts"}` {
				t.Errorf("%s: a column is %+v", test.splits, d)
			}
		}
		if !slices.Equal(got, test.want) {
			t.Errorf("%s gives %q, want %q", test.splits, got, test.want)
		}
	}
	const twice = "learners: [crf]\ndatasets:\n  - ocr: {split: [{train: 20, test: 50}, {train: 150, test: 50}]}\n  - ocr: {as: ocr (train 150)}\n"
	if _, err := Parse("suite.yaml", []byte(twice)); err == nil {
		t.Error("a label that a size has too is accepted")
	}
}

// sizes makes one column for each size of the training set, for all kinds of splits.
func TestSizes(t *testing.T) {
	for _, test := range []struct {
		split string
		want  []string // label, base, number of splits and size of the first
	}{
		{"{train: 400, test: 50}", []string{"words (train 50) words 1 50",
			"words (train 100) words 1 100", "words (train 400) words 1 400"}},
		{"{rotate: train-one}", []string{"words (train 50) words 1 50", "words (train 100) words 1 100",
			"words (train 400) words 1 400"}},
		{"[{train: [0], test: [2]}, {train: [1], test: [2]}]", []string{"words (train 50) words 2 50",
			"words (train 100) words 2 100", "words (train 400) words 2 400"}},
	} {
		s := mustParse(t, "learners: [crf]\ndatasets: [ocr: {as: words, split: "+test.split+", sizes: [50, 100, 400]}]\n")
		var got []string
		for _, d := range s.Datasets {
			got = append(got, fmt.Sprintf("%s %s %d %d", d.Label, d.Base, len(d.Splits), d.Splits[0].Size))
		}
		if !slices.Equal(got, test.want) {
			t.Errorf("%s gives %q, want %q", test.split, got, test.want)
		}
	}
}
