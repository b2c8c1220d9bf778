package cluster

import (
	"cmp"
	"container/heap"
	"slices"
)

// Steal returns the items that are open, by their place, in the order in which a shard that is through takes them over:
// each time the dearest of the shard that has most left. It takes the first Share of them before it asks again. O(m log m)
// for m items.
func Steal(costs []float64, of []int, n int, open func(i int) bool) []int {
	h := make(victims, n)
	for s := range h {
		h[s].shard = s
	}
	m := 0
	for i := range costs {
		if open(i) {
			v := &h[of[i]]
			v.items, v.left = append(v.items, i), v.left+costs[i]
			m++
		}
	}
	for _, v := range h {
		slices.SortStableFunc(v.items, func(a, b int) int { return cmp.Compare(costs[b], costs[a]) })
	}
	h = slices.DeleteFunc(h, func(v victim) bool { return len(v.items) == 0 })
	heap.Init(&h)
	order := make([]int, 0, m)
	for len(h) > 0 {
		v := &h[0]
		order = append(order, v.items[0])
		v.left -= costs[v.items[0]]
		if v.items = v.items[1:]; len(v.items) == 0 {
			heap.Pop(&h)
		} else {
			heap.Fix(&h, 0)
		}
	}
	return order
}

// Share returns how many of m open items one of n shards takes over at once: one, or an eighth of an equal share where there are
// many, so that nobody asks for each alone and nobody has much left when the others are through.
func Share(m, n int) int { return max(1, m/(8*n)) }

// A victim is a shard with what it has left.
type victim struct {
	left  float64
	shard int
	items []int
}

// victims are a heap, who has most on top.
type victims []victim

func (h victims) Len() int { return len(h) }
func (h victims) Less(a, b int) bool {
	return cmp.Or(cmp.Compare(h[b].left, h[a].left), cmp.Compare(h[a].shard, h[b].shard)) < 0
}
func (h victims) Swap(a, b int) { h[a], h[b] = h[b], h[a] }
func (h *victims) Push(any)     { panic("cluster: the number of shards is fixed") }
func (h *victims) Pop() any {
	last := (*h)[len(*h)-1]
	*h = (*h)[:len(*h)-1]
	return last
}
