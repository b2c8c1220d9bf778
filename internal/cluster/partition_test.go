package cluster_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/spbench/spbench/internal/cluster"
	"pgregory.net/rapid"
)

// least returns the smallest makespan of all divisions, by enumeration.
func least(costs []float64, n int) float64 {
	of := make([]int, len(costs))
	best, _ := cluster.Makespan(costs, of, n)
	for {
		i := 0
		for ; i < len(of); i++ {
			if of[i]++; of[i] < n {
				break
			}
			of[i] = 0
		}
		if i == len(of) {
			return best
		}
		m, _ := cluster.Makespan(costs, of, n)
		best = min(best, m)
	}
}

// TestPartition: within Graham's bound of the best division that there is, and no bound is above that.
func TestPartition(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(1, 3).Draw(t, "shards")
		costs := rapid.SliceOfN(rapid.Float64Range(0, 10), 1, 8).Draw(t, "costs")
		of := cluster.Partition(costs, n)
		got, bound := cluster.Makespan(costs, of, n)
		want := least(costs, n)
		if got > want*(4./3-1./(3*float64(n)))*(1+1e-9) {
			t.Errorf("makespan %g, the least is %g: %v", got, want, of)
		}
		if bound > want*(1+1e-9) {
			t.Errorf("the bound %g is above the least makespan %g", bound, want)
		}
		if again := cluster.Partition(costs, n); !slices.Equal(of, again) {
			t.Errorf("%v, then %v", of, again)
		}
	})
}

// TestPartitionByHand: the dearest first, ties to the first item and the first shard.
func TestPartitionByHand(t *testing.T) {
	if diff := cmp.Diff([]int{2, 0, 2, 1, 1}, cluster.Partition([]float64{3, 5, 3, 4, 1}, 3)); diff != "" {
		t.Error(diff)
	}
	if diff := cmp.Diff([]int{0, 1, 0}, cluster.Partition([]float64{1, 1, 1}, 2)); diff != "" {
		t.Error(diff)
	}
}

func BenchmarkPartition(b *testing.B) {
	for _, m := range []int{1000, 100_000} {
		b.Run(fmt.Sprint(m), func(b *testing.B) {
			r := rand.New(rand.NewPCG(1, 2))
			costs := make([]float64, m)
			for i := range costs {
				costs[i] = r.ExpFloat64()
			}
			b.ReportAllocs()
			for b.Loop() {
				cluster.Partition(costs, 64)
			}
		})
	}
}
