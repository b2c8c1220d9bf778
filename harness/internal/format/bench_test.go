package format

import (
	"bytes"
	"math/rand/v2"

	"github.com/spbench/spbench/harness/sp"
)

// words returns n chains as JSON lines. Their features are real numbers in dense rows or, if
// sparse, binary numbers in sparse rows.
func words(n int, sparse bool) []byte {
	r := rand.New(rand.NewPCG(1, 1))
	c := &Content{K: 10, NodeWidth: 64, Labels: []string{"a", "b", "c", "d", "e", "f", "g", "h",
		"i", "j"}}
	for i := range n {
		x := sp.Instance{ID: string(rune('a'+i%26)) + string(rune('a'+i/26)), Weight: 1, K: 10,
			Edges: sp.ChainEdges(20), Node: sp.Rows{N: 20, D: 64}}
		if sparse {
			x.Node.Start = []int32{0}
		}
		for range 20 {
			x.Gold = append(x.Gold, int32(r.IntN(10)))
			for j := range 64 {
				switch {
				case !sparse:
					x.Node.Dense = append(x.Node.Dense, float32(r.NormFloat64()))
				case r.IntN(3) == 0:
					x.Node.Index = append(x.Node.Index, int32(j))
				}
			}
			if sparse {
				x.Node.Start = append(x.Node.Start, int32(len(x.Node.Index)))
			}
		}
		c.Instances = append(c.Instances, x)
	}
	var b bytes.Buffer
	if err := WriteJSONL(&b, c); err != nil {
		panic(err)
	}
	return b.Bytes()
}
