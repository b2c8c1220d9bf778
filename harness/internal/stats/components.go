package stats

import (
	"math"
	"slices"
)

// Components are where the variance of the number of one fit comes from: its training set, its
// seeds, its test instances. NaN where a design cannot tell.
type Components struct {
	Split float64
	SeedComponents
	Instance float64
}

// VarianceComponents estimates them by moments from J splits (Bouthillier et al. 2021 have the
// model; the estimates are those of a random-effects analysis of variance). values are, of each
// split, those of its seeds as [CrossedSeeds] takes them; tests the values of its test instances,
// averaged over seeds. With s² a sample variance and n_j instances:
//
//	σ²_instance = mean_j s²(tests_j)/n_j
//	σ²_split = (s²_J − σ²_seeds − (1−g)·σ²_instance) / (1−f)
//
// where s²_J is of the splits' means, σ²_seeds the part of seeds in such a mean
// ([SeedComponents.OfSplit]), g is the share of its test instances that a split has in common with
// another, and overlap is f, that of its training instances: what splits have in common makes none
// of them differ. f is taken for the correlation of what two training sets do. Split is negative
// where chance made the splits differ by less than seeds and test instances explain. What varies by
// instance and split, or by instance and seed, is in σ²_instance too. Where no split has two seeds,
// their part is in Split; Split is NaN for J < 2 and for f = 1; Instance without tests, and nothing
// is then taken off Split for it. An overlap that is NaN, not known, counts as 0. O(J·Σ n_j).
func VarianceComponents(values [][][]float64, tests []Sample, overlap float64) Components {
	c := Components{math.NaN(), CrossedSeeds(values), math.NaN()}
	var bySplit []float64
	ofSeeds := 0.0
	for _, v := range values {
		bySplit = append(bySplit, Summarize(slices.Concat(v...)).Mean)
		ofSeeds += c.OfSplit(len(v), len(v[0])) / float64(len(values))
	}
	if len(tests) > 0 {
		c.Instance = 0
	}
	for _, s := range tests {
		known := slices.DeleteFunc(slices.Clone(s.Values), math.IsNaN)
		sd := Summarize(known).Std
		c.Instance += sd * sd / float64(len(known)*len(tests))
	}
	if len(values) < 2 {
		return c
	}
	sd := Summarize(bySplit).Std
	c.Split = sd*sd - ofSeeds
	if len(tests) > 0 && !math.IsNaN(c.Instance) {
		c.Split -= (1 - inCommon(tests)) * c.Instance
	}
	switch {
	case overlap >= 1:
		c.Split = math.NaN()
	case overlap > 0:
		c.Split /= 1 - overlap
	}
	return c
}

// inCommon returns the share of its instances that a sample has in common with another one,
// averaged over pairs.
func inCommon(samples []Sample) float64 {
	sum, pairs := 0.0, 0.0
	for a := range samples {
		in := map[int]bool{}
		for _, i := range samples[a].Instances {
			in[i] = true
		}
		for b := range a {
			both := 0
			for _, i := range samples[b].Instances {
				if in[i] {
					both++
				}
			}
			sum += float64(both) / float64(max(len(samples[a].Instances),
				len(samples[b].Instances)))
			pairs++
		}
	}
	return sum / pairs
}

// OfMean returns what each source adds to the variance of the mean of such values (its standard
// error is the root of the sum), J splits of T tune × L learner seeds:
//
//	σ²_split·(1+(J−1)f)/J,  σ²_tune/(JT),  σ²_learner/(JL),  σ²_both/(JTL),  σ²_instance·(1+(J−1)g)/J
//
// as what splits have in common does not average out. What one seed does on different splits is
// taken for unrelated, also where these have the same seed numbers; a part of it that is common to
// splits would be σ²/L. Splits with other numbers of seeds count by their mean of 1/T and so on.
func (c Components) OfMean(values [][][]float64, tests []Sample, overlap float64) Components {
	j := float64(len(values))
	shared := func(common float64) float64 {
		if j < 2 || math.IsNaN(common) {
			return 1 / j
		}
		return (1 + (j-1)*common) / j
	}
	tune, learner, both := 0.0, 0.0, 0.0
	for _, v := range values {
		t, l := float64(len(v)), float64(len(v[0]))
		tune, learner, both = tune+1/(t*j*j), learner+1/(l*j*j), both+1/(t*l*j*j)
	}
	return Components{
		c.Split * shared(overlap),
		SeedComponents{c.Tune * tune, c.Learner * learner, c.Both * both},
		c.Instance * shared(inCommon(tests)),
	}
}
