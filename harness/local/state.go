package local

import (
	"math"

	"github.com/spbench/spbench/harness/perturb"
	"github.com/spbench/spbench/harness/sp"
)

// A State is a labeling of one graph under single-site moves. The zero value is
// ready for [State.Reset]; buffers are kept, so that nothing is allocated once they
// have grown. It is not safe for concurrent use.
type State struct {
	// Y is the labeling (n), which the caller may read, and change between moves.
	Y []int32

	p         *sp.Potentials
	incidence sp.Incidence
	first     []int32     // n+1: neighbours of d are around[first[d]:first[d+1]]
	around    []neighbour // 2m
	row       []float64   // K
	noise     []float64   // n
}

// A neighbour is an edge seen from one of its ends.
type neighbour struct {
	other, edge int32
	up          bool // the end that looks is the edge's V: its label is the column
}

// Reset prepares s for p, which it reads until the next Reset; Y has the right
// length and undefined contents. O(n+m).
func (s *State) Reset(p *sp.Potentials) {
	n := p.N()
	s.p = p
	s.Y, s.row = sp.Grow(s.Y, n), sp.Grow(s.row, p.K)
	s.incidence.Fit(n, p.Edges)
	s.first, s.around = sp.Grow(s.first, n+1), s.around[:0]
	for d := range int32(n) {
		s.first[d] = int32(len(s.around))
		for _, e := range s.incidence.At(d) {
			uv := p.Edges[e]
			s.around = append(s.around, neighbour{other: uv.U + uv.V - d, edge: e, up: uv.V == d})
		}
	}
	s.first[n] = int32(len(s.around))
}

// Best sets Y to the best label of each variable by its node scores alone; the
// least of equally good ones. O(nK).
func (s *State) Best() {
	k := s.p.K
	for d := range s.Y {
		s.Y[d] = best(s.p.Node[d*k:][:k])
	}
}

// Draw sets Y to a labeling drawn uniformly among those that no node score forbids:
// a function of key and draw. O(nK).
func (s *State) Draw(key perturb.Key, draw uint64) {
	s.noise = sp.Grow(s.noise, len(s.Y))
	key.Uniform(s.noise, draw)
	k := s.p.K
	for d, u := range s.noise {
		row := s.p.Node[d*k:][:k]
		allowed := 0
		for _, v := range row {
			if v > math.Inf(-1) {
				allowed++
			}
		}
		at := int(u * float64(allowed))
		for l, v := range row {
			if v > math.Inf(-1) {
				if at == 0 {
					s.Y[d] = int32(l)
				}
				at--
			}
		}
	}
}

// scores returns the score of each label of d under the labels of its neighbours:
// a row of [Conditionals], valid until the next call. O(K·degree).
func (s *State) scores(d int) []float64 {
	k, row := s.p.K, s.row
	copy(row, s.p.Node[d*k:][:k])
	around := s.around[s.first[d]:s.first[d+1]]
	if potts := s.p.Pair.Potts; len(potts) > 0 {
		for _, a := range around {
			row[s.Y[a.other]] += potts[a.edge]
		}
		return row
	}
	if len(s.p.Pair.Table) == 0 {
		return row
	}
	for _, a := range around {
		table, l := s.p.PairTable(int(a.edge)), int(s.Y[a.other])
		if a.up {
			for i, v := range table[l*k:][:k] {
				row[i] += v
			}
			continue
		}
		for i := range row {
			row[i] += table[i*k+l]
		}
	}
	return row
}

// best returns the first of the largest entries.
func best(row []float64) int32 {
	at := 0
	for l, v := range row {
		if v > row[at] {
			at = l
		}
	}
	return int32(at)
}
