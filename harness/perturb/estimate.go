package perturb

import (
	"encoding/binary"
	"fmt"
	"math"

	"github.com/spbench/spbench/harness/sp"
)

// A Maximum is a Monte-Carlo estimate of A_G(f) >= log Z(f): the mean perturbed maximum over
// the draws, and the standard error of that mean (+Inf for one draw).
type Maximum struct{ Mean, Err float64 }

// Estimate solves perturbed MAP problems, under draws 0..draws-1 of noise on node potentials, as of
// [Key.Gumbel]. It fills out with
//
//   - Marginal: the frequency of label k at variable d among the maximisers;
//   - Atoms: the distinct maximisers in the order of their discovery,
//     weighted by their share of the draws;
//   - Labels: the mode, the maximiser found most often; among equally frequent
//     ones that with the highest unperturbed score, then the first found.
//
// p holds the unperturbed potentials and is not changed; forbidden labels stay forbidden. The
// slices of out are reused if they are large enough. Cost: draws MAP calls and O(draws·nK).
func Estimate(out *sp.Prediction, s sp.Solver, p *sp.Potentials,
	noise func(dst []float64, draw uint64), draws int) (Maximum, error) {
	if draws < 1 {
		return Maximum{}, fmt.Errorf("perturb: %d draws, at least 1 is needed", draws)
	}
	n := p.N()
	noisy := *p
	noisy.Node = make([]float64, len(p.Node))
	y := make([]int32, n)
	out.Marginal = sp.Grow(out.Marginal, len(p.Node))
	clear(out.Marginal)
	found := newFound(n)
	var sum moments
	for draw := range draws {
		noise(noisy.Node, uint64(draw))
		for i, v := range p.Node {
			noisy.Node[i] += v
		}
		score, err := s.MAP(y, &noisy)
		if err != nil {
			return Maximum{}, fmt.Errorf("perturb: draw %d: %w", draw, err)
		}
		sum.add(score)
		found.add(y)
		for d, k := range y {
			out.Marginal[d*p.K+int(k)]++
		}
	}
	Frequencies(out, draws)
	out.Atoms = found.atoms(out.Atoms[:0], draws)
	out.Labels = append(out.Labels[:0], out.Atoms[found.mode(p)].Labels...)
	return Maximum{Mean: sum.mean, Err: sum.stderr()}, nil
}

// Frequencies divides the counts of labels in Marginal by the number of draws.
func Frequencies(out *sp.Prediction, draws int) {
	m := float64(draws)
	for i := range out.Marginal {
		out.Marginal[i] /= m
	}
}

// found counts distinct labelings in the order of their first appearance.
type found struct {
	index  map[string]int
	labels [][]int32
	count  []int
	text   []byte
}

func newFound(n int) *found {
	return &found{index: make(map[string]int), text: make([]byte, 0, 4*n)}
}

func (f *found) add(y []int32) {
	f.text = f.text[:0]
	for _, k := range y {
		f.text = binary.LittleEndian.AppendUint32(f.text, uint32(k))
	}
	i, known := f.index[string(f.text)]
	if !known {
		i = len(f.labels)
		f.index[string(f.text)] = i
		f.labels = append(f.labels, append([]int32{}, y...))
		f.count = append(f.count, 0)
	}
	f.count[i]++
}

func (f *found) atoms(dst []sp.Atom, draws int) []sp.Atom {
	for i, y := range f.labels {
		dst = append(dst, sp.Atom{Weight: float64(f.count[i]) / float64(draws), Labels: y})
	}
	return dst
}

// mode returns the index of the most frequent labeling; see Estimate for ties.
func (f *found) mode(p *sp.Potentials) int {
	best, bestScore := 0, math.NaN()
	for i, count := range f.count {
		if i == 0 || count < f.count[best] {
			continue
		}
		if count > f.count[best] {
			best, bestScore = i, math.NaN()
			continue
		}
		if bestScore != bestScore {
			bestScore = p.Score(f.labels[best])
		}
		if score := p.Score(f.labels[i]); score > bestScore {
			best, bestScore = i, score
		}
	}
	return best
}

// moments are Welford's running mean and sum of squared deviations.
type moments struct {
	n        int
	mean, m2 float64
}

func (m *moments) add(v float64) {
	m.n++
	d := v - m.mean
	m.mean += d / float64(m.n)
	m.m2 += d * (v - m.mean)
}

func (m *moments) stderr() float64 {
	if m.n < 2 {
		return math.Inf(1)
	}
	return math.Sqrt(m.m2 / float64(m.n-1) / float64(m.n))
}
