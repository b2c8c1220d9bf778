#!/bin/sh
# gonum v0.17.0, stat/distuv: with many degrees of freedom the quantile of Student's t at a small p is
# far too large. The CDF of the same package refutes it: for ν = 30,000 and p = 3e-7 the quantile is
# -44.7 (right: -4.99), and the CDF of it 0. The inverse of the incomplete beta function, mathext's
# InvRegIncBeta, is the cause. Such p are those of simultaneous intervals over many comparisons.
# Needs Go. Fails if a number changes.
set -eu
room=$(mktemp -d)
trap 'chmod -R u+w "$room"; rm -rf "$room"' EXIT
cd "$room"
cat >want <<'TEXT'
nu 1e+02: quantile -5.3336, CDF of it 3.000e-07
nu 1e+04: quantile -4.9945, CDF of it 3.000e-07
nu 3e+04: quantile -44.7275, CDF of it 0.000e+00
nu 1e+05: quantile -81.6538, CDF of it 0.000e+00
TEXT
cat >main.go <<'GO'
package main

import (
	"fmt"

	"gonum.org/v1/gonum/stat/distuv"
)

func main() {
	for _, nu := range []float64{1e2, 1e4, 3e4, 1e5} {
		t := distuv.StudentsT{Mu: 0, Sigma: 1, Nu: nu}
		q := t.Quantile(3e-7)
		fmt.Printf("nu %.0e: quantile %.4f, CDF of it %.3e\n", nu, q, t.CDF(q))
	}
}
GO
go mod init example.com/finding >/dev/null 2>&1
go get gonum.org/v1/gonum@v0.17.0 >/dev/null 2>&1
go run . | tee seen
diff want seen
