package stats

import (
	"math"
	"slices"

	"gonum.org/v1/gonum/stat/distuv"
)

// A Prior is an estimate, from all rows of a run, of the variance caused by training sets in the
// difference of two rows. It counts like DF degrees of freedom (Smyth 2004). The zero Prior changes
// nothing.
type Prior struct{ DF, Variance float64 }

// A Moderation is the prior of the rows of a run on one dataset.
type Moderation struct {
	Prior
	Shares []bool // rows that take part
}

// Rows returns the number of rows that take part.
func (m Moderation) Rows() (n int) {
	for _, shares := range m.Shares {
		if shares {
			n++
		}
	}
	return n
}

// Pair returns the prior for the difference of two rows: zero unless both take part.
func (m Moderation) Pair(a, b int) Prior {
	if m.Shares[a] && m.Shares[b] {
		return m.Prior
	}
	return Prior{}
}

const (
	priorRows          = 6           // fewest rows for a prior
	priorFrom, priorTo = 1. / 16, 16 // limits of a row's variance over the median
	// A pair with a variance outside these quantiles of the prior keeps its own variance.
	pairFrom, pairTo = 0.005, 0.95
)

// Moderate estimates the prior from the effects of J training sets on each row of a run, as
// [Layout.Effects] returns them. A row with unknown effects is nil.
//
// The model of the variance s²_r of a row's effects, measured from the median row, is s0²·F(J−1, d0).
// A row with a standard deviation above 4 times or below a quarter of the median row's has no part in
// the prior, and its pairs have no prior (after Phipson et al. 2016). F is cut at the same limits.
// The estimate of d0 gives log F the variance of the log s²_r. The estimate of s0² is the mean of
// s²_r over the mean of F. A difference of two rows has the variance 2·s0².
//
// DF is at most (R−1)(J−1)/2 for R rows. Rows that move together count for less: R is at most
// ρ(J−2)/(J−1−ρ). Here 1/ρ is the mean squared cosine between the effects of two rows. Equal rows
// count once. There is no prior for fewer than six rows, or if more than a third have no part.
// O(rows²·J).
func Moderate(effects [][]float64) Moderation {
	m := Moderation{Shares: make([]bool, len(effects))}
	centred := besideMedian(effects)
	distinct := distinctRows(centred)
	median := Median(sumsOfSquares(distinct))
	within := func(x []float64) bool {
		s := sumSquares(x)
		return s > 0 && s <= priorTo*median && s >= priorFrom*median
	}
	var rows [][]float64
	for _, x := range distinct {
		if within(x) {
			rows = append(rows, x)
		}
	}
	if len(rows) < max(priorRows, (2*len(distinct)+2)/3) {
		return m
	}
	n, few := float64(len(rows)), float64(len(rows[0])-1)
	most := (min(n, effectiveRows(rows)) - 1) * few / 2
	if !(most > 0) {
		return m
	}
	squares := sumsOfSquares(rows)
	logs := make([]float64, len(rows))
	for r, s := range squares {
		logs[r] = math.Log(s)
	}
	spread := square(std(logs, mean(logs)))
	d0 := root(0.01, 1000, func(d0 float64) float64 {
		_, variance := cutF(few, d0)
		return variance - spread
	})
	expected, _ := cutF(few, d0)
	m.DF = min(d0, most)
	// The median takes part of the variance away, 1/n at most.
	m.Variance = 2 * mean(squares) / few / expected * n / (n - 1)
	for r, x := range centred {
		m.Shares[r] = within(x)
	}
	return m
}

// besideMedian returns the effects less the median over rows for each training set, with mean 0 in
// each row.
func besideMedian(effects [][]float64) [][]float64 {
	var known, centred [][]float64
	for _, x := range effects {
		x = slices.Clone(x)
		if centred = append(centred, x); x != nil {
			known = append(known, x)
		}
	}
	if known == nil {
		return centred
	}
	column := make([]float64, len(known))
	for j := range known[0] {
		for r, x := range known {
			column[r] = x[j]
		}
		median := Median(column)
		for _, x := range known {
			x[j] -= median
		}
	}
	for _, x := range known {
		m := mean(x)
		for j := range x {
			x[j] -= m
		}
	}
	return centred
}

// distinctRows returns the known rows without repetitions.
func distinctRows(rows [][]float64) (distinct [][]float64) {
	for _, x := range rows {
		repeats := slices.ContainsFunc(distinct, func(y []float64) bool {
			apart := 0.0
			for j := range x {
				apart += square(x[j] - y[j])
			}
			return apart <= 1e-20*sumSquares(y)
		})
		if x != nil && !repeats {
			distinct = append(distinct, x)
		}
	}
	return distinct
}

func sumsOfSquares(rows [][]float64) (sums []float64) {
	for _, x := range rows {
		sums = append(sums, sumSquares(x))
	}
	return sums
}

// effectiveRows returns the number of independent rows with the same mean squared cosine between
// rows; infinity if it is at most the 1/(J−1) of independent rows.
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

// cutF returns the mean of F(d1, d2) and the variance of its logarithm, both cut at the limits of a
// row, by the midpoint rule.
func cutF(d1, d2 float64) (mean, variance float64) {
	const points = 64
	width := math.Log(priorTo/priorFrom) / points
	from := math.Log(priorFrom * distuv.F{D1: d1, D2: d2}.Quantile(0.5))
	sum, first, second := 0.0, 0.0, 0.0
	for k := range points {
		x := from + (float64(k)+0.5)*width
		f := math.Exp(x)
		w := math.Exp(d1/2*x - (d1+d2)/2*math.Log1p(d1/d2*f))
		sum, mean, first, second = sum+w, mean+w*f, first+w*x, second+w*x*x
	}
	return mean / sum, second/sum - square(first/sum)
}

// moderate returns the variance moved towards the prior, and its degrees of freedom.
func (p Prior) moderate(variance, df float64) (float64, float64) {
	if p.DF == 0 {
		return variance, df
	}
	below := distuv.F{D1: df, D2: p.DF}.CDF(variance / p.Variance)
	if below < pairFrom || below > pairTo {
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
