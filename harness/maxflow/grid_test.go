package maxflow_test

import (
	"testing"

	"github.com/spbench/spbench/harness/internal/longtest"
	"github.com/spbench/spbench/harness/maxflow"
	"github.com/spbench/spbench/harness/sp"
)

// splitmix is the generator of Steele, Lea and Flood (2014).
type splitmix uint64

func (s *splitmix) next() uint64 {
	*s += 0x9e3779b97f4a7c15
	z := uint64(*s)
	z = (z ^ z>>30) * 0xbf58476d1ce4e5b9
	z = (z ^ z>>27) * 0x94d049bb133111eb
	return z ^ z>>31
}

// between returns an integer from a to b.
func (s *splitmix) between(a, b int) float64 {
	return float64(a + int(s.next()%uint64(b-a+1)))
}

// A grid is the capacities of a random image problem.
type grid struct {
	rows, columns int
	unary         []float64
	edge          []sp.Edge
	pair          []float64 // symmetric
	r             splitmix
}

// newGrid draws the unaries of all pixels, then per pixel the edge to the right and the edge
// below, row by row.
func newGrid(rows, columns, strength int) *grid {
	q := &grid{rows: rows, columns: columns, r: 1}
	for range rows * columns {
		q.unary = append(q.unary, q.r.between(-1000, 1000))
	}
	for d := range rows * columns {
		if d%columns < columns-1 {
			q.join(d, d+1, strength)
		}
		if d/columns < rows-1 {
			q.join(d, d+columns, strength)
		}
	}
	return q
}

func (q *grid) join(u, v, strength int) {
	q.edge = append(q.edge, sp.Edge{U: int32(u), V: int32(v)})
	q.pair = append(q.pair, q.r.between(0, strength))
}

func (q *grid) build(g *maxflow.Graph) {
	g.Reset(len(q.unary), q.edge)
	q.fill(g)
}

func (q *grid) fill(g *maxflow.Graph) {
	for d, c := range q.unary {
		g.SetTerminal(d, c)
	}
	for e, c := range q.pair {
		g.SetEdge(e, c, c)
	}
}

// cut returns the capacity of the cut found by g.
func (q *grid) cut(g *maxflow.Graph) float64 {
	sum := 0.0
	for d, c := range q.unary {
		if g.Source(d) {
			sum += max(-c, 0)
		} else {
			sum += max(c, 0)
		}
	}
	for e, uv := range q.edge {
		if g.Source(int(uv.U)) != g.Source(int(uv.V)) {
			sum += q.pair[e]
		}
	}
	return sum
}

// TestGrids: the optima were found by other implementations.
func TestGrids(t *testing.T) {
	tests := []struct {
		rows, columns int
		value         [3]float64 // for strengths 250, 500, 1000
	}{
		{90, 120, [3]float64{1122899, 1838483, 2431639}},
		{256, 256, [3]float64{6830650, 11199626, 14859959}},
		{512, 512, [3]float64{27387778, 44918447, 59445716}},
		{1000, 1000, [3]float64{104898207, 171546206, 227253548}},
	}
	var g maxflow.Graph
	for _, test := range tests {
		if test.rows == 1000 && !longtest.Enabled() {
			t.Log("the grids of 1000×1000 are skipped")
			continue
		}
		for i, strength := range []int{250, 500, 1000} {
			q := newGrid(test.rows, test.columns, strength)
			q.build(&g)
			if got := g.Solve(); got != test.value[i] || q.cut(&g) != got {
				t.Errorf("%d×%d, strength %d: flow %v, cut %v, want %v", test.rows, test.columns,
					strength, got, q.cut(&g), test.value[i])
			}
		}
	}
}
