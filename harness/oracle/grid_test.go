package oracle_test

import (
	"math"
	"testing"

	"github.com/spbench/spbench/harness/oracle"
	"github.com/spbench/spbench/harness/perturb"
	"github.com/spbench/spbench/harness/sp"
)

// attractive returns potentials of a grid of two labels with Potts strengths in [0, most]. With
// most = 0 they are separable.
func attractive(seed uint64, rows, columns int, most float64) *sp.Potentials {
	r := pcg(seed, 10)
	n := rows * columns
	p := potentials(r, sp.GridEdges(rows, columns), n, 2, "potts", "normal")
	for e := range p.Pair.Potts {
		p.Pair.Potts[e] = most * r.Float64()
	}
	return p
}

// On grids of ten columns the mean maximum of perturbed cuts is at least log Z, and the difference
// grows with the pair scores. For separable scores it equals log Z, and the frequencies equal the
// marginals.
func TestPerturbedMaximumBoundsLogZ(t *testing.T) {
	const draws = 4000
	s, exact := oracle.NewCut(), oracle.NewElimination()
	before := -1.0
	for _, most := range []float64{0, 0.5, 1, 2} {
		p := attractive(5, 10, 10, most)
		var mu sp.Marginals
		logZ := must(exact.Marginals(&mu, p))(t)
		var out sp.Prediction
		bound := must(perturb.Estimate(&out, s, p, perturb.NewKey(1, "grid"), draws))(t)
		gap := bound.Mean - logZ
		t.Logf("strengths up to %v: log Z %.2f, A_G − log Z %.3f ± %.3f, marginals off by %.3f "+
			"on average",
			most, logZ, gap, bound.Err, meanDistance(out.Marginal, mu.Node))
		switch {
		case gap < -4*bound.Err:
			t.Errorf("strengths up to %v: A_G %v ± %v is below log Z %v", most, bound.Mean,
				bound.Err, logZ)
		case most == 0 && gap > 4*bound.Err:
			t.Errorf("separable: A_G %v ± %v is not log Z %v", bound.Mean, bound.Err, logZ)
		case gap < before-4*bound.Err:
			t.Errorf("strengths up to %v: the gap %v is smaller than with weaker pairs, %v", most,
				gap, before)
		}
		before = gap
		if most > 0 {
			continue
		}
		for i, q := range mu.Node {
			if sd := math.Sqrt(q * (1 - q) / draws); math.Abs(out.Marginal[i]-q) > 5*sd+1e-9 {
				t.Errorf("separable: frequency %d is %v, marginal %v ± %v", i, out.Marginal[i], q,
					sd)
			}
		}
	}
}

// The frequencies of 100 perturbed cuts on grids of ten columns differ from the exact marginals by
// sampling error and by bias. The bias remains with many draws, because noise at single variables
// only bounds noise at labelings.
func TestPerturbedMarginalsOfGrids(t *testing.T) {
	s, exact := oracle.NewCut(), oracle.NewElimination()
	const grids, draws, many = 4, 100, 2500
	for _, test := range []struct{ most, near, bias float64 }{{0, 0.03, 0.007}, {0.5, 0.03, 0.01},
		{1, 0.035, 0.018}, {2, 0.05, 0.045}} {
		var few, limit, sampling, alone float64 // mean distances
		for seed := range uint64(grids) {
			p := attractive(seed, 10, 10, test.most)
			var mu sp.Marginals
			must(exact.Marginals(&mu, p))(t)
			q := frequencies(t, s, p, seed, draws)
			r := frequencies(t, s, p, seed+grids, many)
			few += meanDistance(q, mu.Node) / grids
			limit += meanDistance(r, mu.Node) / grids
			y := make([]int32, p.N())
			must(s.MAP(y, p))(t)
			for i, v := range r {
				sd := math.Sqrt(v*(1-v)/draws) + math.Sqrt(v*(1-v)/many)
				sampling += math.Sqrt(2/math.Pi*v*(1-v)/draws) / float64(len(r)*grids)
				if math.Abs(q[i]-v) > 5*sd+3.0/draws {
					t.Errorf("strengths up to %v: frequency %d of %d draws is %v, of %d %v ± %v",
						test.most, i, draws, q[i], many, v, sd)
				}
				hard := 0.0
				if int(y[i/2]) == i%2 {
					hard = 1
				}
				alone += math.Abs(hard-mu.Node[i]) / float64(len(r)*grids)
			}
		}
		t.Logf("strengths up to %v, mean distance from the exact marginals: %d cuts %.3f "+
			"(sampling alone %.3f), %d cuts %.3f, MAP %.3f",
			test.most, draws, few, sampling, many, limit, alone)
		if few > test.near || limit > test.bias || few > limit+1.1*sampling || few > alone/2 {
			t.Errorf("strengths up to %v: %d cuts are %v off, sampling %v, bias %v, MAP %v",
				test.most, draws, few, sampling, limit, alone)
		}
	}
}

func frequencies(t *testing.T, s sp.Solver, p *sp.Potentials, seed uint64, draws int) []float64 {
	t.Helper()
	var out sp.Prediction
	must(perturb.Estimate(&out, s, p, perturb.NewKey(seed, "grid"), draws))(t)
	return out.Marginal
}

func meanDistance(a, b []float64) (sum float64) {
	for i := range a {
		sum += math.Abs(a[i]-b[i]) / float64(len(a))
	}
	return sum
}
