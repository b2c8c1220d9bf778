package oracle

import (
	"errors"
	"fmt"
	"math"
	"slices"

	"github.com/spbench/spbench/harness/sp"
)

// BruteLimit is the largest number of labelings Kⁿ enumerated by a Brute.
const BruteLimit = 1 << 22

// A Brute enumerates all labelings of any graph. It is slow but simple, and the reference in tests
// of the other oracles. It implements [sp.Solver] and [sp.Clamper]. Every call costs O(Kⁿ(n+m)). If
// there are more than BruteLimit labelings, the error wraps errors.ErrUnsupported.
type Brute struct {
	clamped
	p   *sp.Potentials // of the last successful MAP, else nil
	top []int32        // its labeling
	y   []int32        // current labeling of the enumeration
}

// NewBrute returns a Brute.
func NewBrute() *Brute { return new(Brute) }

// MAP implements [sp.Solver]. Among equally good labelings it returns the first, with the label of
// variable 0 running fastest.
func (b *Brute) MAP(y []int32, p *sp.Potentials) (float64, error) {
	b.p, b.moves = nil, b.moves[:0]
	score, err := b.best(y, p, -1, 0)
	if err != nil {
		return 0, err
	}
	answered.Add(1)
	b.p, b.top = p, append(b.top[:0], y...)
	return score, nil
}

// Clamped implements [sp.Clamper].
func (b *Brute) Clamped(y []int32, d int, k int32) (float64, error) {
	b.moves = b.moves[:0]
	if b.p == nil {
		return 0, errors.New("oracle: brute: Clamped needs a successful MAP first")
	}
	if y == nil {
		y = make([]int32, b.p.N())
	}
	score, err := b.best(y, b.p, d, k)
	if err == nil {
		b.compare(b.top, y)
	}
	return score, err
}

// best maximises over labelings with label k at d; d < 0: over all.
func (b *Brute) best(y []int32, p *sp.Potentials, d int, k int32) (float64, error) {
	mustHold(y, p.N())
	top, invalid := math.Inf(-1), math.NaN()
	err := b.each(p, func(score float64) {
		switch {
		case score != score || math.IsInf(score, 1):
			invalid = score
			top = score
		case d >= 0 && b.y[d] != k:
		case score > top:
			top = score
			copy(y, b.y)
		}
	})
	if err != nil {
		return 0, err
	}
	if top-top != 0 || !math.IsNaN(invalid) {
		return 0, fmt.Errorf("oracle: brute: %w", fault(top, p))
	}
	return top, nil
}

// Marginals implements [sp.Solver].
func (b *Brute) Marginals(mu *sp.Marginals, p *sp.Potentials) (float64, error) {
	top := math.Inf(-1)
	if err := b.each(p, func(score float64) { top = max(top, score) }); err != nil {
		return 0, err
	}
	answered.Add(1)
	if top-top != 0 {
		return 0, fmt.Errorf("oracle: brute: %w", fault(top, p))
	}
	sum := 0.0
	b.each(p, func(score float64) { sum += math.Exp(score - top) })
	if mu != nil {
		mu.ResizeFor(p)
		clear(mu.Node)
		clear(mu.Pair)
		b.each(p, func(score float64) { b.addTo(mu, p, math.Exp(score-top)/sum) })
	}
	return top + math.Log(sum), nil
}

// Conditional implements [sp.Conditioner].
func (b *Brute) Conditional(mu *sp.Marginals, p *sp.Potentials, f *sp.Forest,
	y []int32) (float64, error) {
	q := *p
	q.Node = slices.Clone(p.Node)
	for i := range q.Node {
		if d := i / p.K; !f.Has(int32(d)) && int32(i%p.K) != y[d] {
			q.Node[i] = math.Inf(-1)
		}
	}
	return b.Marginals(mu, &q)
}

// addTo adds the current labeling, with probability q, to mu.
func (b *Brute) addTo(mu *sp.Marginals, p *sp.Potentials, q float64) {
	for d, k := range b.y {
		mu.Node[d*p.K+int(k)] += q
	}
	if mu.NodeOnly {
		return
	}
	mu.AddFactors(q, p.Factors, b.y, p.K)
	for e, uv := range p.Edges {
		mu.Pair[(e*p.K+int(b.y[uv.U]))*p.K+int(b.y[uv.V])] += q
	}
}

// each sets b.y to every labeling in turn and calls do with its score.
func (b *Brute) each(p *sp.Potentials, do func(score float64)) error {
	n, count := p.N(), 1
	for range n {
		if count *= p.K; count > BruteLimit {
			return fmt.Errorf(
				"oracle: brute: %d^%d labelings are more than the %d it enumerates: %w",
				p.K, n, BruteLimit, errors.ErrUnsupported)
		}
	}
	b.y = sp.Grow(b.y, n)
	clear(b.y)
	for range count {
		do(p.Score(b.y))
		for d := range b.y {
			if b.y[d]++; int(b.y[d]) < p.K {
				break
			}
			b.y[d] = 0
		}
	}
	return nil
}
