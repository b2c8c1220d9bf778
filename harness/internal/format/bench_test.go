package format

import (
	"bytes"
	"math/rand/v2"
	"syscall"
	"testing"

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

func BenchmarkJSONL(b *testing.B) {
	for _, kind := range []struct {
		name string
		text []byte
	}{{"dense", words(300, false)}, {"sparse", words(300, true)}} {
		b.Run(kind.name, func(b *testing.B) {
			b.SetBytes(int64(len(kind.text)))
			before := cpu(b)
			for b.Loop() {
				must(readJSONLText(kind.text))(b)
			}
			b.ReportMetric(float64(len(kind.text))*float64(b.N)/(cpu(b)-before)/1e6, "MB/cpu-s")
		})
	}
}

// cpu returns the CPU seconds of this process, independent of other processes.
func cpu(b *testing.B) float64 {
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		b.Skip(err)
	}
	return float64(u.Utime.Nano()+u.Stime.Nano()) / 1e9
}
