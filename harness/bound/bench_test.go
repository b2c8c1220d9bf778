package bound_test

import (
	"math/rand/v2"
	"testing"

	"github.com/spbench/spbench/harness/bound"
	"github.com/spbench/spbench/harness/feature"
	"github.com/spbench/spbench/harness/oracle"
	"github.com/spbench/spbench/harness/partition"
	"github.com/spbench/spbench/harness/sp"
)

// A scene is an image of two labels with changing potentials, one partition and the gold state.
type scene struct {
	x    sp.Instance
	p    sp.Potentials
	list []bound.Clamping
	s    sp.Conditioner
	b    bound.Evaluator
	mu   sp.Marginals
}

func newScene(t testing.TB, side int, args string) *scene {
	r := rand.New(rand.NewPCG(1, 1))
	c := &scene{x: images(r, 1, side, side)[0], s: oracle.NewBinary(nil)}
	m, err := feature.New("linear", []byte(args), feature.Dims{K: 2, Node: 2})
	if err != nil {
		t.Fatal(err)
	}
	w := make([]float64, m.Dim())
	for j := range w {
		w[j] = r.Float64()
	}
	m.Potentials(&c.p, w, &c.x)
	c.list = []bound.Clamping{{Forest: partition.NewGrower(&c.x, partition.BreadthFirst, 1).Next(),
		States: [][]int32{c.x.Gold}}}
	return c
}

// evaluate computes one bound with its gradient by the scores.
func (c *scene) evaluate(t testing.TB) {
	if _, err := c.b.Geometric(&c.mu, c.s, &c.p, c.list); err != nil {
		t.Fatal(err)
	}
}

const (
	potts  = `{"pairs":"potts"}`
	tables = `{}`
)

func TestNothingIsAllocated(t *testing.T) {
	for _, args := range []string{potts, tables} {
		c := newScene(t, 16, args)
		c.list[0].States = append(c.list[0].States, make([]int32, c.x.N()))
		c.evaluate(t)
		if n := testing.AllocsPerRun(20, func() { c.evaluate(t) }); n > 0 {
			t.Errorf("%s: %v allocations", args, n)
		}
	}
}
