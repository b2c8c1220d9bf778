package decode

import (
	"cmp"
	"math"
	"slices"

	"github.com/spbench/spbench/harness/bound"
	"github.com/spbench/spbench/harness/messages"
	"github.com/spbench/spbench/harness/oracle"
	"github.com/spbench/spbench/harness/partition"
	"github.com/spbench/spbench/harness/sp"
)

var partclampKind = Kind{
	Name: "partclamp",
	Doc: "at each variable the label of largest probability among few states of the variables " +
		"outside of a forest, summed over the forest (part & clamp, Pletscher & Ong 2010); " +
		"also these probabilities, and a lower bound on log Z: the largest of several " +
		"forests; on any graph",
	Approximate: "part & clamp (messages for its states go on always for the given number of sweeps)",
	Sums:        true,
	new:         func() Decoder { return &partclamp{Forests: 4, States: 20, Sweeps: 20} },
}

// partclamp takes the states with the largest sums over the forest, as mixed messages (Liu & Ihler
// 2011) see them: messages maximise over the variables outside. The first state has the best label
// of each variable. The next states lose least belief, as if variables were independent.
type partclamp struct {
	Forests int `json:"forests" range:"[1,1000]" help:"random forests"`
	States  int `json:"states" range:"[1,100000]" help:"states of each forest; those with sum 0 are left out"`
	Sweeps  int `json:"sweeps" range:"[1,100000]" help:"sweeps of messages for each forest"`

	graph    sp.Instance // of the last scores
	forests  []*sp.Forest
	tree     oracle.Tree
	sum      bound.Evaluator
	state    messages.State
	outside  []bool
	y        []int32
	belief   []float64
	changes  []change
	queue    []variant
	list     [1]bound.Clamping
	mu, best sp.Marginals
}

// A change gives a variable another label. It costs loss, in log belief.
type change struct {
	v, k int32
	loss float64
}

// A variant is a state with some changes, ascending indices, and their loss.
type variant struct {
	loss float64
	of   []int
}

func (d *partclamp) Decode(out *sp.Prediction, p *sp.Potentials, _ Help) error {
	if err := possible(p); err != nil {
		return err
	}
	if d.graph.N() != p.N() || d.forests == nil || !slices.Equal(d.graph.Edges, p.Edges) {
		d.graph = sp.Instance{Node: sp.Rows{N: p.N()}, Edges: slices.Clone(p.Edges)}
		d.forests = partition.Forests(&d.graph, partition.BreadthFirst, 1, d.Forests)
	}
	*out = sp.Prediction{Labels: sp.Grow(out.Labels, p.N()), Marginal: out.Marginal,
		LogZ: math.Inf(-1)}
	d.mu.NodeOnly, d.best.NodeOnly = true, true
	var fault error
	for _, f := range d.forests {
		c := &d.list[0]
		c.Forest = f
		d.include(c, p)
		logZ, err := d.sum.Geometric(&d.mu, &d.tree, p, d.list[:])
		if err != nil {
			c.States = slices.DeleteFunc(c.States, func(y []int32) bool {
				_, err := d.tree.Conditional(nil, p, f, y)
				return err != nil
			})
			if fault = err; len(c.States) == 0 {
				continue
			}
			if logZ, err = d.sum.Geometric(&d.mu, &d.tree, p, d.list[:]); err != nil {
				return err
			}
		}
		if logZ > out.LogZ {
			out.LogZ, out.Summed = logZ, true
			d.mu, d.best = d.best, d.mu
		}
	}
	if !out.Summed {
		return fault
	}
	out.Marginal = append(out.Marginal[:0], d.best.Node...)
	bestOf(out.Labels, out.Marginal, p.K)
	return nil
}

// include sets the states of c to variants by ascending loss. After a variant come the one with the
// next change besides, and the one with the next change in place of its last.
func (d *partclamp) include(c *bound.Clamping, p *sp.Potentials) {
	d.believe(c.Forest, p)
	queue := append(d.queue[:0], variant{})
	n := 0
	for c.States = sp.Grow(c.States, d.States); n < d.States && len(queue) > 0; {
		at := queue[0]
		queue = slices.Delete(queue, 0, 1)
		y, next := append(c.States[n][:0], d.y...), 0
		c.States[n] = y
		allowed := d.apply(y, at.of)
		if last := len(at.of) - 1; last >= 0 {
			next = at.of[last] + 1
		}
		if next < len(d.changes) {
			loss := at.loss + d.changes[next].loss
			if allowed {
				queue = insert(queue, variant{loss, append(slices.Clone(at.of), next)})
			}
			if next > 0 {
				other := append(slices.Clone(at.of[:len(at.of)-1]), next)
				queue = insert(queue, variant{loss - d.changes[next-1].loss, other})
			}
		}
		if allowed {
			n++
		}
	}
	c.States, d.queue = c.States[:n], queue
}

// insert keeps the queue ascending, equal ones in the order of their insertion.
func insert(queue []variant, v variant) []variant {
	at, _ := slices.BinarySearchFunc(queue, v.loss, func(q variant, loss float64) int {
		if q.loss <= loss {
			return -1
		}
		return 1
	})
	return slices.Insert(queue, at, v)
}

// apply changes y. It returns false if a variable would change twice.
func (d *partclamp) apply(y []int32, of []int) bool {
	for _, i := range of {
		c := d.changes[i]
		if y[c.v] != d.y[c.v] {
			return false
		}
		y[c.v] = c.k
	}
	return true
}

// believe finds the best state outside of the forest, and all changes by ascending loss.
func (d *partclamp) believe(f *sp.Forest, p *sp.Potentials) {
	d.outside, d.y, d.belief = sp.Grow(d.outside, p.N()), sp.Grow(d.y, p.N()), sp.Grow(d.belief,
		len(p.Node))
	for v := range d.outside {
		d.outside[v] = !f.Has(int32(v))
	}
	d.state.Reset(p, messages.Rule{Max: d.outside, Damping: 0.1})
	d.state.Run(d.Sweeps, 0)
	d.state.Labels(d.y)
	d.state.Beliefs(d.belief)
	d.changes = d.changes[:0]
	for i, b := range d.belief {
		if v := i / p.K; d.outside[v] && int(d.y[v]) != i%p.K && b > 0 {
			d.changes = append(d.changes,
				change{int32(v), int32(i % p.K), math.Log(d.belief[v*p.K+int(d.y[v])] / b)})
		}
	}
	slices.SortStableFunc(d.changes, func(a, b change) int { return cmp.Compare(a.loss, b.loss) })
}
