package structure_test

import (
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/spbench/spbench/harness/sp"
	"github.com/spbench/spbench/harness/structure"
)

// TestCompletable: known labels and candidates pass if some labeling has them, by enumeration.
func TestCompletable(t *testing.T) {
	for name, draw := range kinds {
		r := rand.New(rand.NewPCG(51, 3))
		passed := 0
		for range 500 {
			s, n, k := draw(r)
			if n == 0 {
				continue
			}
			x := &sp.Instance{K: k, Node: sp.Rows{N: n}, Structure: &s, Allowed: make([][]int32, n)}
			for d := range n {
				x.Gold = append(x.Gold, sp.Unknown)
				if r.IntN(2) == 0 {
					x.Gold[d] = int32(r.IntN(k))
				} else if r.IntN(2) == 0 {
					x.Allowed[d] = []int32{int32(r.IntN(k)), int32(r.IntN(k))}
				}
			}
			p := new(sp.Potentials).Resize(x, 0, 0)
			clear(p.Node)
			p.Restrict(x)
			want := len(enumerate(p).y) > 0
			if err := structure.Completable(x); !x.Labelled() && (err == nil) != want {
				t.Fatalf("%s: %+v, labels %v of %d, candidates %v: error %v, by enumeration %v", name, s,
					x.Gold, k, x.Allowed, err, want)
			} else if want {
				passed++
			}
		}
		if passed == 0 || passed == 500 {
			t.Errorf("%s: %d of 500 pass", name, passed)
		}
	}
	x := &sp.Instance{ID: "a", K: 4, Node: sp.Rows{N: 3}, Gold: []int32{2, 1, sp.Unknown},
		Structure: &sp.Structure{Kind: sp.Arborescence}}
	err := structure.Completable(x)
	if err == nil || !strings.HasSuffix(err.Error(), "allowed labels of variables 0 to 1") {
		t.Errorf("heads in a cycle: error %v", err)
	}
}
