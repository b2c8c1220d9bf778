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

// mix sets P from the mixture of two parts of the variance, the first of which is the share of it that is given, and DF to
// the degrees of freedom with which Student's t has the same 95 % interval. Other intervals are of the mixture itself.
func (t *Test) mix(first, second, share float64) {
	if first > second {
		first, second, share = second, first, 1-share
	}
	m := mixture{few: first, many: second, share: share}
	t.mixture = m
	at := math.Abs(t.Effect / t.Err)
	low, high := max(twoSidedT(at, m.many), 1e-300), max(twoSidedT(at, m.few), 1e-300)
	t.P = math.Exp(root(math.Log(low), math.Log(high), func(logP float64) float64 { return m.upper(math.Exp(logP)/2) - at }))
	goal := m.upper(0.025)
	t.DF = root(m.few, m.many, func(df float64) float64 { return mixture{df, df, 1}.upper(0.025) - goal })
}

// root returns where f, which falls, is 0 between low and high, by false position with halved weights (the Illinois
// method, Dowell & Jarratt 1971). Where f has no change of sign, as rounding may make it, it is the nearer end.
func root(low, high float64, f func(x float64) float64) float64 {
	atLow, atHigh := f(low), f(high)
	if atLow <= 0 {
		return low
	}
	if atHigh >= 0 {
		return high
	}
	side := 0 // of the end that was replaced last
	for range 100 {
		x := (low*atHigh - high*atLow) / (atHigh - atLow)
		switch at := f(x); {
		case math.Abs(at) < 1e-11 || x <= low || x >= high:
			return x
		case at > 0:
			if low, atLow = x, at; side == 1 {
				atHigh /= 2
			}
			side = 1
		default:
			if high, atHigh = x, at; side == -1 {
				atLow /= 2
			}
			side = -1
		}
	}
	return low + (high-low)/2
}

func finite(v float64) bool { return v-v == 0 }
