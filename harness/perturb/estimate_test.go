package perturb_test

import (
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/spbench/spbench/harness/oracle"
	"github.com/spbench/spbench/harness/perturb"
	"github.com/spbench/spbench/harness/sp"
)

func random(seed uint64, n, k int, edges []sp.Edge) *sp.Potentials {
	r := rand.New(rand.NewPCG(seed, 4))
	p := &sp.Potentials{K: k, Node: make([]float64, n*k), Edges: edges}
	if len(edges) > 0 {
		p.Pair.Table = make([]float64, k*k)
	}
	for _, v := range [][]float64{p.Node, p.Pair.Table} {
		for i := range v {
			v[i] = 1.5 * r.NormFloat64()
		}
	}
	return p
}

// TestSeparableIsExact: for separable scores perturb-and-MAP is exact. Frequencies converge to
// the softmax, and the mean perturbed maximum to log Z.
func TestSeparableIsExact(t *testing.T) {
	p := random(1, 3, 4, nil)
	p.Node[5] = math.Inf(-1)
	var exact sp.Marginals
	s := oracle.NewTree()
	logZ, err := s.Marginals(&exact, p)
	if err != nil {
		t.Fatal(err)
	}
	const draws = 40000
	var out sp.Prediction
	bound, err := perturb.Estimate(&out, s, p, perturb.NewKey(1, "x").Gumbel, draws)
	if err != nil {
		t.Fatal(err)
	}
	if math.Abs(bound.Mean-logZ) > 4*bound.Err || bound.Err > 0.02 {
		t.Errorf("mean perturbed maximum %v ± %v, log Z %v", bound.Mean, bound.Err, logZ)
	}
	for i, q := range exact.Node {
		if sd := math.Sqrt(q * (1 - q) / draws); math.Abs(out.Marginal[i]-q) > 4*sd {
			t.Errorf("frequency %d is %v, softmax %v ± %v", i, out.Marginal[i], q, sd)
		}
	}
}

func TestAtomsAreTheMaximisers(t *testing.T) {
	p := random(3, 4, 3, sp.ChainEdges(4))
	p.Node[4] = math.Inf(-1)
	before := slices.Clone(p.Node)
	var out sp.Prediction
	key := perturb.NewKey(7, "x")
	if _, err := perturb.Estimate(&out, oracle.NewChain(), p, key.Gumbel, 200); err != nil {
		t.Fatal(err)
	}
	if !slices.Equal(p.Node, before) {
		t.Error("the potentials were changed")
	}
	total, marginal := 0.0, make([]float64, len(p.Node))
	seen := map[string]bool{}
	for i, a := range out.Atoms {
		total += a.Weight
		if seen[fmt.Sprint(a.Labels)] {
			t.Errorf("atom %d, %v, occurs twice", i, a.Labels)
		}
		seen[fmt.Sprint(a.Labels)] = true
		for d, k := range a.Labels {
			marginal[d*p.K+int(k)] += a.Weight
		}
	}
	if math.Abs(total-1) > 1e-12 || len(out.Atoms) < 2 {
		t.Errorf("weights of %d atoms sum to %v", len(out.Atoms), total)
	}
	for i := range marginal {
		if math.Abs(marginal[i]-out.Marginal[i]) > 1e-12 {
			t.Errorf("marginal %d is %v, by atoms %v", i, out.Marginal[i], marginal[i])
		}
	}
	if out.Marginal[4] != 0 {
		t.Error("a forbidden label was chosen")
	}
	var again sp.Prediction
	perturb.Estimate(&again, oracle.NewTree(), p, key.Gumbel, 200)
	if fmt.Sprint(again) != fmt.Sprint(out) {
		t.Error("the same key gives another prediction")
	}
}

// A script is a solver that returns given labelings one after the other.
type script struct {
	labelings [][]int32
	calls     int
}

var errScript = errors.New("end of script")

func (s *script) MAP(y []int32, p *sp.Potentials) (float64, error) {
	if s.calls == len(s.labelings) {
		return 0, errScript
	}
	copy(y, s.labelings[s.calls])
	s.calls++
	return p.Score(y), nil
}

func (s *script) Marginals(*sp.Marginals, *sp.Potentials) (float64, error) {
	return 0, errors.ErrUnsupported
}

func TestMode(t *testing.T) {
	p := &sp.Potentials{K: 3, Node: []float64{0, 1, 1}}
	tests := []struct {
		what string
		draw []int32
		want int32
	}{
		{"most often", []int32{1, 0, 0}, 0},
		{"equally often, higher score", []int32{0, 1, 0, 1}, 1},
		{"equally often, equal score", []int32{2, 1, 1, 2, 0}, 2},
		{"late winner", []int32{1, 2, 0, 0}, 0},
	}
	for _, test := range tests {
		s := new(script)
		for _, k := range test.draw {
			s.labelings = append(s.labelings, []int32{k})
		}
		var out sp.Prediction
		if _, err := perturb.Estimate(&out, s, p, perturb.Key(1).Gumbel, len(test.draw)); err != nil {
			t.Fatal(err)
		}
		if out.Labels[0] != test.want {
			t.Errorf("%s: mode %d, want %d", test.what, out.Labels[0], test.want)
		}
	}
}

func TestEstimateEdges(t *testing.T) {
	p := &sp.Potentials{K: 2, Node: []float64{0, 1}}
	var out sp.Prediction
	bound, err := perturb.Estimate(&out, oracle.NewTree(), p, perturb.Key(1).Gumbel, 1)
	if err != nil || !math.IsInf(bound.Err, 1) {
		t.Errorf("one draw: %v, bound %v", err, bound)
	}
	if _, err := perturb.Estimate(&out, oracle.NewTree(), p, perturb.Key(1).Gumbel, 0); err == nil {
		t.Error("0 draws are accepted")
	}
	gumbel := perturb.Key(1).Gumbel
	if _, err := perturb.Estimate(&out, new(script), p, gumbel, 3); !errors.Is(err, errScript) {
		t.Errorf("the solver's error is lost in %v", err)
	}
	empty := &sp.Potentials{K: 2}
	if _, err := perturb.Estimate(&out, oracle.NewTree(), empty, gumbel, 5); err != nil ||
		len(out.Labels) != 0 || len(out.Atoms) != 1 {
		t.Errorf("no variables: %v, %+v", err, out)
	}
}

// TestMaximumErr: Mean and Err are the mean of the perturbed maxima and its standard error s/√n.
func TestMaximumErr(t *testing.T) {
	p := &sp.Potentials{K: 2, Node: []float64{0.3, -0.2}}
	key := perturb.NewKey(1, "x")
	for _, draws := range []int{1, 2, 3} {
		var maxima []float64
		mean, square := 0.0, 0.0
		for i := range draws {
			noise := make([]float64, 2)
			key.Gumbel(noise, uint64(i))
			maxima = append(maxima, max(0.3+noise[0], -0.2+noise[1]))
			mean += maxima[i] / float64(draws)
		}
		for _, v := range maxima {
			square += (v - mean) * (v - mean)
		}
		got, err := perturb.Estimate(&sp.Prediction{}, oracle.NewTree(), p, key.Gumbel, draws)
		want := math.Inf(1)
		if draws > 1 {
			want = math.Sqrt(square / float64(draws-1) / float64(draws))
		}
		if err != nil || math.Abs(got.Mean-mean) > 1e-12 || !(got.Err == want || math.Abs(got.Err-want) < 1e-12) {
			t.Errorf("%d draws: %+v, want %v ± %v; %v", draws, got, mean, want, err)
		}
	}
}
