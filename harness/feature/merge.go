package feature

import (
	"math"
	"math/rand/v2"
	"slices"

	"github.com/spbench/spbench/harness/sp"
)

// Merge returns a smaller model of the same instances. Node features with equal columns, such as
// those of a word that occurs once, become one. Under an L2 norm their weights are equal at the
// minimum. For a vector v of the smaller model, 0 where unit is 0,
//
//	w[i] = v[of[i]]/unit[of[i]]
//
// has the norm of v. Its scores on train are those of unit·v under small on less. unit² counts the
// weights in one. of has a number for each weight of m, unit for each of small. The caller owns both.
// A gradient method takes the same steps in v and in w.
//
// A feature with weights for over a quarter of the states gets all, with unit 0. Dense vectors are
// faster. small is nil if m has few weights, where little is to gain. It is nil for other node
// features than sparse indicators. O(size), and 4 bytes for each state of each feature.
func Merge(m sp.FeatureMap, train []sp.Instance) (
	small *Linear, less []sp.Instance, of []int32, unit []float64,
) {
	l, ok := m.(*Linear)
	if !ok || l.dim < 20000 {
		return
	}
	sums, slots, k := columns(train, l.node.width), map[uint64]int{}, l.node.states
	// at: how many weights are one, then where it is.
	slot, at, full := make([]int32, len(sums)), make([]int32, len(sums)*k), 0
	for _, most := range [2]bool{true, false} {
		for j, sum := range sums {
			lo, hi := l.node.weights(j)
			if _, old := slots[sum]; !old && (hi-lo > max(1, k/4)) == most {
				slots[sum] = len(slots)
				slot[j] = int32(len(slots)) // counts from 1
			}
		}
		if most {
			full = len(slots)
		}
	}
	for j, sum := range sums {
		lo, hi := l.node.weights(j)
		for i := lo; i < hi; i++ {
			_, state := l.node.feature(i)
			of = append(of, int32(slots[sum]*k+state))
			at[of[i]]++
		}
	}
	if of == nil {
		return
	}
	var list []int32
	for i, n := range at {
		if n > 0 || i < full*k {
			at[i] = int32(len(list))
			list, unit = append(list, int32(i)), append(unit, math.Sqrt(float64(n)))
		}
	}
	for i, j := range of {
		of[i] = at[j]
	}
	small = l.ForNodes(len(slots))
	if small.node = small.node.only(list); small.node.seen != nil {
		small.node.seen.full = full
	}
	small.place()
	for i := len(list); i < small.dim; i++ {
		of, unit = append(of, int32(i)), append(unit, 1)
	}
	less = slices.Clone(train)
	for i := range less {
		less[i].Node = merged(less[i].Node, slot, len(slots))
	}
	return
}

// columns returns the sum of the random numbers of the rows of each feature, for sparse indicators.
// Equal columns have equal sums. Two others have them with probability 2⁻⁶⁴.
func columns(train []sp.Instance, width int) []uint64 {
	sums, draw := make([]uint64, width), rand.NewPCG(1, 2)
	for i := range train {
		x := &train[i].Node
		if !x.Sparse() || x.Value != nil {
			return nil
		}
		for r := range x.N {
			index, _ := x.Row(r)
			a := draw.Uint64()
			for _, j := range index {
				sums[j] += a
			}
		}
	}
	return sums
}

// merged returns rows x with feature slot[j]-1 in place of j, and without j if slot[j] is 0.
func merged(x sp.Rows, slot []int32, width int) sp.Rows {
	y := sp.Rows{N: x.N, D: width, Start: []int32{0}}
	for r := range x.N {
		index, _ := x.Row(r)
		from := len(y.Index)
		for _, j := range index {
			if c := slot[j]; c > 0 {
				y.Index = append(y.Index, c-1)
			}
		}
		slices.Sort(y.Index[from:])
		y.Start = append(y.Start, int32(len(y.Index)))
	}
	return y
}
