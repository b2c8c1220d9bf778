package stats

import (
	"math"
	"math/rand/v2"

	"gonum.org/v1/gonum/stat/distuv"
)

// A Belief is the probability that a difference lies below a region of practical equivalence [−rope, rope],
// in it, and above it. They add up to 1.
type Belief struct{ Below, In, Above float64 }

// Posterior returns the belief about the true mean difference of a t test, under the prior that is flat
// in the mean and in the logarithm of the variance: Student's t with DF degrees of freedom about Effect, of
// scale Err. For [CorrectedT] that is the Bayesian correlated t test with ρ = n_test/(n_test+n_train), as
// 1/J + ρ/(1−ρ) = 1/J + n_test/n_train (Corani & Benavoli 2015); for [Crossed] the same with its
// variance and degrees of freedom. NaN where Err is.
func (t *Test) Posterior(rope float64) Belief {
	switch {
	case math.IsNaN(t.Err) || t.DF < 1:
		return Belief{math.NaN(), math.NaN(), math.NaN()}
	case t.Err == 0:
		return certain(t.Effect, rope)
	}
	d := distuv.StudentsT{Mu: t.Effect, Sigma: t.Err, Nu: t.DF}
	b := Belief{Below: d.CDF(-rope), Above: d.Survival(rope)}
	b.In = max(0, 1-b.Below-b.Above)
	return b
}

func certain(x, rope float64) (b Belief) {
	switch {
	case x < -rope:
		b.Below = 1
	case x > rope:
		b.Above = 1
	default:
		b.In = 1
	}
	return b
}

const (
	// priorStrength is the weight of the prior's one observation, a difference of 0, where each dataset has 1.
	priorStrength = 0.5
	// posteriorDraws is the number of draws of weights.
	posteriorDraws = 20000
)

// Density returns the density at x of the belief that [Test.Posterior] integrates; NaN where Err is, or is 0, as there is then none.
func (t *Test) Density(x float64) float64 {
	if !(t.Err > 0) || t.DF < 1 {
		return math.NaN()
	}
	return distuv.StudentsT{Mu: t.Effect, Sigma: t.Err, Nu: t.DF}.Prob(x)
}

// SignedRankPosterior is the Bayesian signed-rank test of differences, one for each dataset (Benavoli et al.
// 2014; Benavoli, Corani, Demšar & Zaffalon 2017, §4.2): each probability is the share of the [SignedRankDraws] in which
// that θ is the largest. NaN without differences, or with a NaN.
func SignedRankPosterior(diff []float64, rope float64) Belief {
	return Largest(SignedRankDraws(diff, rope))
}

// Largest returns the shares of draws in which each of the three is the largest, In where two are; NaN without draws.
func Largest(draws []Belief) Belief {
	var most Belief
	for _, d := range draws {
		switch {
		case d.Below > d.In && d.Below > d.Above:
			most.Below++
		case d.Above > d.In && d.Above > d.Below:
			most.Above++
		default:
			most.In++
		}
	}
	n := float64(len(draws))
	return Belief{most.Below / n, most.In / n, most.Above / n}
}

// SignedRankDraws draws from the posterior of the Bayesian signed-rank test: each draw is θ, of two such datasets the probabilities that the mean of
// their differences is below the region, in it, and above it. Weights w ~ Dirichlet(s, 1, …, 1) of the prior's difference
// d_0 = 0, s = 0.5, and of those observed give
//
//	θ_below = Σ_ij w_i w_j [d_i + d_j < −2·rope]
//
// and so θ_in and θ_above (Benavoli et al. 2017, §4.2). 20,000 draws from a fixed seed; none without differences, or with a NaN.
// O(draws·n²).
func SignedRankDraws(diff []float64, rope float64) []Belief {
	d := append([]float64{0}, diff...)
	where := make([][]int, len(d)) // of d_i + d_j, j ≤ i
	for i := range d {
		if math.IsNaN(d[i]) || len(diff) == 0 {
			return nil
		}
		for j := range i + 1 {
			at := 1
			switch sum := d[i] + d[j]; {
			case sum < -2*rope:
				at = 0
			case sum > 2*rope:
				at = 2
			}
			where[i] = append(where[i], at)
		}
	}
	random := rand.New(rand.NewPCG(0x8c6f3d2a51b7e904, 0x9e3779b97f4a7c15))
	prior := distuv.Gamma{Alpha: priorStrength, Beta: 1, Src: random}
	w := make([]float64, len(d))
	draws := make([]Belief, posteriorDraws)
	for k := range draws {
		w[0] = prior.Rand()
		total := w[0]
		for i := range diff {
			w[i+1] = random.ExpFloat64()
			total += w[i+1]
		}
		var theta [3]float64
		for i, row := range where {
			for j, at := range row[:i] {
				theta[at] += 2 * w[i] * w[j]
			}
			theta[row[i]] += w[i] * w[i]
		}
		total *= total
		draws[k] = Belief{theta[0] / total, theta[1] / total, theta[2] / total}
	}
	return draws
}
