package stats

import (
	"math"

	"gonum.org/v1/gonum/mathext"
)

// The distributions are written with gonum's mathext alone: its package distuv would more than
// double what a build compiles of gonum.

// survivalT returns the chance of a value above t ≥ 0 in Student's t distribution.
func survivalT(t, df float64) float64 {
	return 0.5 * mathext.RegIncBeta(0.5*df, 0.5, df/(t*t+df))
}

// quantileT returns the quantile of Student's t distribution with the share p below it.
func quantileT(p, df float64) float64 {
	if p > 0.5 {
		return -quantileT(1-p, df)
	}
	x := mathext.InvRegIncBeta(df/2, 0.5, 2*p)
	return -math.Sqrt(df * (1 - x) / x)
}

// cumulativeF returns the share of the F distribution below x.
func cumulativeF(x, d1, d2 float64) float64 {
	return mathext.RegIncBeta(d1/2, d2/2, d1*x/(d1*x+d2))
}

// quantileF returns the quantile of the F distribution with the share p below it.
func quantileF(p, d1, d2 float64) float64 {
	y := mathext.InvRegIncBeta(0.5*d1, 0.5*d2, p)
	return d2 * y / (d1 * (1 - y))
}

// quantileChi2 returns the quantile of the χ² distribution with the share p below it.
func quantileChi2(p, df float64) float64 { return 2 * mathext.GammaIncRegInv(0.5*df, p) }
