package classify

import (
	"errors"
	"math"
	"math/rand/v2"
	"slices"
)

// Options are how a network is trained.
type Options struct {
	Hidden int    // units of the hidden layer
	Passes int    // visits of each row
	Seed   uint64 // of the first weights and the order of visits
}

const batch = 64 // rows of a step

var (
	stepSize = 0.002  // of Adam, at first; it falls linearly to 0
	decay    = 0.0001 // strength of the L2 regulariser of the weights in each step
)

// Train returns the network that minimises the mean cross entropy of n rows by Adam (Kingma & Ba
// 2015). rows is n×width, labels are 0..k-1, and weight has the non-negative weight of each row.
// Rows of weight 0 are skipped; if there are no others, Train returns an error.
// O(n·Passes·width·Hidden).
func Train(rows []float32, width int, labels []int32, weight []float64, k int,
	o Options) (*Network, error) {
	if !slices.ContainsFunc(weight, func(a float64) bool { return a > 0 }) {
		return nil, errors.New("classify: no training row of positive weight")
	}
	r := rand.New(rand.NewPCG(o.Seed, 0x636c617373))
	n := &Network{width: width, hidden: o.Hidden, k: k}
	n.standardise(rows, weight)
	n.first, n.second = random(r, o.Hidden, width+1), random(r, k, o.Hidden+1)
	t := &training{Network: n, scratch: newScratch(n), delta: make([]float32, k),
		layers: [2]*adam{newAdam(n.first), newAdam(n.second)}}
	var order []int
	mean := 0.0
	for i, a := range weight {
		if a > 0 {
			order, mean = append(order, i), mean+a
		}
	}
	mean /= float64(len(order))
	steps, step := o.Passes*((len(order)+batch-1)/batch), 0
	for range o.Passes {
		r.Shuffle(len(order), func(i, j int) { order[i], order[j] = order[j], order[i] })
		for lo := 0; lo < len(order); lo += batch {
			part := order[lo:min(lo+batch, len(order))]
			for _, i := range part {
				t.add(rows[i*width:][:width], labels[i], float32(weight[i]/mean/float64(len(part))))
			}
			step++
			rate := stepSize * (1 - float64(step-1)/float64(steps))
			for _, l := range t.layers {
				l.step(step, rate)
			}
		}
	}
	return n, nil
}

// standardise measures the columns of the rows with positive weight. Constant columns are not
// scaled.
func (n *Network) standardise(rows []float32, weight []float64) {
	mean, square := make([]float64, n.width), make([]float64, n.width)
	count := 0.0
	for _, a := range weight {
		if a > 0 {
			count++
		}
	}
	each := func(do func(j int, v float64)) {
		for i, a := range weight {
			if a > 0 {
				for j, v := range rows[i*n.width:][:n.width] {
					do(j, float64(v))
				}
			}
		}
	}
	each(func(j int, v float64) { mean[j] += v / count })
	each(func(j int, v float64) { square[j] += (v - mean[j]) * (v - mean[j]) / count })
	n.mean, n.scale = make([]float32, n.width), make([]float32, n.width)
	for j := range mean {
		n.mean[j], n.scale[j] = float32(mean[j]), 1
		if d := math.Sqrt(square[j]); d > 1e-6*(1+math.Abs(mean[j])) {
			n.scale[j] = float32(1 / d)
		}
	}
}

// random returns first weights of a layer, with a variance of 2/width (He et al. 2015).
func random(r *rand.Rand, height, width int) []float32 {
	w := make([]float32, height*width)
	for i := range w {
		w[i] = float32(r.NormFloat64() * math.Sqrt(2/float64(width)))
	}
	return w
}

// A training is a network with the gradient of a batch.
type training struct {
	*Network
	scratch *scratch
	delta   []float32 // k: derivatives by the scores
	layers  [2]*adam
}

// add adds a times the gradient of the cross entropy of one row to the gradients of the layers.
func (t *training) add(row []float32, label int32, a float32) {
	s := t.scratch
	t.forward(s, row)
	copy(t.delta, s.prob)
	t.delta[label]--
	first, second := t.layers[0].gradient, t.layers[1].gradient
	for k, d := range t.delta {
		axpy(second[k*len(s.unit):], a*d, s.unit)
	}
	for h := range t.hidden {
		if s.unit[h] == 0 {
			continue
		}
		back := float32(0)
		for k, d := range t.delta {
			back += d * t.second[k*len(s.unit)+h]
		}
		axpy(first[h*len(s.z):], a*back, s.z)
	}
}

// An adam is the weights of a layer, their gradient and its moments.
type adam struct {
	weights, gradient, mean, square []float32
}

func newAdam(w []float32) *adam {
	return &adam{w, make([]float32, len(w)), make([]float32, len(w)), make([]float32, len(w))}
}

// step makes step t = 1, 2, … and clears the gradient.
func (a *adam) step(t int, rate float64) {
	const b1, b2 = 0.9, 0.999
	c1, c2 := float32(1/(1-math.Pow(b1, float64(t)))), float32(1/(1-math.Pow(b2, float64(t))))
	for i, g := range a.gradient {
		g += float32(decay) * a.weights[i]
		a.mean[i] = b1*a.mean[i] + (1-b1)*g
		a.square[i] = b2*a.square[i] + (1-b2)*g*g
		a.weights[i] -= float32(rate) * c1 * a.mean[i] /
			(float32(math.Sqrt(float64(c2*a.square[i]))) + 1e-8)
		a.gradient[i] = 0
	}
}
