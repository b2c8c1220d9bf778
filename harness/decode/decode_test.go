package decode_test

import (
	"errors"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/spbench/spbench/harness/decode"
	"github.com/spbench/spbench/harness/oracle"
	"github.com/spbench/spbench/harness/perturb"
	"github.com/spbench/spbench/harness/sp"
)

// tilted is a chain whose MAP differs from its most probable labels: label 0 of variable 0 is
// in the best labeling, but the other labelings have more mass.
func tilted() *sp.Potentials {
	return &sp.Potentials{
		K: 3, Node: []float64{0.1, 0, math.Inf(-1), 0, 0, 0}, Edges: sp.ChainEdges(2),
		Pair: sp.Pair{Table: []float64{1, -9, -9, 0.9, 0.9, 0.9, 0, 0, 0}},
	}
}

// help has the exact solver of a chain.
var help = decode.Help{
	Solver: func() (sp.Solver, error) { return oracle.NewChain(), nil },
	Key:    perturb.NewKey(1, "x"),
}

func read(t *testing.T, decoder, args string) *sp.Prediction {
	t.Helper()
	// sizes of another instance
	out := &sp.Prediction{Labels: make([]int32, 9), Marginal: make([]float64, 1),
		Atoms: make([]sp.Atom, 5)}
	d, err := decode.New(decoder, []byte(args))
	if err == nil {
		err = d.Decode(out, tilted(), help)
	}
	check(t, err)
	return out
}

func TestDecode(t *testing.T) {
	// the start is a local maximum, and here the best labeling
	for _, name := range []string{"map", "icm"} {
		if out := read(t, name, ""); !slices.Equal(out.Labels, []int32{0, 0}) ||
			out.Marginal != nil || out.Atoms != nil {
			t.Errorf("%s: %+v", name, out)
		}
	}
	out := read(t, "mpm", "{}")
	var mu sp.Marginals
	must(oracle.NewBrute().Marginals(&mu, tilted()))(t)
	if out.Labels[0] != 1 || out.Atoms != nil ||
		len(out.Marginal) != len(mu.Node) {
		t.Errorf("mpm: %+v", out)
	}
	for i, q := range mu.Node {
		if math.Abs(out.Marginal[i]-q) > 1e-12 {
			t.Errorf("mpm: marginal %d is %v, want %v", i, out.Marginal[i], q)
		}
	}
	out = read(t, "perturb", `{"draws": 4000}`)
	if out.Labels[0] != 0 || len(out.Atoms) != 4 {
		t.Errorf("perturb: %+v", out)
	}
	if hundred := read(t, "perturb",
		""); math.Abs(hundred.Marginal[0]*100-math.Round(hundred.Marginal[0]*100)) > 1e-9 {
		t.Errorf("perturb: a frequency of %v is not one of 100 draws", hundred.Marginal[0])
	}
}

func TestRejects(t *testing.T) {
	for _, test := range []struct{ decoder, args, want string }{
		{"mode", "", `unknown decoder "mode": `},
		{"map", `{"draws": 1}`, `decoder "map": unknown parameter "draws"`},
		{"perturb", `{"draw": 1}`, `did you mean "draws"?`},
		{"perturb", `{"draws": 0}`, "0 is outside [1,1000000]"},
		{"perturb", `{"draws": 1.5}`, "want an integer"},
		{"perturb", `{"draws": 1} {}`, "something follows"},
		{"mpm", `[]`, "want a JSON object"},
		{"annealing", `{"first": 0.1, "last": 0.2}`, `decoder "annealing": the temperature rises`},
		{"annealing", `{"last": 9}`, "last must not exceed first"},
	} {
		if _, err := decode.New(test.decoder, []byte(test.args)); err == nil ||
			!strings.Contains(err.Error(), test.want) {
			t.Errorf("%s %s: error %v does not say %q", test.decoder, test.args, err, test.want)
		}
	}
}

// TestOraclesAreAskedForLazily: without an oracle, exactly the decoders declared independent of
// it answer. None of them chooses a forbidden label.
func TestOraclesAreAskedForLazily(t *testing.T) {
	none := decode.Help{Solver: func() (sp.Solver, error) { return nil, errors.ErrUnsupported }}
	forbidden := tilted()
	forbidden.Node[0], forbidden.Node[1] = math.Inf(-1), math.Inf(-1)
	for _, k := range decode.Kinds() {
		d, err := decode.New(k.Name, nil)
		if err != nil || k.Doc == "" {
			t.Fatalf("%+v: %v", k, err)
		}
		var out sp.Prediction
		p := tilted()
		if k.Name == "cut" || k.Name == "expansion" || k.Name == "qpbo" { // for some scores only
			p = pottsGrid(2, 2, 2, 1)
		}
		switch err := d.Decode(&out, p, none); {
		case k.Oracle && !errors.Is(err, errors.ErrUnsupported):
			t.Errorf("%s: %v", k.Name, err)
		case !k.Oracle && (err != nil || len(out.Labels) != p.N()):
			t.Errorf("%s needs an oracle: %v", k.Name, err)
		}
		if err := d.Decode(&out, forbidden, help); err == nil {
			t.Errorf("%s of forbidden scores: %v", k.Name, out)
		}
	}
}

// check ends the test on an error.
func check(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// must returns v, or ends the test on an error.
func must[T any](v T, err error) func(testing.TB) T {
	return func(t testing.TB) T {
		t.Helper()
		check(t, err)
		return v
	}
}

// With one variable sparsemap is the sparsemax of the scores over the temperature: the scores 1 and
// 0 give max(0, 1/2 − 1/(2T)) to the second.
func TestSparsemapTemperature(t *testing.T) {
	p := &sp.Potentials{K: 2, Node: []float64{1, 0}}
	for args, want := range map[string]float64{`{"temperature": 2}`: 0.25, `{"temperature": 0.5}`: 0,
		`{"temperature": 10}`: 0.45, ``: 0} {
		if out := decodeWith(t, "sparsemap", args, p); math.Abs(out.Marginal[1]-want) > 1e-12 {
			t.Errorf("%s: %v, want %v", args, out.Marginal, want)
		}
	}
}
