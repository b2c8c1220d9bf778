package oracle

import (
	"fmt"
	"math"

	"github.com/spbench/spbench/harness/kernel"
	"github.com/spbench/spbench/harness/sp"
)

// sumProduct is the state of sum-product on exponentials: every variable and
// every table is scaled by its largest score, every message by its sum.
type sumProduct struct {
	exp  expTable
	up   []float64 // n×K: beliefs of the subtree of d, scaled to sum to one
	msg  []float64 // n×K: message of d to its parent, by label of the parent
	rest []float64 // K; links×K when pairs are pooled
}

// Marginals returns log Z and fills mu. If mu is nil, it computes log Z only; with mu.NodeOnly, no
// pairs; with mu.Pooled, their sum, unless on logarithms. It works on exponentials with a scale per
// variable if nothing can be lost to underflow (degree times range of the allowed pair scores is
// below 600), else on logarithms. O(nK²); in the Potts form O(nK) except for pair marginals.
// Errors are those of MAP.
func (f *forest) Marginals(mu *sp.Marginals, p *sp.Potentials) (float64, error) {
	if err := f.prepare(p); err != nil {
		return 0, err
	}
	answered.Add(1)
	logZ := f.sums(mu, p)
	if logZ-logZ != 0 {
		return 0, fmt.Errorf("oracle: %s: %w", f.name, fault(logZ, p))
	}
	return logZ, nil
}

// sums is Marginals on a prepared forest. If all labelings are forbidden, the result is not finite.
func (f *forest) sums(mu *sp.Marginals, p *sp.Potentials) (logZ float64) {
	f.sum.exp.fit(p)
	fast := f.sum.exp.allowed*float64(f.degree) <= 600
	if fast {
		logZ, fast = f.collect(p)
	}
	if fast && mu != nil {
		f.distribute(mu, p)
	}
	if !fast {
		logZ = f.collectLog(p)
		if mu != nil {
			mu.Resize(f.n, len(p.Edges), p.K)
			f.distributeLog(mu, p)
		}
	}
	return logZ
}

// collect sends the messages upwards and returns log Z; false if forbidden pairs risk underflow.
func (f *forest) collect(p *sp.Potentials) (logZ float64, ok bool) {
	s, k, least := &f.sum, f.k, 0.0
	if s.exp.allowed < s.exp.span {
		least = math.Exp(-600 / float64(f.degree))
	}
	s.up, s.msg = sp.Grow(s.up, f.n*k), sp.Grow(s.msg, f.n*k)
	for d := range f.n {
		logZ += expRow(s.up[d*k:][:k], p.Node[d*k:][:k])
	}
	for i := range f.links {
		l := &f.links[i]
		up := s.up[int(l.child)*k:][:k]
		logZ += normalise(up)
		msg := s.msg[int(l.child)*k:][:k]
		logZ += s.exp.message(msg, up, l.edge, l.flip)
		if least > 0 && !(kernel.Min(msg) >= least) {
			return 0, false
		}
		dst := s.up[int(l.parent)*k:][:k]
		kernel.Multiply(dst, msg)
	}
	for d, l := range f.linkOf {
		if l < 0 {
			logZ += normalise(s.up[d*k:][:k])
		}
	}
	return logZ, true
}

// distribute turns beliefs into marginals from the roots down. With the
// parent's marginal b_p and r = b_p/msg_c,
//
//	b(k,l) = up_c(k)·exp(pair(k,l))·r(l),  b_c(k) = Σ_l b(k,l)
//
// which sums to one by construction: msg_c(l) = Σ_k up_c(k)·exp(pair(k,l)).
func (f *forest) distribute(mu *sp.Marginals, p *sp.Potentials) {
	s, k := &f.sum, f.k
	pooled := mu.Pooled && !mu.NodeOnly && p.Shared() && len(f.links) > 1
	if pooled {
		mu.Resize(f.n, 1, k)
		s.rest = sp.Grow(s.rest, len(f.links)*k)
	} else {
		mu.Resize(f.n, len(f.links), k)
		s.rest = sp.Grow(s.rest, k)
	}
	copy(mu.Node, s.up)
	for i := len(f.links) - 1; i >= 0; i-- {
		l := &f.links[i]
		rest := s.rest[:k]
		if pooled {
			rest = s.rest[i*k:][:k]
		}
		parent, msg := mu.Node[int(l.parent)*k:][:k], s.msg[int(l.child)*k:][:k]
		kernel.Divide(rest, parent, msg)
		child, up := mu.Node[int(l.child)*k:][:k], s.up[int(l.child)*k:][:k]
		s.exp.message(child, rest, l.edge, !l.flip)
		kernel.Multiply(child, up)
		if mu.NodeOnly || pooled {
			continue
		}
		pair := mu.Pair[int(l.edge)*k*k:][:k*k]
		if l.flip {
			s.exp.outer(pair, rest, up, l.edge)
		} else {
			s.exp.outer(pair, up, rest, l.edge)
		}
	}
	if pooled {
		f.pool(mu.Pair)
	}
}

// normalise scales v to sum to one and returns the logarithm of its sum.
func normalise(v []float64) float64 {
	sum := 0.0
	for _, a := range v {
		sum += a
	}
	kernel.Scale(v, 1/sum)
	return math.Log(sum)
}
