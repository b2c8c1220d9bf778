package stats_test

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/spbench/spbench/harness/internal/stats"
)

// A rowsWorld draws the effects of training sets on rows.
type rowsWorld struct {
	name     string
	rows     int
	vary     float64 // standard deviation of log variance over rows
	large    float64 // factor of the first row
	copies   int     // of one stable row, added
	stable   float64 // its standard deviation
	apart    float64 // standard deviation of what copies do not share
	clusters int     // groups of rows that are nearly the same
}

func (w rowsWorld) draw(r *rand.Rand, splits int) [][]float64 {
	var rows [][]float64
	draw := func(sd float64) []float64 {
		x := make([]float64, splits)
		for j := range x {
			x[j] = sd * r.NormFloat64()
		}
		return x
	}
	add := func(x, y []float64) []float64 {
		for j := range x {
			x[j] += y[j]
		}
		return x
	}
	var centres [][]float64
	for range w.clusters {
		centres = append(centres, draw(1))
	}
	common := draw(3)
	for k := range w.rows {
		sd := math.Exp(w.vary / 2 * r.NormFloat64())
		if k == 0 && w.large > 0 {
			sd = w.large
		}
		x := draw(sd)
		if w.clusters > 0 {
			x = add(draw(w.apart), centres[k%w.clusters])
		}
		rows = append(rows, add(x, common))
	}
	if w.copies > 0 {
		base := draw(w.stable)
		for range w.copies {
			rows = append(rows, add(add(draw(w.apart), base), common))
		}
	}
	return rows
}

func TestProtoPrior(t *testing.T) {
	n := *replicates
	for _, w := range []rowsWorld{
		{name: "equal", rows: 10},
		{name: "equal 6", rows: 6},
		{name: "equal 20", rows: 20},
		{name: "log variance .5", rows: 10, vary: 0.5},
		{name: "log variance 1", rows: 10, vary: 1},
		{name: "log variance 2", rows: 10, vary: 2},
		{name: "one of 3", rows: 10, large: 3},
		{name: "one of 8", rows: 10, large: 8},
		{name: "one of 8 of 20", rows: 20, large: 8},
		{name: "ten stable .05 exact", rows: 10, copies: 10, stable: 0.05},
		{name: "ten stable .05 near", rows: 10, copies: 10, stable: 0.05, apart: 0.01},
		{name: "ten stable .2 near", rows: 10, copies: 10, stable: 0.2, apart: 0.05},
		{name: "ten stable .3 apart", rows: 10, copies: 10, apart: 0.3},
		{name: "ten stable .2 apart", rows: 10, copies: 10, apart: 0.2},
		{name: "ten stable .1 apart", rows: 10, copies: 10, apart: 0.1},
		{name: "five stable .3 apart", rows: 10, copies: 5, apart: 0.3},
		{name: "2 clusters", rows: 10, clusters: 2, apart: 0.1},
		{name: "3 clusters", rows: 12, clusters: 3, apart: 0.1},
		{name: "5 clusters", rows: 15, clusters: 5, apart: 0.3},
	} {
		for _, splits := range []int{3, 5, 10} {
			families, single, power, ds := make([][4]bool, n), make([][4]float64, n), make([][4]float64, n), make([]float64, n)
			repeat(n, func(seed uint64) {
				r := rand.New(rand.NewPCG(seed, 11))
				rows := w.draw(r, splits)
				m := stats.Moderate(rows)
				ds[seed] = m.DF
				for shift := range 2 {
					var p, q []float64
					var shifted []bool
					for b := range rows {
						for a := range b {
							d := slices.Clone(rows[a])
							for j := range d {
								d[j] -= rows[b][j]
								if shift == 1 && a == 1 {
									d[j] += map[int]float64{3: 4, 5: 2, 10: 1}[splits] * math.Sqrt2
								}
							}
							p = append(p, stats.CorrectedT(d, 0).P)
							q = append(q, stats.ModeratedT(d, 0, m.Pair(a, b)).P)
							shifted = append(shifted, a == 1)
						}
					}
					for k, v := range [][]float64{p, q} {
						adjusted := stats.Holm(v)
						if shift == 0 {
							families[seed][k] = slices.Min(adjusted) <= 0.05
							for _, x := range v {
								if x <= 0.05 {
									single[seed][k] += 1 / float64(len(v))
								}
							}
						} else {
							total := 0.0
							for i, x := range adjusted {
								if shifted[i] {
									total++
									if x <= 0.05 {
										power[seed][k]++
									}
								}
							}
							power[seed][k] /= total
						}
					}
				}
			})
			var fam, sing, pow [2]float64
			for s := range n {
				for k := range 2 {
					if families[s][k] {
						fam[k] += 1 / float64(n)
					}
					sing[k] += single[s][k] / float64(n)
					pow[k] += power[s][k] / float64(n)
				}
			}
			t.Logf("| %s | %d | %.1f | %.3f %.3f | %.3f %.3f | %.2f %.2f |", w.name, splits, stats.Median(ds), sing[0], sing[1], fam[0], fam[1], pow[0], pow[1])
		}
	}
}
