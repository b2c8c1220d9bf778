package feature_test

import (
	"encoding/json"
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

// matching draws an assignment of n words to k−1 partners or none, with three groups of columns on
// both sides: words, letters with counts, and the place.
func matching(r *rand.Rand, n, k int) *sp.Instance {
	side := func(m int, none bool) sp.Rows {
		rows := sp.Rows{N: m, D: 20, Start: []int32{0}}
		for i := range m {
			if !none || i > 0 {
				rows.Index = append(rows.Index, int32(r.IntN(10)))
				rows.Value = append(rows.Value, 1)
				for j := int32(10); j < 19; j++ {
					if r.IntN(3) == 0 {
						rows.Index = append(rows.Index, j)
						rows.Value = append(rows.Value, float32(1+r.IntN(3)))
					}
				}
				rows.Index, rows.Value = append(rows.Index, 19), append(rows.Value, r.Float32())
			}
			rows.Start = append(rows.Start, int32(len(rows.Index)))
		}
		return rows
	}
	return &sp.Instance{ID: "m", Weight: 1, K: k, Node: side(n, false), Label: side(k, true),
		Gold: make([]int32, n), Structure: &sp.Structure{Kind: sp.Assignment}}
}

// parse draws an arborescence of n words of three columns: form, tag, prefix.
func parse(r *rand.Rand, n, forms int) *sp.Instance {
	rows := sp.Rows{N: n, D: forms + 67, Start: []int32{0}}
	x := &sp.Instance{ID: "t", Weight: 1, K: n + 1, Structure: &sp.Structure{Kind: sp.Arborescence,
		Single: true}}
	for d := range n {
		rows.Index = append(rows.Index, int32(r.IntN(forms)), int32(forms+r.IntN(17)),
			int32(forms+17+r.IntN(50)))
		rows.Start = append(rows.Start, int32(3*d+3))
		x.Gold = append(x.Gold, int32(d))
	}
	x.Node = rows
	return x
}

const (
	matchingGroups = `"node":["word=10","letter=19","at=20"],"label":["word=10","letter=19","at=20"]`
	sentenceGroups = `"node":["form=%d","tag=%d","prefix=%d"]`
)

// eachCandidate runs test on maps of all options.
func eachCandidate(t *testing.T, test func(t *testing.T, r *rand.Rand, m sp.FeatureMap,
	x *sp.Instance)) {
	for i, args := range []string{
		`{` + matchingGroups + `}`,
		`{` + matchingGroups + `,"bits":4,"cross":["word*word","letter*word"],"near":["word*letter"],` +
			`"dot":["letter","word"],"position":"at"}`,
		`{` + matchingGroups + `,"cross":[],"distance":false,"dot":["letter"]}`,
		`{` + fmt.Sprintf(sentenceGroups, 10, 27, 77) + `,"bits":10}`,
		`{` + fmt.Sprintf(sentenceGroups, 10, 27, 77) + `,"near":["tag*tag"],"cross":["form*tag"]}`,
	} {
		r := pcg(uint64(i), 3)
		for n := range 5 {
			x := matching(r, n, 1+r.IntN(6))
			if i > 2 {
				x = parse(r, n, 10)
			}
			if err := x.Label.Check(); err != nil {
				t.Fatal(err)
			}
			m, err := feature.New(feature.CandidatesName, []byte(args), feature.DimsOf(x))
			if err != nil {
				t.Fatal(err)
			}
			test(t, r, m, x)
		}
	}
}

func labeling(r *rand.Rand, x *sp.Instance) []int32 {
	y := make([]int32, x.N())
	for d := range y {
		y[d] = int32(r.IntN(x.K))
	}
	return y
}

// TestCandidatesLaws: scores are ⟨w, φ⟩; means and differences are sums of φ; no coordinate of φ
// is outside of its support.
func TestCandidatesLaws(t *testing.T) {
	eachCandidate(t, func(t *testing.T, r *rand.Rand, m sp.FeatureMap, x *sp.Instance) {
		w := normal(r, m.Dim())
		p := new(sp.Potentials)
		m.Potentials(p, w, x)
		ranges := m.Support(nil, x)
		for range 3 {
			y, z := labeling(r, x), labeling(r, x)
			phi := make([]float64, m.Dim())
			m.Add(phi, 2, x, y)
			if got, want := dot(w, phi), 2*p.Score(y); math.Abs(got-want) > 1e-9 {
				t.Fatalf("⟨w, 2φ⟩ is %v, the score twice %v", got, want)
			}
			for i, v := range phi {
				if v != 0 && !covers(ranges, int32(i)) {
					t.Fatalf("coordinate %d is outside of the support", i)
				}
			}
			m.Add(phi, -2, x, z)
			diff := make([]float64, m.Dim())
			m.AddDifferences(diff, x, []float64{2, 0.5}, slices.Concat(y, z), z)
			floats.Sub(diff, phi)
			if v := floats.Norm(diff, math.Inf(1)); v > 1e-9 {
				t.Fatalf("AddDifferences is off by %v", v)
			}
		}
		checkCandidateMean(t, r, m, x, w, p)
	})
}

func covers(ranges []int32, i int32) bool {
	for ; len(ranges) > 0; ranges = ranges[2:] {
		if ranges[0] <= i && i < ranges[1] {
			return true
		}
	}
	return false
}

// checkCandidateMean: the mean under any numbers is the gradient of Σ mu·scores, also by
// differences.
func checkCandidateMean(t *testing.T, r *rand.Rand, m sp.FeatureMap, x *sp.Instance, w []float64,
	p *sp.Potentials) {
	for _, share := range []float64{0.1, 1} {
		mu := &sp.Marginals{Node: make([]float64, x.N()*x.K)}
		for i := range mu.Node {
			if r.Float64() < share {
				mu.Node[i] = r.NormFloat64()
			}
		}
		mean := make([]float64, m.Dim())
		m.AddMean(mean, 3, x, mu)
		if got, want := dot(w, mean), 3*dot(mu.Node, p.Node); math.Abs(got-want) > 1e-9 {
			t.Fatalf("⟨w, mean⟩ is %v, want %v", got, want)
		}
		if len(mean) > 2000 {
			continue
		}
		other := new(sp.Potentials)
		for i := range w {
			at := w[i]
			w[i]++
			m.Potentials(other, w, x)
			w[i] = at
			if got := 3 * (dot(mu.Node, other.Node) - dot(mu.Node, p.Node)); math.Abs(got-mean[i]) > 1e-6 {
				t.Fatalf("derivative %d is %v, by differences %v", i, mean[i], got)
			}
		}
	}
}

// TestCandidatesFeatures: the features of one word and its head, counted by hand.
func TestCandidatesFeatures(t *testing.T) {
	x := parse(pcg(1, 1), 3, 10)
	args := `{` + fmt.Sprintf(sentenceGroups, 10, 27, 77) + `}`
	m, err := feature.New(feature.CandidatesName, []byte(args), feature.DimsOf(x))
	if err != nil {
		t.Fatal(err)
	}
	count := func(y []int32) (hashed, bias float64, distance []int) {
		phi := make([]float64, m.Dim())
		m.Add(phi, 1, x, y)
		for i, v := range phi[1<<18+1:] {
			for range int(v) {
				distance = append(distance, i)
			}
		}
		return floats.Sum(phi[:1<<18]), phi[1<<18], distance
	}
	// Word 0 has the root, words 1 and 2 the words before them: class 8 is no distance.
	hashed, bias, distance := count([]int32{0, 1, 2})
	if hashed != 27 || bias != 1 || !slices.Equal(distance, []int{7, 7}) {
		t.Errorf("%v pairs, %v roots, distances %v, want 27, 1, [7 7]", hashed, bias, distance)
	}
	if hashed, bias, distance = count([]int32{3, 0, 1}); hashed != 27 || bias != 1 ||
		!slices.Equal(distance, []int{6, 10}) {
		t.Errorf("%v pairs, %v roots, distances %v, want 27, 1, [6 10]", hashed, bias, distance)
	}
}

// TestCandidatesRefuse: each mistake has an error with its reason.
func TestCandidatesRefuse(t *testing.T) {
	for args, want := range map[string]string{
		`{"node":["form"]}`:                            `group "form", want NAME=END`,
		`{"node":["a=3","b=2"]}`:                       "ascending ends",
		`{"node":["a=3"]}`:                             "groups of 3 columns of variables, there are 4",
		`{"node":["a=4"],"cross":["a*c"]}`:             `unknown group "c"`,
		`{"cross":["a"]}`:                              `pair "a", want two groups`,
		`{"node":["a=4"],"dot":["b"]}`:                 `unknown group "b"`,
		`{"node":["a=4"],"position":"b"}`:              `unknown group "b"`,
		`{"bits":3}`:                                   "bits",
		`{"node":["a=4"],"label":["b=2"],"dot":["a"]}`: `unknown group "a"`,
	} {
		_, err := feature.New(feature.CandidatesName, []byte(args), feature.Dims{K: 3, Node: 4})
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: error %v does not say %q", args, err, want)
		}
	}
	if _, err := feature.NewSeen(feature.CandidatesName, nil, feature.Dims{}, []int32{}); err == nil {
		t.Error("a list of seen weights passes")
	}
	x := matching(pcg(1, 1), 2, 4)
	m, err := feature.New(feature.CandidatesName, []byte(`{`+matchingGroups+`}`), feature.DimsOf(x))
	if err != nil {
		t.Fatal(err)
	}
	for want, bend := range map[string]func(x *sp.Instance){
		"no features of labels":              func(x *sp.Instance) { x.Label = sp.Rows{} },
		"has edges":                          func(x *sp.Instance) { x.Edges = sp.ChainEdges(2) },
		"dense":                              func(x *sp.Instance) { x.Node = sp.Rows{N: 2} },
		"has 21 features of variables":       func(x *sp.Instance) { x.Node.D++ },
		"20 features of variables and 21 of": func(x *sp.Instance) { x.Label.D++ },
	} {
		bent := *x
		bend(&bent)
		err := m.(*feature.Candidates).Fits(&bent)
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("error %v does not say %q", err, want)
		}
	}
}

// ewt is a sentence as of the EWT: 21 words, 20 features an arc.
func ewt(tb testing.TB) (sp.FeatureMap, *sp.Instance, []float64, *sp.Marginals) {
	r := pcg(4, 4)
	x := parse(r, 21, 5000)
	near := []string{}
	for _, a := range []string{"form", "tag", "prefix"} {
		for _, b := range []string{"form", "tag", "prefix"} {
			near = append(near, a+"*"+b)
		}
	}
	args, err := json.Marshal(map[string]any{"node": []string{"form=5000", "tag=5017", "prefix=5067"},
		"cross": append([]string{"tag*tag"}, near...), "near": near})
	if err != nil {
		tb.Fatal(err)
	}
	m, err := feature.New(feature.CandidatesName, args, feature.DimsOf(x))
	if err != nil {
		tb.Fatal(err)
	}
	mu := &sp.Marginals{Node: normal(r, x.N()*x.K)}
	return m, x, normal(r, m.Dim()), mu
}

// TestCandidatesAllocateNothing: buffers are reused.
func TestCandidatesAllocateNothing(t *testing.T) {
	m, x, w, mu := ewt(t)
	p, ranges := new(sp.Potentials), []int32(nil)
	dst, y, one := make([]float64, m.Dim()), x.Gold, []float64{1}
	if n := testing.AllocsPerRun(100, func() {
		m.Potentials(p, w, x)
		m.Add(dst, 1, x, y)
		m.AddMean(dst, 1, x, mu)
		m.AddDifferences(dst, x, one, y, y)
		ranges = m.Support(ranges[:0], x)
	}); n != 0 {
		t.Errorf("%v allocations", n)
	}
}
