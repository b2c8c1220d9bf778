package plan

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/spbench/spbench/harness/internal/data"
	"github.com/spbench/spbench/harness/sp"
)

// TestRareFeaturesAreLeftOut: features of the test set alone, or of the validation part alone, are
// left out. So are features that are too rare in the training set.
func TestRareFeaturesAreLeftOut(t *testing.T) {
	word := func(features ...int32) sp.Instance {
		return sp.Instance{
			Gold: []int32{0},
			Node: sp.Rows{N: 1, D: 5, Start: []int32{0, int32(len(features))}, Index: features},
		}
	}
	raw := Instances{
		Train:   []sp.Instance{word(0, 1), word(0, 2)},
		Partial: []sp.Instance{word(1, 3)},
		Test:    []sp.Instance{word(0, 1, 4)},
		units:   []int{0, 1},
	}
	trial, _ := raw.Validation([]int{0})
	index := func(p Instances, err error) (list [][]int32) {
		if err != nil {
			t.Fatal(err)
		}
		for _, part := range [][]sp.Instance{p.Train, p.Partial, p.Test} {
			for i := range part {
				list = append(list, part[i].Node.Index)
			}
		}
		return list
	}
	for _, c := range []struct {
		what string
		have [][]int32
		want [][]int32
	}{
		{"0: as they are", index(raw.Prepared(&data.Dataset{})), [][]int32{{0, 1}, {0, 2}, {1, 3}, {0, 1, 4}}},
		{"1", index(raw.Prepared(&data.Dataset{MinCount: 1})), [][]int32{{0, 1}, {0, 2}, {1, 3}, {0, 1}}},
		{"2", index(raw.Prepared(&data.Dataset{MinCount: 2})), [][]int32{{0, 1}, {0}, {1}, {0, 1}}},
		{"a trial", index(trial.Prepared(&data.Dataset{MinCount: 1})), [][]int32{{0, 2}, {1, 3}, {0, 1}}},
	} {
		if diff := cmp.Diff(c.want, c.have); diff != "" {
			t.Errorf("%s: %s", c.what, diff)
		}
	}
}
