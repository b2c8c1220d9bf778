package local

import (
	"errors"
	"fmt"

	"github.com/spbench/spbench/harness/perturb"
	"github.com/spbench/spbench/harness/sp"
)

// MostConfigurations is the largest number of labelings of a block.
const MostConfigurations = 4096

// A BlockState is a labeling of one graph under moves of blocks: a move changes the labels of
// one block while all others keep theirs. Configuration c of a block is a number to base K; its
// most significant digit is the label of the first variable. The zero value is ready for
// [BlockState.Reset]; buffers are kept. It is not safe for concurrent use.
type BlockState struct {
	// Y is the labeling (n). The caller may read it, and change it between moves.
	Y []int32

	single State // the graph, and draws
	blocks *Blocks
	start  []int32     // Len()+1: configurations of block b are inside[start[b]:start[b+1]]
	inside []float64   // scores of the nodes and edges within each block
	base   []float64   // the same, perturbed
	border []neighbour // edges to other blocks; those of variable list[i]:
	at     []int32     // border[at[i]:at[i+1]]
	two    two         // for two labels: the edges of border only
	scores []float64   // of one block
}

// Reset prepares s for p and b, and reads them until the next Reset. Y has the right length and
// undefined contents. If a block has more than MostConfigurations, the error wraps
// errors.ErrUnsupported. O(m + configurations·size).
func (s *BlockState) Reset(p *sp.Potentials, b *Blocks) error {
	s.single.Reset(p)
	s.Y, s.blocks = s.single.Y, b
	s.start, s.at, s.border = append(s.start[:0], 0), append(s.at[:0], 0), s.border[:0]
	total := 0
	for i := range b.Len() {
		count := 1
		for range b.At(i) {
			if count *= p.K; count > MostConfigurations {
				return fmt.Errorf("local: a block of %d variables with %d labels each "+
					"has more than %d configurations: %w",
					len(b.At(i)), p.K, MostConfigurations, errors.ErrUnsupported)
			}
		}
		total += count
		s.start = append(s.start, int32(total))
		for _, d := range b.At(i) {
			for _, a := range s.single.graph.of(d) {
				if b.of[a.other] != int32(i) {
					s.border = append(s.border, a)
				}
			}
			s.at = append(s.at, int32(len(s.border)))
		}
	}
	if p.K == 2 {
		s.two.fit(p, s.at, s.border)
	}
	s.inside, s.scores = sp.Grow(s.inside, total), sp.Grow(s.scores, MostConfigurations)
	for i := range b.Len() {
		s.enclose(i)
	}
	s.base = append(s.base[:0], s.inside...)
	return nil
}

// enclose fills inside for block i.
func (s *BlockState) enclose(i int) {
	p, list, out := s.single.p, s.blocks.At(i), s.inside[s.start[i]:s.start[i+1]]
	for c := range out {
		score := 0.0
		for at, d := range list {
			k := digit(c, at, len(list), p.K)
			score += p.Node[int(d)*p.K+int(k)]
			for _, a := range s.single.graph.of(d) {
				for other, v := range list[at+1:] {
					if v == a.other { // d comes after: it is U
						score += p.PairScore(int(a.edge), k, digit(c, at+1+other, len(list), p.K))
					}
				}
			}
		}
		out[c] = score
	}
}

// digit returns the label of variable number at in a block of size variables, in configuration
// c.
func digit(c, at, size, k int) int32 {
	for ; at < size-1; at++ {
		c /= k
	}
	return int32(c % k)
}

// Perturb adds Gumbel noise times scale to the score of each configuration of each block, in
// place of the noise of the last Perturb. The noise is a function of key and draw (Bertasius et
// al. 2017, theorem 4.2). O(configurations).
func (s *BlockState) Perturb(key perturb.Key, draw uint64, scale float64) {
	key.Gumbel(s.base, draw)
	for i, v := range s.inside {
		s.base[i] = v + scale*s.base[i]
	}
}

// Draw does the same as [State.Draw].
func (s *BlockState) Draw(key perturb.Key, draw uint64) { s.single.Draw(key, draw) }

// Scores returns the scores of the configurations of block i given the labels of all other
// variables, with the noise of Perturb, up to a constant. The slice is valid until the next
// call. O(configurations + K·degree).
func (s *BlockState) Scores(i int) []float64 {
	base, k, size := s.base[s.start[i]:s.start[i+1]], s.single.p.K, 1
	scores := s.scores[:len(base)]
	scores[0] = 0
	for at := s.blocks.first[i+1] - 1; at >= s.blocks.first[i]; at-- {
		row := s.outside(at)
		for l := k - 1; l >= 0; l-- { // l = 0 comes last: it overwrites the scores the others read
			v, dst := row[l], scores[l*size:][:size]
			for c, w := range scores[:size] {
				dst[c] = w + v
			}
		}
		size *= k
	}
	for c, v := range base {
		scores[c] += v
	}
	return scores
}

// outside returns the scores of the labels of variable list[at] by its edges to other blocks.
func (s *BlockState) outside(at int32) []float64 {
	row, lo, hi := s.single.row, s.at[at], s.at[at+1]
	if len(row) == 2 {
		row[0], row[1] = 0, s.two.gain(int(at), lo, hi, s.Y)
		return row
	}
	clear(row)
	for _, a := range s.border[lo:hi] {
		a.add(row, s.single.p, s.Y[a.other])
	}
	return row
}

// ICM is [State.ICM] with blocks: it ends when no change of the labels of one block gives a
// better score. O(configurations + mK) a sweep.
func (s *BlockState) ICM(most int) (sweeps int, done bool) {
	for sweeps < most {
		sweeps++
		if !s.climb() {
			return sweeps, true
		}
	}
	return sweeps, false
}

// climb is one sweep; it reports whether a label changed.
func (s *BlockState) climb() (changed bool) {
	k := s.single.p.K
	for i := range s.blocks.Len() {
		list, scores, now := s.blocks.At(i), s.Scores(i), 0
		for _, d := range list {
			now = now*k + int(s.Y[d])
		}
		if c := int(sp.Best(scores)); scores[c] > scores[now] {
			changed = true
			for at, d := range list {
				s.Y[d] = digit(c, at, len(list), k)
			}
		}
	}
	return changed
}
