package decode_test

import (
	"fmt"
	"math"
	"slices"
	"testing"

	"gonum.org/v1/gonum/floats"

	"github.com/spbench/spbench/harness/decode"
	"github.com/spbench/spbench/harness/oracle"
	"github.com/spbench/spbench/harness/perturb"
	"github.com/spbench/spbench/harness/sp"
)

// TestLogZ compares the log Z of all decoders with enumeration, on random grids of 3×3 variables and
// on chains. mpm is exact, trw and perturb (plus four standard errors) are above, meanfield and
// partclamp below. On a chain all but perturb and meanfield are exact. With all states partclamp is
// exact. No other decoder has a log Z.
func TestLogZ(t *testing.T) {
	for i := range uint64(30) {
		r := pcg(i, 35)
		k, coupling := 2+int(i%2), []float64{0.3, 1, 2}[i/2%3]
		p := &sp.Potentials{K: k, Edges: sp.GridEdges(3, 3)}
		if i%5 == 0 {
			p.Edges = sp.ChainEdges(9)
		}
		for range 9 * k {
			p.Node = append(p.Node, r.NormFloat64())
		}
		for range len(p.Edges) * k * k {
			p.Pair.Table = append(p.Pair.Table, coupling*r.NormFloat64())
		}
		want := must(oracle.NewBrute().Marginals(nil, p))(t)
		h := decode.Help{Key: perturb.NewKey(i, "x"), Solver: func() (sp.Solver, error) {
			return oracle.NewElimination(), nil
		}}
		maximum := must(perturb.Estimate(&sp.Prediction{}, oracle.NewElimination(), p, h.Key.Gumbel,
			100))(t)
		chain := i%5 == 0
		for _, test := range []struct {
			name, args string
			low, high  float64 // of the difference from log Z
		}{
			{"mpm", "", 0, 0},
			{"trw", `{"sweeps": 5000, "tolerance": 1e-9, "log-z": true}`, 0, math.Inf(1)},
			{"meanfield", "", math.Inf(-1), 0},
			{"partclamp", `{"states": 3, "forests": 2}`, math.Inf(-1), 0},
			{"partclamp", `{"states": 400, "forests": 1}`, -0.05, 0},
			{"perturb", "", -4 * maximum.Err, math.Inf(1)},
			{"lbp", `{"log-z": true}`, math.Inf(-1), math.Inf(1)},
		} {
			if chain && test.name != "meanfield" && test.name != "perturb" {
				test.low, test.high = 0, 0
			}
			d := must(decode.New(test.name, []byte(test.args)))(t)
			var out sp.Prediction
			check(t, d.Decode(&out, p, h))
			const rounding = 1e-4 // messages stop there
			if v := out.LogZ - want; !out.Summed || v < test.low-rounding || v > test.high+rounding {
				t.Errorf("model %d: %s %s is %v from log Z, want %v to %v", i, test.name, test.args, v,
					test.low, test.high)
			}
			if test.name == "perturb" && out.LogZ != maximum.Mean {
				t.Errorf("model %d: perturb has %v, not A_G", i, out.LogZ)
			}
		}
	}
	for _, name := range []string{"map", "icm", "gibbs", "locpmap", "lbp"} {
		p := pottsGrid(3, 3, 2, 1)
		d := must(decode.New(name, []byte(map[string]string{"lbp": `{"rule": "max"}`}[name])))(t)
		out := sp.Prediction{LogZ: 1, Summed: true}
		check(t, d.Decode(&out, p, decode.Help{Key: help.Key, Solver: func() (sp.Solver, error) {
			return oracle.NewElimination(), nil
		}}))
		if out.Summed {
			t.Errorf("%s has a log Z: %v", name, out.LogZ)
		}
	}
}

// TestPartClampLeavesOutImpossibleStates: on a complete graph, neighbours have different labels among
// the first one or two. The sum over all other states is exact. With two labels there are none.
func TestPartClampLeavesOutImpossibleStates(t *testing.T) {
	const n = 5
	r, d := pcg(6, 6), must(decode.New("partclamp", []byte(`{"states": 27}`)))(t)
	for _, different := range []int{1, 2} {
		k := 4 - different
		p := &sp.Potentials{K: k, Pair: sp.Pair{Table: make([]float64, k*k)}}
		for i := range different {
			p.Pair.Table[i*k+i] = math.Inf(-1)
		}
		for v := range int32(n) {
			for u := range v {
				p.Edges = append(p.Edges, sp.Edge{U: u, V: v})
			}
			for range k {
				p.Node = append(p.Node, r.NormFloat64())
			}
		}
		var out sp.Prediction
		var mu sp.Marginals
		err := d.Decode(&out, p, help)
		want, impossible := oracle.NewBrute().Marginals(&mu, p)
		switch {
		case different == k:
			if err == nil || impossible == nil {
				t.Errorf("no labeling is possible: %v, %v", err, impossible)
			}
		case err != nil || impossible != nil || math.Abs(out.LogZ-want) > 1e-9:
			t.Errorf("log Z is %v, want %v; %v, %v", out.LogZ, want, err, impossible)
		case floats.Distance(out.Marginal, mu.Node, math.Inf(1)) > 1e-9:
			t.Errorf("probabilities %v, want %v", out.Marginal, mu.Node)
		}
	}
}

// TestPartclampTakesTheBest: with more forests the bound never falls, and labels and marginals are
// those of its forest.
func TestPartclampTakesTheBest(t *testing.T) {
	p := frustrated(5, 2, "tables")
	var before *sp.Prediction
	same := 0
	for forests := 1; forests <= 8; forests++ {
		out := decodeWith(t, "partclamp", fmt.Sprintf(`{"states": 3, "forests": %d}`, forests), p)
		if before != nil && out.LogZ <= before.LogZ {
			if same++; out.LogZ < before.LogZ || !slices.Equal(out.Marginal, before.Marginal) ||
				!slices.Equal(out.Labels, before.Labels) {
				t.Errorf("%d forests: log Z %v, %v with one less", forests, out.LogZ, before.LogZ)
			}
		}
		before = out
	}
	if same < 3 || same > 6 {
		t.Errorf("%d of 7 forests are no better", same)
	}
}
