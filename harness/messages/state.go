package messages

import (
	"math"

	"github.com/spbench/spbench/harness/kernel"
	"github.com/spbench/spbench/harness/sp"
)

// A Rule defines the messages. The zero value is sum-product belief propagation.
type Rule struct {
	// Max selects the variables (n) to maximise over; the others are summed over. nil: all are
	// summed over.
	Max []bool
	// Rho are the appearance probabilities of the edges (m), in (0,1], as made by [Appearance];
	// nil: all are 1.
	Rho []float64
	// Damping is the share of the old message in the new one, in [0,1).
	Damping float64
}

// A State holds the current messages of one graph. The zero value is ready for [State.Reset].
// Buffers are kept, so that nothing is allocated once they have grown. It is not safe for
// concurrent use.
//
// With two labels a message is one number, a log-odds, for all forms of pair scores: a table is
// split into a strength, additions to the scores of label 1 at either end, and a constant.
type State struct {
	p         *sp.Potentials
	rule      Rule
	two       bool // two labels, with log-odds as messages
	wide      bool // treats two labels like more, for tests
	width     int  // numbers in a message: 1 for two labels, else K
	incidence sp.Incidence
	first     []int32 // n+1: the links of t are links[first[t]:first[t+1]],
	upper     []int32 // n: the first link of each variable to a later one
	links     []link  // 2m
	in        []float64
	rho       []float64 // 2m: by link; nil if all are 1
	odds      odds      // for two labels
	tables    tables    // for more labels
	belief    []float64 // K
	cavity    []float64 // K
	next      []float64 // K: a message
	far       []float64 // K: the belief of the other end
	joint     []float64 // K×K: of an edge
}

// A link is an edge seen from one of its ends. The message in[j·width:] comes in through link
// j.
type link struct {
	other, back int32 // the other end; the same edge seen from there
	edge        int32
	down        bool // seen from the edge's V: its label is the column
}

// Reset prepares s for p under a rule, with neutral messages. s reads both until the next
// Reset. Every variable must have an allowed label. O(n+m) for two labels, O(mK²) for tables of
// more.
func (s *State) Reset(p *sp.Potentials, r Rule) {
	if r.Max != nil && len(r.Max) != p.N() || r.Rho != nil && len(r.Rho) != len(p.Edges) ||
		!(r.Damping >= 0 && r.Damping < 1) {
		panic("messages: the rule does not fit the graph")
	}
	s.p, s.rule, s.width = p, r, p.K
	if s.two = p.K == 2 && !s.wide; s.two {
		s.width = 1
	}
	s.join()
	s.in = sp.Grow(s.in, s.width*len(s.links))
	clear(s.in)
	s.belief, s.far = sp.Grow(s.belief, p.K), sp.Grow(s.far, p.K)
	s.cavity, s.next = sp.Grow(s.cavity, p.K), sp.Grow(s.next, p.K)
	if s.rho = s.rho[:0]; r.Rho != nil {
		for _, l := range s.links {
			s.rho = append(s.rho, r.Rho[l.edge])
		}
	}
	if s.two {
		s.odds.fit(s)
	} else {
		s.tables.fit(p, r.Rho)
	}
}

// join makes the links: for each variable those to earlier ones, then those to later ones.
func (s *State) join() {
	n, edges := s.p.N(), s.p.Edges
	s.incidence.Fit(n, edges)
	s.first, s.upper, s.links = sp.Grow(s.first, n+1), sp.Grow(s.upper, n),
		sp.Grow(s.links, 2*len(edges))
	at := int32(0)
	for t := range int32(n) {
		s.first[t] = at
		for _, later := range [2]bool{false, true} {
			if later {
				s.upper[t] = at
			}
			for _, e := range s.incidence.At(t) {
				uv := edges[e]
				if other := uv.U + uv.V - t; other > t == later {
					s.links[at] = link{other: other, back: -1, edge: e, down: uv.V == t}
					at++
				}
			}
		}
	}
	s.first[n] = at
	for j := range s.links {
		s.links[j].back = s.reverse(int32(j))
	}
}

// reverse returns the link from the other end of the edge of link j.
func (s *State) reverse(j int32) int32 {
	l := s.links[j]
	for i := s.first[l.other]; ; i++ {
		if s.links[i].edge == l.edge {
			return i
		}
	}
}

// maximised reports whether variable t is maximised over.
func (s *State) maximised(t int32) bool { return s.rule.Max != nil && s.rule.Max[t] }

// weight returns ρ of link j.
func (s *State) weight(j int32) float64 {
	if len(s.rho) == 0 {
		return 1
	}
	return s.rho[j]
}

// top returns the largest entry and its first index.
func top(row []float64) (at int, value float64) {
	value = largest(row)
	for at < len(row)-1 && row[at] != value {
		at++
	}
	return at, value
}

// largest returns the largest entry.
func largest(row []float64) float64 {
	if len(row) >= 8 {
		return kernel.Max(row)
	}
	value := math.Inf(-1)
	for _, v := range row {
		if v > value {
			value = v
		}
	}
	return value
}
