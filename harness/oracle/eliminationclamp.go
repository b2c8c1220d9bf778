package oracle

import (
	"errors"
	"fmt"
	"math"

	"github.com/spbench/spbench/harness/kernel"
	"github.com/spbench/spbench/harness/minfill"
	"github.com/spbench/spbench/harness/sp"
)

// Clamped implements [sp.Clamper]. It returns a labeling of maximal score with label k at variable
// d, and its score. If the last MAP has that label, the result is that MAP. The first query after a
// MAP costs as much as the MAP, and each one O(K^width + n·width) more. A forbidden label is an
// error that wraps ErrForbidden.
func (s *Elimination) Clamped(y []int32, d int, k int32) (float64, error) {
	s.moves = s.moves[:0]
	if s.p == nil {
		return 0, errors.New("oracle: elimination: Clamped needs a successful MAP first")
	}
	if y == nil {
		s.scratch = sp.Grow(s.scratch, len(s.y))
		y = s.scratch
	}
	mustHold(y, len(s.y))
	if s.y[d] == k {
		copy(y, s.y)
		return s.score, nil
	}
	if s.holds != s.p { // Marginals was called since, for any graph
		if err := s.prepare(s.p); err != nil {
			return 0, err
		}
		s.ascend(s.p)
		s.queried = false
	}
	if !s.queried {
		s.descend()
	}
	for i := range y {
		y[i] = sp.Unknown
	}
	if !s.climb(y, int(s.plan.Number[d]), k) {
		return 0, fmt.Errorf("oracle: elimination: variable %d clamped to label %d: %w", d, k,
			ErrForbidden)
	}
	s.decode(y)
	s.compare(s.y, y)
	return s.p.Score(y), nil
}

// descend fills total: the parent's, as the message of b sees it, in place of
// the message.
func (s *Elimination) descend() {
	q := &s.plan
	s.total = sp.Grow(s.total, q.Entries)
	copy(s.total, s.table)
	for i := len(q.Buckets) - 1; i >= 0; i-- {
		b := &q.Buckets[i]
		if b.Parent < 0 {
			continue
		}
		p := &q.Buckets[b.Parent]
		m := s.message[:b.Size/q.K]
		for j := range m {
			m[j] = math.Inf(1)
		}
		b.Join(s.total[p.Start:][:p.Size], m, q.K, lower)
		t := s.total[b.Start:][:b.Size]
		for j, all := range m {
			row := t[j*q.K:][:q.K]
			own := kernel.Min(row)
			if math.IsInf(all, 1) {
				own = 0 // forbidden in any case
			}
			for l := range row {
				row[l] += all - own
			}
		}
	}
	s.queried = true
}

func lower(src, dst []float64) {
	for j, v := range src {
		dst[j] = min(dst[j], v)
	}
}

// climb sets the variables of bucket i and of the buckets above it to their best labels, with label
// k for bucket i. It returns false if there are none.
func (s *Elimination) climb(y []int32, i int, k int32) bool {
	q := &s.plan
	b := &q.Buckets[i]
	t := s.total[b.Start:][:b.Size]
	best := int(k)
	for j := best; j < len(t); j += q.K {
		if t[j] < t[best] {
			best = j
		}
	}
	if math.IsInf(t[best], 1) {
		return false
	}
	for {
		for j, at := -1, best; j < len(b.Rest); j++ { // read the labels off
			d := b.Variable
			if j >= 0 {
				d = q.Buckets[b.Rest[j]].Variable
			}
			y[d] = int32(at % q.K)
			at /= q.K
		}
		if b.Parent < 0 {
			return true
		}
		at := 0
		for j, place := range b.Fixed {
			at += place * int(y[q.Buckets[b.Rest[j]].Variable])
		}
		p := &q.Buckets[b.Parent]
		best = at
		t = s.total[p.Start:][:p.Size]
		var o minfill.Odometer
		for range minfill.Power(q.K, len(b.Free)) {
			if t[at+o.At] < t[best] {
				best = at + o.At
			}
			o.Advance(b.Free, q.K)
		}
		b = p
	}
}
