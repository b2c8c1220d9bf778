package decode_test

import (
	"math"
	"slices"
	"testing"

	"github.com/spbench/spbench/harness/local"
	"github.com/spbench/spbench/harness/messages"
	"github.com/spbench/spbench/harness/sp"
)

// frustrated is a grid with strong pair scores of both signs, which contradict each other
// around most cycles. Algorithms that agree elsewhere differ there.
func frustrated(side, k int, form string) *sp.Potentials {
	r := pcg(5, uint64(k))
	p := pottsGrid(side, side, k, 0)
	if form == "potts" {
		for e := range p.Pair.Potts {
			p.Pair.Potts[e] = 3 * r.NormFloat64()
		}
		return p
	}
	p.Pair = sp.Pair{}
	for range len(p.Edges) * k * k {
		p.Pair.Table = append(p.Pair.Table, 2*r.NormFloat64())
	}
	return p
}

// An algorithm is a decoder with arguments and the equivalent call of another package.
type algorithm struct {
	name, args string
	run        func(p *sp.Potentials) (labels []int32, marginal []float64)
}

var algorithms = []algorithm{
	{"icm", "", func(p *sp.Potentials) ([]int32, []float64) { return climbed(p, 100), nil }},
	{"icm", `{"sweeps": 1}`, func(p *sp.Potentials) ([]int32, []float64) {
		return climbed(p, 1), nil
	}},
	{"icm-iter", `{"draws": 20, "share": 0.4}`,
		func(p *sp.Potentials) ([]int32, []float64) { return dropped(p, 20, 0.4) }},
	{"locpmap", "", func(p *sp.Potentials) ([]int32, []float64) { return perturbedMaxima(p, 50, 1) }},
	{"locpmap", `{"draws": 9, "scale": 0.3}`,
		func(p *sp.Potentials) ([]int32, []float64) { return perturbedMaxima(p, 9, 0.3) }},
	{"locpmap", `{"draws": 9, "scale": 0.3, "block": "1x2"}`,
		func(p *sp.Potentials) ([]int32, []float64) { return perturbedBlocks(p, 9, 0.3) }},
	{"annealing", "", func(p *sp.Potentials) ([]int32, []float64) {
		return annealed(p, 1000, 1, 0.1), nil
	}},
	{"annealing", `{"sweeps": 20, "first": 3, "last": 0.5}`,
		func(p *sp.Potentials) ([]int32, []float64) { return annealed(p, 20, 3, 0.5), nil }},
	{"gibbs", `{"burn-in": 3, "sweeps": 9, "thinning": 3}`,
		func(p *sp.Potentials) ([]int32, []float64) { return conditionals(p, 3, 9, 3) }},
	{"meanfield", "", func(p *sp.Potentials) ([]int32, []float64) { return field(p, 100) }},
	{"meanfield", `{"sweeps": 1}`, func(p *sp.Potentials) ([]int32, []float64) { return field(p, 1) }},
	{"lbp", "", func(p *sp.Potentials) ([]int32, []float64) {
		return passed(p, messages.Rule{Damping: 0.5}, 100)
	}},
	{"lbp", `{"damping": 0, "sweeps": 3}`,
		func(p *sp.Potentials) ([]int32, []float64) { return passed(p, messages.Rule{}, 3) }},
	{"lbp", `{"rule": "max"}`, func(p *sp.Potentials) ([]int32, []float64) {
		return passed(p, messages.Rule{Damping: 0.5, Max: all(p)}, 100)
	}},
	{"lbp", `{"schedule": "residual", "sweeps": 2}`, func(p *sp.Potentials) ([]int32, []float64) {
		return residual(p, messages.Rule{Damping: 0.5}, 2)
	}},
	{"trw", "", func(p *sp.Potentials) ([]int32, []float64) {
		return passed(p, messages.Rule{Damping: 0.5,
			Rho: messages.Appearance(p.N(), p.Edges, 10, 1)}, 100)
	}},
	{"trw", `{"rule": "max", "forests": 3}`, func(p *sp.Potentials) ([]int32, []float64) {
		return passed(p, messages.Rule{Damping: 0.5, Rho: messages.Appearance(p.N(), p.Edges, 3, 1),
			Max: all(p)}, 100)
	}},
	{"trw", `{"schedule": "residual", "sweeps": 2}`, func(p *sp.Potentials) ([]int32, []float64) {
		return residual(p, messages.Rule{Damping: 0.5,
			Rho: messages.Appearance(p.N(), p.Edges, 10, 1)}, 2)
	}},
}

// TestDecodersAreTheirAlgorithms: up to rounding, each decoder gives the result of the
// algorithm it is named for. No two results are equal, so no decoder can pass for another.
func TestDecodersAreTheirAlgorithms(t *testing.T) {
	for _, k := range []int{2, 3} {
		for _, form := range []string{"potts", "tables"} {
			p := frustrated(15, k, form)
			var seen []*sp.Prediction
			for _, a := range algorithms {
				labels, marginal := a.run(p)
				out := decodeWith(t, a.name, a.args, p)
				if !slices.Equal(out.Labels, labels) || !near(out.Marginal, marginal) {
					t.Errorf("K=%d %s: %s %s is not the algorithm of its name", k, form, a.name, a.args)
				}
				for j, other := range seen {
					if slices.Equal(out.Labels, other.Labels) && slices.Equal(out.Marginal, other.Marginal) {
						t.Errorf("K=%d %s: %s %s gives the result of %s %s: the problem is too easy",
							k, form, a.name, a.args, algorithms[j].name, algorithms[j].args)
					}
				}
				seen = append(seen, out)
			}
		}
	}
}

// near reports whether two lists of probabilities differ by rounding only.
func near(a, b []float64) bool {
	return slices.EqualFunc(a, b, func(p, q float64) bool { return math.Abs(p-q) <= 1e-14 })
}

func climbed(p *sp.Potentials, sweeps int) []int32 {
	var s local.State
	s.Reset(p)
	s.Best()
	s.ICM(sweeps)
	return s.Y
}

// dropped is icm-iter: each run begins with the labels of the one before. Random node scores
// are dropped in each.
func dropped(p *sp.Potentials, runs int, share float64) ([]int32, []float64) {
	var s local.State
	s.Reset(p)
	s.Best()
	return frequencies(p, runs, func(i uint64) []int32 {
		node, noise := slices.Clone(p.Node), help.Key.Stream(i)
		for d := range p.N() {
			if noise.Uniform(d) < share {
				clear(node[d*p.K:][:p.K])
			}
		}
		s.Rescore(node)
		s.ICM(100)
		return s.Y
	})
}

// perturbedMaxima is algorithm 1 of Bertasius et al. 2017: each sample has its own noise and
// start.
func perturbedMaxima(p *sp.Potentials, samples int, scale float64) ([]int32, []float64) {
	return frequencies(p, samples, func(i uint64) []int32 {
		noisy := *p
		noisy.Node = make([]float64, len(p.Node))
		help.Key.Gumbel(noisy.Node, i)
		for j, v := range p.Node {
			noisy.Node[j] = v + scale*noisy.Node[j]
		}
		var s local.State
		s.Reset(&noisy)
		s.Draw(help.Key, 1<<32+i)
		s.ICM(100)
		return s.Y
	})
}

func perturbedBlocks(p *sp.Potentials, samples int, scale float64) ([]int32, []float64) {
	b := local.NewBlocks(local.Divide(p.N(), p.Edges, [2]int{15, 15}, 1, 2))
	return frequencies(p, samples, func(i uint64) []int32 {
		var s local.BlockState
		if err := s.Reset(p, b); err != nil {
			panic(err)
		}
		s.Perturb(help.Key, i, scale)
		s.Draw(help.Key, 1<<32+i)
		s.ICM(100)
		return s.Y
	})
}

func frequencies(p *sp.Potentials, count int, labeling func(i uint64) []int32) ([]int32,
	[]float64) {
	f := make([]float64, len(p.Node))
	for i := range uint64(count) {
		for d, k := range labeling(i) {
			f[d*p.K+int(k)]++
		}
	}
	for i := range f {
		f[i] /= float64(count)
	}
	return largest(p, f), f
}

// largest returns the label of largest value at each variable; of equal ones, the first.
func largest(p *sp.Potentials, value []float64) []int32 {
	y := make([]int32, p.N())
	for d := range y {
		row := value[d*p.K:][:p.K]
		y[d] = int32(slices.Index(row, slices.Max(row)))
	}
	return y
}

// annealed begins at temperature first, in units of the mean gain or loss by a change of one
// label.
func annealed(p *sp.Potentials, sweeps int, first, last float64) []int32 {
	var s local.State
	s.Reset(p)
	s.Draw(help.Key, 0)
	gains, unit, changes := make([]float64, len(p.Node)), 0.0, 0
	local.Conditionals(gains, p, s.Y)
	for i, score := range gains {
		if d := i / p.K; i%p.K != int(s.Y[d]) {
			unit, changes = unit+math.Abs(score-gains[d*p.K+int(s.Y[d])]), changes+1
		}
	}
	unit /= float64(changes)
	s.Anneal(help.Key, sweeps, first*unit, last*unit)
	return s.Y
}

// conditionals is the mean of p(y_d | the others) over samples of a chain.
func conditionals(p *sp.Potentials, burnIn, sweeps, thinning int) ([]int32, []float64) {
	var s local.State
	s.Reset(p)
	s.Best()
	q, row := make([]float64, len(p.Node)), make([]float64, len(p.Node))
	for i := range burnIn + sweeps {
		s.Gibbs(help.Key, uint64(i))
		if kept := i + 1 - burnIn; kept <= 0 || kept%thinning != 0 {
			continue
		}
		local.Conditionals(row, p, s.Y)
		for d := range p.N() {
			r := row[d*p.K:][:p.K]
			top, sum := slices.Max(r), 0.0
			for k := range r {
				r[k] = math.Exp(r[k] - top)
				sum += r[k]
			}
			for k, v := range r {
				q[d*p.K+k] += v / sum
			}
		}
	}
	for i := range q {
		q[i] /= float64(sweeps / thinning)
	}
	return largest(p, q), q
}

func field(p *sp.Potentials, sweeps int) ([]int32, []float64) {
	var f local.MeanField
	f.Reset(p)
	f.Run(sweeps, 1e-4)
	return largest(p, f.Q), f.Q
}

func all(p *sp.Potentials) []bool { return slices.Repeat([]bool{true}, p.N()) }

func passed(p *sp.Potentials, rule messages.Rule, sweeps int) ([]int32, []float64) {
	var s messages.State
	s.Reset(p, rule)
	s.Run(sweeps, 1e-4)
	return believed(p, rule, &s)
}

// residual sends at most as many messages as sweeps sweeps would.
func residual(p *sp.Potentials, rule messages.Rule, sweeps int) ([]int32, []float64) {
	var s messages.State
	s.Reset(p, rule)
	s.RunResidual(2*sweeps*len(p.Edges), 1e-4)
	return believed(p, rule, &s)
}

func believed(p *sp.Potentials, rule messages.Rule, s *messages.State) ([]int32, []float64) {
	y := make([]int32, p.N())
	s.Labels(y)
	if rule.Max != nil {
		return y, nil
	}
	q := make([]float64, len(p.Node))
	s.Beliefs(q)
	return y, q
}
