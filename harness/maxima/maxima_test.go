package maxima_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/spbench/spbench/harness/feature"
	"github.com/spbench/spbench/harness/learnertest/cputime"
	"github.com/spbench/spbench/harness/loss"
	"github.com/spbench/spbench/harness/maxima"
	"github.com/spbench/spbench/harness/oracle"
	"github.com/spbench/spbench/harness/perturb"
	"github.com/spbench/spbench/harness/sp"
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

// gumbel and normal are noise on node scores: the difference of the two labels' noise by its
// quantile, and −d/dv log density at v.
type noise struct {
	name     string
	fill     func(k perturb.Key, dst []float64, draw uint64)
	quantile func(u float64) float64
	slope    func(v float64) float64
}

var noises = []noise{
	{"gumbel", perturb.Key.Gumbel, func(u float64) float64 { return math.Log(u / (1 - u)) },
		func(v float64) float64 { return math.Tanh(v / 2) }},
	{"normal", perturb.Key.Normal,
		func(u float64) float64 { return 2 * math.Erfinv(2*u-1) }, // variance 2
		func(v float64) float64 { return v / 2 }},
}

// quadrature calls f with the scores under noise at each point of a grid, with equal weight. v are
// the differences of the noise (n). The grid has the midpoints of equal cells of probability.
func (m *model) quadrature(of noise, tau float64, f func(p *sp.Potentials, v []float64)) (points int) {
	n, cells := m.x.N(), 400
	if m.x.N() == 3 {
		cells = 60
	}
	p := m.p
	p.Node = slices.Clone(m.p.Node)
	v := make([]float64, n)
	var at func(d int)
	at = func(d int) {
		if d == n {
			f(&p, v)
			points++
			return
		}
		for c := range cells {
			v[d] = of.quantile((float64(c) + .5) / float64(cells))
			p.Node[2*d+1] = m.p.Node[2*d+1] + tau*v[d]
			at(d + 1)
		}
	}
	at(0)
	return points
}

// sides says which costs the two maximisers of a side have, and the factor of their difference.
var sides = []struct {
	side                maxima.Side
	worse, better, unit float64
}{{maxima.Towards, 0, -1, 1}, {maxima.Away, 1, 0, 1}, {maxima.Central, 1, -1, .5}}

// A band accumulates the mean and variance of vectors.
type band struct{ sum, square []float64 }

func (b *band) add(g []float64) {
	if b.sum == nil {
		b.sum, b.square = make([]float64, len(g)), make([]float64, len(g))
	}
	for i, v := range g {
		b.sum[i] += v
		b.square[i] += v * v
	}
}

// within fails unless want lies in the 99.9 % band of each mean of n vectors.
func (b *band) within(t *testing.T, what string, want []float64, n float64) {
	t.Helper()
	for i, w := range want {
		mean := b.sum[i] / n
		sd := math.Sqrt(max(b.square[i]/n-mean*mean, 0) / n)
		if math.Abs(mean-w) > 3.29*sd+2e-4 || sd == 0 && w != 0 {
			t.Errorf("%s: entry %d is %.5f ± %.5f, by quadrature %.5f", what, i, mean, sd, w)
		}
	}
}

// nodes returns the estimate by node scores.
func nodes(e *maxima.Estimate, n int) []float64 {
	g := make([]float64, 2*n)
	for _, t := range e.Terms {
		for d, k := range t.Labels {
			g[2*d+int(k)] += t.Weight * e.Unit / float64(e.Draws)
		}
	}
	return g
}

// TestExpectations: with the same noise an estimate consists of the labelings that enumeration
// finds, and the mean of 10⁵ draws is that of quadrature.
func TestExpectations(t *testing.T) {
	const draws, tau, epsilon = 100000, 0.8, 1.5
	for n := 2; n <= 3; n++ {
		m := newModel(n, uint64(n))
		s := oracle.NewTree()
		for _, of := range noises {
			key := perturb.NewKey(5, m.x.ID+of.name)
			z, p := make([]float64, 2*n), m.p
			p.Node = slices.Clone(m.p.Node)
			perturbed := func(draw uint64) *sp.Potentials {
				of.fill(key, z, draw)
				for i, v := range m.p.Node {
					p.Node[i] = v + tau*z[i]
				}
				return &p
			}
			check := func(what string, draw func(e *maxima.Estimate, p *sp.Potentials) error,
				a, b func(p *sp.Potentials) []int32, unit float64) {
				t.Helper()
				var mean band
				var e maxima.Estimate
				difference := func(p *sp.Potentials, g []float64) {
					y, z := a(p), b(p)
					for d := range y {
						g[2*d+int(y[d])] += unit
						g[2*d+int(z[d])] -= unit
					}
				}
				for i := range uint64(draws) {
					e.Reset()
					if err := draw(&e, perturbed(i)); err != nil {
						t.Fatal(err)
					}
					g := nodes(&e, n)
					mean.add(g)
					if i < 500 {
						want := make([]float64, 2*n)
						difference(&p, want)
						if !slices.Equal(g, want) {
							t.Fatalf("%s, draw %d: %v, by enumeration %v", what, i, g, want)
						}
					}
				}
				want := make([]float64, 2*n)
				points := m.quadrature(of, tau, func(p *sp.Potentials, _ []float64) {
					difference(p, want)
				})
				for i := range want {
					want[i] /= float64(points)
				}
				mean.within(t, fmt.Sprint(n, " variables, ", of.name, ", ", what), want, draws)
			}
			at := func(c float64) func(p *sp.Potentials) []int32 {
				return func(p *sp.Potentials) []int32 { return m.best(p, c) }
			}
			check("Fenchel–Young", func(e *maxima.Estimate, p *sp.Potentials) error {
				return e.FenchelYoung(s, p, &m.x)
			}, at(0), func(*sp.Potentials) []int32 { return m.x.Gold }, 1)
			for _, c := range sides {
				check(fmt.Sprint("side ", c.side), func(e *maxima.Estimate, p *sp.Potentials) error {
					return e.Difference(s, p, m.costs, epsilon, c.side)
				}, at(epsilon*c.worse), at(epsilon*c.better), c.unit/epsilon)
			}
		}
	}
}

// gradient returns the exact gradient of E L(y(θ+τz)) by θ, by quadrature: E L·(−∇ log density)/τ.
func (m *model) gradient(of noise, tau float64) []float64 {
	g := make([]float64, 2*m.x.N())
	points := m.quadrature(of, tau, func(p *sp.Potentials, v []float64) {
		l := m.loss(m.best(p, 0))
		for d, at := range v {
			g[2*d+1] += l * of.slope(at) / tau
			g[2*d] -= l * of.slope(at) / tau
		}
	})
	for i := range g {
		g[i] /= float64(points)
	}
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
		p.Node = slices.Clone(m.p.Node)
		want := m.gradient(noises[1], sigma)
		variance := map[int]float64{}
		for _, each := range []int{0, 1, 4} { // 0: one draw without a baseline
			var f maxima.ScoreFunction
			var mean band
			for i := range draws {
				if i%max(each, 1) == 0 {
					f.Reset(2 * n)
				}
				key.Normal(z, uint64(i))
				for j, v := range m.p.Node {
					p.Node[j] = v + sigma*z[j]
				}
				if _, err := s.MAP(y, &p); err != nil {
					t.Fatal(err)
				}
				f.Add(m.loss(y), z)
				switch {
				case each == 0:
					mean.add(f.Gradient(sigma, 0))
				case (i+1)%each == 0:
					mean.add(f.Gradient(sigma, m.loss(m.best(&m.p, 0))))
				}
			}
			count := float64(draws / max(each, 1))
			mean.within(t, fmt.Sprint(n, " variables, draws ", each), want, count)
			for i, q := range mean.square {
				variance[each] += (q/count - want[i]*want[i]) * float64(max(each, 1))
			}
		}
		if n == 3 && variance[4] > 0.7*variance[0] {
			t.Errorf("variances of a draw %v: the baseline does not help", variance)
		}
	}
}

// TestDifferenceApproachesTheGradient: the bias of Central falls with ε², that of the other sides
// with ε.
func TestDifferenceApproachesTheGradient(t *testing.T) {
	m, tau := newModel(2, 2), 1.3
	for _, of := range noises {
		exact := m.gradient(of, tau)
		for _, c := range sides {
			bias := func(epsilon float64) float64 {
				g := make([]float64, len(exact))
				points := m.quadrature(of, tau, func(p *sp.Potentials, _ []float64) {
					y, z := m.best(p, epsilon*c.worse), m.best(p, epsilon*c.better)
					for d := range y {
						g[2*d+int(y[d])] += c.unit / epsilon
						g[2*d+int(z[d])] -= c.unit / epsilon
					}
				})
				sum := 0.0
				for i := range g {
					sum += math.Pow(g[i]/float64(points)-exact[i], 2)
				}
				return math.Sqrt(sum)
			}
			wide, narrow := bias(4), bias(1)
			if most := map[bool]float64{true: .2, false: .5}[c.side == maxima.Central]; narrow >
				most*wide {
				t.Errorf("%s, side %v: bias %.4f for ε = 1, %.4f for 4", of.name, c.side, narrow, wide)
			}
		}
	}
}

// TestBoxNoiseOfWeights: uniform noise on two weights, and gradients by these weights.
func TestBoxNoiseOfWeights(t *testing.T) {
	const draws, cells = 100000, 300
	m := newModel(3, 9)
	f, err := feature.New("linear", []byte(`{"pairs":"potts","reference":true}`), feature.DimsOf(&m.x))
	if err != nil || f.Dim() != 2 {
		t.Fatal(f.Dim(), err)
	}
	w, s, key := []float64{0.4, 0.1}, oracle.NewTree(), perturb.NewKey(3, "box")
	features := func(y []int32) (phi [2]float64) { // of the weights
		for d, k := range y {
			phi[0] += float64(k) * float64(m.x.Node.Dense[d])
		}
		for _, e := range m.x.Edges {
			if y[e.U] == y[e.V] {
				phi[1]++
			}
		}
		return phi
	}
	best := func(w []float64, c float64) [2]float64 {
		var phi [2]float64
		most := math.Inf(-1)
		for _, y := range m.all {
			at := features(y)
			if s := w[0]*at[0] + w[1]*at[1] + c*m.loss(y); s > most {
				phi, most = at, s
			}
		}
		return phi
	}
	for _, epsilon := range []float64{0, 0.5} { // 0: Fenchel–Young
		want, v := make([]float64, 2), make([]float64, 2)
		for c := range cells * cells {
			v[0] = w[0] + (float64(c/cells)+.5)/cells - .5
			v[1] = w[1] + (float64(c%cells)+.5)/cells - .5
			a, b, unit := best(v, epsilon), features(m.x.Gold), 1.
			if epsilon > 0 {
				b, unit = best(v, -epsilon), 1/(2*epsilon)
			}
			for j := range want {
				want[j] += unit * (a[j] - b[j]) / (cells * cells)
			}
		}
		var e maxima.Estimate
		var mean band
		var p sp.Potentials
		for i := range uint64(draws) {
			key.Uniform(v, i)
			for j := range v {
				v[j] += w[j] - .5
			}
			f.Potentials(&p, v, &m.x)
			e.Reset()
			if epsilon == 0 {
				err = e.FenchelYoung(s, &p, &m.x)
			} else {
				err = e.Difference(s, &p, m.costs, epsilon, maxima.Central)
			}
			if err != nil {
				t.Fatal(err)
			}
			g := make([]float64, 2)
			e.AddTo(g, 1, f, &m.x)
			mean.add(g)
		}
		mean.within(t, fmt.Sprint("ε = ", epsilon), want, draws)
	}
}

// TestAdaptive: α grows while estimates are zero and shrinks after, and ε is relative to the norms.
func TestAdaptive(t *testing.T) {
	m := newModel(3, 4)
	a, s := maxima.Adaptive{Eta: 0.01, Target: 1}, oracle.NewTree()
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

// BenchmarkFenchelYoung is a draw for a chain of 8 variables with 26 labels, beside its MAP call.
func BenchmarkFenchelYoung(b *testing.B) {
	r := rand.New(rand.NewPCG(1, 2))
	x := sp.Instance{K: 26, Edges: sp.ChainEdges(8), Gold: make([]int32, 8)}
	p := sp.Potentials{K: 26, Node: make([]float64, 8*26), Edges: x.Edges}
	p.Pair.Table = make([]float64, 26*26)
	for _, v := range [][]float64{p.Node, p.Pair.Table} {
		for i := range v {
			v[i] = r.NormFloat64()
		}
	}
	s := oracle.NewChain()
	b.Run("estimate", func(b *testing.B) {
		var e maxima.Estimate
		b.ReportAllocs()
		defer cputime.PerOp(b)()
		for b.Loop() {
			e.Reset()
			if err := e.FenchelYoung(s, &p, &x); err != nil {
				b.Fatal(err)
			}
		}
	})
	b.Run("map", func(b *testing.B) {
		y := make([]int32, 8)
		defer cputime.PerOp(b)()
		for b.Loop() {
			if _, err := s.MAP(y, &p); err != nil {
				b.Fatal(err)
			}
		}
	})
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
		g, zero := 0.0, missing < 1e-9
		for _, v := range nodes(&e, 3) {
			g += math.Abs(v)
		}
		if zero != (e.Value() < 1e-9) || zero != (g < 1e-9) {
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
