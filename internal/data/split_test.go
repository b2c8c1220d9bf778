package data

import (
	"encoding/json"
	"fmt"
	"math"
	"slices"
	"testing"

	"github.com/spbench/spbench/harness/sp"
)

// folded returns n instances in folds 0, 1, …, k-1, 0, …
func folded(n, k int) *Dataset {
	d := &Dataset{Name: "toy", K: 2}
	for i := range n {
		d.Instances = append(d.Instances, sp.Instance{ID: fmt.Sprint(i), Weight: 1, K: 2})
		if k > 0 {
			d.Fold = append(d.Fold, i%k)
		}
	}
	return d
}

func spec(t *testing.T, text string) SplitSpec {
	t.Helper()
	var s SplitSpec
	if err := json.Unmarshal([]byte(text), &s); err != nil {
		t.Fatal(err)
	}
	return s
}

func TestSplitsByFolds(t *testing.T) {
	d := folded(7, 3)
	got, err := d.Splits(spec(t, `{"train":[0,2],"test":[1]}`), 1)
	if err != nil || len(got) != 1 || fmt.Sprint(got[0]) != "{[0 2 3 5 6] [] [] [1 4] -1}" {
		t.Errorf("by folds: %v, %v", got, err)
	}
	got, err = d.Splits(spec(t, `{"rotate":"train-one"}`), 1)
	if err != nil || fmt.Sprint(got) != "[{[0 3 6] [] [] [1 2 4 5] 0} {[1 4] [] [] [0 2 3 5 6] 1} {[2 5] [] [] [0 1 3 4 6] 2}]" {
		t.Errorf("train-one: %v, %v", got, err)
	}
	got, err = d.Splits(spec(t, `{"rotate":"test-one"}`), 1)
	if err != nil || fmt.Sprint(got) != "[{[1 2 4 5] [] [] [0 3 6] 0} {[0 2 3 5 6] [] [] [1 4] 1} {[0 1 3 4 6] [] [] [2 5] 2}]" {
		t.Errorf("test-one: %v, %v", got, err)
	}
}

func TestRandomSplits(t *testing.T) {
	d := folded(50, 0)
	s := spec(t, `{"train":20,"test":30}`)
	seen := map[string]bool{}
	for seed := range uint64(5) {
		a, err := d.Splits(s, seed)
		if err != nil {
			t.Fatal(err)
		}
		b, _ := d.Splits(s, seed)
		if fmt.Sprint(a) != fmt.Sprint(b) {
			t.Errorf("seed %d gives two splits", seed)
		}
		all := slices.Concat(a[0].Train, a[0].Test)
		slices.Sort(all)
		if len(a[0].Train) != 20 || len(slices.Compact(all)) != 50 || !slices.IsSorted(a[0].Train) || !slices.IsSorted(a[0].Test) {
			t.Errorf("seed %d: %v", seed, a[0])
		}
		seen[fmt.Sprint(a)] = true
	}
	if len(seen) != 5 {
		t.Errorf("5 seeds give %d splits", len(seen))
	}
	// Pinned: results of all machines and versions are on the same split.
	got, _ := folded(8, 0).Splits(spec(t, `{"train":3,"test":2}`), 7)
	if want := "[{[0 6 7] [] [] [1 3] -1}]"; fmt.Sprint(got) != want {
		t.Errorf("seed 7: %v, want %s", got, want)
	}
}

// With one seed the test set stays, and a larger part keeps the smaller one.
func TestSplitsAreNested(t *testing.T) {
	d := folded(100, 0)
	split := func(text string) Split {
		got, err := d.Splits(spec(t, text), 3)
		if err != nil {
			t.Fatal(err)
		}
		return got[0]
	}
	few, many, rest := split(`{"train":6,"test":40}`), split(`{"train":6,"partial":20,"test":40}`), split(`{"train":6,"partial":54,"test":40}`)
	if !slices.Equal(few.Test, rest.Test) || !slices.Equal(few.Train, rest.Train) || !slices.Equal(many.Train, rest.Train) {
		t.Error("training or test sets differ")
	}
	for _, i := range many.Partial {
		if !slices.Contains(rest.Partial, i) || slices.Contains(rest.Train, i) || slices.Contains(rest.Test, i) {
			t.Fatalf("instance %d is not in the larger partial set alone", i)
		}
	}
	if n := len(rest.Partial); n != 54 {
		t.Errorf("%d partial instances, want 54", n)
	}
	boxes, both := split(`{"train":6,"boxes":20,"test":40}`), split(`{"train":6,"boxes":20,"partial":34,"test":40}`)
	if !slices.Equal(boxes.Boxes, many.Partial) || !slices.Equal(both.Boxes, many.Partial) || !slices.Equal(both.Test, few.Test) {
		t.Error("the instances with boxes are not those without")
	}
	if learned := slices.Concat(both.Boxes, both.Partial); !slices.Equal(slices.Sorted(slices.Values(learned)), rest.Partial) {
		t.Error("boxes and the rest are not all the rest")
	}
}

func TestImpossibleSplits(t *testing.T) {
	for _, test := range []struct {
		spec string
		d    *Dataset
		want string
	}{
		{`{"train":20,"test":31}`, folded(50, 0), "20 in train, 31 in test, but there are only 50"},
		{`{"train":[0],"test":[3]}`, folded(50, 3), "there is no fold 3, folds are 0..2"},
		{`{"train":[0],"test":[-1]}`, folded(50, 3), "there is no fold -1"},
		{`{"train":[0],"test":[1]}`, folded(50, 0), "has no folds"},
		{`{"rotate":"test-one"}`, folded(50, 0), "has no folds"},
		{`{"rotate":"test-one"}`, folded(50, 1), "50 to test"},
	} {
		_, err := test.d.Splits(spec(t, test.spec), 0)
		wantError(t, test.spec, err, test.want, "data: toy: split: ")
	}
	if _, err := folded(5, 0).Splits(SplitSpec{}, 0); err == nil {
		t.Error("an empty spec gives a split")
	}
	if _, err := folded(5, 0).Splits(SplitSpec{TrainN: math.MaxInt, TestN: math.MaxInt}, 0); err == nil {
		t.Error("sizes that overflow give a split")
	}
}

func TestSplitSpecSyntax(t *testing.T) {
	for text, want := range map[string]string{
		`{"train":[0],"tst":[1]}`:                `"tst"`,
		`{"train":[0]}`:                          "1 folds to train and 0 to test",
		`{"train":[],"test":[1]}`:                "0 folds to train",
		`{"train":[0,1],"test":[1]}`:             "fold 1 is in both train and test",
		`{"train":[0,0],"test":[1]}`:             "fold 0 is in train twice",
		`{"train":[0],"test":[1,1]}`:             "fold 1 is in test twice",
		`{"train":3,"test":[1]}`:                 "all parts must be",
		`{"train":3,"partial":[2],"test":1}`:     "all parts must be",
		`{"train":[3],"partial":[2],"test":[2]}`: "fold 2 is in both partial and test",
		`{"train":3,"partial":-2,"test":1}`:      "-2 partly labelled",
		`{"train":3,"boxes":-2,"test":1}`:        "-2 instances with boxes",
		`{"train":[3],"boxes":[3],"test":[2]}`:   "fold 3 is in both train and boxes",
		`{"train":3}`:                            "3 instances to train and 0 to test",
		`{"train":-3,"test":2}`:                  "-3 instances to train",
		`{"train":"all","test":2}`:               `train is "all"`,
		`{"train":2.5,"test":2}`:                 "train is 2.5",
		`{"train":2,"test":null}`:                "test is null",
		`{"rotate":"both"}`:                      `rotate is "both"`,
		`{"rotate":"test-one","test":[1]}`:       "rotate excludes",
		`{"rotate":"train-one","train":10}`:      "rotate excludes",
		`{}`:                                     "both must be at least 1",
		`3`:                                      "cannot unmarshal",
	} {
		var s SplitSpec
		wantError(t, text, json.Unmarshal([]byte(text), &s), want)
	}
	for _, text := range []string{`{"test":[1,2],"train":[0]}`, `{"test":500,"train":300}`, `{"partial":70,"test":128,"train":60}`, `{"partial":[2],"test":[1],"train":[0]}`,
		`{"boxes":70,"partial":70,"test":128,"train":60}`, `{"boxes":[1,3],"test":[2],"train":[0]}`, `{"rotate":"test-one"}`} {
		got, err := json.Marshal(spec(t, text))
		if err != nil || string(got) != text {
			t.Errorf("%s is written as %s, %v", text, got, err)
		}
	}
}
