package oracle

import (
	"fmt"
	"math"

	"github.com/spbench/spbench/harness/kernel"
	"github.com/spbench/spbench/harness/minfill"
	"github.com/spbench/spbench/harness/sp"
)

// An Elimination is exact inference on graphs of small treewidth by variable elimination. For
// marginals and clamped queries it sends messages back down the tree of its buckets (Koller &
// Friedman 2009, chapters 9 and 10; Dechter 1999). On a grid it goes along the longer side, with
// tables over one row. It implements [sp.Solver] and [sp.Clamper].
//
// One Elimination can serve any graphs one after the other. It keeps the order of the last graph
// and allocates nothing on that graph once its buffers exist. Memory: 8 bytes for each of the
// n·K^(width+1) entries, twice that after a Clamped.
type Elimination struct {
	conditioner
	clamped
	plan    minfill.Plan
	table   []float64      // of all buckets: costs of MAP, or tables of Marginals
	holds   *sp.Potentials // potentials of the costs in table; nil after Marginals
	message []float64
	factor  []float64 // K×K
	exp     expTable
	scores  []float64 // of factors, as costs or exponentials

	p       *sp.Potentials // of the last successful MAP, else nil
	y       []int32        // its labeling
	score   float64
	total   []float64 // like table: least cost of a labeling with these labels
	queried bool      // total is filled
	scratch []int32   // n
}

// NewElimination returns an Elimination. If no order of a graph keeps within [minfill.TableLimit],
// the error of a call names the width and wraps errors.ErrUnsupported.
func NewElimination() *Elimination { return new(Elimination) }

func (s *Elimination) prepare(p *sp.Potentials) error {
	mustAgree(p)
	if err := s.plan.Fit(p.N(), p.K, p.Edges, p.Factors); err != nil {
		return fmt.Errorf("oracle: elimination: %w", err)
	}
	s.table = sp.Grow(s.table, s.plan.Entries)
	s.message = sp.Grow(s.message, s.plan.Largest)
	s.factor = sp.Grow(s.factor, p.K*p.K)
	return nil
}

// MAP fills y with a labeling of maximal score and returns p.Score(y). It decides labels from the
// last eliminated variable to the first and takes the smallest of equal ones, as computed.
// O(n·K^(width+1)). Errors are those of [Chain].
func (s *Elimination) MAP(y []int32, p *sp.Potentials) (float64, error) {
	s.p, s.queried, s.moves = nil, false, s.moves[:0]
	if err := s.prepare(p); err != nil {
		return 0, err
	}
	answered.Add(1)
	mustHold(y, s.plan.N)
	if least := s.ascend(p); least-least != 0 {
		return 0, fmt.Errorf("oracle: elimination: %w", fault(-least, p))
	}
	s.y = sp.Grow(s.y, s.plan.N)
	for i := range s.y {
		s.y[i] = sp.Unknown
	}
	s.decode(s.y)
	copy(y, s.y)
	s.score = p.Score(y)
	s.p = p
	return s.score, nil
}

// ascend fills the tables with costs, negative scores, and returns the least
// cost of a labeling. The minimum keeps NaN, and compiles without branches.
func (s *Elimination) ascend(p *sp.Potentials) (least float64) {
	q := &s.plan
	s.scores = append(s.scores[:0], p.Factor...)
	kernel.Scale(s.scores, -1)
	for i := range q.Buckets {
		b := &q.Buckets[i]
		t := s.of(b)
		for k, v := range p.Node[int(b.Variable)*q.K:][:q.K] {
			t[k] = -v
		}
		s.grow(b, t, func(l minfill.Bond) { s.costs(l, p) }, add)
		s.weave(b, t, s.scores, add)
		for c := b.Child; c >= 0; c = q.Buckets[c].Sibling {
			child := &q.Buckets[c]
			m := s.message[:child.Size/q.K]
			minRow(m, s.of(child), q.K)
			child.Join(t, m, q.K, add)
		}
		if b.Parent < 0 {
			least += kernel.Min(t)
		}
	}
	s.holds = p
	return least
}

// of returns the table of b.
func (s *Elimination) of(b *minfill.Bucket) []float64 { return s.table[b.Start:][:b.Size:b.Size] }

// grow extends the first K entries of t digit by digit to the whole table. Each
// bond enters as soon as its digit does, while the table is small.
func (s *Elimination) grow(b *minfill.Bucket, t []float64, factor func(l minfill.Bond),
	op func(dst, src []float64)) {
	k, bonds := s.plan.K, b.Bonds
	size := k
	for digit := range b.Rest {
		for l := 1; l < k; l++ {
			copy(t[l*size:][:size], t[:size])
		}
		for ; len(bonds) > 0 && bonds[0].Digit == digit; bonds = bonds[1:] {
			factor(bonds[0])
			for l := range k {
				op(t[l*size:][:size], s.factor[l*k:][:k])
			}
		}
		size *= k
	}
}

// costs fills factor with the costs of an edge. Rows are labels of the variable in the rest,
// columns labels of the bucket's variable.
func (s *Elimination) costs(l minfill.Bond, p *sp.Potentials) {
	k := p.K
	table := p.PairTable(int(l.Edge))
	for i := range k {
		for j := range k {
			v := 0.0
			switch {
			case table == nil && i == j:
				v = strength(p, l.Edge)
			case table == nil:
			case l.Flip:
				v = table[i*k+j]
			default:
				v = table[j*k+i]
			}
			s.factor[i*k+j] = -v
		}
	}
}

// add adds src, repeated as often as it fits, to dst.
func add(dst, src []float64) {
	if len(src) == 2 {
		a, b := src[0], src[1]
		for ; len(dst) >= 2; dst = dst[2:] {
			dst[0] += a
			dst[1] += b
		}
		return
	}
	for ; len(dst) >= len(src); dst = dst[len(src):] {
		for j, v := range src {
			dst[j] += v
		}
	}
}

// minRow fills dst with the least entry of each row of k.
func minRow(dst, t []float64, k int) {
	if k == 2 {
		for i := range dst {
			row := t[2*i:][:2]
			dst[i] = min(row[0], row[1])
		}
		return
	}
	for i := range dst {
		least := math.Inf(1)
		for _, v := range t[i*k:][:k] {
			least = min(least, v)
		}
		dst[i] = least
	}
}

// decode fills the Unknown entries of y from the tables of MAP, given the others.
func (s *Elimination) decode(y []int32) {
	q := &s.plan
	for i := len(q.Buckets) - 1; i >= 0; i-- {
		b := &q.Buckets[i]
		if y[b.Variable] != sp.Unknown {
			continue
		}
		row, place := 0, q.K
		for _, j := range b.Rest {
			row += place * int(y[q.Buckets[j].Variable])
			place *= q.K
		}
		y[b.Variable], _ = argmin(s.of(b)[row:][:q.K])
	}
}

var (
	_ sp.Clamper = (*Elimination)(nil)
	_ sp.Solver  = (*Elimination)(nil)
)
