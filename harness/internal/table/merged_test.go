package table

import (
	"slices"
	"testing"

	"github.com/spbench/spbench/harness/internal/stats"
)

// Splits 0, 2 and 3 have one training set: they become one split with the mean of the three, and each
// instance has the mean of its values.
func TestMergedSplits(t *testing.T) {
	part := func(instance int, value float64) stats.Sample {
		return stats.Sample{Instances: []int{instance, 9}, Values: []float64{value, 2 * value}, Train: []int{5}}
	}
	s := sample{splits: []int{0, 1, 2, 3}, means: []float64{1, 7, 2, 6},
		parts: []stats.Sample{part(4, 1), part(3, 7), part(1, 2), part(4, 6)}}
	m := s.merged(map[int]int{2: 0, 3: 0})
	if !slices.Equal(m.splits, []int{0, 1}) || !slices.Equal(m.means, []float64{3, 7}) {
		t.Errorf("splits %v, means %v", m.splits, m.means)
	}
	if p := m.parts[0]; !slices.Equal(p.Instances, []int{1, 4, 9}) ||
		!slices.Equal(p.Values, []float64{2, 3.5, 6}) || !slices.Equal(p.Train, []int{5}) {
		t.Errorf("instances %+v", p)
	}
	if s.merged(nil).splits[3] != 3 {
		t.Error("splits of different training sets are merged")
	}
}
