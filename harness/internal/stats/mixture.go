package stats

import "math"

// A mixture is a distribution: Student's t with few degrees of freedom in a share of cases, with
// many in the rest.
type mixture struct{ few, many, share float64 }

// beyond returns the probability of more than |t|, to either side.
func (m mixture) beyond(t float64) float64 {
	return m.share*twoSidedT(t, m.few) + (1-m.share)*twoSidedT(t, m.many)
}

// upper returns the quantile with a share p of the distribution above it.
func (m mixture) upper(p float64) float64 {
	if p >= 0.5 {
		if p == 0.5 {
			return 0
		}
		return -m.upper(1 - p)
	}
	quantile := func(df float64) float64 {
		return math.Log(-quantileT(p, df))
	}
	goal := math.Log(2 * p)
	return math.Exp(root(quantile(m.many), quantile(m.few), func(logT float64) float64 {
		return math.Log(m.beyond(math.Exp(logT))) - goal
	}))
}

// mix sets P from the mixture of two degrees of freedom, with share as the weight of the first. It
// sets DF to that of the Student's t with the same 95 % interval. Other intervals use the mixture
// itself.
func (t *Test) mix(first, second, share float64) {
	if first > second {
		first, second, share = second, first, 1-share
	}
	t.mixture = mixture{few: first, many: second, share: share}
	t.P = t.mixture.beyond(t.Effect / t.Err)
	at := t.mixture.upper(0.025)
	t.DF = root(first, second, func(df float64) float64 { return twoSidedT(at, df) - 0.05 })
}

// root returns the zero of the falling function f between low and high, by false position with
// halved weights (the Illinois method, Dowell & Jarratt 1971). If f has no change of sign, possible
// by rounding, it returns the nearer end.
func root(low, high float64, f func(x float64) float64) float64 {
	atLow, atHigh := f(low), f(high)
	if atLow <= 0 {
		return low
	}
	if atHigh >= 0 {
		return high
	}
	side := 0 // the end replaced last
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
