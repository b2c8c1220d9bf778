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

// quantileT returns the quantile of Student's t distribution with the share p below it. The inverse of
// mathext may be wrong: for 3·10⁴ degrees of freedom and p = 3·10⁻⁷, it is nine times too large. Then
// bisection finds the quantile.
func quantileT(p, df float64) float64 {
	switch {
	case p > 0.5:
		return -quantileT(1-p, df)
	case p == 0:
		return math.Inf(-1)
	}
	x := mathext.InvRegIncBeta(df/2, 0.5, 2*p)
	t := math.Sqrt(df * (1 - x) / x)
	if math.Abs(survivalT(t, df)/p-1) < 1e-9 {
		return -t
	}
	low, high := -700.0, 700.0 // logarithms
	for range 64 {
		middle := low + (high-low)/2
		if survivalT(math.Exp(middle), df) > p {
			low = middle
		} else {
			high = middle
		}
	}
	return -math.Exp(high)
}

// cumulativeF returns the share of the F distribution below x.
func cumulativeF(x, d1, d2 float64) float64 {
	return mathext.RegIncBeta(d1/2, d2/2, d1*x/(d1*x+d2))
}

// quantileF returns the quantile of the F distribution with the share p below it: not of small shares,
// for which mathext may be wrong.
func quantileF(p, d1, d2 float64) float64 {
	y := mathext.InvRegIncBeta(0.5*d1, 0.5*d2, p)
	return d2 * y / (d1 * (1 - y))
}

// quantileChi2 returns the quantile of the χ² distribution with the share p below it.
func quantileChi2(p, df float64) float64 { return 2 * mathext.GammaIncRegInv(0.5*df, p) }
