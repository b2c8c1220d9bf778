package oracle_test

import (
	"errors"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/spbench/spbench/harness/oracle"
	"github.com/spbench/spbench/harness/perturb"
	"github.com/spbench/spbench/harness/sp"
)

// tilted is the chain whose MAP is not its most probable label by label: label 0
// of variable 0 is in the best labeling, but the rest have more mass.
func tilted() *sp.Potentials {
	return &sp.Potentials{
		K: 3, Node: []float64{0.1, 0, math.Inf(-1), 0, 0, 0}, Edges: sp.ChainEdges(2),
		Pair: sp.Pair{Table: []float64{1, -9, -9, 0.9, 0.9, 0.9, 0, 0, 0}},
	}
}

func decode(t *testing.T, output, args string) *sp.Prediction {
	t.Helper()
	out := &sp.Prediction{Labels: make([]int32, 9), Marginal: make([]float64, 1), Atoms: make([]sp.Atom, 5)} // of another instance
	if err := oracle.Decode(out, output, []byte(args), oracle.NewChain(), tilted(), perturb.NewKey(1, "x")); err != nil {
		t.Fatal(err)
	}
	return out
}

func TestDecode(t *testing.T) {
	if out := decode(t, "map", ""); !slices.Equal(out.Labels, []int32{0, 0}) || out.Marginal != nil || out.Variance != nil || out.Atoms != nil {
		t.Errorf("map: %+v", out)
	}
	out := decode(t, "mpm", "{}")
	var mu sp.Marginals
	if _, err := oracle.NewBrute().Marginals(&mu, tilted()); err != nil {
		t.Fatal(err)
	}
	if out.Labels[0] != 1 || out.Atoms != nil || out.Variance != nil {
		t.Errorf("mpm: %+v", out)
	}
	sameNumbers(t, "mpm marginals", out.Marginal, mu.Node, 1e-12)
	out = decode(t, "perturb", `{"draws": 4000}`)
	if out.Labels[0] != 0 || len(out.Atoms) != 4 || len(out.Variance) != 6 {
		t.Errorf("perturb: %+v", out)
	}
	if hundred := decode(t, "perturb", ""); math.Abs(hundred.Marginal[0]*100-math.Round(hundred.Marginal[0]*100)) > 1e-9 {
		t.Errorf("perturb: a frequency of %v is not one of 100 draws", hundred.Marginal[0])
	}
}

func TestDecodeRejects(t *testing.T) {
	for _, test := range []struct{ output, args, want string }{
		{"mode", "", `unknown output "mode", known are: map, mpm, perturb`},
		{"map", `{"draws": 1}`, `output "map": args: json: unknown field "draws"`},
		{"perturb", `{"draw": 1}`, `unknown field "draw"`},
		{"perturb", `{"draws": 0}`, "draws is 0"},
		{"perturb", `{"draws": 1.5}`, "args"},
		{"perturb", `{"draws": 1} {}`, "more than one"},
		{"mpm", `[]`, "args"},
	} {
		err := oracle.Decode(new(sp.Prediction), test.output, []byte(test.args), oracle.NewChain(), tilted(), 1)
		if err == nil || !strings.Contains(err.Error(), test.want) {
			t.Errorf("%s %s: error %v does not say %q", test.output, test.args, err, test.want)
		}
	}
	p := tilted()
	p.Node[0], p.Node[1] = math.Inf(-1), math.Inf(-1)
	for _, o := range oracle.Outputs() {
		err := oracle.Decode(new(sp.Prediction), o.Name, nil, oracle.NewChain(), p, 1)
		if !errors.Is(err, oracle.ErrForbidden) || !strings.Contains(err.Error(), o.Name) || o.Doc == "" {
			t.Errorf("%s of forbidden potentials: %v", o.Name, err)
		}
	}
}
