package structure_test

import (
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/spbench/spbench/harness/sp"
	"github.com/spbench/spbench/harness/structure"
)

// kinds draw a structure of few variables, with its number of variables and labels.
var kinds = map[string]func(r *rand.Rand) (s sp.Structure, n, k int){
	sp.Assignment: func(r *rand.Rand) (sp.Structure, int, int) {
		n := 1 + r.IntN(4)
		k := n + r.IntN(3)
		return sp.Structure{Kind: sp.Assignment, None: sp.Unknown}, n, k
	},
	"assignment with none": func(r *rand.Rand) (sp.Structure, int, int) {
		k := 1 + r.IntN(4)
		return sp.Structure{Kind: sp.Assignment, None: int32(r.IntN(k))}, 1 + r.IntN(5), k
	},
	sp.Arborescence: func(r *rand.Rand) (sp.Structure, int, int) {
		n := 1 + r.IntN(5)
		return sp.Structure{Kind: sp.Arborescence}, n, n + 1
	},
	"arborescence with a single root": func(r *rand.Rand) (sp.Structure, int, int) {
		n := 1 + r.IntN(5)
		return sp.Structure{Kind: sp.Arborescence, Single: true}, n, n + 1
	},
	sp.Path: func(r *rand.Rand) (sp.Structure, int, int) {
		s := sp.Structure{Kind: sp.Path, Source: int32(r.IntN(2)), Sink: int32(2 + r.IntN(3))}
		for u := range int32(5) {
			for v := u + 1; v < 6; v++ {
				if r.IntN(5) < 3 {
					s.Arcs = append(s.Arcs, sp.Edge{U: u, V: v})
				}
			}
		}
		r.Shuffle(len(s.Arcs), func(i, j int) { s.Arcs[i], s.Arcs[j] = s.Arcs[j], s.Arcs[i] })
		s.Arcs = s.Arcs[:min(len(s.Arcs), 9)]
		return s, len(s.Arcs), 2
	},
	sp.Cardinality: func(r *rand.Rand) (sp.Structure, int, int) {
		n := 1 + r.IntN(7)
		least := r.IntN(n + 1)
		return sp.Structure{Kind: sp.Cardinality, Least: int32(least),
			Most: int32(max(least+r.IntN(3), 1))}, n, 2
	},
	sp.Command: func(r *rand.Rand) (sp.Structure, int, int) {
		n := 1 + r.IntN(7)
		least := int32(r.IntN(n + 1))
		return chooses(least, max(least+int32(r.IntN(3)), 1)), n, 2
	},
}

// draws are the scores: decimals, ties, large numbers, and forbidden labels.
var draws = []func(r *rand.Rand) float64{
	func(r *rand.Rand) float64 { return math.Round(r.NormFloat64()*100) / 10 },
	func(r *rand.Rand) float64 { return float64(r.IntN(3) - 1) },
	func(r *rand.Rand) float64 { return 50 * (2*r.Float64() - 1) },
	func(r *rand.Rand) float64 { return 50 * float64(r.IntN(3)-1) },
	func(r *rand.Rand) float64 {
		if r.IntN(4) == 0 {
			return math.Inf(-1)
		}
		return r.NormFloat64()
	},
}

// A list has all labelings of a structure, with their scores.
type list struct {
	y     [][]int32
	score []float64
}

func enumerate(p *sp.Potentials) (l list) {
	y := make([]int32, p.N())
	for {
		if v := p.Score(y); allows(p, y) == nil && !math.IsInf(v, -1) {
			l.y, l.score = append(l.y, slices.Clone(y)), append(l.score, v)
		}
		d := 0
		for ; d < len(y); d++ {
			if y[d]++; int(y[d]) < p.K {
				break
			}
			y[d] = 0
		}
		if d == len(y) {
			return l
		}
	}
}

// best returns the largest score with label k at d; d < 0: of all.
func (l *list) best(d int, k int32) float64 {
	best := math.Inf(-1)
	for i, v := range l.score {
		if d < 0 || l.y[i][d] == k {
			best = max(best, v)
		}
	}
	return best
}

func (l *list) marginals(k int) (logZ float64, node []float64) {
	top, sum := l.best(-1, 0), 0.0
	node = make([]float64, len(l.y[0])*k)
	for i, v := range l.score {
		sum += math.Exp(v - top)
		for d, label := range l.y[i] {
			node[d*k+int(label)] += math.Exp(v - top)
		}
	}
	for i := range node {
		node[i] /= sum
	}
	return top + math.Log(sum), node
}

func near(a, b float64) bool { return math.Abs(a-b) <= 1e-10*(1+math.Abs(b)) }

// Every solver equals enumeration: maxima, clamped maxima, moves, sums, marginals, and the error if
// no labeling is allowed.
func TestEnumeration(t *testing.T) {
	for _, kind := range structure.Kinds() {
		if kinds[kind] == nil {
			t.Errorf("%s: not compared", kind)
		}
	}
	for name, draw := range kinds {
		t.Run(name, func(t *testing.T) {
			r := rand.New(rand.NewPCG(51, 1))
			forbidden := 0
			var solver structure.Solver
			for i := range 4000 {
				s, n, k := draw(r)
				if err := s.Check(n, k); err != nil {
					t.Fatal(err)
				}
				p := &sp.Potentials{K: k, Node: make([]float64, n*k), Structure: &s}
				for j := range p.Node {
					p.Node[j] = draws[i%len(draws)](r)
				}
				if solver == nil {
					solver = structure.New(s.Kind)
				}
				l := enumerate(p)
				if len(l.y) == 0 {
					forbidden++
				}
				if err := equal(solver, p, &l); err != nil {
					t.Fatalf("model %d, %d×%d, %+v, scores %v: %v", i, n, k, s, p.Node, err)
				}
			}
			t.Logf("%d models without a labeling", forbidden)
			structure.EndPrograms()
		})
	}
}

func equal(s structure.Solver, p *sp.Potentials, l *list) error {
	y := make([]int32, p.N())
	score, err := s.MAP(y, p)
	var mu sp.Marginals
	if len(l.y) == 0 {
		if _, sums := s.Marginals(&mu, p); !errors.Is(err, sp.ErrForbidden) ||
			!errors.Is(sums, sp.ErrForbidden) {
			return fmt.Errorf("errors %v and %v, want %v", err, sums, sp.ErrForbidden)
		}
		return nil
	}
	if err != nil {
		return err
	}
	if !near(score, l.best(-1, 0)) || score != p.Score(y) {
		return fmt.Errorf("maximum %v of %v with score %v, want %v", score, y, p.Score(y), l.best(-1, 0))
	}
	if err := allows(p, y); err != nil {
		return err
	}
	if err := clamps(s, p, l, y); err != nil {
		return err
	}
	again := make([]int32, p.N())
	if s.MAP(again, p); !slices.Equal(again, y) {
		return fmt.Errorf("maxima %v, then %v", y, again)
	}
	logZ, err := s.Marginals(&mu, p)
	if err != nil {
		return err
	}
	want, node := l.marginals(p.K)
	if !near(logZ, want) {
		return fmt.Errorf("log Z %v, want %v", logZ, want)
	}
	for i, q := range mu.Node {
		if !near(q, node[i]) {
			return fmt.Errorf("marginal %d is %v, want %v", i, q, node[i])
		}
	}
	if alone, err := s.Marginals(nil, p); err != nil || alone != logZ {
		return fmt.Errorf("log Z alone %v (%v), with marginals %v", alone, err, logZ)
	}
	return nil
}

func clamps(s structure.Solver, p *sp.Potentials, l *list, y []int32) error {
	z := make([]int32, p.N())
	for d := range y {
		for k := range int32(p.K) {
			want := l.best(d, k)
			score, err := s.Clamped(z, d, k)
			if math.IsInf(want, -1) {
				if !errors.Is(err, sp.ErrForbidden) {
					return fmt.Errorf("clamped %d to %d: %v (%v), want %v", d, k, score, err, sp.ErrForbidden)
				}
				continue
			}
			if err != nil {
				return err
			}
			if !near(score, want) || !near(p.Score(z), want) || z[d] != k ||
				allows(p, z) != nil {
				return fmt.Errorf("clamped %d to %d: %v of %v with score %v, want %v", d, k, score, z,
					p.Score(z), want)
			}
			moved := slices.Clone(y)
			for _, m := range s.Moves(nil) {
				moved[m.Variable] = m.Label
			}
			if !slices.Equal(moved, z) {
				return fmt.Errorf("clamped %d to %d: moves give %v, want %v", d, k, moved, z)
			}
			if alone, _ := s.Clamped(nil, d, k); alone != score {
				return fmt.Errorf("clamped %d to %d: score alone %v, want %v", d, k, alone, score)
			}
		}
	}
	return nil
}

// Sums over trees with one root count no others, however much better these are.
func TestSingleRoot(t *testing.T) {
	r := rand.New(rand.NewPCG(51, 4))
	for i := range 600 {
		n := 2 + r.IntN(4)
		p := &sp.Potentials{K: n + 1, Node: make([]float64, n*(n+1)),
			Structure: &sp.Structure{Kind: sp.Arborescence, Single: true}}
		for j := range p.Node {
			p.Node[j] = float64(r.IntN(3)-1)*[]float64{30, 150, 300}[i%3] + r.Float64()
			if r.IntN(5) == 0 {
				p.Node[j] = math.Inf(-1)
			}
		}
		l := enumerate(p)
		if err := equal(structure.New(sp.Arborescence), p, &l); err != nil {
			t.Fatalf("model %d, scores %v: %v", i, p.Node, err)
		}
	}
}

// Calls allocate nothing once the buffers are large enough.
func TestAllocations(t *testing.T) {
	for name, p := range large() {
		s := structure.New(p.Structure.Kind)
		y, mu := make([]int32, p.N()), sp.Marginals{NodeOnly: true}
		call := func() {
			if _, err := s.MAP(y, p); err != nil {
				t.Fatal(err)
			}
			s.Clamped(y, 1, (y[1]+1)%2)
			s.Marginals(&mu, p)
		}
		call()
		if n := testing.AllocsPerRun(3, call); n > 6 { // the errors of forbidden labels and of sums
			t.Errorf("%s: %v allocations", name, n)
		}
	}
}

// large returns a model of each kind.
func large() map[string]*sp.Potentials {
	return map[string]*sp.Potentials{
		"assignment100":  random(100, 100, &sp.Structure{Kind: sp.Assignment, None: -1}),
		"arborescence40": random(40, 41, &sp.Structure{Kind: sp.Arborescence, Single: true}),
		"grid30":         random(2*30*29, 2, grid(30)),
		"cardinality1000": random(1000, 2,
			&sp.Structure{Kind: sp.Cardinality, Least: 10, Most: 50}),
	}
}

func random(n, k int, s *sp.Structure) *sp.Potentials {
	r := rand.New(rand.NewPCG(51, 2))
	p := &sp.Potentials{K: k, Node: make([]float64, n*k), Structure: s}
	for i := range p.Node {
		p.Node[i] = r.NormFloat64()
	}
	return p
}

// grid has the arcs right and down of a square of nodes.
func grid(side int) *sp.Structure {
	return &sp.Structure{Kind: sp.Path, Sink: int32(side*side - 1), Arcs: sp.GridEdges(side, side)}
}
