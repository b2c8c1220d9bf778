package oracle

import (
	"errors"
	"fmt"
	"slices"

	"github.com/spbench/spbench/harness/minfill"
	"github.com/spbench/spbench/harness/sp"
	"github.com/spbench/spbench/harness/structure"
)

// A question asks for the solver of instance x under feature map m.
type question struct {
	x       *sp.Instance
	m       sp.FeatureMap
	plan    *minfill.Plan // of an elimination of the last graph
	tables  *Elimination  // of binary graphs; may be nil
	loop    error         // names an edge that closes a cycle
	planned bool
	wide    error // why there is no elimination, if planned
}

// width returns an error if the graph is too wide for an elimination.
func (q *question) width() error {
	if !q.planned {
		q.planned, q.wide = true, q.plan.Fit(q.x.N(), q.x.K, q.x.Edges, q.x.Factors)
	}
	return q.wide
}

// An entry is a kind of solver. It is exact, unless it is approximate.
type entry struct {
	name        string // as in [Solvers]; of a structure, its kind
	structure   bool
	factors     bool                    // serves factors of three and four variables
	serves      func(q *question) bool  // nil: every instance with the structure
	sums        func(q *question) error // why there are no marginals; nil: there always are
	approximate bool
	own         bool // a solver keeps state of one graph; others serve all graphs in turn
	make        func(q *question) sp.Solver
}

// table lists the solvers. The first one that serves an instance is picked.
var table = []entry{
	{name: "chain", serves: func(q *question) bool { return q.x.IsChain() },
		make: func(*question) sp.Solver { return NewChain() }},
	{name: "tree", serves: func(q *question) bool {
		q.loop = Cycle(q.x.N(), q.x.Edges)
		return q.loop == nil
	}, make: func(*question) sp.Solver { return NewTree() }},
	{name: "independent", serves: func(q *question) bool { return independent(q.m) },
		make: func(*question) sp.Solver { return NewIndependent() }},
	{name: "binary", own: true, serves: func(q *question) bool { return q.x.K == 2 },
		sums: (*question).width,
		make: func(q *question) sp.Solver { return NewBinary(q.tables) }},
	{name: "elimination", factors: true, serves: func(q *question) bool { return q.width() == nil },
		make: func(q *question) sp.Solver {
			s := NewElimination()
			s.plan, *q.plan = *q.plan, minfill.Plan{}
			return s
		}},
	{name: "expansion", approximate: true, sums: (*question).width,
		serves: func(q *question) bool { return q.m != nil && len(q.m.NonNegative()) > 0 },
		make:   func(*question) sp.Solver { return NewExpansion() }},
}

func init() {
	for _, kind := range structure.Kinds() {
		table = append(table, ofStructure(kind))
	}
}

// ofStructure returns the entry of a kind of structure.
func ofStructure(kind string) entry {
	return entry{name: kind, structure: true,
		sums: func(q *question) error {
			return structure.Summable(q.x.Structure, q.x.N(), q.x.K)
		},
		make: func(*question) sp.Solver {
			return &structure.Counted{Solver: structure.New(kind), Calls: &answered}
		}}
}

// entry returns the entry of the instance. The error wraps errors.ErrUnsupported.
func (q *question) entry() (*entry, error) {
	s, factors := q.x.Structure, q.x.Factors.N()
	q.loop = q.x.Factors.Unsupported("expansion")
	for i := range table {
		switch e := &table[i]; {
		case e.structure != (s != nil), s != nil && e.name != s.Kind, factors > 0 && !e.factors:
		case e.serves == nil || e.serves(q):
			return e, nil
		}
	}
	if s != nil {
		return nil, fmt.Errorf("oracle: no solver of structure %q, that of instance %q: %w", s.Kind,
			q.x.ID, errors.ErrUnsupported)
	}
	return nil, fmt.Errorf("oracle: no exact oracle for instance %q%s: %w, and expansion "+
		"moves need Potts strengths kept >= 0; %w", q.x.ID, remedy(q.x, false), q.width(), q.loop)
}

// New returns the solver for instance x under feature map m: that of its structure, if it has
// one, an [Elimination] for factors, a [Chain] for a chain, a [Tree] for any other forest. On
// graphs with cycles it is an [Independent] if the map has no pair scores, a [Binary] for two
// labels, an [Elimination] if the width is small enough, and the approximate [Expansion] if the
// map keeps Potts strengths non-negative, in this order.
//
// Otherwise the error wraps errors.ErrUnsupported, gives the width and names an edge that closes a
// cycle.
func New(x *sp.Instance, m sp.FeatureMap) (sp.Solver, error) {
	q := question{x: x, m: m, plan: new(minfill.Plan)}
	e, err := q.entry()
	if err != nil {
		return nil, err
	}
	return e.make(&q), nil
}

// Solvers names the solvers a pool may pick for the instances, or for parts of them, under feature
// map m. It always contains "chain" and "tree", and the kinds of structures. A graph with a cycle
// adds "independent". If the map has pair scores, it also adds "binary" for two labels, else
// "elimination" and "expansion". Factors add the same. O(n) for each chain, else O(n+m).
func Solvers(list []sp.Instance, m sp.FeatureMap) []string {
	names := []string{"chain", "tree"}
	for i := range list {
		x := &list[i]
		switch {
		case x.Structure != nil:
			if !slices.Contains(names, x.Structure.Kind) {
				names = append(names, x.Structure.Kind)
			}
		case x.Factors.N() == 0 && (x.IsChain() || Cycle(x.N(), x.Edges) == nil):
		case independent(m):
			return append(names, "independent")
		case x.K == 2 && x.Factors.N() == 0:
			return append(names, "independent", "binary")
		default:
			return append(names, "independent", "elimination", "expansion")
		}
	}
	return names
}
