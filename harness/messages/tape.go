package messages

import (
	"math"

	"github.com/spbench/spbench/harness/elementary"
	"github.com/spbench/spbench/harness/kernel"
	"github.com/spbench/spbench/harness/sp"
)

// A Tape differentiates through a fixed number of sweeps, converged or not (Stoyanov, Ropson &
// Eisner 2011; Domke, Learning graphical model parameters with approximate marginal inference,
// 2013). The zero value is ready. Buffers are kept, so that nothing is allocated once they have
// grown. It is not safe for concurrent use.
type Tape struct {
	State
	past     []float64 // the messages before each sweep
	slopes   []float64 // derivatives by messages, in the order of State.in
	strength []float64 // m: by strengths, for two labels
	slope    []float64 // K: by a belief or cavity
	total    []float64 // K: by a belief
	sums     []float64 // K
	table    []float64 // K×K: exponentials of an edge
}

// Record makes some sweeps of sum messages under p, from neutral ones, without damping. p must not
// change until [Tape.Back]. It keeps the messages before each sweep: O(sweeps·mK) memory.
func (t *Tape) Record(p *sp.Potentials, sweeps int) {
	t.Reset(p, Rule{})
	t.past = t.past[:0]
	for range sweeps {
		t.past = append(t.past, t.in...)
		t.Sweep()
	}
}

// Marginals fills node (n×K) and pair (m×K×K; empty: nothing) as [State.Marginals] does.
func (t *Tape) Marginals(node, pair []float64) {
	if len(pair) == 0 {
		t.Beliefs(node)
		return
	}
	t.State.Marginals(node, pair)
}

// Back adds the derivatives of a function of the recorded marginals by the scores to g. It receives
// those by the logarithms of marginals before normalisation: node (n×K) and pair (m×K×K; nil: zeros).
// They sum to 0 for each variable and edge. g starts with zeros. It has Agree if p has no tables,
// else Pair, K×K or m×K×K. Back undoes the sweeps, so each call needs a new Record. O(mK²) for each
// sweep.
func (t *Tape) Back(g *sp.Marginals, node, pair []float64) {
	k, n := t.p.K, int32(t.p.N())
	t.slopes, t.strength = sp.Grow(t.slopes, len(t.in)), sp.Grow(t.strength, len(t.p.Edges))
	t.slope, t.total, t.sums = sp.Grow(t.slope, k), sp.Grow(t.total, k), sp.Grow(t.sums, k)
	t.table, t.joint = sp.Grow(t.table, k*k), sp.Grow(t.joint, k*k)
	clear(t.slopes)
	clear(t.strength)
	for v := range n {
		t.believed(g, v, node[int(v)*k:][:k])
		for j := t.upper[v]; j < t.first[v+1] && pair != nil; j++ {
			t.coupled(g, v, j, pair[int(t.links[j].edge)*k*k:][:k*k])
		}
	}
	for at := len(t.past); at > 0; {
		at -= len(t.in)
		for v := range n {
			t.unsend(g, v, t.first[v], t.upper[v], t.past[at:])
		}
		for v := n - 1; v >= 0; v-- {
			t.unsend(g, v, t.upper[v], t.first[v+1], t.past[at:])
		}
	}
	if t.two {
		t.unsplit(g)
	}
}

// believed takes derivatives by the belief of v to its node scores and incoming messages.
func (t *Tape) believed(g *sp.Marginals, v int32, slope []float64) {
	kernel.AddScaled(g.Node[int(v)*t.p.K:][:t.p.K], 1, slope)
	for j := t.first[v]; j < t.first[v+1]; j++ {
		t.heard(j, 1, slope)
	}
}

// heard adds a times a slope to the derivatives by the incoming message of link j.
func (t *Tape) heard(j int32, a float64, slope []float64) {
	own := slope[len(slope)-t.width:] // a log-odds is in favour of label 1
	kernel.AddScaled(t.slopes[int(j)*t.width:][:t.width], a, own)
}

// coupled takes derivatives by the joint scores of link j of v to cavities and the pair.
func (t *Tape) coupled(g *sp.Marginals, v, j int32, joint []float64) {
	l := t.links[j]
	for _, end := range [2]struct {
		v, j int32
		down bool
	}{{v, j, l.down}, {l.other, l.back, !l.down}} {
		clear(t.slope)
		for i, s := range joint {
			at := i / t.p.K
			if end.down {
				at = i % t.p.K
			}
			t.slope[at] += s
		}
		t.believed(g, end.v, t.slope)
		t.heard(end.j, -1, t.slope)
	}
	t.paired(g, int(l.edge), joint)
}

// paired adds derivatives by the joint scores (K×K) of edge e.
func (t *Tape) paired(g *sp.Marginals, e int, joint []float64) {
	k := t.p.K
	switch {
	case t.two:
		t.strength[e] += joint[0] + joint[3]
	case len(g.Agree) == 0:
		kernel.AddScaled(g.PairOf(e, k), 1, joint)
	default:
		for i := 0; i < k*k; i += k + 1 {
			g.Agree[e] += joint[i]
		}
	}
}

// unsend undoes send, given the messages before it. It takes the derivatives by those sent to
// everything they depend on.
func (t *Tape) unsend(g *sp.Marginals, v, lo, hi int32, past []float64) {
	if lo == hi {
		return
	}
	t.believe(t.belief, v)
	clear(t.total)
	for j := lo; j < hi; j++ {
		l := t.links[j]
		sent := t.slopes[int(l.back)*t.width:][:t.width]
		if t.two {
			dx, ds := t.odds.pair[j].slopes(t.belief[1] - t.belief[0] - t.in[j])
			t.strength[l.edge] += sent[0] * ds
			t.slope[0], t.slope[1] = -sent[0]*dx, sent[0]*dx
		} else {
			shift := sum(sent) / float64(len(sent)) // 0 but for rounding, which sweeps would multiply
			for b := range sent {
				sent[b] -= shift
			}
			t.joints(j, sent)
			for a := range t.slope {
				t.slope[a] = sum(t.joint[a*len(t.slope):][:len(t.slope)])
			}
			if l.down && len(g.Agree) == 0 {
				kernel.Transpose(t.table, t.joint, t.p.K)
				t.joint, t.table = t.table, t.joint
			}
			t.paired(g, int(l.edge), t.joint)
		}
		t.heard(j, -1, t.slope)
		kernel.AddScaled(t.total, 1, t.slope)
		clear(sent)
		copy(t.in[int(l.back)*t.width:][:t.width], past[int(l.back)*t.width:])
	}
	t.believed(g, v, t.total)
}

// joints fills t.joint with derivatives by the joint scores of the message through link j, this end
// first, given the derivatives by the sent message: the share of each label of this end in each
// sum, times the latter.
func (t *Tape) joints(j int32, sent []float64) {
	k, l := t.p.K, t.links[j]
	for a, b := range t.belief {
		t.cavity[a] = b - t.in[int(j)*k+a]
	}
	exps := t.table
	if table := t.tables.at(t.p, int(l.edge)); table != nil {
		exps = t.tables.exp(k, int(l.edge), l.down)
	} else {
		same, other := 1.0, t.tables.ratio[l.edge]
		if t.tables.strength(t.p, int(l.edge)) < 0 {
			same, other = other, same
		}
		for i := range exps {
			exps[i] = other
		}
		for a := range k {
			exps[a*k+a] = same
		}
	}
	elementary.Exps(t.next, t.cavity, largest(t.cavity))
	kernel.SumColumns(t.sums, t.next, exps)
	if kernel.Min(t.sums) > tiny {
		kernel.Divide(t.sums, sent, t.sums)
		kernel.Outer(t.joint, t.next, exps, t.sums)
		return
	}
	for b, s := range sent { // a sum underflows
		score := func(a int) float64 { return t.cavity[a] + t.pair(j, a, b) }
		whole := logSum(k, score)
		for a := range k {
			t.joint[a*k+b] = s * math.Exp(score(a)-whole)
		}
	}
}

// unsplit takes derivatives by strengths to tables; those by the scores of label 1 are in g.Node.
func (t *Tape) unsplit(g *sp.Marginals) {
	if len(g.Agree) > 0 {
		kernel.AddScaled(g.Agree, 1, t.strength)
		return
	}
	for e, uv := range t.p.Edges {
		s, u, v := t.strength[e]/2, g.Node[2*uv.U+1]/2, g.Node[2*uv.V+1]/2
		for i, d := range [4]float64{s - u - v, v - s - u, u - s - v, s + u + v} {
			g.PairOf(e, 2)[i] += d
		}
	}
}

func sum(row []float64) (total float64) {
	for _, v := range row {
		total += v
	}
	return total
}
