package stats

import (
	"math"
	"slices"
)

// Components are where the variance of the number of one fit comes from: its training set, its seed, its test
// instances. NaN where a design cannot tell.
type Components struct{ Split, Seed, Instance float64 }

// VarianceComponents estimates them by moments from J splits (Bouthillier et al. 2021 have the model; the
// estimates are those of a random-effects analysis of variance). means are, of each split, those of its seeds;
// tests the values of its test instances, averaged over seeds. With s² a sample variance, S_j seeds and n_j instances:
//
//	σ²_seed = Σ_j (S_j−1)·s²(means_j) / Σ_j (S_j−1)
//	σ²_instance = mean_j s²(tests_j)/n_j
//	σ²_split = (s²_J − σ²_seed·mean_j(1/S_j) − (1−g)·σ²_instance) / (1−f)
//
// where s²_J is of the splits' means, g is the share of its test instances that a split has in common with
// another, and overlap is f, that of its training instances: what splits have in common makes none of them differ. f is taken for the
// correlation of what two training sets do. Split is negative where chance made the splits differ by less than seeds and test instances
// explain. What varies by instance and split, or by
// instance and seed, is in σ²_instance too. Seed is NaN where no split has two seeds, and is then in Split; Split is NaN
// for J < 2 and for f = 1; Instance without tests, and nothing is then taken off Split for it. An overlap that is NaN, not known, counts
// as 0. O(J·Σ n_j).
func VarianceComponents(means [][]float64, tests []Sample, overlap float64) Components {
	c := Components{Split: math.NaN(), Seed: math.NaN(), Instance: math.NaN()}
	squares, df, inverse := 0.0, 0.0, 0.0
	var bySplit []float64
	for _, m := range means {
		s := Summarize(m)
		bySplit = append(bySplit, s.Mean)
		inverse += 1 / float64(len(m)) / float64(len(means))
		if len(m) > 1 {
			squares, df = squares+float64(len(m)-1)*s.Std*s.Std, df+float64(len(m)-1)
		}
	}
	if df > 0 {
		c.Seed = squares / df
	}
	if len(tests) > 0 {
		c.Instance = 0
	}
	for _, s := range tests {
		known := slices.DeleteFunc(slices.Clone(s.Values), math.IsNaN)
		sd := Summarize(known).Std
		c.Instance += sd * sd / float64(len(known)*len(tests))
	}
	if len(means) < 2 {
		return c
	}
	sd := Summarize(bySplit).Std
	c.Split = sd * sd
	if df > 0 {
		c.Split -= c.Seed * inverse
	}
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

// inCommon returns the share of its instances that a sample has in common with another one, averaged over pairs.
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
			sum += float64(both) / float64(max(len(samples[a].Instances), len(samples[b].Instances)))
			pairs++
		}
	}
	return sum / pairs
}
