package data

import (
	"github.com/spbench/spbench/harness/internal/data/array"
	"github.com/spbench/spbench/harness/internal/data/structured"
)

const alibiURL = "https://github.com/fyvo/AlibiWordAlignments"

var alibiEntry = withArguments(Entry{
	Name: "alibi",
	Doc: "word alignments of five short stories, 522 pairs of sentences: a French word is a " +
		"variable, its English word the label; possible links are void; a fold is a story " +
		"(Xu & Yvon, LREC 2016)",
	Licence: "CC BY-SA 4.0; not redistributed here",
	URL:     alibiURL,
	Files: []File{{Path: "alibi_word_alignments", Names: structured.AlibiNames,
		SHA256: "f5090e7b91d9dd784175979d1763263f85603ec89a1dce5abf45468cf310bca6"}},
}, alibiArgs{MaxWords: 1000}, loadAlibi)

// alibiArgs are the arguments of "alibi".
type alibiArgs struct {
	MaxWords int `json:"max_words" range:"[1,1000]" help:"leave out pairs with a longer sentence"`
}

func loadAlibi(e Entry, a alibiArgs) (*Dataset, error) {
	s, err := structured.Alignments(structured.AlibiStories(e.read[0].contents), a.MaxWords)
	if err != nil {
		return nil, err
	}
	d := datasetOf(s)
	d.Void, d.GroupName = true, "story"
	return d, nil
}

// datasetOf returns the dataset of a set.
func datasetOf(s *structured.Set) *Dataset {
	return &Dataset{K: s.K, NodeWidth: s.Width, Labels: s.Labels, Instances: s.Instances,
		Fold: s.Fold, Group: s.Group, NodeGroups: s.NodeGroups, LabelGroups: s.LabelGroups,
		LabelTexts: s.LabelTexts}
}

var digitRowsEntry = withArguments(Entry{
	Name: "digit_rows",
	Doc: "rows of ten noisy handwritten digits, all different and in random order: assignments; " +
		"two folds: digits of the training images and of the test images of MNIST",
	Licence: mnistEntry.Licence,
	URL:     mnistURL,
	Files: append([]File{
		{Path: "mnist/train-labels-idx1-ubyte.gz", URL: mnistURL + "train-labels-idx1-ubyte.gz",
			SHA256: "65a50cbbf4e906d70832878ad85ccda5333a97f0f4c3dd2ef09a8a9eef7101c5"},
		{Path: "mnist/t10k-labels-idx1-ubyte.gz", URL: mnistURL + "t10k-labels-idx1-ubyte.gz",
			SHA256: "ff7bcfd416de33731a308c3f266cc351222c34898ecbeaf847f06e48f7ec33f2"},
	}, mnistEntry.Files...),
}, structured.Rows{Train: 200, Test: 300, Flip: 0.3, Seed: 1}, loadDigitRows)

func loadDigitRows(e Entry, a structured.Rows) (*Dataset, error) {
	var digits [2]structured.Digits
	for i, f := range e.read {
		sizes, entries, err := array.ParseIDX(f.path, f.contents[0], 1+2*(i/2))
		if err != nil {
			return nil, err
		}
		if d := &digits[i%2]; i < 2 {
			d.Labels = entries
		} else {
			d.Rows, d.Columns, d.Pixels = sizes[1], sizes[2], entries
			d.Labels = d.Labels[:min(sizes[0], len(d.Labels))]
		}
	}
	s, err := a.Of(digits)
	if err != nil {
		return nil, err
	}
	return datasetOf(s), nil
}

var pathsEntry = withArguments(Entry{
	Name:    "paths",
	Doc:     "generated paths through grids, right and down: the best or cheapest ones; 10 folds",
	Licence: "generated; public domain",
}, structured.Grid{Scored: structured.Scored{Instances: 300, Features: 8, Noise: 1, Seed: 1},
	Rows: 6, Columns: 6}, func(_ Entry, a structured.Grid) (*Dataset, error) {
	return datasetOf(a.Paths()), nil
})

var subsetsEntry = withArguments(Entry{
	Name:    "subsets",
	Doc:     "generated sets of items: a fixed number, the best or cheapest, is chosen; 10 folds",
	Licence: "generated; public domain",
}, structured.Choice{Scored: structured.Scored{Instances: 300, Features: 8, Noise: 1, Seed: 1},
	Items: 20, Choose: 5}, func(_ Entry, a structured.Choice) (*Dataset, error) {
	s, err := a.Subsets()
	if err != nil {
		return nil, err
	}
	return datasetOf(s), nil
})
