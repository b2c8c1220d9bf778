package oracle_test

import (
	"errors"
	"math"
	"slices"
	"testing"

	"github.com/spbench/spbench/harness/feature"
	"github.com/spbench/spbench/harness/oracle"
	"github.com/spbench/spbench/harness/sp"
)

// structures are one small structure of each kind.
var structures = []struct {
	s    sp.Structure
	n, k int
}{
	{sp.Structure{Kind: sp.Assignment, None: sp.Unknown}, 3, 4},
	{sp.Structure{Kind: sp.Arborescence, Single: true}, 3, 4},
	{sp.Structure{Kind: sp.Path, Sink: 3, Arcs: []sp.Edge{{U: 0, V: 1}, {U: 1, V: 3}, {U: 0, V: 2},
		{U: 2, V: 3}, {U: 1, V: 2}}}, 5, 2},
	{sp.Structure{Kind: sp.Cardinality, Least: 1, Most: 2}, 4, 2},
}

func structured(s *sp.Structure, n, k int) *sp.Instance {
	return &sp.Instance{ID: s.Kind, Weight: 1, K: k, Gold: make([]int32, n), Structure: s,
		Node: sp.Rows{N: n, D: 1, Dense: make([]float32, n)}}
}

// The solver of a structure is picked by its kind, shared by a pool, named, counted, and sums given
// some labels as over the labelings with these labels. Inexact oracles refuse it.
func TestStructures(t *testing.T) {
	r := pcg(5, 51)
	for _, q := range structures {
		x := structured(&q.s, q.n, q.k)
		m := must(feature.New("linear", nil, feature.Dims{K: q.k, Node: 1}))(t)
		pool, list := oracle.NewPool(m, nil), []sp.Instance{*x}
		s := must(pool.Get(x))(t)
		if again := must(pool.Get(structured(&q.s, q.n, q.k)))(t); again != s {
			t.Errorf("%s: two solvers in a pool", x.ID)
		}
		if names := oracle.Solvers(list, m); !slices.Contains(names, x.ID) {
			t.Errorf("%s: solvers %v", x.ID, names)
		}
		if err := oracle.Summable(list, m); err != nil || (oracle.Choice{}).Approximates(list, m) {
			t.Errorf("%s: %v", x.ID, err)
		}
		p := &sp.Potentials{K: q.k, Node: make([]float64, q.n*q.k), Structure: &q.s}
		for i := range p.Node {
			p.Node[i] = r.NormFloat64()
		}
		y, before := make([]int32, q.n), oracle.Answered()
		must(s.MAP(y, p))(t)
		open := make([]bool, q.n)
		for d := range open {
			open[d] = d > 0
		}
		f := must(sp.NewForest(open, nil))(t)
		var mu, want sp.Marginals
		logZ := must(s.(sp.Conditioner).Conditional(&mu, p, f, y))(t)
		for k := range p.K {
			if int32(k) != y[0] {
				p.Node[k] = math.Inf(-1)
			}
		}
		if alone := must(s.Marginals(&want, p))(t); alone != logZ || !slices.Equal(mu.Node, want.Node) {
			t.Errorf("%s: given a label, log Z %v and %v", x.ID, logZ, alone)
		}
		if n := oracle.Answered() - before; n != 3 {
			t.Errorf("%s: %d calls counted of 3", x.ID, n)
		}
		for _, k := range oracle.Kinds()[1:] {
			c := choose(t, k.Name, "")
			s := must(c.Pool(m, 1, nil).Get(x))(t)
			_, errMAP := s.MAP(y, p)
			_, errSum := s.(sp.Conditioner).Conditional(&mu, p, f, y)
			for _, err := range []error{errMAP, errSum, c.Summable(list, m)} {
				if !errors.Is(err, errors.ErrUnsupported) {
					t.Errorf("%s of %s: %v", k.Name, x.ID, err)
				}
			}
		}
	}
}

// Structures without a solver, and sums beyond a limit, are refused before a call.
func TestStructuresThatDoNotDo(t *testing.T) {
	command := structured(&sp.Structure{Kind: sp.Command, Command: []string{"solve"}}, 2, 2)
	wide := structured(&sp.Structure{Kind: sp.Assignment, None: 0}, 3, 40)
	many := structured(&sp.Structure{Kind: sp.Cardinality, Most: 5000}, 5000, 2)
	for _, x := range []*sp.Instance{command, wide, many} {
		err := oracle.Summable([]sp.Instance{*x}, nil)
		if !errors.Is(err, errors.ErrUnsupported) {
			t.Errorf("sums of %s: %v", x.ID, err)
		}
	}
	for _, x := range []*sp.Instance{command, wide} {
		if _, err := oracle.New(x, nil); err != nil {
			t.Error(err)
		}
	}
}
