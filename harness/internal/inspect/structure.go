package inspect

import (
	"fmt"
	"slices"

	"github.com/spbench/spbench/harness/internal/data"
	"github.com/spbench/spbench/harness/internal/format"
	"github.com/spbench/spbench/harness/internal/ordered"
)

// structured reports whether instances have structures in place of graphs.
func structured(d *data.Dataset) bool { return d.Instances[0].Structure != nil }

// structures counts the structures with different numbers, and the labels of instances.
func structures(d *data.Dataset) []string {
	if !structured(d) {
		return nil
	}
	counts, labels := map[string]int{}, []int{}
	for i := range d.Instances {
		if x := &d.Instances[i]; x.Structure != nil {
			counts[format.Described(x.Structure)]++
			labels = append(labels, x.K)
		}
	}
	return []string{ordered.ByCount(counts, shownLabels), fmt.Sprintf(
		"%d to %d labels in an instance", slices.Min(labels), slices.Max(labels))}
}
