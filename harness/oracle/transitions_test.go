package oracle_test

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/spbench/spbench/harness/oracle"
	"github.com/spbench/spbench/harness/sp"
)

// transitions returns those allowed.
func transitions(first, last, next []bool) *sp.Transitions {
	t := new(sp.Transitions)
	for list, of := range map[*[]float64][]bool{&t.First: first, &t.Last: last, &t.Next: next} {
		for _, may := range of {
			*list = append(*list, sp.MayFollow(may))
		}
	}
	return t
}

// TestForbid compares maxima and sums over chains of a tagging scheme with enumeration of the
// sequences that it allows, with tables, strengths and no scores of pairs.
func TestForbid(t *testing.T) {
	const k = 4
	r := rand.New(rand.NewPCG(53, 3))
	for trial := range 1200 {
		may := transitions([]bool{true, true, false, r.IntN(2) == 0},
			[]bool{true, false, true, r.IntN(2) == 0}, make([]bool, k*k))
		for i := range may.Next {
			may.Next[i] = sp.MayFollow(i == 0 || r.IntN(2) == 0) // label 0 throughout is allowed
		}
		n := 1 + r.IntN(5)
		x := &sp.Instance{K: k, Node: sp.Rows{N: n}, Edges: sp.ChainEdges(n)}
		sizes := [][2]int{{0, k * k}, {0, (n - 1) * k * k}, {n - 1, 0}, {0, 0}}[trial%4]
		p := new(sp.Potentials).Resize(x, sizes[0], sizes[1])
		for _, scores := range [][]float64{p.Node, p.Pair.Table, p.Pair.Potts} {
			for i := range scores {
				scores[i] = float64([]int{2, 100, 400}[trial%3]) * r.NormFloat64()
			}
		}
		best, node := math.Inf(-1), make([]float64, n*k)
		var allowed [][]int32
		y := make([]int32, n)
		for code := range int(math.Pow(k, float64(n))) {
			for d := range y {
				y[d], code = int32(code%k), code/k
			}
			if may.Broken(y) >= 0 {
				continue
			}
			best, allowed = max(best, p.Score(y)), append(allowed, slices.Clone(y))
		}
		sum := 0.0
		for _, y := range allowed {
			share := math.Exp(p.Score(y) - best)
			sum += share
			for d, l := range y {
				node[d*k+int(l)] += share
			}
		}
		p.Forbid(may)
		s := oracle.NewChain()
		got, err := s.MAP(y, p)
		if err != nil || math.Abs(got-best) > 1e-12*(1+math.Abs(best)) || may.Broken(y) >= 0 {
			t.Fatalf("maximum %v of %v, want %v, %v", got, y, best, err)
		}
		var mu sp.Marginals
		logZ, err := s.Marginals(&mu, p)
		if err != nil || math.Abs(logZ-best-math.Log(sum)) > 1e-12*(1+math.Abs(logZ)) {
			t.Fatalf("log Z %v, want %v, %v", logZ, best+math.Log(sum), err)
		}
		for i := range node {
			if math.Abs(mu.Node[i]-node[i]/sum) > 1e-9 {
				t.Fatalf("marginal %v, want %v", mu.Node[i], node[i]/sum)
			}
		}
	}
}

// TestForbidFar: a label with all of the probability, after one that only a forbidden pair would
// spare, is not lost to underflow.
func TestForbidFar(t *testing.T) {
	may := transitions([]bool{true, true, false}, []bool{true, true, true}, // O, B and I
		[]bool{true, true, false, true, true, true, true, true, true})
	for _, far := range []float64{100, 800} {
		x := &sp.Instance{K: 3, Node: sp.Rows{N: 3}, Edges: sp.ChainEdges(3)}
		p := new(sp.Potentials).Resize(x, 0, 9)
		p.Node[1], p.Node[5] = -far, 2*far // B, and I after it
		p.Forbid(may)
		var mu sp.Marginals
		logZ, err := oracle.NewChain().Marginals(&mu, p)
		want := far + math.Log(3) // any label follows
		if err != nil || math.Abs(logZ-want) > 1e-12*want || math.Abs(mu.Node[1]-1) > 1e-12 ||
			math.Abs(mu.Node[5]-1) > 1e-12 || math.Abs(mu.Node[8]-1.0/3) > 1e-12 {
			t.Errorf("%v: log Z %v, want %v, marginals %v, %v", far, logZ, want, mu.Node, err)
		}
	}
}
