package decode_test

import (
	"errors"
	"fmt"
	"testing"

	"github.com/spbench/spbench/harness/decode"
	"github.com/spbench/spbench/harness/learnertest/cputime"
	"github.com/spbench/spbench/harness/sp"
)

// BenchmarkDecode measures each decoder without an oracle on one Potts grid.
func BenchmarkDecode(b *testing.B) {
	for _, size := range []int{28, 100} {
		for _, k := range []int{2, 8} {
			p := pottsGrid(size, size, k, 1)
			for _, kind := range decode.Kinds() {
				if !kind.Oracle {
					benchmark(b, fmt.Sprintf("%s/K=%d/side=%d", kind.Name, k, size), kind.Name, "", p)
				}
			}
			for _, block := range []string{"1x2", "2x2"} {
				benchmark(b, fmt.Sprintf("locpmap-%s/K=%d/side=%d", block, k, size), "locpmap",
					`{"block": "`+block+`"}`, p)
			}
		}
	}
}

func benchmark(b *testing.B, name, decoder, args string, p *sp.Potentials) {
	b.Run(name, func(b *testing.B) {
		d := must(decode.New(decoder, []byte(args)))(b)
		side := 1
		for side*side < p.N() {
			side++
		}
		h := help
		h.Shape = [2]int{side, side}
		var out sp.Prediction
		b.ReportAllocs()
		defer cputime.PerOp(b)()
		for b.Loop() {
			if err := d.Decode(&out, p, h); errors.Is(err, errors.ErrUnsupported) {
				b.Skip(err)
			} else if err != nil {
				b.Fatal(err)
			}
		}
	})
}
