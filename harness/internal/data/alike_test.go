package data

import (
	"fmt"
	"slices"
	"testing"

	"github.com/spbench/spbench/harness/sp"
)

// TestClasses: classes of instances compare features and graph, not IDs and labels. Classes of
// labelings compare labels.
func TestClasses(t *testing.T) {
	chain := func(id string, node []float32, gold ...int32) sp.Instance {
		return sp.Instance{ID: id, Node: sp.Rows{N: len(gold), D: 1, Dense: node},
			Edges: sp.ChainEdges(len(gold)), Gold: gold, Weight: 1, K: 3}
	}
	d := &Dataset{Instances: []sp.Instance{
		chain("a", []float32{1, 2}, 0, 1), chain("b", []float32{1, 2}, 1, 1),
		chain("c", []float32{1, 3}, 0, 1),
		chain("d", []float32{1, 2}, 0, 1), chain("e", []float32{1, 2}, 0, sp.Unknown),
	}, Fold: []int{0, 0, 0, 1, 1}}
	d.Instances[3].Edges = nil
	features, labelings := d.FeatureClasses(), d.LabelingClasses()
	if !slices.Equal(features, []int{0, 0, 1, 2, 0}) ||
		!slices.Equal(labelings, []int{0, 1, 0, 0, -1}) {
		t.Errorf("features %v, labelings %v", features, labelings)
	}
	got := fmt.Sprintln(d.Repeated(features)) + fmt.Sprintln(d.Repeated(labelings))
	d.Fold = nil
	got += fmt.Sprintln(d.Repeated(features))
	if want := "3 5\n3 4\n3 5\n"; got != want {
		t.Errorf("repeated and known: %q, want %q", got, want)
	}
}
