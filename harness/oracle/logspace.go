package oracle

import (
	"math"

	"github.com/spbench/spbench/harness/kernel"
	"github.com/spbench/spbench/harness/sp"
)

// collectLog is collect on logarithms: slower by an exponential per pair of
// labels, and safe for any scores.
func (f *forest) collectLog(p *sp.Potentials) (logZ float64) {
	s, k := &f.sum, f.k
	s.up, s.msg = append(s.up[:0], p.Node...), sp.Grow(s.msg, f.n*k)
	s.rest = sp.Grow(s.rest, k)
	for i := range f.links {
		l := &f.links[i]
		up, msg := s.up[int(l.child)*k:][:k], s.msg[int(l.child)*k:][:k]
		top := kernel.Max(up) // it would grow with the tree and cost digits
		logZ += top
		for j, v := range up {
			up[j] = minus(v, top)
		}
		logMessage(msg, up, p, l.edge, l.flip)
		dst := s.up[int(l.parent)*k:][:k]
		for j, v := range msg {
			dst[j] += v
		}
	}
	for d, l := range f.linkOf {
		if l < 0 {
			logZ += logSumExp(s.up[d*k:][:k])
		}
	}
	return logZ
}

// distributeLog is distribute on logarithms; mu.Node holds them until the end.
func (f *forest) distributeLog(mu *sp.Marginals, p *sp.Potentials) {
	s, k := &f.sum, f.k
	for d, l := range f.linkOf {
		if l < 0 {
			up := s.up[d*k:][:k]
			logZ := logSumExp(up)
			for j, v := range up {
				mu.Node[d*k+j] = v - logZ
			}
		}
	}
	for i := len(f.links) - 1; i >= 0; i-- {
		l := &f.links[i]
		msg := s.msg[int(l.child)*k:][:k]
		for j, b := range mu.Node[int(l.parent)*k:][:k] {
			s.rest[j] = minus(b, msg[j])
		}
		child, up := mu.Node[int(l.child)*k:][:k], s.up[int(l.child)*k:][:k]
		logMessage(child, s.rest, p, l.edge, !l.flip)
		for j, u := range up {
			child[j] += u
		}
		if mu.NodeOnly {
			continue
		}
		rows, columns := up, s.rest
		if l.flip {
			rows, columns = s.rest, up
		}
		pair := mu.Pair[int(l.edge)*k*k:][:k*k]
		for i, u := range rows {
			for j, v := range columns {
				pair[i*k+j] = math.Exp(u + p.PairScore(int(l.edge), int32(i), int32(j)) + v)
			}
		}
	}
	for i, v := range mu.Node {
		mu.Node[i] = math.Exp(v)
	}
}

// minus returns a - b, with -Inf - -Inf = -Inf: forbidden stays forbidden.
func minus(a, b float64) float64 {
	if math.IsInf(a, -1) {
		return a
	}
	return a - b
}

// logMessage fills dst[l] with log Σ_k exp(v[k] + pair(k,l)). The labels k are
// the rows of the edge's table, or its columns when flip is set.
func logMessage(dst, v []float64, p *sp.Potentials, edge int32, flip bool) {
	table, k := p.PairTable(int(edge)), len(v)
	if table == nil {
		logPotts(dst, v, strength(p, edge))
		return
	}
	sender, receiver := k, 1
	if flip {
		sender, receiver = 1, k
	}
	for l := range dst {
		top := math.Inf(-1)
		for i, a := range v {
			top = max(top, a+table[i*sender+l*receiver])
		}
		sum := 0.0
		for i, a := range v {
			sum += math.Exp(minus(a+table[i*sender+l*receiver], top))
		}
		dst[l] = top + math.Log(sum)
	}
}

// logPotts is logMessage for Potts strength s. It leaves one entry out as kernel.SumPotts. O(K).
func logPotts(dst, v []float64, s float64) {
	before := math.Inf(-1)
	for l, a := range v {
		dst[l] = before
		before = logAddExp(before, a)
	}
	after := math.Inf(-1)
	for l := len(v) - 1; l >= 0; l-- {
		dst[l] = logAddExp(v[l]+s, logAddExp(dst[l], after))
		after = logAddExp(after, v[l])
	}
}

// logAddExp returns log(exp a + exp b).
func logAddExp(a, b float64) float64 {
	if a < b {
		a, b = b, a
	}
	if math.IsInf(b, -1) {
		return a
	}
	return a + math.Log1p(math.Exp(b-a))
}

func logSumExp(v []float64) float64 {
	top := kernel.Max(v)
	sum := 0.0
	for _, a := range v {
		sum += math.Exp(minus(a, top))
	}
	return top + math.Log(sum)
}
