package messages

import (
	"math"
	"testing"

	"github.com/spbench/spbench/harness/sp"
)

// An edge between a maximised and a summed variable counts the best labels of the one alone, as they are
// now: before the first message, those of its node scores.
func TestValueOfBestLabels(t *testing.T) {
	node := []float64{0.1, 0.5, 0.5, 0.3, -0.2, 0.4} // labels 1 and 2 are best
	table := []float64{5, 4, 3, 0.3, 0, 0.1, 0.2, 0.7, 0}
	p := &sp.Potentials{K: 3, Node: node, Edges: sp.ChainEdges(2), Pair: sp.Pair{Table: table}}
	sum := func(a int) (sum float64) {
		for b := range 3 {
			sum += math.Exp(node[a] + table[3*a+b] + node[3+b])
		}
		return math.Log(sum)
	}
	turned := &sp.Potentials{K: 3, Node: append(append([]float64(nil), node[3:]...), node[:3]...),
		Edges: p.Edges}
	for a := range 3 {
		for b := range 3 {
			turned.Pair.Table = append(turned.Pair.Table, table[3*b+a])
		}
	}
	want := max(sum(1), sum(2))
	var s State
	s.Reset(p, Rule{Max: []bool{true, false}})
	if got := s.Value(); math.Abs(got-want) > 1e-12 || sum(0) < want+1 {
		t.Errorf("%v, want %v", got, want)
	}
	s.Reset(turned, Rule{Max: []bool{false, true}})
	if got := s.Value(); math.Abs(got-want) > 1e-12 {
		t.Errorf("turned: %v, want %v", got, want)
	}
}
