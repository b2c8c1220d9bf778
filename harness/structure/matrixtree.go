package structure

import (
	"fmt"
	"math"

	"github.com/spbench/spbench/harness/elementary"
	"github.com/spbench/spbench/harness/kernel"
	"github.com/spbench/spbench/harness/sp"
)

// singleRoot scales the weights of arcs from the root where only one may be used: in sums, each
// further one counts so little that it vanishes. Nothing is subtracted, so no digits are lost.
// Before, these arcs are shifted so that none is better than another head of its node: every tree
// has one of them. Where cycles are so much better than trees that further arcs may count, the sum
// is over the children of the root, one by one.
const singleRoot = 0x1p-400

// A matrixTree sums over trees with weights exp(score) by the matrix-tree theorem (Koo, Globerson,
// Carreras & Collins, Structured prediction models via the matrix-tree theorem, EMNLP 2007). Nodes
// are states of a Markov chain, with steps from a node to its head. They are eliminated without a
// subtraction (Grassmann, Taksar & Heyman, Regenerative analysis and steady state distributions
// for Markov chains, Operations Research 1985). Log Z is the sum of the logarithms of the pivots,
// and
//
//	P(head of d is h) ∝ w(d,h)·P(a walk from h meets the root before d).
//
// The walks for all d come from eliminating all nodes but d. Halves of the nodes are eliminated for
// the sake of the other half, then halves of halves: O(n³) in all.
type matrixTree struct {
	n      int
	offset float64 // log of the scales of the rows
	levels []halving
	escape []float64 // n: of the walks from each node, the share that meets the root before d
	logZ   float64
}

// A halving eliminates some of the m nodes from lo on. Matrices have a row for each node: its
// weights to the nodes, then to the root.
type halving struct {
	lo, m  int
	matrix []float64 // m×(m+1)
	a, b   int       // the nodes lo+a to lo+b−1 stay
	work   []float64 // m×(m+1): the rows of the others as they were when eliminated
	pivot  []float64 // m: sums of these rows
}

func (s *Arborescence) sums(node []float64, p *sp.Potentials) (float64, error) {
	t := &s.trees
	if t.n = p.N(); t.n == 0 {
		return 0, nil
	}
	t.load(p)
	t.escape, t.logZ = sp.Grow(t.escape, t.n), 0
	t.halve(node, 0)
	if p.Structure.Single && !(t.logZ >= 1.5*math.Log(singleRoot)) {
		return s.byRoot(node, p)
	}
	if t.logZ-t.logZ != 0 {
		return 0, fmt.Errorf("structure: arborescence: %w: no tree has a finite score, or scores differ "+
			"by more than 700", sp.ErrForbidden)
	}
	return t.logZ + t.offset, nil
}

// byRoot is sums with a single root: O(n⁴).
func (s *Arborescence) byRoot(node []float64, p *sp.Potentials) (logZ float64, err error) {
	logZ, err = math.Inf(-1), fmt.Errorf("structure: arborescence: %w: no tree has a finite score "+
		"and one child of the root, or scores differ by more than 700", sp.ErrForbidden)
	q := &sp.Potentials{K: p.K, Structure: &sp.Structure{Kind: sp.Arborescence}}
	part, sum := make([]float64, len(p.Node)), make([]float64, len(p.Node))
	for root := range p.N() {
		q.Node = append(q.Node[:0], p.Node...)
		for d := range p.N() {
			if d != root {
				q.Node[d*p.K] = math.Inf(-1)
			}
		}
		one, bad := s.sums(part, q)
		if bad != nil {
			continue
		}
		all := logAdd(logZ, one)
		for i, v := range part {
			sum[i] = sum[i]*math.Exp(logZ-all) + v*math.Exp(one-all)
		}
		logZ, err = all, nil
	}
	copy(node, sum)
	return logZ, err
}

// load fills the matrix of all nodes. Each row is scaled by its largest weight.
func (t *matrixTree) load(p *sp.Potentials) {
	n := t.n
	t.room(0, 0, n)
	t.offset = 0
	root, shift := 1.0, 0.0
	if p.Structure.Single {
		root, shift = singleRoot, lead(p)
		t.offset = shift - math.Log(singleRoot)
	}
	for d := range n {
		scores, row := p.Node[d*p.K:][:p.K], t.levels[0].matrix[d*(n+1):][:n+1]
		copy(row, scores[1:])
		row[d], row[n] = math.Inf(-1), scores[0]-shift
		top := kernel.Max(row)
		row[d] = top // Exps likes it more than -Inf
		elementary.Exps(row, row, top)
		row[d] = 0
		row[n] *= root
		t.offset += top
	}
}

// lead returns by how much an arc from the root is better than all other heads of its node, at most
// of all nodes with both; 0: there are none.
func lead(p *sp.Potentials) float64 {
	most := math.Inf(-1)
	for d := range p.N() {
		row, best := p.Node[d*p.K:][:p.K], math.Inf(-1)
		for h, v := range row[1:] {
			if h != d {
				best = max(best, v)
			}
		}
		if !math.IsInf(best, -1) {
			most = max(most, row[0]-best)
		}
	}
	if math.IsInf(most, -1) {
		return 0
	}
	return most
}

// room prepares a level for m nodes.
func (t *matrixTree) room(level, lo, m int) {
	if len(t.levels) <= level {
		t.levels = append(t.levels, halving{})
	}
	h := &t.levels[level]
	h.lo, h.m = lo, m
	h.matrix, h.work = sp.Grow(h.matrix, m*(m+1)), sp.Grow(h.work, m*(m+1))
	h.pivot = sp.Grow(h.pivot, m)
}

// halve finds the probabilities of the nodes of a level, the only ones left there. Without node,
// log Z alone: one node is enough.
func (t *matrixTree) halve(node []float64, level int) {
	m := t.levels[level].m
	if m == 1 {
		t.leaf(node, level)
		return
	}
	for _, stay := range [2][2]int{{0, m / 2}, {m / 2, m}} {
		if stay[0] > 0 && node == nil {
			return
		}
		t.room(level+1, t.levels[level].lo+stay[0], stay[1]-stay[0])
		h := &t.levels[level]
		h.a, h.b = stay[0], stay[1]
		h.eliminate(t.levels[level+1].matrix)
		t.halve(node, level+1)
	}
}

// order returns the node that goes as number i, and the range of those that are left then.
func (h *halving) order(i int) (v, first, last int) {
	if h.a == 0 {
		v = h.m - 1 - i
		return v, 0, v
	}
	return i, i + 1, h.m
}

// eliminate fills next, the matrix of the nodes that stay.
func (h *halving) eliminate(next []float64) {
	width := h.m + 1
	work := h.work
	copy(work, h.matrix)
	for i := range h.m - (h.b - h.a) {
		v, first, last := h.order(i)
		row, pivot := work[v*width:][:width], 0.0
		for _, w := range row[first:last] {
			pivot += w
		}
		pivot += row[h.m]
		h.pivot[v] = pivot
		for u := first; u < last; u++ {
			to := work[u*width:][:width]
			f := to[v] / pivot
			if f == 0 {
				continue
			}
			kernel.AddScaled(to[first:last], f, row[first:last])
			to[u] = 0 // a walk that comes back to u
			to[h.m] += f * row[h.m]
		}
	}
	size := h.b - h.a
	for u := range size {
		row := work[(h.a+u)*width:][:width]
		copy(next[u*(size+1):][:size], row[h.a:h.b])
		next[u*(size+1)+size] = row[h.m]
	}
}

// leaf finds log Z, or the probabilities of node d, the only one left.
func (t *matrixTree) leaf(node []float64, level int) {
	d, n := t.levels[level].lo, t.n
	if d == 0 {
		t.logZ = math.Log(t.levels[level].matrix[1])
		for l := range level {
			h := &t.levels[l]
			for i := range h.m - (h.b - h.a) {
				v, _, _ := h.order(i)
				t.logZ += math.Log(h.pivot[v])
			}
		}
	}
	if node == nil {
		return
	}
	t.escape[d] = 0
	for l := level - 1; l >= 0; l-- {
		t.levels[l].walk(t.escape)
	}
	row, out := t.levels[0].matrix[d*(n+1):][:n+1], node[d*(n+1):][:n+1]
	out[0] = row[n]
	sum := out[0]
	for h, w := range row[:n] {
		out[h+1] = w * t.escape[h]
		sum += out[h+1]
	}
	for h := range out {
		out[h] /= sum
	}
}

// walk fills the escapes of the eliminated nodes, the last first.
func (h *halving) walk(escape []float64) {
	for i := h.m - (h.b - h.a) - 1; i >= 0; i-- {
		v, first, last := h.order(i)
		row := h.work[v*(h.m+1):][:h.m+1]
		sum, next := row[h.m], escape[h.lo+first:h.lo+last]
		row = row[first:last]
		var a, b, c, d float64 // sums that overlap
		for ; len(row) >= 4; row, next = row[4:], next[4:] {
			a += float64(row[0] * next[0])
			b += float64(row[1] * next[1])
			c += float64(row[2] * next[2])
			d += float64(row[3] * next[3])
		}
		for x, w := range row {
			sum += float64(w * next[x])
		}
		sum += (a + b) + (c + d)
		escape[h.lo+v] = sum / h.pivot[v]
	}
}
