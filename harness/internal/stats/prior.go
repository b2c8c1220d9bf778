package stats

import (
	"math"
	"slices"
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
	priorRows = 6       // fewest different rows for a prior
	nearCopy  = 1. / 16 // limit of the squared distance of near copies, over the median of all pairs
	// limits of a row's variance over the median
	priorFrom, priorTo = 1. / 16, 4
	// A pair with a variance outside these quantiles of the prior keeps its own variance.
	pairFrom, pairTo = 0.005, 0.95
	// standard errors by which chance makes rows differ more, or move together
	chanceSpread, chanceCosine = 0.7, 2
)

// Moderate estimates the prior from the effects of J training sets on each row of a run, as
// [Layout.Effects] returns them. A row with unknown effects is nil.
//
// The model of the variance s²_r of a row's effects, measured from the median row, is s0²·F(J−1, d0).
// A row with a standard deviation above twice that of the median row has no part in the prior, and
// its pairs have no prior (after Phipson et al. 2016). A row below a quarter takes the prior but does
// not give. F is cut at the same limits. The estimate of d0 gives log F the variance v of the
// log s²_r, less 0.7 standard errors: v·√(2/(R−1)) for R rows. The estimate of s0² is the mean of
// s²_r over the mean of F. A difference of two rows has the variance 2·s0².
//
// Of near copies only the first gives. Their squared distance is below 1/16 of the median of all
// pairs. It is also below the 1/(4R) quantile of χ² with J−1 degrees of freedom over its median.
//
// DF is at most (R−1)(J−1)/2. Rows that move together count for less: see [effectiveRows]. There is
// no prior for fewer than six different rows, or if more than a third do not give. O(rows²·J).
func Moderate(effects [][]float64) Moderation {
	m := Moderation{Shares: make([]bool, len(effects))}
	different := distinctRows(effects, 0)
	if len(different) < priorRows {
		return m
	}
	df := float64(len(different[0]) - 1)
	distinct := distinctRows(different, min(nearCopy,
		quantileChi2(0.25/float64(len(different)), df)/quantileChi2(0.5, df)))
	centre := medianRow(distinct)
	var all, squares, logs []float64
	for _, x := range distinct {
		all = append(all, distance(x, centre))
	}
	median := Median(all)
	var rows [][]float64
	for r, s := range all {
		if s > 0 && s <= priorTo*median && s >= priorFrom*median {
			rows, squares = append(rows, distinct[r]), append(squares, s)
			logs = append(logs, math.Log(s))
		}
	}
	if len(rows) < max(4, (2*len(distinct)+2)/3) {
		return m
	}
	n, few := float64(len(rows)), float64(len(rows[0])-1)
	most := (min(n, effectiveRows(rows, squares)) - 1) * few / 2
	if !(most > 0) {
		return m
	}
	spread := square(std(logs, mean(logs))) * max(0, 1-chanceSpread*math.Sqrt(2/(n-1)))
	d0 := root(0.01, 1000, func(d0 float64) float64 {
		_, variance := cutF(few, d0)
		return variance - spread
	})
	expected, _ := cutF(few, d0)
	m.DF = min(d0, most)
	// The median takes part of the variance away, 1/n at most.
	m.Variance = 2 * mean(squares) / few / expected * n / (n - 1)
	for r, x := range effects {
		m.Shares[r] = x != nil && distance(x, centre) <= priorTo*median
	}
	return m
}

// MostPrior returns the largest DF of a prior from so many rows and splits.
func MostPrior(rows, splits int) float64 {
	if rows < priorRows {
		return 0
	}
	return float64((rows-1)*(splits-1)) / 2
}

// distance returns the sum of squares of x−y about its mean.
func distance(x, y []float64) (sum float64) {
	centre := mean(x) - mean(y)
	for j := range x {
		sum += square(x[j] - y[j] - centre)
	}
	return sum
}

// distinctRows returns the known rows without near copies of earlier ones. Their distance is at most
// the share near of the median distance of two rows.
func distinctRows(rows [][]float64, near float64) (distinct [][]float64) {
	var apart []float64
	for b, x := range rows {
		for _, y := range rows[:b] {
			if x != nil && y != nil {
				apart = append(apart, distance(x, y))
			}
		}
	}
	limit := max(near, 1e-20) * Median(apart)
	for _, x := range rows {
		if x != nil && !slices.ContainsFunc(distinct, func(y []float64) bool {
			return distance(x, y) <= limit
		}) {
			distinct = append(distinct, x)
		}
	}
	return distinct
}

// medianRow returns the median over rows for each training set.
func medianRow(rows [][]float64) (medians []float64) {
	for j := range rows[0] {
		var column []float64
		for _, x := range rows {
			column = append(column, x[j])
		}
		medians = append(medians, Median(column))
	}
	return medians
}

// effectiveRows returns the number of independent rows with the same mean squared cosine between
// rows, measured from the centre; squares are their squared distances from it. Squared cosines of
// independent rows have the mean 1/n for n = J−1. Two standard errors by chance are taken off. With
// 1/ρ as the remaining mean over all pairs, equal ones included, the result is (n−1)/(n/ρ−1), and
// infinity for ρ ≥ n.
func effectiveRows(rows [][]float64, squares []float64) float64 {
	n, count := float64(len(rows[0])-1), float64(len(rows))
	between, pairs := 0.0, count*(count-1)/2
	for b, x := range rows {
		for a, y := range rows[:b] {
			a, b := squares[a], squares[b]
			between += square(a+b-distance(x, y)) / (4 * a * b * pairs)
		}
	}
	between -= chanceCosine * math.Sqrt(2*(n-1)/(n*n*(n+2)*pairs))
	excess := n*(1+(count-1)*between)/count - 1
	if excess <= 0 {
		return math.Inf(1)
	}
	return (n - 1) / excess
}

// cutF returns the mean of F(d1, d2) and the variance of its logarithm, both cut at the limits of a
// row, by the midpoint rule.
func cutF(d1, d2 float64) (mean, variance float64) {
	const points = 64
	width := math.Log(priorTo/priorFrom) / points
	from := math.Log(priorFrom * quantileF(0.5, d1, d2))
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
	below := cumulativeF(variance/p.Variance, df, p.DF)
	if below < pairFrom || below > pairTo {
		return variance, df
	}
	return (p.DF*p.Variance + df*variance) / (p.DF + df), p.DF + df
}
