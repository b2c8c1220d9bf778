package stats

import (
	"math"
	"slices"
)

// Components splits the variance of the result of one fit by its sources: its training set, its
// seeds, its test instances. A component is NaN if the design cannot estimate it.
type Components struct {
	Split float64
	SeedComponents
	Instance float64
}

// VarianceComponents estimates the components by moments from J splits. (Bouthillier et al. 2021
// have the model; the estimates are those of a random-effects analysis of variance.) values has,
// for each split, the values of its seeds in the form of [CrossedSeeds]. tests has the values of
// its test instances, averaged over seeds. With s² a sample variance and n_j instances:
//
//	σ²_instance = mean_j s²(tests_j)/n_j
//	σ²_split = (s²_J − σ²_seeds − (1−g)·σ²_instance) / (1−f)
//
// s²_J is the variance of the splits' means, and σ²_seeds the part of seeds in such a mean
// ([SeedComponents.OfSplit]). g is the average share of test instances two splits have in common,
// and overlap is f, the same share of training instances: common instances cause no differences
// between splits. f is used as the correlation of the effects of two training sets.
//
// Split is negative if the splits happen to differ by less than seeds and test instances explain.
// Interactions of instance and split, or of instance and seed, are part of σ²_instance. If no split
// has two seeds, their part is in Split. Split is NaN for J < 2 and for f = 1. Without tests
// Instance is NaN and counts as 0 in Split. A NaN overlap, unknown, counts as 0. O(J·Σ n_j).
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

// inCommon returns the share of instances two samples have in common, averaged over pairs.
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

// OfMean returns the contribution of each source to the variance of the mean of such values, with J
// splits of T tune × L learner seeds. The standard error of the mean is the root of the sum.
//
//	split     σ²_split·(1+(J−1)f)/J
//	tune      σ²_tune/(JT)
//	learner   σ²_learner/(JL)
//	both      σ²_both/(JTL)
//	instance  σ²_instance·(1+(J−1)g)/J
//
// Effects common to all splits do not average out. Effects of one seed on different splits count as
// independent, even for equal seed numbers; a part common to splits would contribute σ²/L. Splits
// with different numbers of seeds count by their mean of 1/T and so on.
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
