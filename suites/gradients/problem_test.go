// Package gradients compares estimators of the gradient of an expected loss with its exact value.
// See README.md.
package gradients

import (
	"math/rand/v2"
	"testing"

	"github.com/spbench/spbench/harness/learnertest"
	"github.com/spbench/spbench/harness/loss"
	"github.com/spbench/spbench/harness/oracle"
	"github.com/spbench/spbench/harness/skeleton"
	"github.com/spbench/spbench/harness/sp"
)

// A problem is one instance with a weight of node scores and one or two strengths: the parameters θ.
// Its labeling of largest score at θ is the prediction; negative strengths count as 0.
type problem struct {
	name  string
	x     sp.Instance
	m     sp.FeatureMap
	costs []float64    // n×K: of the labels
	box   skeleton.Box // the uniform noise is in it, around its centre
	sigma float64      // of normal noise around the same centre

	solver counted
	p      sp.Potentials
	clip   []float64
}

// A counted solver counts its calls.
type counted struct {
	sp.Solver
	calls int
}

func (c *counted) MAP(y []int32, p *sp.Potentials) (float64, error) {
	c.calls++
	return c.Solver.MAP(y, p)
}

// newProblem returns a noisy binary image of a rectangle, and a box of width 1 around θ. Strengths
// differ by direction if there are two. Pixels are ±1 plus normal noise: no two labelings then have
// the same features.
func newProblem(t testing.TB, name string, seed uint64, rows, columns, strengths int,
	noise float64) *problem {
	t.Helper()
	r := rand.New(rand.NewPCG(seed, 1))
	q := &problem{name: name, sigma: 0.12}
	n := rows * columns
	q.x = sp.Instance{ID: name, Weight: 1, K: 2, Gold: make([]int32, n), Node: sp.Rows{N: n, D: 1},
		Edges: sp.GridEdges(rows, columns), Shape: [2]int{rows, columns}}
	for d := range q.x.Gold {
		row, column := d/columns, d%columns
		if row >= rows/4 && row < 3*rows/4 && column >= columns/4 && column < 3*columns/4 {
			q.x.Gold[d] = 1
		}
		v := float64(2*q.x.Gold[d] - 1)
		q.x.Node.Dense = append(q.x.Node.Dense, float32(v+noise*r.NormFloat64()))
	}
	if q.x.Edge.N = len(q.x.Edges); strengths == 2 {
		q.x.Edge.D = 2
		for _, e := range q.x.Edges {
			down := float32(0)
			if e.V != e.U+1 {
				down = 1
			}
			q.x.Edge.Dense = append(q.x.Edge.Dense, down, 1-down)
		}
	}
	q.m = learnertest.Linear(`{"pairs":"potts","reference":true}`, &q.x)
	for range q.m.Dim() {
		q.box.Low, q.box.Width = append(q.box.Low, 0.1), append(q.box.Width, 1)
	}
	q.costs = make([]float64, 2*n)
	loss.Hamming{}.Costs(q.costs, &q.x, nil)
	solver, err := oracle.New(&q.x, q.m)
	if err != nil {
		t.Fatal(err)
	}
	q.solver.Solver = solver
	return q
}

// small is a problem for enumeration: 2¹² labelings.
func small(t testing.TB) *problem { return newProblem(t, "small", 4, 3, 4, 1, 1.2) }

// N implements skeleton.Model.
func (q *problem) N() int { return q.x.N() }

// Minimise implements skeleton.Model. Energies are negative scores.
func (q *problem) Minimise(y []int32, phi, theta []float64) error {
	_, err := q.solver.MAP(y, q.at(theta))
	clear(phi)
	q.m.Add(phi, -1, &q.x, y)
	return err
}

// at returns the scores at θ, until the next call.
func (q *problem) at(theta []float64) *sp.Potentials {
	q.clip = append(q.clip[:0], theta...)
	for _, i := range q.m.NonNegative() {
		q.clip[i] = max(q.clip[i], 0)
	}
	q.m.Potentials(&q.p, q.clip, &q.x)
	return &q.p
}

// loss is the number of wrong pixels.
func (q *problem) loss(y []int32, _ []float64) float64 {
	return loss.Hamming{}.Value(&q.x, q.x.Gold, y)
}
