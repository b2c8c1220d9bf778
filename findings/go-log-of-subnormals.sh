#!/bin/sh
# Go 1.26 and 1.27, math.Log on amd64: the logarithm of a number below 2^-1022 is wrong. Log(2^-1074) is
# -709.09 in place of -744.44, and no subnormal has less than -709.09. Log2 is right, and so is a sum
# by Frexp. The assembly for amd64 does not normalise its argument; Go's code for other processors does.
# Products of many probabilities end there before they become 0.
# Needs Go on amd64. Fails if a number changes.
set -eu
[ "$(go env GOHOSTARCH)" = amd64 ] || { echo "SKIPPED: not amd64"; exit 0; }
room=$(mktemp -d)
trap 'rm -rf "$room"' EXIT
cd "$room"
cat >want <<'TEXT'
2^-1022: Log -708.396419, by Frexp -708.396419
2^-1023: Log -708.684101, by Frexp -709.089566
2^-1030: Log -709.085667, by Frexp -713.941596
2^-1074: Log -709.089566, by Frexp -744.440072
TEXT
cat >main.go <<'GO'
package main

import (
	"fmt"
	"math"
)

func main() {
	for _, e := range []int{-1022, -1023, -1030, -1074} {
		x := math.Ldexp(1, e)
		fraction, exponent := math.Frexp(x)
		fmt.Printf("2^%d: Log %.6f, by Frexp %.6f\n", e, math.Log(x),
			math.Log(fraction)+float64(exponent)*math.Ln2)
	}
}
GO
go mod init example.com/finding >/dev/null 2>&1
for release in go1.26.8 go1.27.4; do
	echo "$release"
	GOTOOLCHAIN=$release go run . | tee seen
	diff want seen
done
