package feature_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"gonum.org/v1/gonum/floats"

	"github.com/spbench/spbench/harness/feature"
	"github.com/spbench/spbench/harness/sp"
)

// rows draws random feature rows in one of the three storage forms.
func rows(r *rand.Rand, n, d int, form string) sp.Rows {
	out := sp.Rows{N: n, D: d}
	if form == "dense" {
		out.Dense = make([]float32, n*d)
		for i := range out.Dense {
			if r.IntN(3) > 0 {
				out.Dense[i] = float32(r.NormFloat64())
			}
		}
		return out
	}
	out.Start = []int32{0}
	for range n {
		for j := range d {
			if r.IntN(2) == 0 {
				out.Index = append(out.Index, int32(j))
				if form == "valued" {
					out.Value = append(out.Value, float32(r.NormFloat64()))
				}
			}
		}
		out.Start = append(out.Start, int32(len(out.Index)))
	}
	if form == "valued" && out.Value == nil {
		out.Value = []float32{}
	}
	return out
}

func normal(r *rand.Rand, n int) []float64 {
	v := make([]float64, n)
	for i := range v {
		v[i] = r.NormFloat64()
	}
	return v
}

func dot(a, b []float64) float64 {
	s := 0.0
	for i, v := range a {
		s += v * b[i]
	}
	return s
}

// each runs test on random maps and instances of every form.
func each(t *testing.T, test func(t *testing.T, r *rand.Rand, m sp.FeatureMap, x *sp.Instance)) {
	seed := uint64(0)
	for _, args := range []string{`{}`, `{"reference":true}`, `{"pairs":"potts"}`,
		`{"pairs":"potts","nonnegative":false,"reference":true}`, `{"pairs":"none"}`, `{"seen":true}`,
		`{"seen":true,"reference":true}`, `{"seen":true,"pairs":"potts"}`,
		`{"seen":true,"pairs":"none"}`} {
		for _, form := range []string{"dense", "ones", "valued"} {
			for _, de := range []int{0, 1, 3} {
				for _, edges := range [][]sp.Edge{nil, sp.ChainEdges(4),
					{{U: 0, V: 1}, {U: 0, V: 2}, {U: 1, V: 2}, {U: 2, V: 3}}} {
					seed++
					r := pcg(seed, 0)
					x := &sp.Instance{ID: "x", Weight: 1, K: 3, Node: rows(r, 4, 5, form),
						Edges: edges, Gold: make([]int32, 4)}
					if de > 0 {
						x.Edge = rows(r, len(edges), de, form)
					}
					m := mapFor(t, args, de, form, edges, r)
					t.Run(fmt.Sprintf("%s/%s/%d/%d", args, form, de, len(edges)),
						func(t *testing.T) { test(t, r, m, x) })
				}
			}
		}
	}
	withFactors(t, test)
}

// withFactors runs test on instances with factors of three and four variables, with constant
// features and with features of every form.
func withFactors(
	t *testing.T, test func(t *testing.T, r *rand.Rand, m sp.FeatureMap, x *sp.Instance),
) {
	for _, args := range []string{`{}`, `{"pairs":"none"}`, `{"pairs":"potts","seen":true}`} {
		for _, form := range []string{"constant", "dense", "ones", "valued"} {
			for _, all := range [][]int32{{0, 1, 2}, {0, 1, 3, 1, 2, 3}, {0, 1, 2, 3}} {
				r := pcg(uint64(len(args)), uint64(len(all)))
				x := sp.Instance{ID: "x", Weight: 1, K: 3, Node: rows(r, 4, 5, "ones"),
					Edges: sp.ChainEdges(4), Gold: []int32{0, 1, 2, 1}, Factors: &sp.Factors{Arity: 3}}
				if x.Factors.Variables = all; len(all) == 4 {
					x.Factors.Arity = 4
				}
				if form != "constant" {
					x.Factors.Rows = rows(r, x.Factors.N(), 2, form)
				}
				if err := x.Check(); err != nil {
					t.Fatal(err)
				}
				hidden := x
				hidden.Gold = []int32{0, 1, 2, sp.Unknown}
				full, err := feature.New("linear", []byte(args), feature.DimsOf(&x))
				if err != nil {
					t.Fatal(err)
				}
				seen := feature.Seen(full, []sp.Instance{x, hidden})
				m, err := feature.NewSeen("linear", []byte(args), feature.DimsOf(&x), seen)
				if err != nil {
					t.Fatal(err)
				}
				t.Run(fmt.Sprintf("factors/%s/%s/%v", args, form, all),
					func(t *testing.T) { test(t, r, m, &x) })
			}
		}
	}
}

// mapFor returns the map with these arguments for two training instances.
func mapFor(
	t *testing.T, args string, de int, form string, edges []sp.Edge, r *rand.Rand,
) sp.FeatureMap {
	dims := feature.Dims{K: 3, Node: 5, Edge: de}
	full, err := feature.New("linear", []byte(args), dims)
	if err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(args, "seen") { // its random numbers stay those of the instance
		return full
	}
	seen := feature.Seen(full, twoInstances(r, de, form, edges))
	m, err := feature.NewSeen("linear", []byte(args), dims, seen)
	if err != nil {
		t.Fatal(err)
	}
	if m.Dim() == 0 || (form == "dense") != (m.Dim() == full.Dim()) {
		t.Errorf("%s, %s: %d weights seen of %d", args, form, m.Dim(), full.Dim())
	}
	return m
}

// twoInstances returns labelled instances of that form.
func twoInstances(r *rand.Rand, de int, form string, edges []sp.Edge) []sp.Instance {
	list := make([]sp.Instance, 2)
	for i := range list {
		x := &list[i]
		*x = sp.Instance{K: 3, Node: rows(r, 4, 5, form), Edges: edges, Gold: []int32{0, 1, 2, 1}}
		if i == 1 {
			x.Gold[0] = sp.Unknown
		}
		if de > 0 {
			x.Edge = rows(r, len(edges), de, form)
		}
	}
	return list
}

func TestScoreIsTheInnerProduct(t *testing.T) {
	each(t, func(t *testing.T, r *rand.Rand, m sp.FeatureMap, x *sp.Instance) {
		w, p := normal(r, m.Dim()), new(sp.Potentials)
		m.Potentials(p, w, x)
		for range 5 {
			y := []int32{int32(r.IntN(3)), int32(r.IntN(3)), int32(r.IntN(3)), int32(r.IntN(3))}
			phi := make([]float64, m.Dim())
			m.Add(phi, 1, x, y)
			if a, b := dot(w, phi), p.Score(y); math.Abs(a-b) > 1e-12*(1+math.Abs(b)) {
				t.Fatalf("⟨w,φ⟩ = %v, score = %v", a, b)
			}
		}
	})
}

// The weighted differences are those of Add. Equal labelings cancel.
func TestAddDifferences(t *testing.T) {
	each(t, func(t *testing.T, r *rand.Rand, m sp.FeatureMap, x *sp.Instance) {
		for labelings := range 5 {
			weights, flat, z := make([]float64, labelings), make([]int32, 4*labelings+4), []int32(nil)
			for i := range flat {
				flat[i] = int32(r.IntN(3))
			}
			flat, z = flat[:4*labelings], flat[4*labelings:]
			want, got := make([]float64, m.Dim()), make([]float64, m.Dim())
			for a := range weights {
				weights[a] = []float64{r.NormFloat64(), 0}[r.IntN(4)/3]
				m.Add(want, weights[a], x, flat[4*a:][:4])
				m.Add(want, -weights[a], x, z)
			}
			m.AddDifferences(got, x, weights, flat, z)
			if !floats.EqualApprox(got, want, 1e-12) {
				t.Fatalf("%v, %v: %v, want %v", flat, z, got, want)
			}
			clear(got)
			m.AddDifferences(got, x, []float64{0.1, 0.7}, append(z[:4:4], z...), z)
			if !floats.EqualApprox(got, make([]float64, m.Dim()), 1e-15) {
				t.Fatalf("without a difference: %v", got)
			}
		}
	})
}

// TestAddMeanIsTheAdjointOfPotentials: for any numbers mu, ⟨w, AddMean(mu)⟩ equals the inner
// product of mu and the potentials of w.
func TestAddMeanIsTheAdjointOfPotentials(t *testing.T) {
	each(t, func(t *testing.T, r *rand.Rand, m sp.FeatureMap, x *sp.Instance) {
		w, p := normal(r, m.Dim()), new(sp.Potentials)
		m.Potentials(p, w, x)
		mu := &sp.Marginals{Node: normal(r, 12), Pair: normal(r, 9*len(x.Edges))}
		if len(x.Edges) > 0 && r.IntN(2) == 0 {
			clear(mu.Node[3:6])
			clear(mu.Pair[1:9])
		}
		want := dot(p.Node, mu.Node)
		for i, q := range mu.Pair {
			want += q * p.PairScore(i/9, int32(i/3%3), int32(i%3))
		}
		states := x.Factors.States(3)
		mu.Factor = normal(r, x.Factors.N()*states)
		for i, q := range mu.Factor {
			want += q * x.Factors.Table(p.Factor, i/states, 3)[i%states]
		}
		g := make([]float64, m.Dim())
		m.AddMean(g, -0.5, x, mu)
		if got := dot(g, w); math.Abs(got+0.5*want) > 1e-12*(1+math.Abs(want)) {
			t.Errorf("⟨w, AddMean⟩ = %v, want %v", got, -0.5*want)
		}
	})
}

func TestNonNegative(t *testing.T) {
	d := feature.Dims{K: 2, Node: 3, Edge: 2}
	for args, want := range map[string]string{
		`{"pairs":"potts"}`:                                      "[6 7]",
		`{"pairs":"potts","reference":true}`:                     "[3 4]",
		`{"pairs":"potts","nonnegative":false,"reference":true}`: "[]",
		`{}`: "[]",
	} {
		m, err := feature.New("linear", []byte(args), d)
		if err != nil {
			t.Fatal(err)
		}
		if got := fmt.Sprint(m.NonNegative()); got != want {
			t.Errorf("%s: %s, want %s", args, got, want)
		}
	}
}

// TestWeight: a weight is in φ(x,y) exactly if its column has a feature with its labels.
func TestWeight(t *testing.T) {
	each(t, func(t *testing.T, _ *rand.Rand, m sp.FeatureMap, x *sp.Instance) {
		y := []int32{0, 1, 2, 1}
		phi := make([]float64, m.Dim())
		m.Add(phi, 1, x, y)
		for i, have := range phi {
			w := m.(*feature.Linear).Weight(i)
			want := 0.0
			for d := range x.N() {
				if !w.Edge && y[d] == int32(w.K) {
					want += valueAt(&x.Node, d, w.Column)
				}
			}
			for e, uv := range x.Edges {
				k, l := y[uv.U], y[uv.V]
				switch {
				case !w.Edge || w.K < 0 && k != l || w.K >= 0 && (k != int32(w.K) || l != int32(w.L)):
				case x.Edge.D == 0:
					want++
				default:
					want += valueAt(&x.Edge, e, w.Column)
				}
			}
			for f := 0; f < x.Factors.N() && w.Arity > 0; f++ {
				switch {
				case x.Factors.State(f, y, 3) != w.State:
				case x.Factors.Rows.D == 0:
					want++
				default:
					want += valueAt(&x.Factors.Rows, f, w.Column)
				}
			}
			if math.Abs(have-want) > 1e-12 {
				t.Errorf("weight %d, %+v: feature %v, want %v", i, w, have, want)
			}
		}
	})
}

// valueAt returns entry (i,j) of rows.
func valueAt(r *sp.Rows, i, j int) float64 {
	if !r.Sparse() {
		return float64(r.DenseRow(i)[j])
	}
	index, value := r.Row(i)
	at := slices.Index(index, int32(j))
	switch {
	case at < 0:
		return 0
	case value == nil:
		return 1
	}
	return float64(value[at])
}

func TestFits(t *testing.T) {
	m, err := feature.NewLinear(feature.Options{}, feature.Dims{K: 3, Node: 2, Edge: 1})
	if err != nil {
		t.Fatal(err)
	}
	x := sp.Instance{ID: "x", K: 3, Node: sp.Rows{N: 1, D: 2, Dense: []float32{1, 2}}}
	if err := m.Fits(&x); err != nil {
		t.Errorf("without edges their features do not matter: %v", err)
	}
	for want, bend := range map[string]func(x *sp.Instance){
		`"x" has 2 labels, the feature map is for 3`:        func(x *sp.Instance) { x.K = 2 },
		`"x" has 7 node features, the feature map is for 2`: func(x *sp.Instance) { x.Node.D = 7 },
		`"x" has 0 edge features, the feature map is for 1`: func(
			x *sp.Instance) {
			x.Edges = []sp.Edge{{U: 0, V: 1}}
		},
	} {
		bad := x
		bend(&bad)
		if err := m.Fits(&bad); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("error %v does not say %s", err, want)
		}
		func() {
			defer func() {
				if r := recover(); r == nil || !strings.Contains(fmt.Sprint(r), want) {
					t.Errorf("panic %v does not say %s", r, want)
				}
			}()
			m.Potentials(new(sp.Potentials), make([]float64, m.Dim()), &bad)
		}()
	}
	for want, call := range map[string]func(){
		"label -1 of variable 0": func() { m.Add(make([]float64, m.Dim()), 1, &x, []int32{sp.Unknown}) },
		"a vector of 3 weights":  func() { m.Add(make([]float64, 3), 1, &x, []int32{0}) },
	} {
		func() {
			defer func() {
				if r := recover(); r == nil || !strings.Contains(fmt.Sprint(r), want) {
					t.Errorf("panic %v does not say %s", r, want)
				}
			}()
			call()
		}()
	}
}

func TestBadArguments(t *testing.T) {
	for args, want := range map[string]string{
		`{"pair":"full"}`:      `"pair"`,
		`{"pairs":"both"}`:     `"both" is none of full, potts, none`,
		`{"nonnegative":true}`: `only when pairs=potts`,
		`[]`:                   `want a JSON object`,
		`{} 1`:                 `something follows`,
	} {
		if _, err := feature.New("linear", []byte(args), feature.Dims{K: 2, Node: 1}); err == nil ||
			!strings.Contains(err.Error(), want) {
			t.Errorf("New(%s): error %v does not say %s", args, err, want)
		}
	}
	if _, err := feature.New("quadratic", nil, feature.Dims{K: 2}); err == nil ||
		!strings.Contains(err.Error(), "linear") {
		t.Errorf("unknown map: %v", err)
	}
}
