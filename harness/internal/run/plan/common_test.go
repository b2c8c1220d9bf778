package plan

import (
	"math/rand/v2"
	"slices"
	"testing"
)

// TestCommonOf: bit sets, merged lists and a direct count give the same numbers.
func TestCommonOf(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	for _, most := range []int{3, 64, 65, 1000, 1_000_000} { // the last by lists
		var lists [][]int
		for range 6 {
			all := map[int]bool{}
			for range random.IntN(40) {
				all[random.IntN(most)] = true
			}
			list := []int{}
			for at := range all {
				list = append(list, at)
			}
			slices.Sort(list)
			lists = append(lists, list)
		}
		common := commonOf(lists)
		for i, a := range lists {
			for j, b := range lists {
				want := 0
				for _, at := range a {
					if slices.Contains(b, at) {
						want++
					}
				}
				if got := common(i, j); got != want {
					t.Errorf("%v and %v share %d, not %d", a, b, want, got)
				}
			}
		}
	}
}
