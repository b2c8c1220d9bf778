#!/bin/sh
# gonum v0.17.0, stat.Kendall, documented as tau-a: a pair tied in one sample counts as concordant or
# discordant by the order in which the items are listed; tau-a counts it as neither. A measure that
# gives all items 3 agrees perfectly with a ranking, or perfectly disagrees if the list is turned
# round (right: 0). Measures of few values, such as exact matches, are judged by such coefficients.
# Needs Go. Fails if a number changes.
set -eu
room=$(mktemp -d)
trap 'chmod -R u+w "$room"; rm -rf "$room"' EXIT
cd "$room"
cat >want <<'TEXT'
values [1 2 3 4] and [3 3 3 3]: Kendall 1.000, tau-a 0.000
values [4 3 2 1] and [3 3 3 3]: Kendall -1.000, tau-a 0.000
values [1 2 3 4] and [0 0 1 1]: Kendall 1.000, tau-a 0.667
values [4 3 2 1] and [1 1 0 0]: Kendall 0.333, tau-a 0.667
values [1 2 3 4] and [0 1 0 1]: Kendall 0.667, tau-a 0.333
TEXT
cat >main.go <<'GO'
package main

import (
	"cmp"
	"fmt"

	"gonum.org/v1/gonum/stat"
)

func main() {
	up, down := []float64{1, 2, 3, 4}, []float64{4, 3, 2, 1}
	for _, pair := range [][2][]float64{
		{up, {3, 3, 3, 3}}, {down, {3, 3, 3, 3}}, {up, {0, 0, 1, 1}}, {down, {1, 1, 0, 0}}, {up, {0, 1, 0, 1}},
	} {
		x, y := pair[0], pair[1]
		sum := 0
		for i := range x {
			for j := range i {
				sum += cmp.Compare(x[i], x[j]) * cmp.Compare(y[i], y[j])
			}
		}
		fmt.Printf("values %v and %v: Kendall %.3f, tau-a %.3f\n", x, y, stat.Kendall(x, y, nil), float64(sum)/6)
	}
}
GO
go mod init example.com/finding >/dev/null 2>&1
go get gonum.org/v1/gonum@v0.17.0 >/dev/null 2>&1
go run . | tee seen
diff want seen
