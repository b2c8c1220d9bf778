package decode_test

import (
	"errors"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/spbench/spbench/harness/decode"
	"github.com/spbench/spbench/harness/loss"
	"github.com/spbench/spbench/harness/oracle"
	"github.com/spbench/spbench/harness/perturb"
	"github.com/spbench/spbench/harness/sp"
)

// Every decoder of structures gives a member, with mpm the one of the largest sum of probabilities;
// all others say that they do not do this.
func TestStructures(t *testing.T) {
	diamond := []sp.Edge{{U: 0, V: 1}, {U: 0, V: 2}, {U: 1, V: 2}, {U: 1, V: 3}, {U: 2, V: 3}}
	for _, x := range []sp.Instance{
		{K: 4, Node: sp.Rows{N: 3}, Structure: &sp.Structure{Kind: sp.Assignment, None: -1}},
		{K: 4, Node: sp.Rows{N: 3}, Structure: &sp.Structure{Kind: sp.Arborescence, Single: true}},
		{K: 2, Node: sp.Rows{N: 5}, Structure: &sp.Structure{Kind: sp.Path, Arcs: diamond, Sink: 3}},
		{K: 2, Node: sp.Rows{N: 4}, Structure: &sp.Structure{Kind: sp.Cardinality, Least: 2, Most: 2}},
	} {
		s, err := oracle.New(&x, nil)
		if err != nil {
			t.Fatal(err)
		}
		r := rand.New(rand.NewPCG(51, 3))
		for range 50 {
			p := new(sp.Potentials).Resize(&x, 0, 0)
			for i := range p.Node {
				p.Node[i] = r.NormFloat64()
			}
			for _, k := range decode.Kinds() {
				member(t, k, p, s)
			}
		}
	}
}

func member(t *testing.T, k decode.Kind, p *sp.Potentials, s sp.Solver) {
	t.Helper()
	d, err := decode.New(k.Name, nil)
	if err != nil {
		t.Fatal(err)
	}
	var out sp.Prediction
	x, costs := sp.Instance{K: p.K, Node: sp.Rows{N: p.N()}}, costsOf(p.K)
	err = d.Decode(&out, p, decode.Help{Key: perturb.NewKey(1, "x"), Loss: costs, Instance: &x,
		Solver: func() (sp.Solver, error) { return s, nil }})
	if !k.Structures {
		if !errors.Is(err, errors.ErrUnsupported) {
			t.Fatalf("%s of %s: error %v, want %v", k.Name, p.Structure.Kind, err, errors.ErrUnsupported)
		}
		return
	}
	if err != nil {
		t.Fatalf("%s of %s: %v", k.Name, p.Structure.Kind, err)
	}
	if err := p.Structure.Allows(out.Labels, p.K); err != nil {
		t.Fatalf("%s of %s: %v: %v", k.Name, p.Structure.Kind, out.Labels, err)
	}
	gain := out.Marginal
	switch k.Name {
	case "mpm":
	case "expected-loss":
		gain = make([]float64, len(p.Node))
		for i := range gain {
			for l, q := range out.Marginal[i/p.K*p.K:][:p.K] {
				gain[i] -= q * costs.Matrix[l][i%p.K]
			}
		}
	default:
		return
	}
	expected := func(y []int32) (sum float64) {
		for v, label := range y {
			sum += gain[v*p.K+int(label)]
		}
		return sum
	}
	best, y := math.Inf(-1), make([]int32, p.N())
	for more := true; more; {
		if p.Structure.Allows(y, p.K) == nil {
			best = max(best, expected(y))
		}
		more = false
		for v := range y {
			if y[v]++; int(y[v]) < p.K {
				more = true
				break
			}
			y[v] = 0
		}
	}
	if got := expected(out.Labels); got < best-1e-9 {
		t.Fatalf("%s of %s: %v gains %v, want %v", k.Name, p.Structure.Kind, out.Labels, got, best)
	}
}

// costsOf returns costs of k labels that differ in both directions.
func costsOf(k int) *loss.Cost {
	c := &loss.Cost{Matrix: make([][]float64, k)}
	for l := range k {
		for j := range k {
			c.Matrix[l] = append(c.Matrix[l], float64((l-j)*(l-j)*(1+l%2)))
		}
	}
	return c
}

// The label of least expected cost is another one than the most probable label, and needs a loss
// that is a sum over variables.
func TestExpectedLoss(t *testing.T) {
	mpm, h := read(t, "mpm", ""), help
	h.Loss, h.Instance = &loss.Cost{Matrix: [][]float64{{0, 1, 1}, {9, 0, 9}, {1, 1, 0}}},
		&sp.Instance{K: 3, Node: sp.Rows{N: 2}}
	d, out := must(decode.New("expected-loss", nil))(t), new(sp.Prediction)
	check(t, d.Decode(out, tilted(), h))
	if !slices.Equal(out.Marginal, mpm.Marginal) || slices.Equal(out.Labels, mpm.Labels) ||
		out.Labels[1] != 1 {
		t.Errorf("%+v, want other labels than %+v", out, mpm)
	}
	h.Loss = loss.Hamming{}
	check(t, d.Decode(out, tilted(), h))
	if !slices.Equal(out.Labels, mpm.Labels) {
		t.Errorf("Hamming loss: %v, want %v", out.Labels, mpm.Labels)
	}
	h.Loss = loss.ZeroOne{}
	if err := d.Decode(out, tilted(), h); !errors.Is(err, errors.ErrUnsupported) {
		t.Errorf("zero-one: %v", err)
	}
}

// Decoders of single labels and of oracles serve factors, all others refuse. The factor decides
// against the node scores.
func TestFactors(t *testing.T) {
	x := sp.Instance{K: 2, Node: sp.Rows{N: 3}, Factors: &sp.Factors{Arity: 3,
		Variables: []int32{0, 1, 2}}}
	p := new(sp.Potentials).Resize(&x, 0, 0)
	copy(p.Node, []float64{0, 0.1, 0, 0.1, 0, 0.1})
	p.Factor = []float64{0, 0, 0, 0, 0, 0, 9, 0}
	for _, k := range decode.Kinds() {
		d, err := decode.New(k.Name, nil)
		if err != nil {
			t.Fatal(err)
		}
		var out sp.Prediction
		err = d.Decode(&out, p, decode.Help{Key: perturb.NewKey(1, "x"), Loss: loss.Hamming{},
			Instance: &x, Solver: func() (sp.Solver, error) { return oracle.NewElimination(), nil }})
		serves := k.Structures || k.Factors
		if serves != (err == nil) || !serves && !errors.Is(err, errors.ErrUnsupported) {
			t.Errorf("%s: error %v", k.Name, err)
		}
		if serves && !slices.Equal(out.Labels, []int32{1, 1, 0}) {
			t.Errorf("%s: %v", k.Name, out.Labels)
		}
	}
}
