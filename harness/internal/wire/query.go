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
	Kind       Kind
	Indices    []int32
	W          []float64  // nil: as in the previous message
	Potentials *OwnScores // instead of W; nil: none
	Augment    bool       // scores include the loss against gold
	Restrict   bool       // answers keep known labels
	Given      []Given    // one for each index, if Kind is Conditional
	// Difference asks for φ(x,gold) − φ(x,y) or its mean; Pairs asks for the marginals of edges.
	Difference, Pairs bool
}

// A Kind is the kind of an oracle call.
type Kind int

// Kinds of queries, as learner.proto numbers them.
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
	if q, err = decode[Queries](m); err != nil {
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
	switch {
	case q.Kind < MAP || q.Kind > Conditional:
		return q, fmt.Errorf("kind: %d is unknown", q.Kind)
	case q.Pairs && q.Kind == MAP:
		return q, errors.New("pairs: a MAP query has no marginals")
	case len(m.GetGiven()) > 0 && q.Kind != Conditional:
		return q, errors.New("given: only a CONDITIONAL query has given labels")
	}
	if q.Kind == Conditional {
		if q.Given, err = toGiven(m, q.Indices, instances); err != nil {
			return q, err
		}
	}
	switch n := len(q.W); {
	case q.Potentials == nil && n > 0 && n != dim:
		return q, fmt.Errorf("w: %d entries, want %d", n, dim)
	case q.Potentials == nil:
		return q, finiteScores("w", q.W)
	case n > 0:
		return q, errors.New("w: there are potentials too; send only one of the two")
	}
	return q, q.checkPotentials(instances)
}

// toGiven decodes the given labels for the instances at those indices.
func toGiven(m *pb.Queries, indices []int32, instances []sp.Instance) ([]Given, error) {
	all, err := decode[struct{ Given []int32 }](m)
	if err != nil {
		return nil, err
	}
	labels := all.Given
	given := make([]Given, len(indices))
	for i, at := range indices {
		x := &instances[at]
		n := x.N()
		if len(labels) < n {
			return nil,
				fmt.Errorf("given: query %d, instance %q, has %d variables, but there are labels for %d",
					i, x.ID, n, len(labels))
		}
		y := labels[:n]
		labels = labels[n:]
		in := make([]bool, n)
		for d, k := range y {
			if k < -1 || int(k) >= x.K {
				return nil,
					fmt.Errorf("given: query %d, instance %q: label %d of variable %d, of %d labels", i,
						x.ID, k, d, x.K)
			}
			in[d] = k == sp.Unknown
		}
		forest, err := sp.NewForest(in, x.Edges)
		if err != nil {
			return nil,
				fmt.Errorf(
					"given: query %d, instance %q: the variables without a label do not form a forest: %w",
					i, x.ID, err)
		}
		given[i] = Given{Labels: y, Forest: forest}
	}
	if len(labels) > 0 {
		return nil, fmt.Errorf("given: %d labels more than the %d queries have variables", len(labels),
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

// checkPotentials checks potentials for the instances at q.Indices.
func (q *Queries) checkPotentials(instances []sp.Instance) error {
	nodes, edges, k := 0, 0, 0
	for _, at := range q.Indices {
		x := &instances[at]
		if err := x.Factors.Unsupported("potentials: this form"); err != nil {
			return err
		}
		k = x.K // the same for all instances
		nodes, edges = nodes+x.N()*k, edges+len(x.Edges)
	}
	p, table := q.Potentials, edges*k*k
	if p.Shared = len(p.Table) == k*k && edges != 1; p.Shared {
		table = k * k
	}
	switch {
	case len(p.Node) != nodes:
		return fmt.Errorf("potentials.node: %d entries, want %d", len(p.Node), nodes)
	case p.Potts != nil && len(p.Potts) != edges:
		return fmt.Errorf("potentials.potts: %d entries, want %d", len(p.Potts), edges)
	case p.Table != nil && len(p.Table) != table:
		return fmt.Errorf("potentials.table: %d entries, want %d", len(p.Table), table)
	case p.Potts != nil && p.Table != nil:
		return errors.New("potentials.table: there is potts too; send only one of the two")
	}
	for i, v := range p.Node {
		if v != v || math.IsInf(v, 1) {
			return fmt.Errorf("potentials.node: entry %d is %v, must be finite or -Inf", i, v)
		}
	}
	return cmp.Or(finiteScores("potentials.potts", p.Potts),
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
func FromAnswers(m *pb.Answers, a *Answers) { encodeInto(m, a) }

// FromAccess encodes the access to oracle calls: the address of the service, the token of the call,
// and the size and sign constraints of the setting's feature map m (nil: none).
func FromAccess(address, token string, m sp.FeatureMap) *pb.Access {
	a := struct {
		Address, Token string
		Dim            int
		NonNegative    []int32
	}{Address: address, Token: token}
	if m != nil {
		a.Dim = m.Dim()
		for _, i := range m.NonNegative() {
			a.NonNegative = append(a.NonNegative, int32(i))
		}
	}
	return encode[pb.Access](&a)
}
