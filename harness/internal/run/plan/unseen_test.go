package plan

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/spbench/spbench/harness/internal/data"
	"github.com/spbench/spbench/harness/internal/suite"
	"github.com/spbench/spbench/harness/sp"
)

// TestHiddenLabelsAreUnseen: a label whose training variables are all hidden is unseen if labels are
// found, as no fit has it. Fits have declared labels.
func TestHiddenLabelsAreUnseen(t *testing.T) {
	one := func(id string, gold int32) sp.Instance {
		return sp.Instance{ID: id, K: 3, Gold: []int32{gold}, Node: sp.Rows{N: 1}}
	}
	for found, want := range map[bool]map[string]string{true: {"d": "B (1)"}, false: {}} {
		d := &Dataset{Spec: &suite.Dataset{}, units: make([]int, 4), Data: &data.Dataset{K: 3,
			Labels: []string{"A", "B", "C"}, Found: found,
			Instances: []sp.Instance{one("a", 0), one("b", 1), one("c", 2), one("d", 1)}}}
		d.Spec.Label = "d"
		f := &Fit{Configuration: &Configuration{Dataset: d,
			split: &Split{Split: data.Split{Train: []int{0, 2}, Partial: []int{1}, Test: []int{3}}}}}
		if diff := cmp.Diff(want, unseen([]*Fit{f}, false)); diff != "" {
			t.Errorf("found: %v: %s", found, diff)
		}
		d.Spec.Features.Name = "candidates"
		if texts := unseen([]*Fit{f}, false); len(texts) > 0 {
			t.Errorf("found: %v: weights that all labels share have %v", found, texts)
		}
	}
}
