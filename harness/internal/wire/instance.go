package wire

import (
	"errors"
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
				encodeInto(m, &struct{ Costs []float64 }{instances[i].Costs})
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

// candidates are the lists of Allowed, one behind the other.
type candidates struct{ AllowedStart, Allowed []int32 }

// FromInstance encodes a valid instance, without its costs and texts.
func FromInstance(x *sp.Instance) *pb.Instance {
	y, chain := *x, x.IsChain()
	if y.Texts, y.Costs = nil, nil; chain {
		y.Edges = nil
	}
	m := encode[pb.Instance](&y)
	m.Chain, m.ConstrainedPairs = chain, x.Transitions != nil
	m.Rows, m.Columns = int32(x.Shape[0]), int32(x.Shape[1])
	if x.Label.D == 0 {
		m.Label = nil
	}
	if f := x.Frame; f != nil {
		m.Frame.Rows, m.Frame.Columns = int32(f.Shape[0]), int32(f.Shape[1])
	}
	if f := x.Factors; f != nil && f.Rows.D == 0 {
		m.Factors.Rows = nil
	}
	for _, r := range []*pb.Rows{m.Node, m.Edge, m.Label, m.Frame.GetNode(), m.Factors.GetRows()} {
		if r != nil {
			r.Sparse = len(r.Start) > 0
		}
	}
	if m.Constrained = x.Allowed != nil; m.Constrained {
		c := candidates{AllowedStart: make([]int32, 1, len(x.Allowed)+1)}
		for _, list := range x.Allowed {
			c.Allowed = append(c.Allowed, list...)
			c.AllowedStart = append(c.AllowedStart, int32(len(c.Allowed)))
		}
		encodeInto(m, &c)
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
	names, _ := decode[sp.Names](m.GetNames())
	return &names
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
	if x, err = decode[sp.Instance](m); err != nil {
		return x, err
	}
	n := x.N()
	if x.Shape = [2]int{int(m.GetRows()), int(m.GetColumns())}; x.Frame != nil {
		x.Frame.Shape = [2]int{int(m.GetFrame().GetRows()), int(m.GetFrame().GetColumns())}
	}
	switch {
	case x.Shape[0] < 0 || x.Shape[1] < 0:
		return x, fmt.Errorf("a grid of %d×%d", x.Shape[0], x.Shape[1])
	case len(x.Gold) != n: // before the memory that a chain takes
		return x, fmt.Errorf("gold: %d entries, want %d", len(x.Gold), n)
	case m.GetChain() && len(x.Edges) > 0:
		return x, errors.New("a chain must not list its edges")
	case m.GetChain():
		x.Edges = sp.ChainEdges(n)
	}
	x.Allowed, err = toAllowed(m, n)
	return x, err
}

func toAllowed(m *pb.Instance, n int) ([][]int32, error) {
	if !m.GetConstrained() {
		return nil, nil
	}
	c, err := decode[candidates](m)
	start, all := c.AllowedStart, c.Allowed
	switch {
	case err != nil:
		return nil, err
	case len(start) != n+1 || start[0] != 0 || int(start[n]) != len(all):
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
