package suite

import (
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"
)

// A path that names parts needs no split. A split draws some of the parts. Labels come from the
// first file, without the name of its part.
func TestParts(t *testing.T) {
	for _, test := range []struct {
		dataset string
		want    []string // label, split, size and features
	}{
		{"file: {path: {train: en_ewt-ud-train.conllu.gz, test: x.conllu}}",
			[]string{`en_ewt-ud {parts: true} 0 {}`}},
		{"file: {path: {train: [data/train.conll, b.conll], dev: c, test: d}, split: {train: 400, dev: 7}}",
			[]string{`data {train: 400, dev: 7, parts: true} 0 {}`}},
		{"file: {path: {train: train.conll, test: test.conll}, sizes: [50, 100]}",
			[]string{`data (train 50) {parts: true, size: 50} 50 {}`,
				`data (train 100) {parts: true, size: 100} 100 {}`}},
		{"file: {path: {train: a, test: b}, as: x, split: [{train: 5}, {train: 5, dev: 7, boxes: 3}]}",
			[]string{`x (no boxes, all of dev) {train: 5, parts: true} 0 {}`,
				`x (boxes 3, dev 7) {train: 5, boxes: 3, dev: 7, parts: true} 0 {}`}},
		{"images: {path: {train: horses/train/, test: horses/test/}, masks: m/}",
			[]string{`data {parts: true} 0 {"pairs":"potts"}`}},
		{"photos/: {masks: m/}", []string{`photos the dataset's own 0 {"pairs":"potts"}`}},
		{"photos/: {masks: m/, features: linear}", []string{`photos the dataset's own 0 {}`}},
	} {
		s := mustParse(t, "learners: [crf]\ndatasets:\n  - "+test.dataset+"\n")
		var got []string
		for _, d := range s.Datasets {
			size := 0
			if len(d.Splits) > 0 {
				size = d.Splits[0].Size
			}
			got = append(got, fmt.Sprintf("%s %s %d %s", d.Label, words(d.Splits), size, d.Features.Args))
		}
		slices.Sort(got)
		slices.Sort(test.want)
		if !slices.Equal(got, test.want) {
			t.Errorf("%s gives %q, want %q", test.dataset, got, test.want)
		}
	}
	s := mustParse(t, "learners: [crf]\nfeatures: linear\ndatasets:\n  - photos/: {masks: m/}\n")
	if args := string(s.Datasets[0].Features.Args); args != "{}" {
		t.Errorf("the suite's features are replaced by %s", args)
	}
	for _, split := range []string{"{train: [0], test: [1]}", "{rotate: test-one}",
		"{by: group, folds: 3}"} {
		_, err := Parse("suite.yaml", []byte(
			"learners: [crf]\ndatasets:\n  - file: {path: {train: a, test: b}, split: "+split+"}\n"))
		if err == nil || !strings.Contains(err.Error(), "3:46: impossible split: path names the parts") ||
			!strings.Contains(err.Error(), "hint: leave split out, or write how many instances of each part") {
			t.Errorf("%s: %v", split, err)
		}
	}
}

// TestPartsWithNestedKeys: no key of a dataset makes the reader forget its parts, before or after
// the split.
func TestPartsWithNestedKeys(t *testing.T) {
	file, images := "file: {path: {train: a, test: b}", "images: {path: {train: a/, test: b/}, masks: m/"
	nested := map[string]string{ // by the key
		"split":      "split: {train: 60}",
		"sizes":      "sizes: [10, 20]",
		"features":   "features: {linear: {seen: true}}",
		"oracle":     "oracle: {lbp: {sweeps: 7}}",
		"loss":       "loss: {f1: {average: micro, path: {a: b}}}, train-loss: hamming",
		"train-loss": "train-loss: {weighted-hamming: {weights: [1, 2]}}",
		"grid":       "grid: {min_count: [1, 2]}, features: {linear: {}}",
		"as":         "as: x, features: {linear: {}}",
	}
	keys, _ := keysOf(reflect.TypeFor[datasetKeys]())
	for _, k := range keys {
		text, known := nested[k.Name]
		if !known {
			t.Errorf("the key %s has no row here", k.Name)
		}
		for _, dataset := range []string{file, images} {
			for _, more := range []string{"", "split: {train: 60}, "} {
				if more != "" && k.Name == "split" {
					continue
				}
				for _, whole := range []string{dataset + ", " + more + text + "}",
					dataset + ", " + text + strings.TrimSuffix(", "+more, ", ") + "}"} {
					s, err := Parse("suite.yaml", []byte("learners: [crf]\ndatasets:\n  - "+whole+
						"\n  - mnist: {as: y, path: {train: c, test: d}}\n"))
					if err != nil {
						t.Errorf("%s: %v", whole, err)
						continue
					}
					for _, d := range s.Datasets {
						if len(d.Splits) != 1 || !d.Splits[0].Parts {
							t.Errorf("%s: %s has the splits %+v", whole, d.Label, d.Splits)
						}
					}
				}
			}
		}
	}
	_, err := Parse("suite.yaml", []byte("learners: [crf]\ndatasets:\n  - "+file+
		"}\n  - mnist: {split: {train: 60}}\n"))
	if err == nil || !strings.Contains(err.Error(), "split must have the key test") {
		t.Errorf("the next dataset has the parts of another: %v", err)
	}
}
