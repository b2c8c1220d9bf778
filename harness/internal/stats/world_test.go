package stats_test

import (
	"fmt"
	"math"
	"math/rand/v2"

	"github.com/spbench/spbench/harness/internal/stats"
)

// A world draws a table of equally good rows: for each row its values in all splits of a layout.
type world interface {
	draw(r *rand.Rand, l layout, rows int) [][]stats.Sample
	fmt.Stringer
}

// A partsWorld draws d_ij = a_j + b_i + e_ij with mean 0. a_j is the mean effect of the training
// instances of split j: overlapping training sets have correlated a_j. The parts of odd rows are
// negated, so that differences are as skewed as can be.
type partsWorld struct {
	training float64 // share of training sets in the variance of one split
	both     float64 // share of e_ij in the variance of one value
	roles    float64 // correlation of an instance's effects in the two roles
	kind     string  // distribution of all parts

	vary     float64 // standard deviation over rows of the log variance of training sets
	large    float64 // factor of the effects of training sets on the first row; 0 for none
	noisy    float64 // the same of test instances
	copies   int     // of a row with a twentieth of the effects of training sets, added to the rows
	clusters int     // groups of rows with nearly the same effects; 0 for none
}

func (w partsWorld) String() string {
	return fmt.Sprintf("%s %v/%v/%v, vary %v, large %v, noisy %v, copies %d, clusters %d", w.kind,
		w.training, w.both, w.roles, w.vary, w.large, w.noisy, w.copies, w.clusters)
}

// usual has a large part of the variance from training sets.
var usual = partsWorld{training: 0.5, both: 0.3, kind: "normal"}

// partsWorlds cover the unknown shares of real learners, and distributions.
var partsWorlds = []world{
	partsWorld{training: 0.1, kind: "normal"}, usual,
	partsWorld{training: 0.5, both: 0.3, roles: 0.5, kind: "normal"},
	partsWorld{training: 0.5, both: 0.3, kind: "skew"}, partsWorld{training: 0.5, both: 0.3, kind: "ties"},
	partsWorld{training: 0.5, both: 0.3, roles: 0.3, kind: "rare"},
	partsWorld{training: 0.5, both: 0.3, roles: 0.3, kind: "heavy"},
}

// tableWorlds have rows with unequal variances, or with nearly the same effects.
var tableWorlds = []world{
	with(func(w *partsWorld) { w.vary = 1 }), with(func(w *partsWorld) { w.large = 8 }),
	with(func(w *partsWorld) { w.noisy = 3 }), with(func(w *partsWorld) { w.copies = 10 }),
	with(func(w *partsWorld) { w.clusters = 2 }), with(func(w *partsWorld) { w.clusters = 5 }),
}

func with(change func(w *partsWorld)) world {
	w := usual
	change(&w)
	return w
}

var skewMean, skewSpread = math.Exp(0.72), math.Sqrt((math.Exp(1.44) - 1) * math.Exp(1.44))

// noise draws a number of mean 0 and variance 1.
func noise(r *rand.Rand, kind string) float64 {
	switch kind {
	case "skew": // log-normal
		return (math.Exp(1.2*r.NormFloat64()) - skewMean) / skewSpread
	case "ties": // nine of ten are 0
		switch u := r.Float64(); {
		case u < 0.05:
			return -1 / math.Sqrt(0.1)
		case u < 0.1:
			return 1 / math.Sqrt(0.1)
		}
		return 0
	case "rare": // 2 % large losses against a small gain
		if r.Float64() < 0.02 {
			return 0.98 / math.Sqrt(0.02*0.98)
		}
		return -0.02 / math.Sqrt(0.02*0.98)
	case "heavy": // Student's t with three degrees of freedom
		x, y, z := r.NormFloat64(), r.NormFloat64(), r.NormFloat64()
		return r.NormFloat64() / math.Sqrt(x*x+y*y+z*z)
	}
	return r.NormFloat64()
}

// row draws the values of one row, with effects of training sets larger by a factor.
func (w partsWorld) row(r *rand.Rand, l layout, factor float64) []stats.Sample {
	b, h := make([]float64, l.pool), make([]float64, l.pool)
	for i := range b {
		b[i] = noise(r, w.kind)
		h[i] = w.roles*b[i] + math.Sqrt(1-w.roles*w.roles)*noise(r, w.kind)
	}
	e := math.Sqrt(w.both / (1 - w.both))
	splits := make([]stats.Sample, l.splits)
	for j := range splits {
		train, test := l.draw(r, j)
		a := 0.0
		for _, i := range train {
			a += h[i]
		}
		a *= factor * math.Sqrt(w.training/(1-w.training)/float64(len(test))/float64(len(train)))
		values := make([]float64, len(test))
		for k, i := range test {
			values[k] = a + b[i]
			if e > 0 {
				values[k] += e * noise(r, w.kind)
			}
		}
		splits[j] = stats.Sample{Instances: test, Values: values, Train: train}
	}
	return splits
}

func (w partsWorld) draw(r *rand.Rand, l layout, rows int) (all [][]stats.Sample) {
	l = l.fixed(r)
	common := w.row(r, l, 1)
	var centres [][]stats.Sample
	for range w.clusters {
		centres = append(centres, w.row(r, l, 1))
	}
	for k := range rows {
		factor, sign := math.Exp(w.vary/2*r.NormFloat64()), 1.
		if k == 0 && w.large > 0 {
			factor = w.large
		}
		if k%2 == 1 {
			sign = -1
		}
		row := w.row(r, l, factor)
		if k == 0 && w.noisy > 0 {
			row = noisier(row, w.noisy)
		}
		if w.clusters > 0 {
			row = plus(centres[k%w.clusters], row, 0.1)
		}
		all = append(all, plus(common, row, sign))
	}
	if w.copies > 0 {
		base := plus(common, w.row(r, l, 0.05), 1)
		for range w.copies {
			row := plus(base, base, 0)
			for _, s := range row {
				for i := range s.Values {
					s.Values[i] += 0.01 * r.NormFloat64()
				}
			}
			all = append(all, row)
		}
	}
	return all
}

// noisier returns a row with larger deviations of test instances from the means of splits.
func noisier(row []stats.Sample, factor float64) []stats.Sample {
	return each(row, func(j, i int) float64 {
		m := stats.Summarize(row[j].Values).Mean
		return m + factor*(row[j].Values[i]-m)
	})
}

// plus returns a row with a multiple of a second one added.
func plus(a, b []stats.Sample, factor float64) []stats.Sample {
	return each(a, func(j, i int) float64 { return a[j].Values[i] + factor*b[j].Values[i] })
}

// minus returns the differences of two rows.
func minus(a, b []stats.Sample) []stats.Sample { return plus(a, b, -1) }

// shifted returns a row with a larger loss everywhere.
func shifted(row []stats.Sample, by float64) []stats.Sample {
	return each(row, func(j, i int) float64 { return row[j].Values[i] + by })
}

// each returns samples with other values, for instance i of split j.
func each(row []stats.Sample, value func(j, i int) float64) []stats.Sample {
	out := make([]stats.Sample, len(row))
	for j, s := range row {
		out[j] = s
		out[j].Values = make([]float64, len(s.Values))
		for i := range s.Values {
			out[j].Values[i] = value(j, i)
		}
	}
	return out
}

func means(splits []stats.Sample) (m []float64) {
	for _, s := range splits {
		m = append(m, stats.Summarize(s.Values).Mean)
	}
	return m
}
