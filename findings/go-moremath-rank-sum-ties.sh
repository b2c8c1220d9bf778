#!/bin/sh
# go-moremath (the statistics of benchstat), MannWhitneyUTest: with ties its exact p is wrong. "Greater"
# takes steps of 1 where ranks of ties step by 1/2: 1 2 1 against 0 4 has .70, but .50 with the samples
# exchanged and "less". "Differs" doubles one tail, which needs a symmetric distribution: 1 1 2 3
# against 0 1 1 1 1 1 has p 0 (right: .10), and of all ways to divide 0 2 2 2 2 3 3 3 3 3 into 6 and 4
# values, 19 % have p <= .05. Counts, such as allocations or errors of few instances, have ties.
# Needs Go. Fails if a number changes.
set -eu
room=$(mktemp -d)
trap 'chmod -R u+w "$room"; rm -rf "$room"' EXIT
cd "$room"
cat >want <<'TEXT'
[1 2 1] against [0 4]: greater 0.700, exchanged and less 0.500, right 0.500; differs 1.000, right 1.000
[1 1 2 3] against [0 1 1 1 1 1]: greater 0.100, exchanged and less 0.100, right 0.100; differs 0.000, right 0.100
[0 2 2 2 2 3 3 3 3 3] divided into 6 and 4: p <= .05 in 40 of 210
TEXT
cat >main.go <<'GO'
package main

import (
	"fmt"
	"math"
	"math/bits"
	"slices"

	"github.com/aclements/go-moremath/stats"
)

func p(x, y []float64, alternative stats.LocationHypothesis) float64 {
	result, err := stats.MannWhitneyUTest(x, y, alternative)
	if err != nil {
		panic(err)
	}
	return result.P
}

// u counts the pairs that x wins, a tie as half a pair.
func u(x, y []float64) (wins float64) {
	for _, a := range x {
		for _, b := range y {
			if a > b {
				wins++
			} else if a == b {
				wins += .5
			}
		}
	}
	return wins
}

// divisions calls visit with all ways to divide values into n and the others.
func divisions(values []float64, n int, visit func(x, y []float64)) {
	for mask := range 1 << len(values) {
		if bits.OnesCount(uint(mask)) != n {
			continue
		}
		var x, y []float64
		for i, v := range values {
			if mask>>i&1 == 1 {
				x = append(x, v)
			} else {
				y = append(y, v)
			}
		}
		visit(x, y)
	}
}

func main() {
	for _, samples := range [][2][]float64{{{1, 2, 1}, {0, 4}}, {{1, 1, 2, 3}, {0, 1, 1, 1, 1, 1}}} {
		x, y := samples[0], samples[1]
		all, above, far := 0, 0, 0
		middle := float64(len(x)*len(y)) / 2
		divisions(slices.Concat(x, y), len(x), func(a, b []float64) {
			all++
			if u(a, b) >= u(x, y) {
				above++
			}
			if math.Abs(u(a, b)-middle) >= math.Abs(u(x, y)-middle) {
				far++
			}
		})
		fmt.Printf("%v against %v: greater %.3f, exchanged and less %.3f, right %.3f; differs %.3f, right %.3f\n", x, y,
			p(x, y, stats.LocationGreater), p(y, x, stats.LocationLess), float64(above)/float64(all),
			p(x, y, stats.LocationDiffers), float64(far)/float64(all))
	}

	tied := []float64{0, 2, 2, 2, 2, 3, 3, 3, 3, 3}
	all, above := 0, 0
	divisions(tied, 6, func(a, b []float64) {
		all++
		if p(a, b, stats.LocationDiffers) <= .05 {
			above++
		}
	})
	fmt.Printf("%v divided into 6 and 4: p <= .05 in %d of %d\n", tied, above, all)
}
GO
go mod init example.com/finding >/dev/null 2>&1
go get github.com/aclements/go-moremath@v0.0.0-20210112150236-f10218a38794 >/dev/null 2>&1
go run . | tee seen
diff want seen
