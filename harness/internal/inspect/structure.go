package inspect

import (
	"fmt"
	"slices"

	"github.com/spbench/spbench/harness/internal/data"
	"github.com/spbench/spbench/harness/internal/ordered"
	"github.com/spbench/spbench/harness/sp"
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
			counts[described(x.Structure)]++
			labels = append(labels, x.K)
		}
	}
	return []string{ordered.ByCount(counts, shownLabels), fmt.Sprintf(
		"%d to %d labels in an instance", slices.Min(labels), slices.Max(labels))}
}

// described names a structure and its numbers.
func described(s *sp.Structure) string {
	text := s.Kind
	switch {
	case s.Kind == sp.Assignment && s.None != sp.Unknown:
		text += fmt.Sprintf(" with none: %d", s.None)
	case s.Single:
		text += " with a single root"
	case s.Kind == sp.Path:
		text += fmt.Sprintf(" of %d arcs from %d to %d", len(s.Arcs), s.Source, s.Sink)
	case s.Kind == sp.Cardinality:
		text += fmt.Sprintf(" of %d to %d", s.Least, s.Most)
	}
	return text
}
