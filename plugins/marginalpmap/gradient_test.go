package marginalpmap

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"gonum.org/v1/gonum/floats"

	"github.com/spbench/spbench/harness/oracle"
	"github.com/spbench/spbench/harness/perturb"
	"github.com/spbench/spbench/harness/sp"
)

// maximiser hides the Clamper methods of a solver.
type maximiser struct{ sp.Solver }

// at returns an sgd positioned at w; gradients at w go to delta.
func at(s *sgd, w []float64) *sgd {
	s.Scale = 0.75
	floats.ScaleTo(s.V, 1/s.Scale, w)
	return s
}

func randomWeights(dim int) []float64 {
	r := pcg(8, 8)
	w := make([]float64, dim)
	for j := range w {
		w[j] = 0.5 * r.NormFloat64()
	}
	return w
}

// A textbook is the algorithms as printed, with dense vectors and enumeration, and
// the step size as defined.
type textbook struct {
	*MarginalPMAP
	radius, squares float64
	task            *sp.Task
	w, mean         []float64
	total           float64
}

// gradient adds c times the stochastic gradient of the log-likelihood of x.
func (b *textbook) gradient(t *testing.T, grad []float64, c float64, x *sp.Instance, draw uint64) {
	brute := oracle.NewBrute()
	var p sp.Potentials
	b.task.Map.Potentials(&p, b.w, x)
	z := make([]float64, len(p.Node))
	perturb.NewKey(b.task.Seed, x.ID).Gumbel(z, draw)
	floats.Add(p.Node, z)
	a, y := make([]int32, x.N()), make([]int32, x.N())
	must(brute.MAP(a, &p))(t)
	if b.Objective == kindJoint {
		b.task.Map.Add(grad, c, x, x.Gold)
		b.task.Map.Add(grad, -c, x, a)
		return
	}
	for d, k := range x.Gold {
		must(brute.Clamped(y, d, k))(t)
		b.task.Map.Add(grad, c, x, y)
		b.task.Map.Add(grad, -c, x, a)
	}
}

// step takes w to w + γ(g − λw), onto w >= 0, and into the mean. At w = 0 the loss
// is zero.
func (b *textbook) step(grad []float64, h int, zero float64) {
	b.squares += floats.Dot(grad, grad)
	if b.radius == 0 && b.squares > 0 {
		b.radius = zero / math.Sqrt(b.squares)
	}
	b.radius = max(b.radius, floats.Norm(b.w, 2))
	gamma := min(1/(b.Lambda*float64(h)), b.radius/math.Sqrt(b.squares))
	for j, g := range grad {
		b.w[j] += gamma * (g - b.Lambda*b.w[j])
	}
	for _, j := range b.task.Map.NonNegative() {
		b.w[j] = max(b.w[j], 0)
	}
	b.total += float64(h)
	for j, v := range b.w {
		b.mean[j] += float64(h) / b.total * (v - b.mean[j])
	}
}

// The running sum, the scaled perturbation, delayed shrinking, projection and averaging give the
// results of the printed algorithms.
func TestAgainstTextbook(t *testing.T) {
	for _, objective := range []string{kindJoint, kindMarginal} {
		for _, args := range []string{`{}`, `{"pairs":"potts"}`, `{"order":2}`} {
			atBound, batches := 0, []int{1, 5, 13} // of 10 instances
			for _, batch := range batches {
				name := fmt.Sprintf("%s %s batch %d", objective, args, batch)
				in := input(graphs(9, 10, 3, 4, 1, true), args)
				in.Train[2].Weight, in.Train[4].Weight = 3, 0.25
				l := fast(objective, 0.05, true)
				s, order := stepper(in, l), stepper(in, l)
				dim := in.Map.Dim()
				b := &textbook{MarginalPMAP: l, task: s.task, w: make([]float64, dim),
					mean: make([]float64, dim)}
				weights, visits := 0.0, 0
				for i := range in.Train {
					weights += in.Train[i].Weight
				}
				for h := 1; h <= 60; h++ {
					grad, zero := make([]float64, dim), 0.0
					for range batch {
						x := &in.Train[order.order.Next()]
						pass := 1 + visits/len(in.Train)
						visits++
						c := x.Weight * float64(len(in.Train)) / weights / float64(batch)
						b.gradient(t, grad, c, x, uint64(pass))
						zero += c * float64(x.N()) * math.Log(3)
					}
					b.step(grad, h, zero)
					steps(t, s, 1, batch)
					mean := s.checkpoint().Weights
					for j := range b.w {
						if w := s.Scale * s.V[j]; math.Abs(w-b.w[j]) > 1e-9 ||
							math.Abs(mean[j]-b.mean[j]) > 1e-9 {
							t.Fatalf("%s: step %d: weight %d is %v, mean %v; textbook %v, %v", name,
								h, j, w, mean[j], b.w[j], b.mean[j])
						}
					}
					for _, j := range in.Map.NonNegative() {
						if b.w[j] == 0 {
							atBound++
						}
						if mean[j] < 0 {
							t.Fatalf("%s: constrained weight %d is %v", name, j, mean[j])
						}
					}
				}
			}
			if strings.Contains(args, "potts") && (atBound == 0 || atBound == 60*len(batches)) {
				t.Errorf("%s: at the constraint in %d steps shows little", objective, atBound)
			}
		}
	}
}
