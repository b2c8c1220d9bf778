package oracle_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/spbench/spbench/harness/oracle"
	"github.com/spbench/spbench/harness/perturb"
	"github.com/spbench/spbench/harness/sp"
)

// attractive returns potentials of a grid of two labels whose Potts strengths
// lie in [0, most]: with 0, separable ones.
func attractive(seed uint64, rows, columns int, most float64) *sp.Potentials {
	r := rand.New(rand.NewPCG(seed, 10))
	n := rows * columns
	p := potentials(r, gridEdges(rows, columns), n, 2, "potts", "normal")
	for e := range p.Pair.Potts {
		p.Pair.Potts[e] = most * r.Float64()
	}
	return p
}

// On grids of ten columns the mean perturbed maximum is not below log Z, and
// the more above it the stronger the pairs; for separable scores it is log Z,
// and the frequencies are the marginals.
func TestPerturbedMaximumBoundsLogZ(t *testing.T) {
	const draws = 400
	s := oracle.NewElimination()
	before := -1.0
	for _, most := range []float64{0, 0.5, 1, 2} {
		p := attractive(5, 10, 10, most)
		var mu sp.Marginals
		logZ, err := s.Marginals(&mu, p)
		if err != nil {
			t.Fatal(err)
		}
		var out sp.Prediction
		bound, err := perturb.Estimate(&out, s, p, perturb.NewKey(1, "grid"), draws)
		if err != nil {
			t.Fatal(err)
		}
		gap := bound.Mean - logZ
		t.Logf("strengths up to %v: log Z %.2f, A_G − log Z %.3f ± %.3f, marginals off by %.3f on average",
			most, logZ, gap, bound.Err, meanDistance(out.Marginal, mu.Node))
		switch {
		case gap < -4*bound.Err:
			t.Errorf("strengths up to %v: A_G %v ± %v is below log Z %v", most, bound.Mean, bound.Err, logZ)
		case most == 0 && gap > 4*bound.Err:
			t.Errorf("separable: A_G %v ± %v is not log Z %v", bound.Mean, bound.Err, logZ)
		case gap < before-4*bound.Err:
			t.Errorf("strengths up to %v: the gap %v is smaller than with weaker pairs, %v", most, gap, before)
		}
		before = gap
		if most > 0 {
			continue
		}
		for i, q := range mu.Node {
			if sd := math.Sqrt(q * (1 - q) / draws); math.Abs(out.Marginal[i]-q) > 5*sd+1e-9 {
				t.Errorf("separable: frequency %d is %v, marginal %v ± %v", i, out.Marginal[i], q, sd)
			}
		}
	}
}

// The marginals of 100 perturbed maximisers on grids of ten columns: near the
// exact ones, and nearer than the maximiser of the scores themselves.
func TestPerturbedMarginalsOfGrids(t *testing.T) {
	s := oracle.NewElimination()
	var perturbed, alone float64
	const grids = 5
	for seed := range uint64(grids) {
		p := attractive(seed, 10, 10, 1)
		var mu sp.Marginals
		if _, err := s.Marginals(&mu, p); err != nil {
			t.Fatal(err)
		}
		var out sp.Prediction
		if _, err := perturb.Estimate(&out, s, p, perturb.NewKey(seed, "grid"), 100); err != nil {
			t.Fatal(err)
		}
		perturbed += meanDistance(out.Marginal, mu.Node) / grids
		y := make([]int32, p.N())
		if _, err := s.MAP(y, p); err != nil {
			t.Fatal(err)
		}
		hard := make([]float64, len(mu.Node))
		for d, k := range y {
			hard[2*d+int(k)] = 1
		}
		alone += meanDistance(hard, mu.Node) / grids
	}
	t.Logf("mean distance from the exact marginals: 100 perturbed maximisers %.3f, MAP %.3f", perturbed, alone)
	if perturbed > 0.08 || perturbed > alone/2 {
		t.Errorf("100 perturbed maximisers are %v off on average, MAP %v", perturbed, alone)
	}
}

func meanDistance(a, b []float64) (sum float64) {
	for i := range a {
		sum += math.Abs(a[i]-b[i]) / float64(len(a))
	}
	return sum
}
