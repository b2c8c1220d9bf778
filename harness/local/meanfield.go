package local

import (
	"math"

	"github.com/spbench/spbench/harness/elementary"
	"github.com/spbench/spbench/harness/kernel"
	"github.com/spbench/spbench/harness/sp"
)

// A MeanField approximates p(y) ∝ exp(score(y)) by a distribution of independent variables:
// coordinate ascent of a lower bound on log Z. The zero value is ready for [MeanField.Reset];
// buffers are kept. It is not safe for concurrent use.
type MeanField struct {
	// Q are the probabilities (n×K). The caller may read them, and change them between sweeps.
	Q []float64

	p     *sp.Potentials
	graph neighbours
	row   []float64 // K

	mean, turned []float64 // K, K×K: of an edge with a table
}

// Reset prepares f for p, and reads p until the next Reset. Q starts from node scores alone.
// Every variable must have an allowed label. O(nK + m).
func (f *MeanField) Reset(p *sp.Potentials) {
	f.p, f.Q, f.row = p, sp.Grow(f.Q, len(p.Node)), sp.Grow(f.row, p.K)
	f.mean, f.turned = sp.Grow(f.mean, p.K), sp.Grow(f.turned, p.K*p.K)
	f.graph.fit(p.N(), p.Edges)
	copy(f.Q, p.Node)
	for d := range p.N() {
		elementary.Softmax(f.Q[d*p.K:][:p.K])
	}
}

// Sweep gives each variable in turn the best distribution given its neighbours, undamped:
// q_d(k) ∝ exp(θ_d(k) + Σ_e E[θ_e(k,·)]). The bound never falls. It returns the largest change
// of a probability. O(nK + mK), O(nK + mK²) for tables.
func (f *MeanField) Sweep() (change float64) {
	k := f.p.K
	for d := range f.p.N() {
		copy(f.row, f.p.Node[d*k:][:k])
		for _, a := range f.graph.of(int32(d)) {
			f.expect(a)
		}
		q := f.Q[d*k:][:k]
		elementary.Softmax(f.row)
		for l, v := range f.row {
			change = max(change, math.Abs(v-q[l]))
		}
		copy(q, f.row)
	}
	return change
}

// Run sweeps until no probability changes by more than tolerance, or for most sweeps. It
// returns the number of sweeps and whether the probabilities converged.
func (f *MeanField) Run(most int, tolerance float64) (sweeps int, done bool) {
	for sweeps < most {
		sweeps++
		if f.Sweep() <= tolerance {
			return sweeps, true
		}
	}
	return sweeps, false
}

// Bound returns the lower bound E_Q[score] + H(Q) on log Z. O(nK + mK²).
func (f *MeanField) Bound() float64 {
	p, k, total := f.p, f.p.K, 0.0
	for i, q := range f.Q {
		if q > 0 {
			total += q * (p.Node[i] - math.Log(q))
		}
	}
	for e, uv := range p.Edges {
		u, v := f.Q[int(uv.U)*k:][:k], f.Q[int(uv.V)*k:][:k]
		if p.PairTable(e) == nil {
			same := 0.0
			for i, a := range u {
				same += a * v[i]
			}
			total += same * p.PairScore(e, 0, 0)
			continue
		}
		for i, a := range u {
			for j, b := range v {
				total += a * b * p.PairScore(e, int32(i), int32(j))
			}
		}
	}
	return total
}

// expect adds to row the expected scores of edge a for each label of this end, over the labels
// of the other.
func (f *MeanField) expect(a neighbour) {
	k := f.p.K
	q := f.Q[int(a.other)*k:][:k]
	table := f.p.PairTable(int(a.edge))
	if table == nil {
		s := f.p.PairScore(int(a.edge), 0, 0)
		if k > 3 {
			kernel.AddScaled(f.row, s, q)
			return
		}
		for l, v := range q {
			f.row[l] += s * v
		}
		return
	}
	if !a.up {
		kernel.Transpose(f.turned, table, k)
		table = f.turned
	}
	kernel.SumColumns(f.mean, q, table)
	kernel.AddScaled(f.row, 1, f.mean)
}
