package ssvm

// A sumTree draws an index with a probability proportional to its weight. Every inner node is the
// sum of its two children. It is recomputed when one of them changes; rounding does not add up over
// millions of changes. Both operations are O(log n).
type sumTree struct {
	leaves int       // a power of two
	sums   []float64 // node k has children 2k and 2k+1; leaf i is node leaves+i
}

// newSumTree returns a tree of n weights 0.
func newSumTree(n int) *sumTree {
	leaves := 1
	for leaves < n {
		leaves *= 2
	}
	return &sumTree{leaves: leaves, sums: make([]float64, 2*leaves)}
}

// set sets the weight of index i to weight, which must be >= 0.
func (t *sumTree) set(i int, weight float64) {
	k := t.leaves + i
	t.sums[k] = weight
	for k /= 2; k >= 1; k /= 2 {
		t.sums[k] = t.sums[2*k] + t.sums[2*k+1]
	}
}

// total returns the sum of the weights.
func (t *sumTree) total() float64 { return t.sums[1] }

// find returns the index whose part of the interval [0, total) contains u. It always returns an
// index of positive weight, even if rounding takes u past the end. The total must be positive.
func (t *sumTree) find(u float64) int {
	k := 1
	for k < t.leaves {
		k *= 2
		if left := t.sums[k]; u >= left && t.sums[k+1] > 0 {
			u -= left
			k++
		}
	}
	return k - t.leaves
}
