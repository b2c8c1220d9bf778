package stats

import (
	"math"
	"slices"

	"gonum.org/v1/gonum/stat/distuv"
)

// A Prior is an estimate, from all rows, of the variance that training sets cause in the difference
// of two rows. It counts as much as DF degrees of freedom (Smyth 2004). The zero Prior is none.
type Prior struct{ DF, Variance float64 }

// A Moderation holds the prior of a table column and the rows that share it.
type Moderation struct {
	Prior
	Shares []bool // by row
}

// Pair returns the prior of the difference of two rows. It is none unless both rows share it.
func (m Moderation) Pair(a, b int) Prior {
	if a >= len(m.Shares) || b >= len(m.Shares) || !m.Shares[a] || !m.Shares[b] {
		return Prior{}
	}
	return m.Prior
}

const (
	priorRows           = 6           // fewest rows that give a prior
	priorWide           = 4           // a row whose spread is this many times the median, or 1/4 of it, has no part
	priorLow, priorHigh = 0.005, 0.95 // a pair whose variance is beyond these quantiles has no part
)

// Moderate estimates the prior from the effects of the same training sets on each row, as
// [Layout.Effects] returns them, rows × J. A nil row is unknown and has no part.
//
// The variances s²_r of the rows, beside the median row, are taken as s0²·F(J−1, d0). d0 is the value
// for which log F has the variance of log s²_r. Both are cut at 16 times their median and at 1/16 of
// it (so that outliers have no weight, after Phipson et al. 2016). Rows that move together tell less,
// so d0 is at most (R−1)(J−1)/2 for R rows and for the effective number of rows
// R = ρ(J−2)/(J−1−ρ), where 1/ρ is the mean squared cosine of the effects of two rows. The variance
// of a difference is 2·s0². Equal rows count once. O(rows²·J).
func Moderate(effects [][]float64) Moderation {
	m := Moderation{Shares: make([]bool, len(effects))}
	var distinct [][]float64
	var squares []float64
	centred := besideMedian(effects)
	for _, x := range centred {
		if x != nil && !slices.ContainsFunc(distinct, func(y []float64) bool { return distance(x, y) <= 1e-12*(sumSquares(x)+sumSquares(y)) }) {
			distinct, squares = append(distinct, x), append(squares, sumSquares(x))
		}
	}
	median := Median(squares)
	takes := func(x []float64) bool {
		s := sumSquares(x)
		return x != nil && s <= priorWide*priorWide*median && s*priorWide*priorWide >= median
	}
	rows := slices.DeleteFunc(distinct, func(x []float64) bool { return !takes(x) })
	squares = squares[:0]
	var logs []float64
	for _, x := range rows {
		squares, logs = append(squares, sumSquares(x)), append(logs, math.Log(sumSquares(x)))
	}
	n := float64(len(rows))
	if len(rows) < max(priorRows, 2*len(distinct)/3) || median == 0 {
		return m
	}
	few := float64(len(rows[0]) - 1)
	most := (min(n, effectiveRows(rows)) - 1) * few / 2
	if !(most > 0) {
		return m
	}
	for r, x := range centred {
		m.Shares[r] = takes(x)
	}
	spread := square(std(logs, mean(logs)))
	m.DF = root(0.01, 1000, func(d0 float64) float64 { _, v := cutF(few, d0); return v - spread })
	own, _ := cutF(few, m.DF)
	m.DF = min(m.DF, most)
	// The median of n rows takes away about 1/n of the variance.
	m.Variance = 2 * mean(squares) / few / own * n / (n - 1)
	return m
}

// besideMedian returns the effects less the median of all rows for each training set.
func besideMedian(effects [][]float64) [][]float64 {
	out := make([][]float64, len(effects))
	var column []float64
	for r, x := range effects {
		if x != nil {
			out[r] = make([]float64, len(x))
		}
	}
	for j := 0; ; j++ {
		column = column[:0]
		for _, x := range effects {
			if j < len(x) {
				column = append(column, x[j])
			}
		}
		if len(column) == 0 {
			break
		}
		middle := Median(column)
		for r, x := range effects {
			if j < len(x) {
				out[r][j] = x[j] - middle
			}
		}
	}
	for _, x := range out {
		if x != nil {
			m := mean(x)
			for j := range x {
				x[j] -= m
			}
		}
	}
	return out
}

// effectiveRows returns the number of independent rows that would have effects of such angles.
func effectiveRows(rows [][]float64) float64 {
	n, all := float64(len(rows[0])-1), 0.0
	for _, x := range rows {
		for _, y := range rows {
			product := 0.0
			for j := range x {
				product += x[j] * y[j]
			}
			all += product * product / (sumSquares(x) * sumSquares(y))
		}
	}
	rho := float64(len(rows)) * float64(len(rows)) / all
	if rho >= n {
		return math.Inf(1)
	}
	return rho * (n - 1) / (n - rho)
}

// cutF returns the mean of F(d1, d2) and the variance of its logarithm, cut where [Moderate] cuts.
func cutF(d1, d2 float64) (mean, variance float64) {
	const points = 64
	width := 4 * math.Log(priorWide) / points
	from := math.Log(distuv.F{D1: d1, D2: d2}.Quantile(0.5)) - points*width/2
	sum, first, second := 0.0, 0.0, 0.0
	for k := range points {
		x := from + (float64(k)+0.5)*width
		f := math.Exp(x)
		w := math.Exp(d1/2*x - (d1+d2)/2*math.Log1p(d1/d2*f))
		sum, mean, first, second = sum+w, mean+w*f, first+w*x, second+w*x*x
	}
	return mean / sum, second/sum - square(first/sum)
}

// moderate returns the variance drawn towards the prior, and its degrees of freedom. A variance that
// the prior does not explain stays as it is.
func (p Prior) moderate(variance, df float64) (float64, float64) {
	if p.DF == 0 {
		return variance, df
	}
	below := distuv.F{D1: df, D2: p.DF}.CDF(variance / p.Variance)
	if below < priorLow || below > priorHigh {
		return variance, df
	}
	return (p.DF*p.Variance + df*variance) / (p.DF + df), p.DF + df
}

func sumSquares(v []float64) (sum float64) {
	for _, x := range v {
		sum += x * x
	}
	return sum
}

func distance(x, y []float64) (sum float64) {
	for j := range x {
		sum += square(x[j] - y[j])
	}
	return sum
}
