package messages

import (
	"math"

	"github.com/spbench/spbench/harness/elementary"
	"github.com/spbench/spbench/harness/kernel"
)

// believe fills row (K) with the belief of t, in logarithms. With two labels it is the belief
// in the split model of odds.
func (s *State) believe(row []float64, t int32) {
	if s.two {
		s.odds.believe(s, row, t)
		return
	}
	k := s.width
	copy(row, s.p.Node[int(t)*k:][:k])
	for j := s.first[t]; j < s.first[t+1]; j++ {
		kernel.AddScaled(row, s.weight(j), s.in[int(j)*k:][:k])
	}
}

// message fills dst (width) with the message of t through link j; s.belief must hold the belief
// of t. For K labels the largest entry of a message is 0.
func (s *State) message(dst []float64, t, j int32) {
	if s.two {
		delta := s.belief[1] - s.belief[0]
		dst[0] = s.odds.message(s, delta, t, j)
		return
	}
	maximum := s.maximised(t)
	in, most := s.in[int(j)*s.width:][:s.width], math.Inf(-1)
	if maximum && !s.maximised(s.links[j].other) {
		most = largest(s.belief) // a sum over the best labels alone
		maximum = false
	}
	cavity := s.cavity[:len(in)]
	for k, b := range s.belief[:len(in)] {
		cavity[k] = b - in[k]
		if b < most {
			cavity[k] = math.Inf(-1)
		}
	}
	l := &s.links[j]
	switch table := s.tables.at(s.p, int(l.edge)); {
	case table == nil && maximum:
		maxPotts(dst, s.cavity, s.tables.strength(s.p, int(l.edge)))
	case table == nil:
		sumPotts(dst, s.cavity, s.far, s.tables.strength(s.p, int(l.edge)), s.tables.ratio[l.edge])
	case maximum:
		maxTable(dst, s.cavity, table, l.down)
	default:
		sumTable(dst, s.cavity, s.far, table, s.tables.exp(s.p.K, int(l.edge), l.down), l.down)
	}
	most = largest(dst)
	for k := range dst {
		dst[k] -= most
	}
}

// maxPotts fills dst[l] with max_k (v[k], plus strength if k equals l).
func maxPotts(dst, v []float64, strength float64) {
	at, first := top(v)
	second := math.Inf(-1)
	for k, c := range v {
		if k != at {
			second = max(second, c)
		}
	}
	for l, c := range v {
		others := first
		if l == at {
			others = second
		}
		dst[l] = max(c+strength, others)
	}
}

// sumPotts fills dst[l] with log Σ_k exp(v[k], plus strength if k equals l), up to a constant.
// ratio is exp(−|strength|). It overwrites e (K).
func sumPotts(dst, v, e []float64, strength, ratio float64) {
	at, most := top(v)
	elementary.Exps(e, v, most)
	rest := 0.0 // without the largest term, 1: avoids a difference of near numbers below
	for _, x := range e[:at] {
		rest += x
	}
	for _, x := range e[at+1:] {
		rest += x
	}
	same, other := 1.0, ratio
	if strength < 0 {
		same, other = ratio, 1
	}
	dst = dst[:len(e)]
	for l, x := range e {
		dst[l] = same*x + other*(1+rest-x)
	}
	dst[at] = same*e[at] + other*rest
	if kernel.Min(dst) > tiny {
		elementary.Logs(dst, dst)
		return
	}
	for l, sum := range dst {
		if sum > tiny {
			dst[l] = elementary.Log(sum)
			continue
		}
		dst[l] = logSum(len(v), func(k int) float64 {
			if k == l {
				return v[k] - most + min(strength, 0)
			}
			return v[k] - most - max(strength, 0)
		})
	}
}

// maxTable fills dst[l] with max_k [v[k] + table(k,l)]; down: for the transposed table. It
// overwrites v.
func maxTable(dst, v, table []float64, down bool) {
	kernel.Scale(v, -1)
	if down {
		kernel.MinRows(dst, v, table)
	} else {
		kernel.MinColumns(dst, v, table)
	}
	for l := range dst {
		dst[l] = 0 - dst[l]
	}
}

// sumTable fills dst[l] with log Σ_k exp(v[k] + table(k,l)), up to a constant; exps are the
// exponentials of table minus its largest score, with a row for each k. It overwrites e (K).
func sumTable(dst, v, e, table, exps []float64, down bool) {
	most := largest(v)
	elementary.Exps(e, v, most)
	kernel.SumColumns(dst, e, exps)
	if kernel.Min(dst) > tiny {
		elementary.Logs(dst, dst)
		return
	}
	n := len(v)
	shift := largest(table)
	for l, sum := range dst {
		if sum > tiny {
			dst[l] = elementary.Log(sum)
			continue
		}
		dst[l] = logSum(n, func(k int) float64 {
			return v[k] + table[cell(n, k, l, down)]
		}) - most - shift
	}
}

// tiny is a lower limit: smaller sums may have lost digits to underflow.
const tiny = 1e-280

// cell returns the index in a table for label k of this end and l of the other.
func cell(n, k, l int, down bool) int {
	if down {
		return l*n + k
	}
	return k*n + l
}

// logSum returns log Σ_i exp(v(i)) for i < n.
func logSum(n int, v func(i int) float64) float64 {
	most, sum := math.Inf(-1), 0.0
	for i := range n {
		most = max(most, v(i))
	}
	if math.IsInf(most, -1) {
		return most
	}
	for i := range n {
		sum += math.Exp(v(i) - most)
	}
	return most + math.Log(sum)
}
