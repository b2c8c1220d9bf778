package stats

import (
	"math"

	"gonum.org/v1/gonum/stat/distuv"
)

// A mixture is a quantile function: the mean of those of Student's t with few and with many degrees of
// freedom, weighted by the share of the variance that is known with few (Cochran & Cox 1950).
type mixture struct{ few, many, share float64 }

// upper returns the quantile that a share p of the distribution is above.
func (m mixture) upper(p float64) float64 {
	t := func(df float64) float64 { return -distuv.StudentsT{Mu: 0, Sigma: 1, Nu: df}.Quantile(p) }
	return m.share*t(m.few) + (1-m.share)*t(m.many)
}

// mix sets P from a mixture, and DF to the degrees of freedom with which Student's t has the same 95 %
// interval.
func (t *Test) mix(few, many, share float64) {
	m := mixture{few, many, share}
	at := math.Abs(t.Effect / t.Err)
	low, high := max(twoSidedT(at, many), 1e-300), max(twoSidedT(at, few), 1e-300)
	t.P = math.Exp(bisect(math.Log(low), math.Log(high), func(logP float64) bool { return m.upper(math.Exp(logP)/2) > at }))
	goal := m.upper(0.025)
	t.DF = bisect(few, many, func(df float64) bool { return mixture{df, df, 1}.upper(0.025) > goal })
}

// bisect returns where a condition that holds from low on ends to hold, between low and high.
func bisect(low, high float64, holds func(x float64) bool) float64 {
	for range 60 {
		mid := low + (high-low)/2
		if mid == low || mid == high {
			break
		}
		if holds(mid) {
			low = mid
		} else {
			high = mid
		}
	}
	return low + (high-low)/2
}

func finite(v float64) bool { return v-v == 0 }
