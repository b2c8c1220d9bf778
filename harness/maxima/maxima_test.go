package maxima_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/spbench/spbench/harness/feature"
	"github.com/spbench/spbench/harness/loss"
	"github.com/spbench/spbench/harness/maxima"
	"github.com/spbench/spbench/harness/oracle"
	"github.com/spbench/spbench/harness/perturb"
	"github.com/spbench/spbench/harness/sp"
	"gonum.org/v1/gonum/floats"
)

// A model is scores of n variables with two labels, and a gold labeling.
type model struct {
	p     sp.Potentials
	x     sp.Instance
	costs []float64
	all   [][]int32 // all labelings
}

func newModel(n int, seed uint64) *model {
	r := rand.New(rand.NewPCG(seed, 1))
	m := &model{x: sp.Instance{ID: fmt.Sprint("m", n), K: 2, Weight: 1, Edges: sp.ChainEdges(n),
		Node: sp.Rows{N: n, D: 1, Dense: make([]float32, n)}}}
	m.p = sp.Potentials{K: 2, Node: make([]float64, 2*n), Edges: m.x.Edges}
	m.p.Pair.Table = make([]float64, 4)
	for _, v := range [][]float64{m.p.Node, m.p.Pair.Table} {
		for i := range v {
			v[i] = 0.7 * r.NormFloat64()
		}
	}
	for i := range n {
		m.x.Gold = append(m.x.Gold, int32(r.IntN(2)))
		m.x.Node.Dense[i] = float32(r.NormFloat64())
	}
	m.costs = make([]float64, 2*n)
	loss.Hamming{Mean: true}.Costs(m.costs, &m.x, nil)
	for c := range 1 << n {
		y := make([]int32, n)
		for d := range y {
			y[d] = int32(c >> d & 1)
		}
		m.all = append(m.all, y)
	}
	return m
}

// best returns the labeling of largest score under p plus c times the costs, by enumeration.
func (m *model) best(p *sp.Potentials, c float64) []int32 {
	best, most := m.all[0], math.Inf(-1)
	for _, y := range m.all {
		s := 0.0
		for d, k := range y {
			s += p.Node[2*d+int(k)] + c*m.costs[2*d+int(k)]
		}
		for e, uv := range p.Edges {
			s += p.PairScore(e, y[uv.U], y[uv.V])
		}
		if s > most {
			best, most = y, s
		}
	}
	return best
}

func (m *model) loss(y []int32) (sum float64) {
	for d, k := range y {
		sum += m.costs[2*d+int(k)]
	}
	return sum
}

// sides says which costs the two maximisers of a side have, and the factor of their difference.
var sides = []struct {
	side                maxima.Side
	worse, better, unit float64
}{{maxima.Towards, 0, -1, 1}, {maxima.Away, 1, 0, 1}, {maxima.Central, 1, -1, .5}}

// TestEstimates: over 500 draws of noise an estimate is the mean of the labelings that enumeration
// finds, by node scores and by weights.
func TestEstimates(t *testing.T) {
	const draws, epsilon = 500, 1.5
	for n := 2; n <= 3; n++ {
		m, s := newModel(n, uint64(n)), oracle.NewTree()
		f, err := feature.New("linear", []byte(`{"pairs":"potts","reference":true}`),
			feature.DimsOf(&m.x))
		if err != nil {
			t.Fatal(err)
		}
		key, z, p := perturb.NewKey(5, m.x.ID), make([]float64, 2*n), m.p
		p.Node = make([]float64, 2*n)
		check := func(what string, draw func(e *maxima.Estimate) error, a, b func() []int32,
			unit float64) {
			t.Helper()
			var e maxima.Estimate
			got, want := make([]float64, 2*n+f.Dim()), make([]float64, 2*n+f.Dim())
			for i := range uint64(draws) {
				key.Gumbel(z, i)
				floats.AddScaledTo(p.Node, m.p.Node, 0.8, z)
				if err := draw(&e); err != nil {
					t.Fatal(err)
				}
				for sign, y := range map[float64][]int32{unit / draws: a(), -unit / draws: b()} {
					for d, k := range y {
						want[2*d+int(k)] += sign
					}
					f.Add(want[2*n:], 3*sign, &m.x, y)
				}
			}
			e.AddNode(got, 2)
			e.AddTo(got[2*n:], 3, f, &m.x)
			if !floats.EqualApprox(got, want, 1e-9) {
				t.Errorf("%d variables, %s: %v, by enumeration %v", n, what, got, want)
			}
		}
		at := func(c float64) func() []int32 { return func() []int32 { return m.best(&p, c) } }
		check("Fenchel–Young", func(e *maxima.Estimate) error { return e.FenchelYoung(s, &p, &m.x) },
			at(0), func() []int32 { return m.x.Gold }, 1)
		m.x.Costs = slices.Clone(m.p.Node) // any
		noise, cheap := make([]float64, 2*n), m.p
		cheap.Node, cheap.Pair.Table = make([]float64, 2*n), make([]float64, 4)
		check("Fenchel–Young by costs", func(e *maxima.Estimate) error {
			floats.ScaleTo(noise, 0.8, z)
			floats.SubTo(cheap.Node, noise, m.x.Costs)
			return e.FenchelYoungCosts(s, &p, &m.x, noise)
		}, at(0), func() []int32 { return m.best(&cheap, 0) }, 1)
		for _, c := range sides {
			check(fmt.Sprint("side ", c.side), func(e *maxima.Estimate) error {
				return e.Difference(s, &p, m.costs, epsilon, c.side)
			}, at(epsilon*c.worse), at(epsilon*c.better), c.unit/epsilon)
		}
	}
}

// gradient returns the exact gradient of E L(y(θ+σz)) by θ for normal z: E L·z/σ, by the midpoints
// of a grid of equal cells of probability. Only the difference v of a variable's two z matters, of
// variance 2.
func (m *model) gradient(sigma float64) []float64 {
	n, cells := m.x.N(), 400
	if n == 3 {
		cells = 60
	}
	p, v, g := m.p, make([]float64, n), make([]float64, 2*n)
	p.Node = slices.Clone(m.p.Node)
	var at func(d int)
	at = func(d int) {
		if d == n {
			l := m.loss(m.best(&p, 0)) / math.Pow(float64(cells), float64(n))
			for d, at := range v {
				g[2*d+1] += l * at / (2 * sigma)
				g[2*d] -= l * at / (2 * sigma)
			}
			return
		}
		for c := range cells {
			v[d] = 2 * math.Erfinv((2*float64(c)+1)/float64(cells)-1)
			p.Node[2*d+1] = m.p.Node[2*d+1] + sigma*v[d]
			at(d + 1)
		}
	}
	at(0)
	return g
}

// TestScoreFunction: the estimate with either baseline has the gradient of the expected loss as
// its mean, and the baseline reduces the variance.
func TestScoreFunction(t *testing.T) {
	const draws, sigma = 100000, 0.8
	for n := 2; n <= 3; n++ {
		m := newModel(n, uint64(n))
		s, key := oracle.NewTree(), perturb.NewKey(6, m.x.ID)
		z, p, y := make([]float64, 2*n), m.p, make([]int32, n)
		p.Node = make([]float64, 2*n)
		want, variance := m.gradient(sigma), map[int]float64{}
		for _, each := range []int{0, 1, 4} { // 0: one draw without a baseline
			var f maxima.ScoreFunction
			sum, square, every := make([]float64, 2*n), make([]float64, 2*n), max(each, 1)
			baseline := 0.0
			if each > 0 {
				baseline = m.loss(m.best(&m.p, 0))
			}
			for i := range draws {
				if i%every == 0 {
					f.Reset(2 * n)
				}
				key.Fill(z, perturb.Normal, uint64(i))
				floats.AddScaledTo(p.Node, m.p.Node, sigma, z)
				if _, err := s.MAP(y, &p); err != nil {
					t.Fatal(err)
				}
				f.Add(m.loss(y), z)
				if (i+1)%every == 0 {
					for j, v := range f.Gradient(sigma, baseline) {
						sum[j] += v
						square[j] += v * v
					}
				}
			}
			for i, w := range want {
				count := float64(draws / every)
				mean, spread := sum[i]/count, square[i]/count
				variance[each] += (spread - w*w) * float64(every)
				sd := math.Sqrt(max(spread-mean*mean, 0) / count)
				if math.Abs(mean-w) > 3.29*sd+2e-4 || sd == 0 && w != 0 { // 99.9 %
					t.Errorf("%d variables, draws %d: entry %d is %.5f ± %.5f, by quadrature %.5f", n,
						each, i, mean, sd, w)
				}
			}
		}
		if n == 3 && variance[4] > 0.7*variance[0] {
			t.Errorf("variances of a draw %v: the baseline does not help", variance)
		}
	}
}

// TestAdaptive: α grows while estimates are zero and shrinks after, and ε is relative to the norms.
func TestAdaptive(t *testing.T) {
	m := newModel(3, 4)
	a, s := maxima.Adaptive{Eta: 0.01}, oracle.NewTree()
	var e maxima.Estimate
	first := a.Epsilon([]float64{3, 4}, []float64{0, 2})
	if math.Abs(first-0.01*5/2) > 1e-15 {
		t.Errorf("ε is %v at the start, want α·‖θ‖/‖c‖", first)
	}
	least, most, zero := math.Inf(1), 0., 0
	for range 3000 {
		e.Reset()
		epsilon := a.Epsilon(m.p.Node, m.costs)
		if err := e.Difference(s, &m.p, m.costs, epsilon, maxima.Central); err != nil {
			t.Fatal(err)
		}
		if least, most = min(least, epsilon), max(most, epsilon); e.Nonzero() == 0 {
			zero++
		}
		a.Update(&e)
	}
	if zero == 0 || zero == 3000 || most < 2*least || a.Epsilon(m.p.Node, m.costs) > most {
		t.Errorf("ε from %v to %v, %d of 3000 estimates are 0", least, most, zero)
	}
}

// TestSparseMAPMargin: the loss is 0, and so is its gradient, exactly if gold scores at least as much
// as any labeling plus the number of variables on which they differ.
func TestSparseMAPMargin(t *testing.T) {
	m, s := newModel(3, 8), oracle.NewTree()
	zeros := 0
	for step := range 60 {
		p, missing := m.p, math.Inf(-1)
		p.Node = slices.Clone(m.p.Node)
		for d, k := range m.x.Gold {
			p.Node[2*d+int(k)] += 0.1 * float64(step)
		}
		for _, y := range m.all {
			differ := 0.0
			for d, k := range y {
				if k != m.x.Gold[d] {
					differ++
				}
			}
			missing = max(missing, p.Score(y)+differ-p.Score(m.x.Gold))
		}
		var e maxima.Estimate
		if err := e.SparseMAP(s, &p, &m.x, 100); err != nil {
			t.Fatal(err)
		}
		g, zero := make([]float64, 6), missing < 1e-9
		e.AddNode(g, 2)
		if zero != (e.Value() < 1e-9) || zero != (floats.Norm(g, 1) < 1e-9) {
			t.Errorf("step %d: margin misses %v, value %v, gradient %v", step, missing, e.Value(), g)
		}
		if zero {
			zeros++
		}
	}
	if zeros == 0 || zeros == 60 {
		t.Errorf("%d of 60 losses are 0", zeros)
	}
}
