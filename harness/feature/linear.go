package feature

import (
	"fmt"
	"math"

	"github.com/spbench/spbench/harness/sp"
)

// A Linear is the feature map with a weight per label for every node feature j,
//
//	w[j·Kc+k]              Kc = K, or K-1 when label 0 is the reference,
//
// followed by, for every edge feature f (one constant feature when De == 0), a table w[Kc·Dn +
// f·K²+k·K+l] for label k of U and l of V, or one Potts strength w[Kc·Dn + f]. The labels of
// one feature are contiguous. The tables of factors, K³ or K⁴ for each of their features, are last.
// Every operation is therefore a sum of short vectors over the
// features different from 0.
//
// A Linear is immutable and safe for concurrent use. It allocates only to grow the caller's
// buffers. With nnz the non-zero features of the nodes of x, nnzE those of its edges, and S =
// K² or 1: Potentials and AddMean cost O(nnz·K + nnzE·S), Add costs O(nnz + nnzE).
type Linear struct {
	opt  Options
	dims Dims
	node block // of the node rows: a state is a label, except the reference
	pair block // of the edge rows: a state is a pair of labels, or their agreement

	factor block // of the rows of factors: a state is a joint labeling

	ref int // 1 when label 0 is the reference, else 0
	dim int
}

// A block is the part of w for the node rows or the edge rows. The weights of feature j are
// w[off+j·states : off+(j+1)·states].
// If seen is not nil, only the weights listed there exist, in this order. If it is given, all features
// are scores of states and have one weight together.
type block struct {
	off, states, width int
	seen               *states
}

func (b block) end() int {
	if b.seen == given {
		return b.off + 1
	}
	if b.seen != nil {
		return b.off + len(b.seen.state)
	}
	return b.off + b.width*b.states
}

// weights returns the weights of feature j.
func (b block) weights(j int) (lo, hi int) {
	if b.seen != nil {
		return b.off + int(b.seen.start[j]), b.off + int(b.seen.start[j+1])
	}
	return b.off + j*b.states, b.off + (j+1)*b.states
}

// feature returns the feature and the state of weight i, counted from the start of w.
func (b block) feature(i int) (j, state int) {
	if i -= b.off; b.seen != nil {
		return b.seen.feature(i)
	}
	return i / b.states, i % b.states
}

// NewLinear returns the map with options o for instances of sizes d. The error names
// contradictory options.
func NewLinear(o Options, d Dims) (*Linear, error) {
	if o.Pairs == "" {
		o.Pairs = PairsFull
	}
	if err := o.check(d); err != nil {
		return nil, fmt.Errorf("feature: linear: %w", err)
	}
	l := &Linear{opt: o, dims: d}
	if o.Reference {
		l.ref = 1
	}
	l.node = block{states: d.K - l.ref, width: d.Node}
	l.pair = block{width: max(d.Edge, 1)}
	switch o.Pairs {
	case PairsFull:
		l.pair.states = d.K * d.K
	case PairsPotts:
		l.pair.states = 1
	}
	if o.Order > 1 {
		l.dims.Arity = o.Order + 1
	}
	if l.dims.Arity > 0 {
		of := sp.Factors{Arity: l.dims.Arity}
		l.factor = block{width: max(d.Factor, 1), states: of.States(d.K)}
	}
	dim := float64(l.node.width)*float64(l.node.states) +
		float64(l.pair.width)*float64(l.pair.states) +
		float64(l.factor.width)*float64(l.factor.states)
	if dim > math.MaxInt32 {
		return nil, fmt.Errorf("feature: linear: %d node and %d edge features with %d labels "+
			"need %.3g weights, more than 2^31-1", d.Node, d.Edge, d.K, dim)
	}
	l.place()
	return l, nil
}

// place puts the weights of pairs behind those of nodes, and those of factors last.
func (l *Linear) place() {
	l.pair.off = l.node.end()
	l.factor.off = l.pair.end()
	l.dim = l.factor.end()
}

// Dims returns the sizes of the map's instances.
func (l *Linear) Dims() Dims { return l.dims }

// Pairs returns the form of the pairwise part.
func (l *Linear) Pairs() string { return l.opt.Pairs }

// Dim returns the number of weights.
func (l *Linear) Dim() int { return l.dim }

// Independent implements [sp.Independent]: there are no weights of pairs or factors.
func (l *Linear) Independent() bool { return l.pair.states+l.factor.states == 0 }

// NonNegative returns the coordinates of the Potts strengths, unless the options leave them
// free. The caller owns the slice.
func (l *Linear) NonNegative() []int {
	if l.opt.Pairs != PairsPotts || !l.opt.NonNegative {
		return nil
	}
	var list []int
	for i := l.pair.off; i < l.factor.off; i++ {
		list = append(list, i)
	}
	return list
}

// A Weight says what a weight of a [Linear] map scores: a feature of a variable with label K, or of
// an edge with labels K of U and L of V. It may also be one of a factor with its labels.
type Weight struct {
	Edge   bool
	Column int // of the feature rows; 0 for the constant feature of edges
	K, L   int // -1: none; a Potts strength has neither and scores that the labels agree

	Arity, State int // variables and joint labels of a factor, in place of K and L; Arity 0: none

	Given bool // of all given scores of variables, edges or factors
}

// Weight returns what weight i scores, an index below Dim.
func (l *Linear) Weight(i int) Weight {
	if i < l.pair.off {
		column, label := l.node.feature(i)
		return Weight{Column: column, K: label + l.ref, L: -1}
	}
	if i >= l.factor.off {
		column, state := l.factor.feature(i)
		return Weight{Column: column, K: -1, L: -1, Arity: l.dims.Arity, State: state}
	}
	column, state := l.pair.feature(i)
	if l.opt.Pairs == PairsPotts {
		return Weight{Edge: true, Column: column, K: -1, L: -1}
	}
	return Weight{Edge: true, Column: column, K: state / l.dims.K, L: state % l.dims.K}
}

// Fits returns an error unless x has the sizes of the map. Call it before using the map on
// foreign data: the other methods panic on such an x.
func (l *Linear) Fits(x *sp.Instance) error {
	switch d := DimsOf(x); {
	case d.K != l.dims.K:
		return fmt.Errorf("feature: instance %q has %d labels, the feature map is for %d", x.ID,
			d.K, l.dims.K)
	case d.Node != l.dims.Node:
		return fmt.Errorf("feature: instance %q has %d node features, the feature map is for %d",
			x.ID, d.Node, l.dims.Node)
	case l.factor.seen != given && x.Factors.N() > 0 &&
		(d.Arity != l.dims.Arity || d.Factor != l.dims.Factor):
		return fmt.Errorf("feature: instance %q has factors of %d variables with %d features, the "+
			"feature map is for %d with %d", x.ID, d.Arity, d.Factor, l.dims.Arity, l.dims.Factor)
	case d.Edge != l.dims.Edge && len(x.Edges) > 0:
		return fmt.Errorf("feature: instance %q has %d edge features, the feature map is for %d",
			x.ID, d.Edge, l.dims.Edge)
	}
	return nil
}

// need panics unless x and a vector of n weights fit the map.
func (l *Linear) need(n int, x *sp.Instance) {
	if n != l.dim {
		panic(fmt.Sprintf("feature: a vector of %d weights, the feature map has %d", n, l.dim))
	}
	if x.K != l.dims.K || x.Node.D != l.dims.Node || x.Edge.D != l.dims.Edge ||
		x.Factors != nil {
		if err := l.Fits(x); err != nil {
			panic(err.Error())
		}
	}
}

// Potentials fills p with the scores of x under w. Without edge features a full
// map fills one shared K×K table; without pairs every edge has Potts strength 0.
func (l *Linear) Potentials(p *sp.Potentials, w []float64, x *sp.Instance) {
	l.need(len(w), x)
	m, kk := len(x.Edges), x.K*x.K
	shared := l.dims.Edge == 0
	switch {
	case l.opt.Pairs != PairsFull:
		p.Resize(x, m, 0)
	case shared:
		p.Resize(x, 0, kk)
	default:
		p.Resize(x, 0, m*kk)
	}
	nodes := w[:l.node.end()]
	for d := range x.N() {
		row := p.Node[d*x.K : (d+1)*x.K]
		row[0] = 0
		l.node.gather(row[l.ref:], nodes, &x.Node, d)
	}
	l.factorPotentials(p, w, x)
	pairs := w[l.pair.off:l.factor.off]
	switch {
	case l.opt.Pairs == PairsNone:
		clear(p.Pair.Potts)
	case shared && l.opt.Pairs == PairsFull:
		copy(p.Pair.Table, pairs)
	case shared:
		for e := range p.Pair.Potts {
			p.Pair.Potts[e] = pairs[0]
		}
	default:
		out := p.Pair.Table
		if l.opt.Pairs == PairsPotts {
			out = p.Pair.Potts
		}
		for e := range m {
			l.pair.gather(out[e*l.pair.states:(e+1)*l.pair.states], pairs, &x.Edge, e)
		}
	}
}

// Add adds a·φ(x,y) to dst. Every entry of y must be a label.
func (l *Linear) Add(dst []float64, a float64, x *sp.Instance, y []int32) {
	l.need(len(dst), x)
	nodes := dst[:l.node.end()]
	for d, k := range y[:x.N()] {
		if uint32(k) >= uint32(x.K) {
			panic(fmt.Sprintf("feature: label %d of variable %d, must be below %d", k, d, x.K))
		}
		if k := int(k) - l.ref; k >= 0 {
			l.node.point(nodes, a, &x.Node, d, k)
		}
	}
	l.addEdges(dst[l.pair.off:], a, x, y, nil)
	l.addFactors(dst, a, x, y, nil)
}

// AddDifferences adds Σ_y β(y)·(φ(x,y) − φ(x,z)) to dst. flat has the labelings y, n labels each,
// and weights their β. It adds up the weights of each label of a variable. Then it visits the
// features once for each label that has some. O(labelings·(n+m)) and those visits.
func (l *Linear) AddDifferences(dst []float64, x *sp.Instance, weights []float64, flat,
	z []int32) {
	l.need(len(dst), x)
	n, total := x.N(), 0.0
	for _, beta := range weights { // in the order of addLabels: equal labels cancel exactly
		total += beta
	}
	var some [512]float64
	rows := some[:]
	if x.K > len(rows) {
		rows = make([]float64, x.K)
	}
	for lo, width := 0, len(rows)/x.K; lo < n; lo += width { // as many variables as rows holds
		hi := min(lo+width, n)
		clear(rows[:(hi-lo)*x.K])
		for a, beta := range weights {
			addLabels(rows, beta, flat[a*n:][lo:hi], x.K)
		}
		addLabels(rows, -total, z[lo:hi], x.K)
		for d := lo; d < hi; d++ {
			l.node.scatter(dst[:l.node.end()], 1, &x.Node, d, rows[(d-lo)*x.K:][l.ref:x.K])
		}
	}
	pairs, shared := dst[l.pair.off:], l.opt.Pairs == PairsFull && l.dims.Edge == 0
	for a, beta := range weights {
		y := flat[a*n:][:n]
		l.addFactors(dst, beta, x, y, z)
		l.addFactors(dst, -beta, x, z, y)
		if shared {
			addTable(pairs, beta, x, y)
		} else {
			l.addEdges(pairs, beta, x, y, z)
			l.addEdges(pairs, -beta, x, z, y)
		}
	}
	if shared {
		addTable(pairs, -total, x, z)
	}
}

// addLabels adds beta to the entry of the label of each variable, in rows of k.
func addLabels(rows []float64, beta float64, y []int32, k int) {
	for d, label := range y {
		rows[d*k:][:k][label] += beta
	}
}

// addTable adds beta to the entries of the labels of all edges.
func addTable(table []float64, beta float64, x *sp.Instance, y []int32) {
	for _, uv := range x.Edges {
		table[int(y[uv.U])*x.K+int(y[uv.V])] += beta
	}
}

// addEdges adds a times the features of the edges, except where not, unless it is nil, has the
// labels of y.
func (l *Linear) addEdges(pairs []float64, a float64, x *sp.Instance, y, not []int32) {
	if l.opt.Pairs == PairsNone {
		return
	}
	for e, uv := range x.Edges {
		k, state := y[uv.U], 0
		switch {
		case not != nil && k == not[uv.U] && y[uv.V] == not[uv.V]:
			continue
		case l.opt.Pairs == PairsFull:
			state = int(k)*x.K + int(y[uv.V])
		case k != y[uv.V]:
			continue
		}
		l.pair.point(pairs, a, &x.Edge, e, state)
	}
}
