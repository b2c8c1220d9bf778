package local

import "github.com/spbench/spbench/harness/sp"

// Joints are the factors of three and four variables by variable; there is none without factors.
type joints [][]joint

// A joint is a factor seen from one of its variables.
type joint struct{ factor, stride int }

// fit sets j to the factors of p. Buffers are kept.
func (j *joints) fit(p *sp.Potentials) {
	f := p.Factors
	if *j = (*j)[:0]; f.N() == 0 {
		return
	}
	*j = sp.Grow(*j, p.N())
	list := *j
	for d := range list {
		list[d] = list[d][:0]
	}
	for i := range f.N() {
		of, stride := f.At(i), 1
		for at := len(of) - 1; at >= 0; at-- {
			list[of[at]] = append(list[of[at]], joint{i, stride})
			stride *= p.K
		}
	}
}

// add adds to row (K) the scores of the factors of d for each of its labels, given all others.
func (j joints) add(row []float64, p *sp.Potentials, d int, y []int32) {
	if len(j) == 0 {
		return
	}
	for _, a := range j[d] {
		table := p.Factors.Table(p.Factor, a.factor, p.K)
		at := p.Factors.State(a.factor, y, p.K) - int(y[d])*a.stride
		for k := range row {
			row[k] += table[at+k*a.stride]
		}
	}
}
