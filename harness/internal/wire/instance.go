package wire

import (
	"fmt"
	"iter"
	"slices"

	"github.com/spbench/spbench/harness/internal/wire/pb"
	"github.com/spbench/spbench/harness/sp"
	"google.golang.org/protobuf/proto"
)

// batchBytes is the size from which a message is sent: large enough to make the cost of a message
// negligible, small enough to keep both ends busy.
const batchBytes = 512 << 10

// Batches yields the instances in messages of at least 512 KiB, except for the last. There is at
// least one message: the first one empties the receiver's set. names is nil for a learner that does
// not ask for texts.
func Batches(set pb.Batch_Set, instances []sp.Instance, names *sp.Names) iter.Seq[*pb.Batch] {
	return func(yield func(*pb.Batch) bool) {
		shared := sharedTransitions(instances)
		batch, size := &pb.Batch{Set: set, Transitions: shared}, 0
		if names != nil {
			batch.Names = encode[pb.Names](names)
		}
		for i := range instances {
			m := FromInstance(&instances[i])
			if names != nil {
				m.Texts = instances[i].Texts
			}
			if set == pb.Batch_TRAIN && instances[i].Labelled() { // else they would tell hidden labels
				m.Costs = put(instances[i].Costs)
			}
			batch.Instances = append(batch.Instances, m)
			if size += proto.Size(m); size >= batchBytes {
				if !yield(batch) {
					return
				}
				batch, size = &pb.Batch{Set: set, Transitions: shared}, 0
			}
		}
		if len(batch.Instances) > 0 || len(instances) == 0 {
			yield(batch)
		}
	}
}

// FromInstance encodes a valid instance, without its costs and texts.
func FromInstance(x *sp.Instance) *pb.Instance {
	m := &pb.Instance{
		Id: x.ID, Weight: x.Weight, K: int32(x.K),
		Node: fromRows(&x.Node), Edge: fromRows(&x.Edge),
		Gold: put(x.Gold), Size: put(x.Size),
		Rows: int32(x.Shape[0]), Columns: int32(x.Shape[1]), Structure: fromStructure(x.Structure),
		ConstrainedPairs: x.Transitions != nil,
	}
	if f := x.Factors; f != nil {
		m.Factors = &pb.Factors{Arity: int32(f.Arity), Variables: put(f.Variables)}
		if f.Rows.D > 0 {
			m.Factors.Rows = fromRows(&f.Rows)
		}
	}
	if x.Label.D > 0 {
		m.Label = fromRows(&x.Label)
	}
	if m.Chain = x.IsChain(); !m.Chain {
		m.Edges = put(endsOf(x.Edges))
	}
	if m.Constrained = x.Allowed != nil; m.Constrained {
		start, all := make([]int32, 1, len(x.Allowed)+1), []int32(nil)
		for _, list := range x.Allowed {
			all = append(all, list...)
			start = append(start, int32(len(all)))
		}
		m.AllowedStart, m.Allowed = put(start), put(all)
	}
	if f := x.Frame; f != nil {
		m.Frame = &pb.Frame{Rows: int32(f.Shape[0]), Columns: int32(f.Shape[1]),
			Node: fromRows(&f.Node), At: put(f.At)}
	}
	return m
}

// sharedTransitions encodes the transitions of the instances; nil: there are none.
func sharedTransitions(instances []sp.Instance) (all []byte) {
	for i := range instances {
		if t := instances[i].Transitions; t != nil {
			for _, score := range slices.Concat(t.First, t.Last, t.Next) {
				all = append(all, 0)
				if score == 0 {
					all[len(all)-1] = 1
				}
			}
			return all
		}
	}
	return nil
}

// ToInstances decodes the instances of a batch, and appends them. They share no memory with m, but
// their transitions with each other.
func ToInstances(list []sp.Instance, m *pb.Batch) ([]sp.Instance, error) {
	var shared *sp.Transitions
	for _, one := range m.GetInstances() {
		x, err := ToInstance(one)
		if err != nil {
			return nil, err
		}
		if one.GetConstrainedPairs() {
			if shared == nil {
				shared = new(sp.Transitions)
				for _, b := range m.GetTransitions() {
					shared.Next = append(shared.Next, sp.MayFollow(b != 0))
				}
			}
			if k := x.K; len(shared.First) == 0 && len(shared.Next) == k*(k+2) {
				shared.First, shared.Last, shared.Next = shared.Next[:k], shared.Next[k:2*k],
					shared.Next[2*k:]
			}
			if x.Transitions = shared; len(shared.First) != x.K || !x.IsChain() {
				return nil, fmt.Errorf("wire: instance %q: transitions of other labels, or no chain", x.ID)
			}
		}
		list = append(list, x)
	}
	return list, nil
}

// ToNames decodes the names in the first batch; nil: there are none.
func ToNames(m *pb.Batch) *sp.Names {
	if m.GetNames() == nil {
		return nil
	}
	names := decode[sp.Names](m.GetNames())
	return &names
}

func fromRows(r *sp.Rows) *pb.Rows {
	return &pb.Rows{
		N: int32(r.N), D: int32(r.D), Sparse: r.Sparse(),
		Dense: put(r.Dense), Start: put(r.Start), Index: put(r.Index),
		Value: put(r.Value),
	}
}

// ToInstance decodes and checks an instance. It shares no memory with m.
func ToInstance(m *pb.Instance) (sp.Instance, error) {
	x, err := toInstance(m)
	if err != nil {
		return sp.Instance{}, fmt.Errorf("wire: instance %q: %w", m.GetId(), err)
	}
	if err := x.Check(); err != nil {
		return sp.Instance{}, fmt.Errorf("wire: %w", err)
	}
	return x, nil
}

func toInstance(m *pb.Instance) (x sp.Instance, err error) {
	var d decoding
	x = sp.Instance{ID: m.GetId(), Weight: m.GetWeight(), K: int(m.GetK()), Texts: m.GetTexts(),
		Shape: [2]int{int(m.GetRows()), int(m.GetColumns())},
		Node:  d.rows("node features", m.GetNode()), Edge: d.rows("edge features", m.GetEdge()),
		Label: d.rows("features of labels", m.GetLabel())}
	// Edges and candidate lists take memory for n variables: the message has a label for each.
	n := x.N()
	x.Gold = take[int32](&d, "gold labels", m.GetGold(), n)
	x.Size = takeIfAny[float64](&d, "sizes", m.GetSize(), n)
	x.Costs = takeIfAny[float64](&d, "costs", m.GetCosts(), n*x.K)
	if f := m.GetFrame(); f != nil {
		x.Frame = &sp.Frame{Shape: [2]int{int(f.GetRows()), int(f.GetColumns())},
			Node: d.rows("node features of its frame", f.GetNode()),
			At:   take[int32](&d, "places in its frame", f.GetAt(), n)}
	}
	if f := m.GetFactors(); f != nil {
		x.Factors = &sp.Factors{Arity: int(f.GetArity()),
			Variables: take[int32](&d, "variables of factors", f.GetVariables(), anyLength)}
		if f.GetRows() != nil {
			x.Factors.Rows = d.rows("features of factors", f.GetRows())
		}
	}
	switch {
	case x.Shape[0] < 0 || x.Shape[1] < 0:
		return x, fmt.Errorf("a grid of %d×%d", x.Shape[0], x.Shape[1])
	case d.err != nil:
		return x, d.err
	}
	if x.Edges, err = toEdges(m, n); err != nil {
		return x, err
	}
	if x.Structure, err = toStructure(m.GetStructure()); err != nil {
		return x, err
	}
	x.Allowed, err = toAllowed(m, n)
	return x, err
}

func toEdges(m *pb.Instance, n int) ([]sp.Edge, error) {
	if m.GetChain() {
		if len(m.GetEdges()) > 0 {
			return nil, fmt.Errorf("a chain must not list its edges")
		}
		return sp.ChainEdges(n), nil
	}
	return toEnds("edges", m.GetEdges())
}

func toAllowed(m *pb.Instance, n int) ([][]int32, error) {
	if !m.GetConstrained() {
		return nil, nil
	}
	var d decoding
	start := take[int32](&d, "candidate starts", m.GetAllowedStart(), n+1)
	all := take[int32](&d, "candidates", m.GetAllowed(), anyLength)
	if d.err != nil {
		return nil, d.err
	}
	if start[0] != 0 || int(start[n]) != len(all) {
		return nil, fmt.Errorf("candidate starts do not span the %d candidates", len(all))
	}
	allowed := make([][]int32, n)
	for d := range allowed {
		lo, hi := start[d], start[d+1]
		if lo > hi || int(hi) > len(all) {
			return nil, fmt.Errorf("candidate start of variable %d is out of order", d+1)
		}
		if lo < hi {
			allowed[d] = all[lo:hi:hi]
		}
	}
	return allowed, nil
}

// rows decodes the rows of features named what; sp.Rows.Check checks the rest.
func (d *decoding) rows(what string, m *pb.Rows) sp.Rows {
	r := sp.Rows{N: int(m.GetN()), D: int(m.GetD())}
	sparse := len(m.GetStart())+len(m.GetIndex())+len(m.GetValue()) > 0
	switch {
	case d.err != nil:
	case r.N < 0 || r.D < 0:
		d.err = fmt.Errorf("%s: negative size %d×%d", what, r.N, r.D)
	case sparse && !m.GetSparse():
		d.err = fmt.Errorf("%s: dense rows with sparse parts", what)
	case m.GetSparse() && len(m.GetDense()) > 0:
		d.err = fmt.Errorf("%s: both dense and sparse", what)
	case !m.GetSparse():
		r.Dense = take[float32](d, what, m.GetDense(), r.N*r.D)
	default:
		r.Start = take[int32](d, what+": starts", m.GetStart(), r.N+1)
		r.Index = take[int32](d, what+": columns", m.GetIndex(), anyLength)
		r.Value = takeIfAny[float32](d, what+": values", m.GetValue(), len(r.Index))
	}
	return r
}
