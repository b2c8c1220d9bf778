package stats

import "math"

// SeedComponents are the variances caused by seeds in the result of one fit: by the seed of the
// validation part (Tune), by the seed of the learner, and by their interaction (Both). A component
// is NaN if the design cannot estimate it.
type SeedComponents struct{ Tune, Learner, Both float64 }

// CrossedSeeds estimates the components from tables, one for each split, of T tune seeds (rows) × L
// learner seeds (columns), all crossed. It uses the random-effects analysis of variance of two
// crossed factors, with sums of squares added over splits (Searle, Casella & McCulloch 1992,
// chapter 4):
//
//	σ²_both = MS_TL,  σ²_tune = (MS_T − MS_TL)/L,  σ²_learner = (MS_L − MS_TL)/T
//
// with MS_T = Σ_j L Σ_t (ȳ_t − ȳ)² / Σ_j (T−1), MS_L likewise, and MS_TL the mean square of the
// residuals y_tl − ȳ_t − ȳ_l + ȳ, with (T−1)(L−1) degrees of freedom per split. The first two are
// negative if the seeds happen to differ by less than the interaction.
//
// If L = 1, rows contain their own effect and the interaction: the sum is in Tune, and the others
// are NaN. T = 1 is analogous. A single seed for everything is a row with one column. Tables are of
// one size, but if all have one column, their numbers of rows may differ. O(values).
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
