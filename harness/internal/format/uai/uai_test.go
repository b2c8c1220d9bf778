package uai_test

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	gocmp "github.com/google/go-cmp/cmp"
	"github.com/spbench/spbench/harness/feature"
	"github.com/spbench/spbench/harness/internal/format/uai"
	"github.com/spbench/spbench/harness/internal/testkit"
	"github.com/spbench/spbench/harness/oracle"
	"github.com/spbench/spbench/harness/sp"
)

// A drawn is a random model.
type drawn struct {
	labels []int
	scopes [][]int
	tables [][]float64
}

// draw returns a model of up to six variables with one to six labels, factors of none to four
// variables in any order, some of them on one scope, zeros, and exponents of up to ±300. The
// labeling of zeros is possible.
func draw(r *rand.Rand) (m drawn) {
	for range 1 + r.IntN(6) {
		m.labels = append(m.labels, 1+r.IntN(6))
	}
	for range r.IntN(10) {
		scope, size := r.Perm(len(m.labels)), 1
		scope = scope[:min(r.IntN(5), len(scope))]
		for _, d := range scope {
			size *= m.labels[d]
		}
		table := make([]float64, size)
		for i := range table {
			switch kind := r.IntN(8); {
			case kind == 0 && i > 0:
			case kind == 1:
				table[i] = math.Pow(10, 600*r.Float64()-300)
			case kind == 2:
				table[i] = 1
			default:
				table[i] = r.ExpFloat64()
			}
		}
		m.scopes, m.tables = append(m.scopes, scope), append(m.tables, table)
	}
	return m
}

// text writes a model in the format's order.
func (m *drawn) text() string {
	list := func(v any) string { return strings.Trim(fmt.Sprint(v), "[]") }
	out := fmt.Sprintf("MARKOV\n%d\n%s\n%d\n", len(m.labels), list(m.labels), len(m.scopes))
	for _, scope := range m.scopes {
		out += fmt.Sprintf("%d\t%s\n", len(scope), list(scope))
	}
	for _, table := range m.tables {
		out += fmt.Sprintf("\n%d\n%s\n", len(table), list(table))
	}
	return out
}

// enumerate returns log Z, and the largest logarithm of a product.
func (m *drawn) enumerate() (logZ, best float64) {
	best = math.Inf(-1)
	var all []float64
	for i := 0; ; i++ {
		y, rest := make([]int, len(m.labels)), i
		for d, k := range m.labels {
			y[d], rest = rest%k, rest/k
		}
		if rest > 0 {
			break
		}
		score := 0.0
		for f, scope := range m.scopes {
			at := 0
			for _, d := range scope {
				at = at*m.labels[d] + y[d]
			}
			score += math.Log(m.tables[f][at])
		}
		best, all = max(best, score), append(all, score)
	}
	for _, v := range all {
		logZ += math.Exp(v - best)
	}
	return best + math.Log(logZ), best
}

func written(t *testing.T, text string) string {
	path := filepath.Join(t.TempDir(), "model.uai")
	testkit.Need(t, os.WriteFile(path, []byte(text), 0o666))
	return path
}

// instance reads a model as an instance.
func instance(t *testing.T, path string, evidence bool) (*sp.Instance, *sp.Potentials) {
	m := testkit.Must(uai.Read(path, evidence))(t)
	n := len(m.Labels)
	x := &sp.Instance{ID: "x", Weight: 1, K: slices.Max(m.Labels),
		Gold: slices.Repeat([]int32{-1}, n)}
	testkit.Need(t, m.Fill(x, x.K))
	testkit.Need(t, x.Check())
	return x, feature.Scores(x)
}

// rewritten writes the model of x and reads it.
func rewritten(
	t *testing.T, x *sp.Instance, p *sp.Potentials,
) (*sp.Instance, *sp.Potentials) {
	var out bytes.Buffer
	if err := uai.Write(&out, x, p); errors.Is(err, errors.ErrUnsupported) { // sums beyond float64
		return x, p
	} else {
		testkit.Need(t, err)
	}
	path := written(t, out.String())
	return instance(t, path, false)
}

// Models that are read, written and read are equal. They have the sum and the maximum of
// enumeration.
func TestRandomModels(t *testing.T) {
	sizes := map[int]int{}
	for seed := range uint64(450) {
		m := draw(rand.New(rand.NewPCG(seed, 0)))
		x, p := instance(t, written(t, m.text()), false)
		sizes[x.Factors.N()*cmp.Or(x.Factors, &sp.Factors{}).Arity]++
		again, q := rewritten(t, x, p)
		if d := gocmp.Diff([]any{x.Edges, x.Allowed}, []any{again.Edges, again.Allowed}); d != "" {
			t.Fatalf("seed %d: %s", seed, d)
		}
		second := slices.Concat(q.Node, q.Pair.Table, q.Factor)
		for i, v := range slices.Concat(p.Node, p.Pair.Table, p.Factor) {
			if math.Abs(v-second[i]) > 4e-16*max(1, math.Abs(v)) {
				t.Fatalf("seed %d: score %d is %v, then %v", seed, i, v, second[i])
			}
		}
		logZ, best := m.enumerate()
		p.Restrict(x)
		solver := oracle.NewElimination()
		y := make([]int32, x.N())
		near(t, seed, "maximum", testkit.Must(solver.MAP(y, p))(t), best)
		near(t, seed, "log Z", testkit.Must(solver.Marginals(nil, p))(t), logZ)
	}
	if len(sizes) < 5 {
		t.Errorf("factors by total size: %v", sizes)
	}
}

// The cost of a labeling is minus its score. It is below the bound if it is possible, else above.
// Costs have the decimals of the bound.
func TestCFN(t *testing.T) {
	for seed := range uint64(20) {
		drawn := draw(rand.New(rand.NewPCG(seed, 0)))
		x, p := instance(t, written(t, drawn.text()), false)
		p.Restrict(x)
		var out bytes.Buffer
		if err := uai.WriteCFN(&out, x, p); err != nil {
			t.Fatal(err)
		}
		var model struct {
			Problem   struct{ Mustbe string }
			Variables map[string]int
			Functions map[string]struct {
				Scope []string
				Costs []json.Number
			}
		}
		if err := json.Unmarshal(out.Bytes(), &model); err != nil {
			t.Fatal(err)
		}
		bound := testkit.Must(strconv.ParseFloat(model.Problem.Mustbe[1:], 64))(t)
		_, decimals, _ := strings.Cut(model.Problem.Mustbe, ".")
		y, labels := make([]int32, x.N()), make([]int, x.N())
		for d := range labels {
			labels[d] = model.Variables[fmt.Sprintf("v%d", d)]
		}
		for more := true; more; more = next(y, labels) {
			cost := 0.0
			for _, f := range model.Functions {
				at := 0
				for _, name := range f.Scope {
					d := testkit.Must(strconv.Atoi(name[1:]))(t)
					at = at*labels[d] + int(y[d])
				}
				if _, places, _ := strings.Cut(f.Costs[at].String(), "."); len(places) != len(decimals) {
					t.Fatalf("seed %d: the cost %v has not the decimals of %s", seed, f.Costs[at],
						model.Problem.Mustbe)
				}
				cost += testkit.Must(f.Costs[at].Float64())(t)
			}
			score := p.Score(y)
			const close = 1e-10
			if score < -1e8 && cost < bound-close || score >= -1e8 && !(math.Abs(cost+score) <= close &&
				cost < bound) {
				t.Fatalf("seed %d: %v has the score %v, and the cost %v below the bound %v", seed, y, score,
					cost, bound)
			}
		}
	}
}

// next counts y up, the last label fastest, and reports whether it did not begin again.
func next(y []int32, labels []int) bool {
	for d := len(y) - 1; d >= 0; d-- {
		if y[d]++; int(y[d]) < labels[d] {
			return true
		}
		y[d] = 0
	}
	return false
}

func near(t *testing.T, seed uint64, what string, got, want float64) {
	if !(math.Abs(got-want) <= 1e-9*max(1, math.Abs(want))) {
		t.Errorf("seed %d: %s is %v, by enumeration %v", seed, what, got, want)
	}
}

// Two tables of a pair in different orders of the scope multiply: the product by hand.
func TestTwoTablesOfAPair(t *testing.T) {
	const first, second = "6 1 2 3 4 5 6", "6 7 8 9 10 11 12"
	for order, want := range map[string][]float64{ // labels 0 0, 0 1, 0 2, 1 0, 1 1, 1 2
		"2 0 1 2 1 0 " + first + " " + second: {1 * 7, 2 * 9, 3 * 11, 4 * 8, 5 * 10, 6 * 12},
		"2 1 0 2 0 1 " + second + " " + first: {1 * 7, 2 * 9, 3 * 11, 4 * 8, 5 * 10, 6 * 12},
		"2 0 1 2 0 1 " + first + " " + second: {1 * 7, 2 * 8, 3 * 9, 4 * 10, 5 * 11, 6 * 12},
		"2 1 0 2 1 0 " + first + " " + second: {1 * 7, 3 * 9, 5 * 11, 2 * 8, 4 * 10, 6 * 12},
	} {
		x, p := instance(t, written(t, "MARKOV 2 2 3 2 "+order), false)
		p.Restrict(x)
		for i, product := range want {
			score := p.Score([]int32{int32(i / 3), int32(i % 3)})
			near(t, 0, fmt.Sprintf("%s: product %d", order, i), math.Exp(score), product)
		}
	}
}

// Zeros in tables add nothing to the sum.
func TestSumWithZeros(t *testing.T) {
	for table, want := range map[string]float64{"1 1 1 0": 3, "1 2 3 0": 6, "0 0 0 5": 5} {
		x, p := instance(t, written(t, "MARKOV 2 2 2 1 2 0 1 4 "+table), false)
		p.Restrict(x)
		logZ := testkit.Must(oracle.NewElimination().Marginals(nil, p))(t)
		near(t, 0, table, math.Exp(logZ), want)
	}
}

const pair = "MARKOV 2 2 3 2 1 0 2 1 0 2 0.5 2 6 1 2 3 4 5 0"

// Evidence has two forms. Sums over clamped models are those by hand.
func TestEvidence(t *testing.T) {
	for evidence, want := range map[string]float64{
		"0": 16.5, "1 0": 16.5, "1 0 1": 12, "1\n1 0 1\n": 12, "2 0 0 1 2": 2.5, "1 2 0 0 1 2": 2.5,
	} {
		path := written(t, pair)
		testkit.Need(t, os.WriteFile(path+".evid", []byte(evidence), 0o666))
		x, p := instance(t, path, true)
		p.Restrict(x)
		near(t, 0, evidence, math.Exp(testkit.Must(oracle.NewBrute().Marginals(nil, p))(t)), want)
	}
}

// Files with a mistake are refused with the line and the reason.
func TestRefused(t *testing.T) {
	for _, c := range []struct{ text, evidence, want string }{
		{"GRAPH", "", `uai:1: a model begins with MARKOV or BAYES, got "GRAPH"`},
		{"", "", `got ""`},
		{"MARKOV\n0", "", `uai:2: number of variables: want a whole number in 1.`},
		{"MARKOV\n2\n2 x", "", `uai:3: labels of a variable: want a whole number in 1..100000, got "x"`},
		{"MARKOV\n2\n2 0", "", `uai:3: labels`},
		{"MARKOV\n2\n2 2\n1\n2 0 2", "", `uai:5: variable of a factor: want a whole number in 0..1, got`},
		{"MARKOV\n2\n2 2\n1\n2 0 0", "", `uai:5: variable 0 is twice in a factor`},
		{"MARKOV\n5\n2 2 2 2 2\n1\n5 0 1 2 3 4", "", `uai:5: variables of a factor (at most four ` +
			`are read): want a whole number in 0..4, got "5"`},
		{"MARKOV\n2\n2 3\n1\n2 0 1\n\n4\n1 1 1 1", "",
			`uai:7: size of a table (at most 2^24): want a whole number in 6..6, got "4"`},
		{"MARKOV\n4\n99999 99999 99999 99999\n1\n4 0 1 2 3\n\n4\n1 1 1 1", "", `uai:7: size of a`},
		{"MARKOV\n1\n2\n1\n1 0\n2\n1 -1", "",
			`uai:7: want 0 or a number from 2.3e-308 to 1.8e308, got "-1"`},
		{"MARKOV\n1\n2\n1\n1 0\n2\n1 nan", "", `got "nan"`},
		{"MARKOV\n1\n2\n1\n1 0\n2\n1 inf", "", `got "inf"`},
		{"MARKOV\n1\n2\n1\n1 0\n2\n1 1e309", "", `got "1e309"`},
		{"MARKOV\n1\n2\n1\n1 0\n2\n1 1e-310", "", `got "1e-310"`},
		{"MARKOV\n1\n2\n1\n1 0\n2\n0 0e5", "", `uai:7: all numbers of a table are 0`},
		{"MARKOV\n1\n2\n1\n1 0\n2\n1", "", `got ""`},
		{"MARKOV\n1\n2\n1\n1 0\n2\n1 1\n1", "", `uai:8: "1" behind the last number`},
		{pair, "1 2 0", `evid:1: variable 2, label 0: the model lacks it`},
		{pair, "1 0 2", `evid:1: variable 0, label 2: the model lacks it`},
		{pair, "1 0 x", `evid:1: variable 0, label -1: the model lacks it`},
		{pair, "2 0 1 0 0", `evid:1: variable 0, label 0: the model lacks it, or the ` +
			`variable is there twice`},
		{pair, "2\n1 0 1\n1 0 0", `evid:3: want one set of evidence`},
		{pair, "2 1 0 1 1 1 1 1", `evid:1: want one set of evidence`},
		{pair, "1 0 1 1 1", `evid:1: want one set of evidence`},
		{pair, "", `evid: no such file`},
	} {
		path := written(t, c.text)
		if c.evidence != "" {
			testkit.Need(t, os.WriteFile(path+".evid", []byte(c.evidence), 0o666))
		}
		_, err := uai.Read(path, c.text == pair)
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%q, evidence %q: error %v, want %q", c.text, c.evidence, err, c.want)
		}
	}
}

// A table has the entries of its variables, not those of the widest one.
func TestSizes(t *testing.T) {
	x, _ := instance(t, written(t, "MARKOV 3 200 2 3 1 2 1 2 6 1 2 3 4 5 6"), false)
	if n := len(x.Edge.Index); n > 6*feature.Parts {
		t.Errorf("%d entries of a table of 6", n)
	}
	path := written(t, "MARKOV 4 9999 2 2 2 1 3 1 2 3 8 1 2 3 4 5 6 7 8")
	err := testkit.Must(uai.Read(path, false))(t).Fill(new(sp.Instance), 9999)
	if err == nil || !strings.Contains(err.Error(), "9999 labels are too many") {
		t.Errorf("9999³ columns: %v", err)
	}
}

// Scores without a float64 as exponential are refused.
func TestNotWritten(t *testing.T) {
	x := &sp.Instance{ID: "a", K: 2, Node: sp.Rows{N: 1}}
	for _, score := range []float64{710, -709, math.NaN()} {
		p := &sp.Potentials{K: 2, Node: []float64{0, score}}
		if err := uai.Write(io.Discard, x, p); !errors.Is(err, errors.ErrUnsupported) {
			t.Errorf("score %v: %v", score, err)
		}
	}
	for _, score := range []float64{1e9, math.NaN()} {
		p := &sp.Potentials{K: 2, Node: []float64{0, score}}
		if err := uai.WriteCFN(io.Discard, x, p); !errors.Is(err, errors.ErrUnsupported) {
			t.Errorf("score %v: %v", score, err)
		}
	}
	x.Structure = &sp.Structure{}
	if err := uai.Write(io.Discard, x, &sp.Potentials{}); !errors.Is(err, errors.ErrUnsupported) {
		t.Errorf("structure: %v", err)
	}
}

func TestSolutions(t *testing.T) {
	x := []sp.Instance{{K: 3, Node: sp.Rows{N: 2}, Allowed: [][]int32{nil, {0, 1}}}}
	p := []sp.Prediction{{Labels: []int32{2, 1}, Marginal: []float64{0.1, 0.2, 0.7, 0.5, 0.5, 0},
		LogZ: math.Ln10, Summed: true}}
	for kind, want := range map[string]string{
		"MAP": "MAP\n2 2 1\n", "PR": "PR\n1\n",
		"MAR": "MAR\n2 3 0.1 0.2 0.7 2 0.5 0.5\n",
	} {
		var out bytes.Buffer
		testkit.Need(t, uai.WriteSolution(&out, kind, x, p))
		if out.String() != want {
			t.Errorf("%s: %q, want %q", kind, &out, want)
		}
	}
	x[0].Node = sp.Rows{N: 2, D: 3, Dense: []float32{0, 0, -1e9, 0, 0, 0}}
	p[0].LogZ = -1e9
	for _, kind := range uai.Solutions {
		err := uai.WriteSolution(io.Discard, kind, x, p)
		if err == nil || !strings.Contains(err.Error(), "no labeling that is possible") {
			t.Errorf("%s of an impossible model: error %v", kind, err)
		}
	}
	for _, kind := range uai.Solutions[1:] {
		if uai.WriteSolution(io.Discard, kind, x, []sp.Prediction{{Labels: p[0].Labels}}) == nil {
			t.Errorf("%s of a decoder without: no error", kind)
		}
	}
}
