package oracle

import (
	"math"
	"sync/atomic"

	"github.com/spbench/spbench/harness/local"
	"github.com/spbench/spbench/harness/perturb"
	"github.com/spbench/spbench/harness/sp"
)

var gibbsKind = Kind{
	Name: "gibbs", Sums: true, Factors: true,
	Doc: "Gibbs sampling (Geman & Geman 1984) from the node scores " +
		"alone: frequencies for marginals, Bethe's approximation with them " +
		"for log Z, and the most frequent labels for maxima; noise is a function of seed, " +
		"instance and call; on any graph",
	new: func() sp.Approximator {
		return &Gibbs{BurnIn: 20, Sweeps: 100, calls: new(atomic.Uint64)}
	},
}

// A Gibbs is Gibbs sampling on any graph (Geman & Geman 1984). Its marginals are the frequencies of
// labels and label pairs in the sampled labelings of one chain; each call starts a new chain. Its
// log Z is the mean score plus Bethe's approximation of the entropy of these frequencies. Its MAP
// takes the most frequent label of each variable. Results depend on the potentials and on
// [Gibbs.Begin].
type Gibbs struct {
	BurnIn int `json:"burn-in" range:"[0,1000000]" help:"sweeps before the first sample"`
	Sweeps int `json:"sweeps" range:"[1,1000000]" help:"sampled sweeps after burn-in"`

	conditioner
	state local.State
	mu    sp.Marginals
	key   perturb.Key
	calls *atomic.Uint64 // calls of this instance so far
}

// Begin assigns the following calls to an instance. Their noise is a function of key and the number
// of earlier calls, and each call increments calls.
func (s *Gibbs) Begin(key perturb.Key, calls *atomic.Uint64) { s.key, s.calls = key, calls }

// Approximate implements [sp.Approximator].
func (*Gibbs) Approximate() string { return "Gibbs sampling" }

// MAP implements [sp.Solver]. O(nK + mK) a sweep.
func (s *Gibbs) MAP(y []int32, p *sp.Potentials) (float64, error) {
	mustHold(y, p.N())
	s.mu.NodeOnly = true
	if err := s.sample(&s.mu, p); err != nil {
		return 0, err
	}
	bestOf(y, s.mu.Node, p.K)
	return scored("gibbs", y, p)
}

// Marginals implements [sp.Solver].
func (s *Gibbs) Marginals(mu *sp.Marginals, p *sp.Potentials) (float64, error) {
	s.mu.NodeOnly = false
	if err := s.sample(&s.mu, p); err != nil {
		return 0, err
	}
	if mu != nil {
		mu.Resize(p.N(), len(p.Edges), p.K)
		copy(mu.Node, s.mu.Node)
		if !mu.NodeOnly {
			copy(mu.Pair, s.mu.Pair)
			mu.Factor = append(mu.Factor, s.mu.Factor...)
		}
	}
	return summed("gibbs", bethe(&s.mu, p), p)
}

// sample fills mu with frequencies.
func (s *Gibbs) sample(mu *sp.Marginals, p *sp.Potentials) error {
	answered.Add(1)
	if err := admissible("gibbs", p); err != nil {
		return err
	}
	mu.ResizeFor(p)
	clear(mu.Node)
	if !mu.NodeOnly {
		clear(mu.Pair)
	}
	s.state.Reset(p)
	s.state.Best()
	key, one := perturb.Key(s.key.Stream(s.calls.Add(1)-1)), 1/float64(s.Sweeps)
	for i := range s.BurnIn + s.Sweeps {
		s.state.Gibbs(key, uint64(i))
		if i >= s.BurnIn {
			tally(mu, one, s.state.Y, p)
		}
	}
	return nil
}

// tally adds a to the entries of the labels y, and of their pairs.
func tally(mu *sp.Marginals, a float64, y []int32, p *sp.Potentials) {
	for d, k := range y {
		mu.Node[d*p.K+int(k)] += a
	}
	if mu.NodeOnly {
		return
	}
	mu.AddFactors(a, p.Factors, y, p.K)
	for e, uv := range p.Edges {
		mu.Pair[(e*p.K+int(y[uv.U]))*p.K+int(y[uv.V])] += a
	}
}

// bethe returns the mean score under mu plus the entropy Σ_e H_e − Σ_d (degree(d) − 1)·H_d, where e
// is an edge or a factor. On a graph without cycles that is log Z if mu are its marginals.
// O(nK + mK²).
func bethe(mu *sp.Marginals, p *sp.Potentials) (value float64) {
	k := p.K
	plus := func(q, score float64) float64 { return q * (score - math.Log(q)) }
	for i, q := range mu.Node {
		if q > 0 {
			value += plus(q, p.Node[i])
		}
	}
	for e, uv := range p.Edges {
		for i, q := range mu.Pair[e*k*k:][:k*k] {
			if a, b := i/k, i%k; q > 0 {
				u, v := mu.Node[int(uv.U)*k+a], mu.Node[int(uv.V)*k+b]
				value += plus(q, p.PairScore(e, int32(a), int32(b))) + q*math.Log(u*v)
			}
		}
	}
	for i := range p.Factors.N() {
		table := p.Factors.Table(p.Factor, i, k)
		for state, q := range p.Factors.Table(mu.Factor, i, k) {
			if q == 0 {
				continue
			}
			value += plus(q, table[state])
			of := p.Factors.At(i)
			for j := len(of) - 1; j >= 0; j-- {
				value += q * math.Log(mu.Node[int(of[j])*k+state%k])
				state /= k
			}
		}
	}
	return value
}

var _ sp.Approximator = (*Gibbs)(nil)
