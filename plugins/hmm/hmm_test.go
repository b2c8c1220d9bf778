package hmm

import (
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	"gonum.org/v1/gonum/floats"

	"github.com/spbench/spbench/harness/learner"
	"github.com/spbench/spbench/harness/learnertest"
	"github.com/spbench/spbench/harness/serve"
	"github.com/spbench/spbench/harness/sp"
)

func TestMain(m *testing.M) { learnertest.Main(m, func() { serve.Main(Learner()) }) }

func TestConformance(t *testing.T) { learnertest.RunOrPart(t) }

// chain returns a sentence. Labels of −1 are unknown.
func chain(id string, weight float64, k int, words []string, labels ...int32) sp.Instance {
	return sp.Instance{ID: id, Weight: weight, K: k, Texts: words, Gold: labels,
		Node: sp.Rows{N: len(words)}, Edges: sp.ChainEdges(len(words))}
}

// fit returns the potentials of a fit to train for x.
func fit(t *testing.T, params string, x sp.Instance, train ...sp.Instance) *sp.Potentials {
	t.Helper()
	_, fresh := Learner()
	l := fresh().(*HMM)
	if err := learner.Decode(l, []byte(params)); err != nil {
		t.Fatal(err)
	}
	points, _ := learnertest.Fit(t, l, learnertest.Input(train, "", "hamming"))
	p := new(sp.Potentials)
	if err := l.Potentials(nil, p, points[len(points)-1].Weights, &x); err != nil {
		t.Fatal(err)
	}
	return p
}

// TestModel: probabilities of a small set, by hand.
func TestModel(t *testing.T) {
	train := []sp.Instance{
		chain("a", 1, 2, []string{"the", "dog", "runs"}, 0, 1, 1),
		chain("b", 2, 2, []string{"the", "runs"}, 0, 1),
		chain("c", 1, 2, []string{"cats", "the"}, 1, sp.Unknown),
	}
	x := chain("x", 1, 2, []string{"the", "bats"}, 0, 0)
	p := fit(t, `{"smoothing":0.5,"suffix":1}`, x, train...)

	label := []float64{(3 + .25) / 8.5, (5 + .25) / 8.5}
	once := func(n, of float64, l int) float64 { return (n + .5*label[l]) / (of + .5) }
	// The labels of "dog" and "cats", which occur once, are 1.
	lower, the := []float64{once(0, 2, 0), once(2, 2, 1)}, 3.0
	ending := []float64{.5 * lower[0] / 1.5, (1 + .5*lower[1]) / 1.5}
	node := []float64{
		math.Log((the+.5*lower[0])/3.5/label[0]) + math.Log((3+.5*label[0])/4.5),
		math.Log(.5*lower[1]/3.5/label[1]) + math.Log((1+.5*label[1])/4.5),
		math.Log(ending[0] / label[0]), math.Log(ending[1] / label[1]),
	}
	next := []float64{
		math.Log(.5 * label[0] / 3.5), math.Log((3 + .5*label[1]) / 3.5),
		math.Log(.5 * label[0] / 1.5), math.Log((1 + .5*label[1]) / 1.5),
	}
	equal := cmpopts.EquateApprox(0, 1e-14)
	have := [][]float64{p.Node, p.Pair.Table}
	if diff := cmp.Diff([][]float64{node, next}, have, equal); diff != "" {
		t.Error(diff)
	}
}

// TestMostFrequentTag: without a chain a known word gets its most frequent tag, by weight, and the
// scores are logarithms of probabilities.
func TestMostFrequentTag(t *testing.T) {
	const k = 4
	r := rand.New(rand.NewPCG(1, 2))
	var train []sp.Instance
	var words []string
	var counts [9][k]float64
	for i := range 30 {
		x := chain(fmt.Sprint(i), float64(1+r.IntN(2)), k, make([]string, 5), make([]int32, 5)...)
		x.Edges = nil
		for v := range x.Gold {
			word, l := r.IntN(len(counts)), r.IntN(k)
			x.Texts[v], x.Gold[v] = fmt.Sprint("w", word), int32(l)
			counts[word][l] += x.Weight
		}
		train = append(train, x)
	}
	for word := range counts {
		words = append(words, fmt.Sprint("w", word))
	}
	x := chain("x", 1, k, words, make([]int32, len(words))...)
	x.Edges = nil
	p := fit(t, `{"order":0}`, x, train...)
	for word, counts := range counts {
		best, sum := 0, 0.0
		for l, score := range p.Node[word*k:][:k] {
			sum += math.Exp(score)
			if score > p.Node[word*k+best] {
				best = l
			}
		}
		for l, n := range counts {
			if n > counts[best] {
				t.Errorf("w%d: label %d, but %d occurs more often: %v", word, best, l, counts)
			}
		}
		if math.Abs(sum-1) > 1e-12 {
			t.Errorf("w%d: probabilities add up to %v", word, sum)
		}
	}
}

// TestUnknownWords: an unknown word is like those that occur once, with its ending and its capital
// letter or digits.
func TestUnknownWords(t *testing.T) {
	train := []sp.Instance{
		chain("a", 1, 3, []string{"Rome", "walked", "1999", "the"}, 0, 1, 2, 1),
		chain("b", 1, 3, []string{"Oslo", "talked", "2001", "the"}, 0, 1, 2, 1),
		chain("c", 1, 3, []string{"a", "b", "walks"}, 2, sp.Unknown, 0),
	}
	x := chain("x", 1, 3, []string{"Paris", "marked", "1873", "cooks"}, 0, 0, 0, 0)
	p := fit(t, `{"order":0,"smoothing":0.1}`, x, train...)
	for v, want := range []int{0, 1, 2, 0} {
		scores := p.Node[3*v:][:3]
		if best := floats.MaxIdx(scores); best != want {
			t.Errorf("%s has label %d, want %d: %v", x.Texts[v], best, want, scores)
		}
	}
}

// TestBudget: a budget that ends within the sentences leaves no half of the counts.
func TestBudget(t *testing.T) {
	in := learnertest.Input([]sp.Instance{chain("a", 1, 2, []string{"b"}, 1),
		chain("c", 1, 2, []string{"d"}, 0)}, "", "hamming")
	in.Budget.Visits = 1
	points, done, err := learnertest.Try(t, newLearner(), in)
	if n := len(points); err != nil || n == 0 || floats.Sum(points[n-1].Weights) != 0 {
		t.Errorf("%v, %+v, %v", points, done, err)
	}
}

// TestUnsupported: tasks without words, or with order 1 without a chain.
func TestUnsupported(t *testing.T) {
	bare, loose := chain("a", 1, 2, nil, 0, 1), chain("a", 1, 2, []string{"b", "c"}, 0, 1)
	bare.Node.N, loose.Edges = 2, nil
	for _, x := range []sp.Instance{bare, loose} {
		in := learnertest.Input([]sp.Instance{x}, "", "hamming")
		_, _, err := learnertest.Try(t, newLearner(), in)
		if !errors.Is(err, errors.ErrUnsupported) {
			t.Errorf("%v: %v", x.Texts, err)
		}
	}
}

// TestForeignWeights: weights that are none of this model are refused.
func TestForeignWeights(t *testing.T) {
	x := chain("x", 1, 2, []string{"a"}, 0)
	for _, w := range [][]float64{nil, make([]float64, 7), {0, 0, 0, 0, 0, 0, 0, 2, 1}} {
		err := newLearner().(*HMM).Potentials(nil, new(sp.Potentials), w, &x)
		if !errors.Is(err, sp.ErrProtocol) {
			t.Errorf("%v: %v", w, err)
		}
	}
}
