package suite

import (
	"reflect"
	"strings"
	"testing"
)

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
		"structure":  "structure: {command: [python3, knapsack.py]}",
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
}
