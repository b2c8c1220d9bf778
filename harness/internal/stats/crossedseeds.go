package stats

import "math"

// SeedComponents are the variances of one fit's number that are of its seeds: of the one that draws
// the validation part, of the one that learners draw from, and what only both together make. NaN
// where a design cannot tell.
type SeedComponents struct{ Tune, Learner, Both float64 }

// CrossedSeeds estimates them from tables, one for each split, of T tune seeds (rows) × L learner
// seeds (columns), all crossed: by the random-effects analysis of variance of two crossed factors,
// whose sums of squares are added over splits (Searle, Casella & McCulloch 1992, chapter 4):
//
//	σ²_both = MS_TL,  σ²_tune = (MS_T − MS_TL)/L,  σ²_learner = (MS_L − MS_TL)/T
//
// with MS_T = Σ_j L Σ_t (ȳ_t − ȳ)² / Σ_j (T−1), MS_L likewise, and MS_TL that of the residuals y_tl
// − ȳ_t − ȳ_l + ȳ, of (T−1)(L−1) degrees of freedom a split. The first two are negative where
// chance made the seeds differ by less than what is of both. Where L = 1 the rows hold what is of
// their own and of both: that is Tune, and the others are NaN; and likewise where T = 1. Seeds that
// draw everything at once are rows with one column. Tables are of one size, but may have any
// numbers of rows where all have one column. O(values).
func CrossedSeeds(tables [][][]float64) SeedComponents {
	c := SeedComponents{math.NaN(), math.NaN(), math.NaN()}
	var rows, columns, both meanSquare
	t, l := 0, 0
	for _, table := range tables {
		t, l = len(table), len(table[0])
		mean, byRow, byColumn := margins(table)
		for i, row := range table {
			rows.sum += float64(l) * square(byRow[i]-mean)
			for k, y := range row {
				both.sum += square(y - byRow[i] - byColumn[k] + mean)
			}
		}
		for _, m := range byColumn {
			columns.sum += float64(t) * square(m-mean)
		}
		rows.df, columns.df, both.df = rows.df+t-1, columns.df+l-1, both.df+(t-1)*(l-1)
	}
	switch {
	case rows.df > 0 && columns.df > 0:
		c.Both = both.mean()
		c.Tune = (rows.mean() - c.Both) / float64(l)
		c.Learner = (columns.mean() - c.Both) / float64(t)
	case rows.df > 0:
		c.Tune = rows.mean()
	case columns.df > 0:
		c.Learner = columns.mean()
	}
	return c
}

// OfSplit returns the variance of a split's mean over t tune seeds and l learner seeds, all
// crossed, that is of seeds; what is not known counts as none.
func (c SeedComponents) OfSplit(t, l int) float64 {
	sum := 0.0
	for _, part := range []struct {
		variance float64
		over     int
	}{{c.Tune, t}, {c.Learner, l}, {c.Both, t * l}} {
		if !math.IsNaN(part.variance) {
			sum += part.variance / float64(part.over)
		}
	}
	return sum
}

// A meanSquare is a sum of squares with its degrees of freedom.
type meanSquare struct {
	sum float64
	df  int
}

func (m meanSquare) mean() float64 { return m.sum / float64(m.df) }

// margins returns the mean of a table, and those of its rows and columns.
func margins(table [][]float64) (mean float64, byRow, byColumn []float64) {
	byColumn = make([]float64, len(table[0]))
	for _, row := range table {
		m := Summarize(row).Mean
		byRow = append(byRow, m)
		mean += m / float64(len(table))
		for k, y := range row {
			byColumn[k] += y / float64(len(table))
		}
	}
	return mean, byRow, byColumn
}

func square(x float64) float64 { return x * x }
