package wire

import (
	"cmp"
	"errors"
	"fmt"
	"math"

	"github.com/spbench/spbench/harness/internal/wire/pb"
	"github.com/spbench/spbench/harness/sp"
)

// Queries are oracle queries for the instances at Indices, by the weights W or by the learner's own
// potentials.
type Queries struct {
	Kind     Kind
	Indices  []int32
	W        []float64  // nil: as in the previous message
	Own      *OwnScores // instead of W; nil: none
	Augment  bool       // scores include the loss against gold
	Restrict bool       // answers keep known labels
	Given    []Given    // one for each index, if Kind is Conditional
	// Difference asks for φ(x,gold) − φ(x,y) or its mean; Pairs asks for the marginals of edges.
	Difference, Pairs bool
}

// A Kind is the kind of an oracle call.
type Kind int

// Kinds of queries.
const (
	MAP Kind = iota
	Marginals
	Conditional
)

// Count returns the count of a kind in c.
func (k Kind) Count(c *sp.Counts) *int64 {
	switch k {
	case Marginals:
		return &c.Marginals
	case Conditional:
		return &c.Conditional
	}
	return &c.MAP
}

// A Given is the condition of a Conditional query: labels of the variables outside a forest.
type Given struct {
	Labels []int32 // n; -1 in the forest
	Forest *sp.Forest
}

// OwnScores are the potentials of all queries, concatenated: n×K in Node for each, and m in Potts
// or m×K×K in Table or neither. A Shared table is K×K, for every edge of every query.
type OwnScores struct {
	Node, Potts, Table []float64
	Shared             bool
}

// Answers are the answers to the first queries of a message. Their arrays are concatenated, as
// learner.proto says.
type Answers struct {
	Score        []float64
	Labels       []int32
	Loss         []float64
	Node, Pair   []float64
	Start, Index []int32 // difference i is [Start[i], Start[i+1]) of Index and Value
	Value        []float64
	Counts       sp.Counts // of the whole call so far
	// Approximate is the algorithm if maxima may be missed or sums inexact; "": all answers are
	// exact.
	Approximate string
}

// ToQueries decodes and checks queries to the instances, under a feature map with dim weights. The
// result can be answered without further checks of lengths and ranges, if the instances fit the
// feature map. Errors name the field.
func ToQueries(m *pb.Queries, instances []sp.Instance, dim int) (q Queries, err error) {
	q = Queries{
		Augment: m.GetAugment(), Difference: m.GetDifference(), Restrict: m.GetRestrict(),
		Pairs: m.GetPairs(),
	}
	if q.Indices, err = array[int32]("indices", m.GetIndices(), anyLength); err != nil {
		return q, err
	}
	for i, at := range q.Indices {
		if at < 0 || int(at) >= len(instances) {
			return q, fmt.Errorf("indices: entry %d is %d, of %d instances", i, at, len(instances))
		}
		if x := &instances[at]; q.Difference && !x.Labelled() {
			return q,
				fmt.Errorf("difference: instance %d, %q, has unknown labels and so no φ(x,gold)",
					at, x.ID)
		}
	}
	var known bool
	if q.Kind, known = queryKinds[m.GetKind()]; !known {
		return q, fmt.Errorf("kind: %d is unknown", m.GetKind())
	}
	switch {
	case q.Pairs && q.Kind == MAP:
		return q, errors.New("pairs: a MAP query has no marginals")
	case len(m.GetGiven()) > 0 && q.Kind != Conditional:
		return q, errors.New("given: only a CONDITIONAL query has given labels")
	}
	if q.Kind == Conditional {
		if q.Given, err = toGiven(m.GetGiven(), q.Indices, instances); err != nil {
			return q, fmt.Errorf("given: %w", err)
		}
	}
	switch {
	case m.GetPotentials() == nil:
		var d decoding
		q.W = takeIfAny[float64](&d, "w", m.GetW(), dim)
		return q, cmp.Or(d.err, finiteScores("w", q.W))
	case len(m.GetW()) > 0:
		return q, errors.New("w: there are potentials too; send only one of the two")
	}
	q.Own, err = q.toOwn(m.GetPotentials(), instances)
	return q, err
}

// queryKinds are the kinds of queries in learner.proto.
var queryKinds = map[pb.Queries_Kind]Kind{pb.Queries_MAP: MAP, pb.Queries_MARGINALS: Marginals,
	pb.Queries_CONDITIONAL: Conditional}

// toGiven decodes the given labels for the instances at those indices.
func toGiven(b []byte, indices []int32, instances []sp.Instance) ([]Given, error) {
	labels, err := array[int32]("labels", b, anyLength)
	if err != nil {
		return nil, err
	}
	given := make([]Given, len(indices))
	for i, at := range indices {
		x := &instances[at]
		n := x.N()
		if len(labels) < n {
			return nil,
				fmt.Errorf("query %d, instance %q, has %d variables, but there are labels for %d",
					i, x.ID, n, len(labels))
		}
		y := labels[:n]
		labels = labels[n:]
		in := make([]bool, n)
		for d, k := range y {
			if k < -1 || int(k) >= x.K {
				return nil,
					fmt.Errorf("query %d, instance %q: label %d of variable %d, of %d labels", i,
						x.ID, k, d, x.K)
			}
			in[d] = k == sp.Unknown
		}
		forest, err := sp.NewForest(in, x.Edges)
		if err != nil {
			return nil,
				fmt.Errorf(
					"query %d, instance %q: the variables without a label do not form a forest: %w",
					i, x.ID, err)
		}
		given[i] = Given{Labels: y, Forest: forest}
	}
	if len(labels) > 0 {
		return nil, fmt.Errorf("%d labels more than the %d queries have variables", len(labels),
			len(indices))
	}
	return given, nil
}

// AnswerSize returns the size of the answers to q in bytes, without differences.
func (q *Queries) AnswerSize(instances []sp.Instance) (size int64) {
	for _, at := range q.Indices {
		x := &instances[at]
		size += 16 // score and loss
		switch {
		case q.Kind == MAP:
			size += 4 * int64(x.N())
		case q.Pairs:
			size += 8 * int64(len(x.Edges)) * int64(x.K) * int64(x.K)
			fallthrough
		default:
			size += 8 * int64(x.N()) * int64(x.K)
		}
	}
	return size
}

// toOwn decodes potentials for the instances at q.Indices.
func (q *Queries) toOwn(m *pb.Potentials, instances []sp.Instance) (p *OwnScores, err error) {
	p = new(OwnScores)
	nodes, edges, k := 0, 0, 0
	for _, at := range q.Indices {
		x := &instances[at]
		if err := x.Factors.Unsupported("potentials: this form"); err != nil {
			return nil, err
		}
		k = x.K // the same for all instances
		nodes, edges = nodes+x.N()*k, edges+len(x.Edges)
	}
	var d decoding
	p.Node = take[float64](&d, "potentials.node", m.GetNode(), nodes)
	p.Potts = takeIfAny[float64](&d, "potentials.potts", m.GetPotts(), edges)
	want := edges * k * k
	if p.Shared = len(m.GetTable()) == 8*k*k && edges != 1; p.Shared {
		want = k * k
	}
	p.Table = takeIfAny[float64](&d, "potentials.table", m.GetTable(), want)
	switch {
	case d.err != nil:
		return nil, d.err
	case p.Potts != nil && p.Table != nil:
		return nil, errors.New("potentials.table: there is potts too; send only one of the two")
	}
	for i, v := range p.Node {
		if v != v || math.IsInf(v, 1) {
			return nil, fmt.Errorf("potentials.node: entry %d is %v, must be finite or -Inf", i, v)
		}
	}
	return p, cmp.Or(finiteScores("potentials.potts", p.Potts),
		finiteScores("potentials.table", p.Table))
}

func finiteScores(what string, values []float64) error {
	for i, v := range values {
		if v-v != 0 {
			return fmt.Errorf("%s: entry %d of %d is %v, must be finite", what, i, len(values), v)
		}
	}
	return nil
}

// FromAnswers encodes answers into m and reuses the memory of m.
func FromAnswers(m *pb.Answers, a *Answers) {
	m.Score, m.Loss = appendArray(m.Score[:0], a.Score), appendArray(m.Loss[:0], a.Loss)
	m.Labels = appendArray(m.Labels[:0], a.Labels)
	m.Node, m.Pair = appendArray(m.Node[:0], a.Node), appendArray(m.Pair[:0], a.Pair)
	m.Start, m.Index = appendArray(m.Start[:0], a.Start), appendArray(m.Index[:0], a.Index)
	m.Value = appendArray(m.Value[:0], a.Value)
	c := a.Counts
	m.Counts = &pb.Counts{Visits: c.Visits, Sweeps: c.Sweeps, Map: c.MAP, Marginals: c.Marginals,
		Clamped: c.Clamped, Conditional: c.Conditional}
	m.Approximate = a.Approximate
}

// FromAccess encodes the access to oracle calls: the address of the service, the token of the call,
// and the size and sign constraints of the setting's feature map m (nil: none).
func FromAccess(address, token string, m sp.FeatureMap) *pb.Access {
	a := &pb.Access{Address: address, Token: token}
	if m != nil {
		a.Dim = int32(m.Dim())
		list := m.NonNegative()
		at := make([]int32, len(list))
		for i, j := range list {
			at[i] = int32(j)
		}
		a.NonNegative = put(at)
	}
	return a
}
