package oracle

import (
	"slices"

	"github.com/spbench/spbench/harness/messages"
	"github.com/spbench/spbench/harness/sp"
)

// passing is the common part of the message-passing oracles. MAP sends messages of maxima and takes
// the best label of each variable by its belief; Marginals sends messages of sums. Messages start
// from scratch in each call: results are a function of the potentials alone. On a forest one pass
// up and one down suffice (Pearl 1988). There a [Tree] does the work, since it also breaks ties
// between labelings consistently, unlike beliefs of single variables.
type passing struct {
	Sweeps    int     `json:"sweeps" range:"[1,1000000]" help:"largest number of sweeps on cycles"`
	Damping   float64 `json:"damping" range:"[0,1)" help:"share of the old message in the new one"`
	Tolerance float64 `json:"tolerance" range:"[0,inf)" help:"stop if no log message changes more"`

	conditioner
	convergence
	tree   *Tree
	state  messages.State
	most   []bool
	n      int // of the last graph, -1 before the first
	edges  []sp.Edge
	forest bool
}

// newPassing returns the defaults.
func newPassing() passing {
	return passing{Sweeps: 50, Damping: 0.5, Tolerance: 1e-4, tree: NewTree(), n: -1}
}

// arrange remembers the graph of p and reports whether it differs from that of the last call.
// O(n+m).
func (s *passing) arrange(p *sp.Potentials) (another bool) {
	if s.n == p.N() && slices.Equal(s.edges, p.Edges) {
		return false
	}
	s.n, s.edges = p.N(), append(s.edges[:0], p.Edges...)
	s.forest = Cycle(s.n, s.edges) == nil
	return true
}

// maximise is MAP with these appearance probabilities.
func (s *passing) maximise(name string, y []int32, p *sp.Potentials,
	rho []float64) (float64, error) {
	if s.forest {
		return s.tree.MAP(y, p)
	}
	answered.Add(1)
	mustHold(y, p.N())
	if err := admissible(name, p); err != nil {
		return 0, err
	}
	s.most = sp.Grow(s.most, p.N())
	for d := range s.most {
		s.most[d] = true
	}
	s.state.Reset(p, messages.Rule{Max: s.most, Rho: rho, Damping: s.Damping})
	s.after(s.state.Run(s.Sweeps, s.Tolerance))
	s.state.Labels(y)
	return scored(name, y, p)
}

// sum is Marginals with these appearance probabilities.
func (s *passing) sum(name string, mu *sp.Marginals, p *sp.Potentials,
	rho []float64) (float64, error) {
	if s.forest {
		return s.tree.Marginals(mu, p)
	}
	answered.Add(1)
	if err := admissible(name, p); err != nil {
		return 0, err
	}
	s.state.Reset(p, messages.Rule{Rho: rho, Damping: s.Damping})
	s.after(s.state.Run(s.Sweeps, s.Tolerance))
	if mu == nil {
		return summed(name, s.state.Value(), p)
	}
	var pair []float64
	mu.Resize(p.N(), len(p.Edges), p.K)
	if !mu.NodeOnly {
		pair = mu.Pair
	}
	return summed(name, s.state.Marginals(mu.Node, pair), p)
}
