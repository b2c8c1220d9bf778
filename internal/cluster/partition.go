package cluster

import (
	"cmp"
	"container/heap"
	"slices"
)

// Partition divides items of those costs, any unit, among n ≥ 1 shards so that the most that one has is small: the
// dearest item that is left goes to the shard with the least so far (longest processing time first; Graham, Bounds on
// Multiprocessing Timing Anomalies, 1969: at most 4/3 − 1/(3n) of what is possible). It returns the shard, 0 … n−1, of each
// item. Equal input gives equal output: of equal costs the first item, of equal shards the first. O(m log(m n)) for m items.
func Partition(costs []float64, n int) []int {
	order := make([]int, len(costs))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(costs[b], costs[a]) })
	h := make(loads, n)
	for s := range h {
		h[s].shard = s
	}
	of := make([]int, len(costs))
	for _, i := range order {
		of[i] = h[0].shard
		h[0].cost += costs[i]
		heap.Fix(&h, 0)
	}
	return of
}

// A load is what a shard has so far.
type load struct {
	cost  float64
	shard int
}

// loads are a heap, the least on top.
type loads []load

func (h loads) Len() int { return len(h) }
func (h loads) Less(a, b int) bool {
	return cmp.Or(cmp.Compare(h[a].cost, h[b].cost), cmp.Compare(h[a].shard, h[b].shard)) < 0
}
func (h loads) Swap(a, b int) { h[a], h[b] = h[b], h[a] }
func (h *loads) Push(any)     { panic("cluster: the number of shards is fixed") }
func (h *loads) Pop() any     { panic("cluster: the number of shards is fixed") }

// Makespan returns the most that one of n shards has, and the least that it could be for any division: the mean of the
// shards, or the dearest item.
func Makespan(costs []float64, of []int, n int) (makespan, bound float64) {
	sums := make([]float64, n)
	total, dearest := 0.0, 0.0
	for i, c := range costs {
		sums[of[i]] += c
		total += c
		dearest = max(dearest, c)
	}
	return slices.Max(sums), max(total/float64(n), dearest)
}
