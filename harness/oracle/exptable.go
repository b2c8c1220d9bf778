package oracle

import (
	"math"

	"github.com/spbench/spbench/harness/kernel"
	"github.com/spbench/spbench/harness/sp"
)

// expTable caches the exponentials of the pair scores, each table scaled by its largest score. It
// compares the scores to decide on reuse: one comparison per call while the weights do not change.
type expTable struct {
	k       int
	potts   bool
	score   []float64 // the scores behind value
	value   []float64 // K×K or m×K×K; in the Potts form same, other for each edge
	turn    []float64 // K×K: transpose of a table shared by all edges
	shift   []float64 // 1 or m: the largest score
	span    float64   // the largest difference of two scores of one edge
	allowed float64   // span without forbidden pairs of labels, far below the largest score
}

// fit makes x hold the exponentials of the pair scores of p.
func (x *expTable) fit(p *sp.Potentials) {
	score, potts := p.Pair.Table, false
	if len(score) == 0 {
		score, potts = p.Pair.Potts, true
	}
	if x.k == p.K && x.potts == potts && kernel.Equal(x.score, score) {
		return
	}
	x.k, x.potts, x.span, x.allowed = p.K, potts, 0, 0
	x.score = append(x.score[:0], score...)
	if potts {
		x.fitPotts()
		return
	}
	kk := p.K * p.K
	x.value = sp.Grow(x.value, len(score))
	x.shift = sp.Grow(x.shift, len(score)/kk)
	for e := range x.shift {
		row := score[e*kk:][:kk]
		x.shift[e] = expRow(x.value[e*kk:][:kk], row)
		x.span = max(x.span, x.shift[e]-kernel.Min(row))
	}
	const far = 1e8 // only a forbidden pair is as far
	for i := 0; x.span > far && i < len(score); i++ {
		if d := x.shift[i/kk] - score[i]; d <= far {
			x.allowed = max(x.allowed, d)
		}
	}
	if !(x.span > far) {
		x.allowed = x.span
	}
	x.turn = x.turn[:0]
	if len(x.shift) == 1 {
		x.turn = sp.Grow(x.turn, kk)
		kernel.Transpose(x.turn, x.value, p.K)
	}
}

func (x *expTable) fitPotts() {
	x.value = sp.Grow(x.value, 2*len(x.score))
	x.shift = sp.Grow(x.shift, len(x.score))
	for e, s := range x.score {
		top := max(s, 0)
		x.shift[e] = top
		x.value[2*e], x.value[2*e+1] = math.Exp(s-top), math.Exp(-top)
		x.span = max(x.span, math.Abs(s))
	}
	x.allowed = x.span
}

// of returns the K×K exponentials of edge e; not for the Potts form.
func (x *expTable) of(e int32) []float64 {
	kk := x.k * x.k
	if len(x.shift) == 1 {
		return x.value[:kk]
	}
	return x.value[int(e)*kk:][:kk]
}

// sameOther returns the two exponentials of edge e in the Potts form.
func (x *expTable) sameOther(e int32) (same, other float64) {
	if len(x.value) == 0 {
		return 1, 1
	}
	return x.value[2*e], x.value[2*e+1]
}

// message fills dst[l] with Σ_k v[k]·exp(pair(k,l) - shift) and returns shift.
// The labels k are the rows of the edge's table, or its columns when flip is set.
func (x *expTable) message(dst, v []float64, e int32, flip bool) (shift float64) {
	switch {
	case len(x.shift) == 1:
		shift = x.shift[0]
	case len(x.shift) > 0:
		shift = x.shift[e]
	}
	switch {
	case x.potts:
		same, other := x.sameOther(e)
		kernel.SumPotts(dst, v, same, other)
	case flip && len(x.turn) > 0:
		kernel.SumColumns(dst, v, x.turn)
	case flip:
		kernel.SumRows(dst, v, x.of(e))
	default:
		kernel.SumColumns(dst, v, x.of(e))
	}
	return shift
}

// outer fills dst[k,l] with u[k]·exp(pair(k,l) - shift)·v[l].
func (x *expTable) outer(dst, u, v []float64, e int32) {
	k := x.k
	if x.potts {
		same, other := x.sameOther(e)
		for i, a := range u {
			row := dst[i*k:][:k]
			for l, b := range v {
				row[l] = a * other * b
			}
			row[i] = a * same * v[i]
		}
		return
	}
	kernel.Outer(dst, u, x.of(e), v)
}
