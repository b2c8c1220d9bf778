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
	check(t, json.Unmarshal([]byte(text), &s))
	return s
}

func TestSplitsByFolds(t *testing.T) {
	d := folded(7, 3)
	got, err := d.Splits(spec(t, `{"Train":{"Folds":[0,2]},"Test":{"Folds":[1]}}`), 1)
	if err != nil || len(got) != 1 || fmt.Sprint(got[0]) != "{[0 2 3 5 6] [] [] [] [1 4] -1}" {
		t.Errorf("by folds: %v, %v", got, err)
	}
	got, err = d.Splits(spec(t, `{"Rotate":"train-one"}`), 1)
	if err != nil ||
		fmt.Sprint(got) != "[{[0 3 6] [] [] [] [1 2 4 5] 0} {[1 4] [] [] [] [0 2 3 5 6] 1} {[2 5] [] [] [] [0 1 3 4 6] 2}]" {
		t.Errorf("train-one: %v, %v", got, err)
	}
	got, err = d.Splits(spec(t, `{"Rotate":"test-one"}`), 1)
	if err != nil ||
		fmt.Sprint(got) != "[{[1 2 4 5] [] [] [] [0 3 6] 0} {[0 2 3 5 6] [] [] [] [1 4] 1} {[0 1 3 4 6] [] [] [] [2 5] 2}]" {
		t.Errorf("test-one: %v, %v", got, err)
	}
}

func TestRandomSplits(t *testing.T) {
	d := folded(50, 0)
	s := spec(t, `{"Train":{"N":20},"Test":{"N":30}}`)
	seen := map[string]bool{}
	for seed := range uint64(5) {
		a := must(d.Splits(s, seed))(t)
		b, _ := d.Splits(s, seed)
		if fmt.Sprint(a) != fmt.Sprint(b) {
			t.Errorf("seed %d gives two splits", seed)
		}
		all := slices.Concat(a[0].Train, a[0].Test)
		slices.Sort(all)
		if len(a[0].Train) != 20 || len(slices.Compact(all)) != 50 ||
			!slices.IsSorted(a[0].Train) || !slices.IsSorted(a[0].Test) {
			t.Errorf("seed %d: %v", seed, a[0])
		}
		seen[fmt.Sprint(a)] = true
	}
	if len(seen) != 5 {
		t.Errorf("5 seeds give %d splits", len(seen))
	}
	// Pinned: results of all machines and versions are on the same split.
	got, _ := folded(8, 0).Splits(spec(t, `{"Train":{"N":3},"Test":{"N":2}}`), 7)
	if want := "[{[0 6 7] [] [] [] [1 3] -1}]"; fmt.Sprint(got) != want {
		t.Errorf("seed 7: %v, want %s", got, want)
	}
}

// With one seed the test set stays, and a larger part contains the smaller one.
func TestSplitsAreNested(t *testing.T) {
	d := folded(100, 0)
	split := func(text string) Split {
		got := must(d.Splits(spec(t, text), 3))(t)
		return got[0]
	}
	few, many, rest := split(`{"Train":{"N":6},"Test":{"N":40}}`),
		split(`{"Train":{"N":6},"Partial":{"N":20},"Test":{"N":40}}`),
		split(`{"Train":{"N":6},"Partial":{"N":54},"Test":{"N":40}}`)
	if !slices.Equal(few.Test, rest.Test) || !slices.Equal(few.Train, rest.Train) ||
		!slices.Equal(many.Train, rest.Train) {
		t.Error("training or test sets differ")
	}
	for _, i := range many.Partial {
		if !slices.Contains(rest.Partial, i) || slices.Contains(rest.Train, i) ||
			slices.Contains(rest.Test, i) {
			t.Fatalf("instance %d is not in the larger partial set alone", i)
		}
	}
	if n := len(rest.Partial); n != 54 {
		t.Errorf("%d partial instances, want 54", n)
	}
	boxes, both := split(`{"Train":{"N":6},"Boxes":{"N":20},"Test":{"N":40}}`),
		split(`{"Train":{"N":6},"Boxes":{"N":20},"Partial":{"N":34},"Test":{"N":40}}`)
	if !slices.Equal(boxes.Boxes, many.Partial) || !slices.Equal(both.Boxes, many.Partial) ||
		!slices.Equal(both.Test, few.Test) {
		t.Error("the instances with boxes are not those without")
	}
	if learned := slices.Concat(both.Boxes,
		both.Partial); !slices.Equal(slices.Sorted(slices.Values(learned)), rest.Partial) {
		t.Error("boxes and the rest are not all the rest")
	}
	dev := split(`{"Train":{"N":6},"Boxes":{"N":20},"Partial":{"N":14},"Dev":{"N":20},
		"Test":{"N":40}}`)
	if tail := slices.Concat(dev.Partial, dev.Dev); !slices.Equal(slices.Sorted(slices.Values(tail)),
		both.Partial) || len(dev.Dev) != 20 || !slices.Equal(dev.Test, few.Test) {
		t.Error("the development set is not drawn behind the other parts")
	}
	folds := must(folded(8, 4).Splits(spec(t,
		`{"Train":{"Folds":[0,2]},"Dev":{"Folds":[1]},"Test":{"Folds":[3]}}`), 1))(t)
	if !slices.Equal(folds[0].Dev, []int{1, 5}) {
		t.Errorf("%v is the development set of fold 1", folds[0].Dev)
	}
}

func TestImpossibleSplits(t *testing.T) {
	for _, test := range []struct {
		spec string
		d    *Dataset
		want string
	}{
		{`{"Train":{"N":20},"Test":{"N":31}}`, folded(50, 0),
			"20 in train, 31 in test, but there are only 50"},
		{`{"Train":{"Folds":[0]},"Test":{"Folds":[3]}}`, folded(50, 3),
			"there is no fold 3, folds are 0..2"},
		{`{"Train":{"Folds":[0]},"Test":{"Folds":[-1]}}`, folded(50, 3), "there is no fold -1"},
		{`{"Train":{"Folds":[0]},"Test":{"Folds":[1]}}`, folded(50, 0), "has no folds"},
		{`{"Rotate":"test-one"}`, folded(50, 0), "has no folds"},
		{`{"Rotate":"test-one"}`, folded(50, 1), "50 to test"},
	} {
		_, err := test.d.Splits(spec(t, test.spec), 0)
		wantError(t, test.spec, err, test.want, "data: toy: split: ")
	}
	if _, err := folded(5, 0).Splits(SplitSpec{}, 0); err == nil {
		t.Error("an empty spec gives a split")
	}
	huge := Part{N: math.MaxInt}
	if _, err := folded(5, 0).Splits(SplitSpec{Train: huge, Test: huge}, 0); err == nil {
		t.Error("overflowing sizes give a split")
	}
}

// For features from the labels of fold 0, training instances lie in fold 0 and test instances do
// not. Numbers of instances are drawn that way, and every other split is an error.
func TestSplitsOfFittedFeatures(t *testing.T) {
	d := folded(12, 3)
	d.Fitted = true
	for seed := range uint64(20) {
		got := must(d.Splits(SplitSpec{Train: Part{N: 3}, Test: Part{N: 7}}, seed))(t)
		for _, i := range got[0].Train {
			if d.Fold[i] != 0 {
				t.Errorf("seed %d trains on %d of fold %d", seed, i, d.Fold[i])
			}
		}
		for _, i := range got[0].Test {
			if d.Fold[i] == 0 {
				t.Errorf("seed %d tests on %d of fold 0", seed, i)
			}
		}
	}
	for text, fair := range map[string]bool{
		`{"Train":{"Folds":[0]},"Test":{"Folds":[1]}}`:                         true,
		`{"Train":{"Folds":[0]},"Test":{"Folds":[1,2]}}`:                       true,
		`{"Train":{"N":4},"Test":{"N":8}}`:                                     true,
		`{"Train":{"Folds":[1]},"Test":{"Folds":[0]}}`:                         false,
		`{"Train":{"Folds":[0,1]},"Test":{"Folds":[2]}}`:                       false,
		`{"Train":{"Folds":[1]},"Test":{"Folds":[2]}}`:                         false,
		`{"Train":{"N":5},"Test":{"N":7}}`:                                     false,
		`{"Train":{"N":3},"Test":{"N":9}}`:                                     false,
		`{"Rotate":"train-one"}`:                                               false,
		`{"Rotate":"test-one"}`:                                                false,
		`{"Train":{"N":1},"Boxes":{"N":1},"Test":{"N":1}}`:                     false,
		`{"Train":{"N":1},"Partial":{"N":1},"Test":{"N":1}}`:                   false,
		`{"Train":{"Folds":[0]},"Partial":{"Folds":[1]},"Test":{"Folds":[2]}}`: false,
	} {
		_, err := d.Splits(spec(t, text), 1)
		if fair && err != nil {
			t.Errorf("%s: %v", text, err)
		}
		if !fair {
			wantError(t, text, err, "toy: split", "train: [0], test: [1]", "4 and 8 at most")
		}
	}
}

// TestSplitsOfSizes: in every form, a smaller training set is part of a larger one, the largest is
// the whole, and the test set does not depend on the size. Drawn by number, the set equals the one
// drawn for that number directly.
func TestSplitsOfSizes(t *testing.T) {
	d := folded(60, 3)
	for _, text := range []string{`{"Train":{"N":20},"Partial":{"N":5},"Test":{"N":30}}`,
		`{"Train":{"Folds":[0]},"Test":{"Folds":[1]}}`, `{"Rotate":"train-one"}`} {
		whole := must(d.Splits(spec(t, text), 7))(t)
		larger := whole
		for _, size := range []int{20, 12, 5, 1} {
			s := spec(t, text)
			s.Size = size
			got, err := d.Splits(s, 7)
			if err != nil || len(got) != len(whole) {
				t.Fatalf("%s, %d: %v, %v", text, size, got, err)
			}
			for j := range got {
				outside := slices.ContainsFunc(got[j].Train, func(i int) bool {
					return !slices.Contains(larger[j].Train, i)
				})
				if len(got[j].Train) != size || outside || !slices.IsSorted(got[j].Train) ||
					!slices.Equal(got[j].Test, whole[j].Test) ||
					!slices.Equal(got[j].Partial, whole[j].Partial) {
					t.Errorf("%s, %d: %v is not part of %v", text, size, got[j], larger[j])
				}
			}
			larger = got
		}
		other := spec(t, text)
		other.Size = 5
		a, _ := d.Splits(other, 7)
		b, err := d.Splits(other, 8)
		if err != nil || slices.Equal(a[0].Train, b[0].Train) {
			t.Errorf("%s: another seed draws the same: %v, %v", text, a, err)
		}
		other.Size = 21
		_, err = d.Splits(other, 7)
		wantError(t, text, err, "a size of 21, but there are 20 training instances")
	}
	sized := must(d.Splits(spec(t, `{"Train":{"N":20},"Test":{"N":30},"Size":12}`), 7))(t)
	plain, err := d.Splits(spec(t, `{"Train":{"N":12},"Test":{"N":30}}`), 7)
	if err != nil || !slices.Equal(sized[0].Train, plain[0].Train) {
		t.Errorf("%v, by number alone %v, %v", sized, plain, err)
	}
}
