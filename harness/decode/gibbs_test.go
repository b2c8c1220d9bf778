package decode_test

import (
	"math"
	"slices"
	"testing"

	"github.com/spbench/spbench/harness/decode"
	"github.com/spbench/spbench/harness/local"
	"github.com/spbench/spbench/harness/oracle"
	"github.com/spbench/spbench/harness/perturb"
	"github.com/spbench/spbench/harness/sp"
)

// TestGibbsIsNearEnumeration: marginals are near enumeration, for Potts strengths and full
// tables, some with rewards for disagreement, and with a forbidden label. Labels are the most
// probable ones.
func TestGibbsIsNearEnumeration(t *testing.T) {
	r := pcg(3, 3)
	for i := range 8 {
		p := pottsGrid(3, 3, 2+i%2, 1)
		if i >= 4 {
			p.Pair.Potts = nil
			for range len(p.Edges) * p.K * p.K {
				p.Pair.Table = append(p.Pair.Table, 0.7*r.NormFloat64())
			}
		}
		p.Node[1] = math.Inf(-1)
		mu := sp.Marginals{NodeOnly: true}
		must(oracle.NewBrute().Marginals(&mu, p))(t)
		out := decodeWith(t, "gibbs", `{"sweeps": 40000, "thinning": 2}`, p)
		for j, q := range out.Marginal {
			if math.Abs(q-mu.Node[j]) > 0.02 || mu.Node[j] == 0 && q != 0 {
				t.Errorf("problem %d: marginal %d is %.4f, want %.4f", i, j, q, mu.Node[j])
			}
		}
	}
}

// TestGibbsAveragesConditionals: a mean of conditional probabilities is nearer to the marginals
// than the frequencies of labels in the same samples, for weak and for strong pair scores. For
// strong ones it is less accurate than frequencies of independent samples.
func TestGibbsAveragesConditionals(t *testing.T) {
	const samples, seeds = 100, 50
	for _, strength := range []float64{0.3, 1, 2, 4} {
		p := pottsGrid(4, 4, 2, strength)
		mu := sp.Marginals{NodeOnly: true}
		must(oracle.NewElimination().Marginals(&mu, p))(t)
		d := must(decode.New("gibbs", []byte(`{"burn-in": 20, "sweeps": 100, "thinning": 1}`)))(t)
		var out sp.Prediction
		var s local.State
		s.Reset(p)
		means, frequencies, independent := 0.0, 0.0, 0.0 // mean square errors, summed over entries
		for seed := range uint64(seeds) {
			key := perturb.NewKey(seed, "x")
			check(t, d.Decode(&out, p, decode.Help{Key: key}))
			f := make([]float64, len(mu.Node))
			s.Best()
			for i := range uint64(20 + samples) {
				if s.Gibbs(key, i); i >= 20 {
					for v, k := range s.Y {
						f[v*2+int(k)] += 1.0 / samples
					}
				}
			}
			for j, q := range mu.Node {
				means += (out.Marginal[j] - q) * (out.Marginal[j] - q) / seeds
				frequencies += (f[j] - q) * (f[j] - q) / seeds
				independent += q * (1 - q) / samples / seeds // their variance
			}
		}
		t.Logf("strength %v: %.2g, frequencies of the chain %.2g, of independent samples %.2g",
			strength, means, frequencies, independent)
		if means > frequencies || (strength >= 2) != (means > independent) {
			t.Errorf("strength %v: mean square error %.2g, of frequencies of the chain %.2g, "+
				"of independent samples %.2g", strength, means, frequencies, independent)
		}
	}
}

// TestGibbsCounts: burn-in, sweeps and thinning count as documented. Of 3 sweeps with a sample
// at every second one, one sample is left, the same as without the third sweep. Samples depend
// on the key.
func TestGibbsCounts(t *testing.T) {
	p := pottsGrid(4, 4, 3, 1)
	at := func(args string) []float64 { return decodeWith(t, "gibbs", args, p).Marginal }
	one := at(`{"burn-in": 4, "sweeps": 2, "thinning": 2}`)
	for _, args := range []string{`{"burn-in": 4, "sweeps": 3, "thinning": 2}`,
		`{"burn-in": 5, "sweeps": 1, "thinning": 1}`, `{"burn-in": 0, "sweeps": 6, "thinning": 6}`,
		`{"burn-in": 4, "sweeps": 2, "thinning": 9}`} {
		if !slices.Equal(at(args), one) {
			t.Errorf("%s is not the sample after 6 sweeps", args)
		}
	}
	if slices.Equal(at(`{"burn-in": 4, "sweeps": 4, "thinning": 2}`), one) {
		t.Error("a second sample makes no difference")
	}
	d, _ := decode.New("gibbs", nil)
	var out sp.Prediction
	if err := d.Decode(&out, p, decode.Help{Key: perturb.NewKey(2, "x")}); err != nil ||
		slices.Equal(out.Marginal, at("")) {
		t.Errorf("another key gives the same marginals (%v)", err)
	}
}
