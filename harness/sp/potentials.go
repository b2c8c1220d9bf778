package sp

import "math"

// Potentials are the scores an oracle maximises or sums over, for fixed w and x. The caller
// owns and reuses them; a [Solver] only reads them.
type Potentials struct {
	K     int
	Node  []float64 // n×K; -Inf forbids a label
	Edges []Edge    // m; shared with the instance
	Pair  Pair
	// Structure is the set of allowed labelings, shared with the instance; nil: all of them.
	Structure *Structure
	Factors   *Factors // shared with the instance; nil: none
	// Factor is the table of all factors, or the tables of each. All values are finite.
	Factor []float64
}

// A Pair holds the pairwise scores of all edges in exactly one of two forms,
// neither of which aliases the weights. All values are finite.
type Pair struct {
	Potts []float64 // m strengths s: edge e scores s[e] if its two labels agree, else 0
	Table []float64 // K×K for all edges, or m×K×K
}

// N returns the number of variables.
func (p *Potentials) N() int { return len(p.Node) / p.K }

// Resize prepares p for instance x and returns it. Node has length n×K, Edges are x's, and Pair
// has Potts of length potts and Table of length table (one of them 0). Factor is empty. Buffers are
// reused; their contents are undefined.
func (p *Potentials) Resize(x *Instance, potts, table int) *Potentials {
	p.K, p.Edges, p.Structure, p.Factors = x.K, x.Edges, x.Structure, x.Factors
	p.Node = Grow(p.Node, x.N()*x.K)
	p.Pair.Potts = Grow(p.Pair.Potts, potts)
	p.Pair.Table = Grow(p.Pair.Table, table)
	p.Factor = p.Factor[:0]
	return p
}

// Shared reports whether one K×K table serves all edges.
func (p *Potentials) Shared() bool { return len(p.Pair.Table) == p.K*p.K }

// PairTable returns the K×K table of edge e; nil in the Potts form.
func (p *Potentials) PairTable(e int) []float64 {
	kk := p.K * p.K
	switch len(p.Pair.Table) {
	case 0:
		return nil
	case kk:
		return p.Pair.Table
	}
	return p.Pair.Table[e*kk : (e+1)*kk]
}

// PairScore returns the score of edge e under labels k of U and l of V.
func (p *Potentials) PairScore(e int, k, l int32) float64 {
	if table := p.PairTable(e); table != nil {
		return table[int(k)*p.K+int(l)]
	}
	if k == l && len(p.Pair.Potts) > 0 {
		return p.Pair.Potts[e]
	}
	return 0
}

// Independent reports whether all scores of pairs and factors are 0: then the variables are
// independent. O(m), O(mK²) for tables.
func (p *Potentials) Independent() bool {
	if len(p.Edges)+len(p.Factor) == 0 {
		return true
	}
	for _, scores := range [3][]float64{p.Pair.Potts, p.Pair.Table, p.Factor} {
		for _, v := range scores {
			if v != 0 {
				return false
			}
		}
	}
	return true
}

// Score returns the score of the complete labeling y. O(n+m).
func (p *Potentials) Score(y []int32) float64 {
	s := 0.0
	for d, k := range y {
		s += p.Node[d*p.K+int(k)]
	}
	for i := range p.Factors.N() {
		s += p.Factors.Table(p.Factor, i, p.K)[p.Factors.State(i, y, p.K)]
	}
	if table, step := p.Pair.Table, p.K*p.K; len(table) > 0 {
		if p.Shared() {
			step = 0
		}
		for e, uv := range p.Edges {
			s += table[e*step+int(y[uv.U])*p.K+int(y[uv.V])]
		}
		return s
	}
	for e, strength := range p.Pair.Potts {
		if uv := p.Edges[e]; y[uv.U] == y[uv.V] {
			s += strength
		}
	}
	return s
}

// Restrict forbids every label excluded by x: all but the gold label if it is known, else all
// but the candidates. O(nK).
func (p *Potentials) Restrict(x *Instance) {
	for d, gold := range x.Gold {
		row := p.Node[d*p.K : (d+1)*p.K]
		switch {
		case gold != Unknown:
			keep := row[gold]
			fill(row, math.Inf(-1))
			row[gold] = keep
		case x.Allowed != nil && x.Allowed[d] != nil:
			for k := range row {
				if !contains(x.Allowed[d], int32(k)) {
					row[k] = math.Inf(-1)
				}
			}
		}
	}
}

// Scale multiplies all scores by a: the result are the scores under a·w.
func (p *Potentials) Scale(a float64) {
	if a == 1 {
		return
	}
	scale(p.Node, a)
	scale(p.Pair.Potts, a)
	scale(p.Pair.Table, a)
	scale(p.Factor, a)
}

// scale and add work in blocks of eight: the compiler then drops the bounds checks.
func scale(s []float64, a float64) {
	for ; len(s) >= 8; s = s[8:] {
		b := (*[8]float64)(s)
		b[0] *= a
		b[1] *= a
		b[2] *= a
		b[3] *= a
		b[4] *= a
		b[5] *= a
		b[6] *= a
		b[7] *= a
	}
	for i := range s {
		s[i] *= a
	}
}

func add(dst, s []float64) {
	for ; len(s) >= 8 && len(dst) >= 8; s, dst = s[8:], dst[8:] {
		b, c := (*[8]float64)(dst), (*[8]float64)(s)
		b[0] += c[0]
		b[1] += c[1]
		b[2] += c[2]
		b[3] += c[3]
		b[4] += c[4]
		b[5] += c[5]
		b[6] += c[6]
		b[7] += c[7]
	}
	for i, v := range s {
		dst[i] += v
	}
}

// Augment adds to p the cost of each label under l, with the gold labels of x as the truth. A
// maximum over labelings is then max_y [L(gold,y) + score(y)]: loss-augmented decoding. costs
// is a buffer, returned for the next call.
func (p *Potentials) Augment(l NodeLoss, x *Instance, costs []float64) []float64 {
	costs = Grow(costs, len(p.Node))
	l.Costs(costs, x, nil)
	add(p.Node, costs)
	return costs
}

// Marginals are the probabilities under p(y) ∝ exp(score(y)). The caller owns
// and reuses them.
type Marginals struct {
	Node []float64 // n×K
	Pair []float64 // m×K×K; untouched when NodeOnly
	// Agree, if not empty, stands for Pair: the sum over equal labels for each of the m edges.
	// Derivatives by Potts strengths need no more.
	Agree []float64
	// Factor has the probabilities of the joint labels of each factor; untouched when NodeOnly.
	Factor []float64
	// NodeOnly, set by the caller, means Pair and Factor are not wanted.
	NodeOnly bool
	// Pooled, set by the caller, allows a solver to make Pair K×K, the sum over all edges, if
	// they share one table: the gradient by the table needs no more. The same holds for Factor. It
	// allows Agree in place of Pair in the Potts form.
	Pooled bool
}

// Resize prepares mu for n variables, m edges and K labels, without factors; contents are
// undefined.
func (mu *Marginals) Resize(n, m, k int) {
	mu.Node, mu.Agree, mu.Factor = Grow(mu.Node, n*k), mu.Agree[:0], mu.Factor[:0]
	if !mu.NodeOnly {
		mu.Pair = Grow(mu.Pair, m*k*k)
	}
}

// ResizeFor is Resize for p. Factor is 0, and has one table if p has and Pooled allows it.
func (mu *Marginals) ResizeFor(p *Potentials) {
	mu.Resize(p.N(), len(p.Edges), p.K)
	switch {
	case mu.NodeOnly:
	case mu.Pooled:
		mu.Factor = Grow(mu.Factor, len(p.Factor))
	default:
		mu.Factor = Grow(mu.Factor, p.Factors.N()*p.Factors.States(p.K))
	}
	clear(mu.Factor)
}

// AddFactors adds a to the entries of the joint labels of each factor under y.
func (mu *Marginals) AddFactors(a float64, f *Factors, y []int32, k int) {
	for i := range f.N() {
		f.Table(mu.Factor, i, k)[f.State(i, y, k)] += a
	}
}

// Pairs returns Agree if it is not empty, else Pair.
func (mu *Marginals) Pairs() []float64 {
	if len(mu.Agree) > 0 {
		return mu.Agree
	}
	return mu.Pair
}

// Less subtracts the entries of other, of the same form.
func (mu *Marginals) Less(other *Marginals) {
	for i, v := range other.Node {
		mu.Node[i] -= v
	}
	pairs := mu.Pairs()
	for i, v := range other.Pairs() {
		pairs[i] -= v
	}
	for i, v := range other.Factor {
		mu.Factor[i] -= v
	}
}

// LessGold subtracts 1 at the gold labels and pairs of labels of x; all of them must be known.
// Applied to probabilities, it leaves the gradient of log Z minus the score of the gold
// labeling. Pair and Factor may be pooled. O(n+m).
func (mu *Marginals) LessGold(x *Instance) {
	k := x.K
	for d, y := range x.Gold {
		mu.Node[d*k+int(y)]--
	}
	if mu.NodeOnly {
		return
	}
	mu.AddFactors(-1, x.Factors, x.Gold, k)
	step := k * k
	if len(mu.Pair) == step {
		step = 0
	}
	for e, uv := range x.Edges {
		switch u, v := x.Gold[uv.U], x.Gold[uv.V]; {
		case len(mu.Agree) == 0:
			mu.Pair[e*step+int(u)*k+int(v)]--
		case u == v:
			mu.Agree[e]--
		}
	}
}

// PairOf returns the part of Pair for edge e (K×K), all of a pooled one. Pair is in use.
func (mu *Marginals) PairOf(e, k int) []float64 {
	if len(mu.Pair) == k*k {
		return mu.Pair
	}
	return mu.Pair[e*k*k:][:k*k]
}

// Best returns the label with the largest score; of equal ones, the first. O(K).
func Best(scores []float64) int32 {
	at := 0
	for k, v := range scores {
		if v > scores[at] {
			at = k
		}
	}
	return int32(at)
}

// Grow returns s with length n, allocating only when its capacity is too
// small. Contents are undefined.
func Grow[T any](s []T, n int) []T {
	if cap(s) < n {
		return make([]T, n)
	}
	return s[:n]
}

func fill(s []float64, v float64) {
	for i := range s {
		s[i] = v
	}
}

func contains(list []int32, k int32) bool {
	for _, v := range list {
		if v == k {
			return true
		}
	}
	return false
}
