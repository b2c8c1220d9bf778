package oracle

import (
	"fmt"
	"math"

	"github.com/spbench/spbench/harness/elementary"
	"github.com/spbench/spbench/harness/kernel"
	"github.com/spbench/spbench/harness/minfill"
	"github.com/spbench/spbench/harness/sp"
)

// Marginals returns log Z and fills mu. If mu is nil, it computes log Z only; with mu.NodeOnly, no
// pairs. O(n·K^(width+1)). As in [Chain], it works on exponentials if nothing can be lost to
// underflow: the number of pair scores in one table times their range is below 600. Each message is
// scaled by its largest entry. Otherwise it works on logarithms. Errors are those of MAP. The last
// MAP is kept, but the next Clamped fills its tables again.
func (s *Elimination) Marginals(mu *sp.Marginals, p *sp.Potentials) (float64, error) {
	if err := s.prepare(p); err != nil {
		return 0, err
	}
	answered.Add(1)
	s.holds = nil
	s.exp.fit(p)
	shift, span := s.exponents(p)
	logs := !(s.exp.span*float64(s.plan.Load)+span*float64(p.Factors.N()) <= 600)
	var logZ float64
	if logs {
		logZ = s.collectLog(p)
	} else {
		logZ = shift + s.collect(p)
	}
	if logZ-logZ != 0 {
		return 0, fmt.Errorf("oracle: elimination: %w", fault(logZ, p))
	}
	if mu != nil {
		mu.ResizeFor(p)
		s.distribute(mu, logs)
	}
	return logZ, nil
}

// collect fills the tables with products of exponentials.
func (s *Elimination) collect(p *sp.Potentials) (logZ float64) {
	q := &s.plan
	for i := range q.Buckets {
		b := &q.Buckets[i]
		t := s.of(b)
		logZ += expRow(t[:q.K], p.Node[int(b.Variable)*q.K:][:q.K])
		s.grow(b, t, func(l minfill.Bond) { logZ += s.exponentials(l, p) }, multiply)
		s.weave(b, t, s.scores, multiply)
		for c := b.Child; c >= 0; c = q.Buckets[c].Sibling {
			child := &q.Buckets[c]
			m := s.message[:child.Size/q.K]
			sumRow(m, s.of(child), q.K)
			logZ += scale(m)
			child.Join(t, m, q.K, multiply)
		}
		if b.Parent < 0 {
			sum := 0.0
			for _, v := range t {
				sum += v
			}
			logZ += math.Log(sum)
		}
	}
	return logZ
}

// exponentials fills factor, in the layout of costs, and returns the score factored out.
func (s *Elimination) exponentials(l minfill.Bond, p *sp.Potentials) (shift float64) {
	k := p.K
	switch {
	case len(s.exp.shift) == 1:
		shift = s.exp.shift[0]
	case len(s.exp.shift) > 0:
		shift = s.exp.shift[l.Edge]
	}
	if s.exp.potts {
		same, other := s.exp.sameOther(l.Edge)
		for i := range s.factor {
			s.factor[i] = other
		}
		for i := range k {
			s.factor[i*k+i] = same
		}
		return shift
	}
	table := s.exp.of(l.Edge)
	if l.Flip {
		copy(s.factor, table)
		return shift
	}
	for i := range k {
		for j := range k {
			s.factor[i*k+j] = table[j*k+i]
		}
	}
	return shift
}

// multiply multiplies dst by src, repeated as often as it fits.
func multiply(dst, src []float64) {
	if len(src) == 2 {
		a, b := src[0], src[1]
		for ; len(dst) >= 2; dst = dst[2:] {
			dst[0] *= a
			dst[1] *= b
		}
		return
	}
	for ; len(dst) >= len(src); dst = dst[len(src):] {
		for j, v := range src {
			dst[j] *= v
		}
	}
}

// sumRow fills dst with the sum of each row of k.
func sumRow(dst, t []float64, k int) {
	if k == 2 {
		for i := range dst {
			row := t[2*i:][:2]
			dst[i] = row[0] + row[1]
		}
		return
	}
	for i := range dst {
		sum := 0.0
		for _, v := range t[i*k:][:k] {
			sum += v
		}
		dst[i] = sum
	}
}

// scale divides v by its largest entry and returns the logarithm of that.
func scale(v []float64) float64 {
	top := kernel.Max(v)
	inverse := 1 / top
	for j := range v {
		v[j] *= inverse
	}
	return math.Log(top)
}

// collectLog fills the tables with sums of scores.
func (s *Elimination) collectLog(p *sp.Potentials) (logZ float64) {
	q := &s.plan
	negative := func(l minfill.Bond) {
		s.costs(l, p)
		for i, v := range s.factor {
			s.factor[i] = -v
		}
	}
	for i := range q.Buckets {
		b := &q.Buckets[i]
		t := s.of(b)
		copy(t, p.Node[int(b.Variable)*q.K:][:q.K])
		s.grow(b, t, negative, add)
		s.weave(b, t, p.Factor, add)
		for c := b.Child; c >= 0; c = q.Buckets[c].Sibling {
			child := &q.Buckets[c]
			m := s.message[:child.Size/q.K]
			from := s.of(child)
			for j := range m {
				m[j] = logSumExp(from[j*q.K:][:q.K])
			}
			child.Join(t, m, q.K, add)
		}
		if b.Parent < 0 {
			logZ += logSumExp(t)
		}
	}
	return logZ
}

// distribute turns tables into the probabilities of their labels, from the last
// eliminated to the first, and reads the marginals off.
func (s *Elimination) distribute(mu *sp.Marginals, logs bool) {
	q := &s.plan
	for i := len(q.Buckets) - 1; i >= 0; i-- {
		b := &q.Buckets[i]
		t := s.of(b)
		m := s.message[:b.Size/q.K]
		if b.Parent < 0 {
			m[0] = 1
		} else {
			clear(m)
			b.Join(s.of(&q.Buckets[b.Parent]), m, q.K, func(t, m []float64) { add(m, t) })
		}
		if logs {
			conditionLog(t, m, q.K)
		} else {
			condition(t, m, q.K)
		}
		if !mu.NodeOnly {
			s.untie(mu, b, t)
		}
		s.read(mu, b, t)
	}
}

// condition scales every row of t to sum to its entry of m.
func condition(t, m []float64, k int) {
	for i, q := range m {
		row := t[i*k:][:k]
		sum := 0.0
		for _, v := range row {
			sum += v
		}
		f := 0.0
		if q > 0 {
			f = q / sum
		}
		for j := range row {
			row[j] *= f
		}
	}
}

// conditionLog is condition for rows of logarithms.
func conditionLog(t, m []float64, k int) {
	for i, q := range m {
		row := t[i*k:][:k]
		if !(q > 0) {
			clear(row)
			continue
		}
		sum := logSumExp(row)
		for j, v := range row {
			row[j] = q * elementary.Exp(min(v-sum, 0))
		}
	}
}

// read sums the probabilities in t over all digits except the bucket's variable and, for pairs, one
// other digit. It sums digit by digit, the slowest first, to shrink the remaining work. It needs
// message.
func (s *Elimination) read(mu *sp.Marginals, b *minfill.Bucket, t []float64) {
	k, bonds := s.plan.K, b.Bonds
	for digit := len(b.Rest) - 1; digit >= 0; digit-- {
		size := len(t) / k
		for ; len(bonds) > 0 && bonds[len(bonds)-1].Digit == digit; bonds = bonds[:len(bonds)-1] {
			if !mu.NodeOnly {
				s.readPair(mu, bonds[len(bonds)-1], t)
			}
		}
		if digit == len(b.Rest)-1 {
			copy(s.message, t[:size])
		}
		for l := 1; l < k; l++ {
			add(s.message[:size], t[l*size:][:size])
		}
		t = s.message[:size]
	}
	copy(mu.Node[int(b.Variable)*k:][:k], t)
}

// readPair fills the pair marginals of the edge between the bucket's variable and the slowest digit
// of t.
func (s *Elimination) readPair(mu *sp.Marginals, l minfill.Bond, t []float64) {
	k := s.plan.K
	pair := mu.Pair[int(l.Edge)*k*k:][:k*k]
	size := len(t) / k
	for i := range k {
		sum := s.factor[:k]
		clear(sum)
		fold(sum, t[i*size:][:size])
		for j, v := range sum {
			if l.Flip {
				pair[i*k+j] = v
			} else {
				pair[j*k+i] = v
			}
		}
	}
}

// fold adds src, piece by piece, to dst.
func fold(dst, src []float64) {
	if len(dst) == 2 {
		a, b := 0.0, 0.0
		for ; len(src) >= 2; src = src[2:] {
			a += src[0]
			b += src[1]
		}
		dst[0] += a
		dst[1] += b
		return
	}
	for ; len(src) >= len(dst); src = src[len(dst):] {
		for j := range dst {
			dst[j] += src[j]
		}
	}
}
