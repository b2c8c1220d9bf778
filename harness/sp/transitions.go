package sp

import "github.com/spbench/spbench/harness/kernel"

// Transitions are the successions of labels in chains of a tagging scheme. Their scores are those
// of [MayFollow], no others. Chains share them.
type Transitions struct {
	First []float64 // K: of a label that a chain begins with
	Last  []float64 // K: of a label that a chain ends with
	Next  []float64 // K×K, [k*K+l]: of label l after label k
}

// forbidden lowers the score of a labeling. It is finite: known labels may break a scheme.
const forbidden = -1e9

// MayFollow returns the score of a succession: 0 if it is allowed, else −10⁹.
func MayFollow(may bool) float64 {
	if may {
		return 0
	}
	return forbidden
}

// Broken returns the first variable of a chain at which labels break the scheme; −1: at none.
// Unknown labels break nothing. nil allows all. O(n).
func (t *Transitions) Broken(y []int32) int {
	if t == nil {
		return -1
	}
	for d, l := range y {
		switch {
		case l == Unknown:
		case d == 0 && t.First[l] < 0:
			return 0
		case d == len(y)-1 && t.Last[l] < 0:
			return d
		case d > 0 && y[d-1] != Unknown && t.Next[int(y[d-1])*len(t.First)+int(l)] < 0:
			return d
		}
	}
	return -1
}

// Forbid lowers the scores of all labelings of a chain that t does not allow. nil allows all. Potts
// strengths become tables. O(K²) for a shared table, else O(mK²).
func (p *Potentials) Forbid(t *Transitions) {
	if t == nil || len(p.Node) == 0 {
		return
	}
	k, pair := p.K, &p.Pair
	kernel.AddScaled(p.Node[:k], 1, t.First)
	kernel.AddScaled(p.Node[len(p.Node)-k:], 1, t.Last)
	if len(pair.Table) == 0 && len(p.Edges) > 0 {
		pair.Table = Grow(pair.Table, max(1, len(pair.Potts))*k*k)
		clear(pair.Table)
		for e, strength := range pair.Potts {
			for l := range k {
				pair.Table[(e*k+l)*k+l] = strength
			}
		}
		pair.Potts = pair.Potts[:0]
	}
	for table := pair.Table; len(table) > 0; table = table[k*k:] {
		kernel.AddScaled(table[:k*k], 1, t.Next)
	}
}

// Allowed returns p. With transitions of x, it returns a copy in q, after Forbid.
func (q *Potentials) Allowed(p *Potentials, x *Instance) *Potentials {
	if x == nil || x.Transitions == nil || len(p.Node) != x.N()*x.K {
		return p
	}
	q.Resize(x, len(p.Pair.Potts), len(p.Pair.Table))
	copy(q.Node, p.Node)
	copy(q.Pair.Potts, p.Pair.Potts)
	copy(q.Pair.Table, p.Pair.Table)
	q.Factor = append(q.Factor, p.Factor...)
	q.Forbid(x.Transitions)
	return q
}
