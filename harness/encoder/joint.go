package encoder

import (
	"encoding/binary"
	"slices"

	"github.com/spbench/spbench/harness/sp"
)

// most is the number of variables in a step of the network, unless they are more than an eighth
// of all.
const most = 128

// Joint reports whether there is a network in training.
func (f *Fit) Joint() bool { return f != nil && !f.Frozen }

// Learn takes the derivatives (n×K) of ℓ of x by node scores, under the learner's weights scale·w,
// and scores from Potentials since the last Step. It multiplies them by x.Weight. The network rests
// during as many calls as there are instances, because the learner's weights begin at 0: one pass,
// or longer if the learner calls Learn for mistakes only. node is read only. O(nK²).
func (f *Fit) Learn(x *sp.Instance, node []float64, w []float64, scale float64) {
	if !f.Joint() {
		return
	}
	f.visits++
	if f.visits <= len(f.given) || !slices.ContainsFunc(node, func(v float64) bool { return v != 0 }) {
		return
	}
	i := f.of(x)
	if !slices.Contains(f.pending, i) {
		f.pending = append(f.pending, i)
	}
	f.node = append(f.node[:0], node...)
	for j := range f.node {
		f.node[j] *= scale * x.Weight
	}
	f.learned.Map.(*encoded).PullBack(f.deltas[f.start[i]:][:len(node)], w, f.node)
}

// LearnLabels is Learn with derivatives 1 at the labels worse, and −1 at better: one labeling each,
// or several one after the other.
func (f *Fit) LearnLabels(x *sp.Instance, worse, better []int32, w []float64, scale float64) {
	if !f.Joint() {
		return
	}
	f.labels = sp.Grow(f.labels, x.N()*x.K)
	clear(f.labels)
	for i := range worse {
		d := i % x.N()
		f.labels[d*x.K+int(worse[i])]++
		f.labels[d*x.K+int(better[i])]--
	}
	f.Learn(x, f.labels, w, scale)
}

// Step trains the network once enough variables wait. Call it after a step of the learner, while
// no other goroutine uses the task's feature map.
func (f *Fit) Step() {
	if !f.Joint() {
		return
	}
	n := 0
	for _, i := range f.pending {
		n += f.given[i].N()
	}
	if n < f.batch {
		return
	}
	_, _ = f.training.Step(f.pending, f.Speed/10) // a linear function has no errors
	for _, i := range f.pending {
		clear(f.deltas[f.start[i]:][:f.given[i].N()*f.given[i].K])
	}
	f.pending = f.pending[:0]
}

// A pulled is the linear function of the scores with the derivatives in deltas.
type pulled Fit

// Value implements network.Loss.
func (f *pulled) Value(delta, scores []float32, i int) (sum float64, err error) {
	x := f.given[i]
	clear(delta)
	for d := range x.N() {
		copy(delta[f.pixel(x, d)*x.K:], f.deltas[f.start[i]+d*x.K:][:x.K])
	}
	return 0, nil
}

// numbers are saved as bytes.
type numbers []float32

// MarshalBinary implements encoding.BinaryMarshaler.
func (n *numbers) MarshalBinary() ([]byte, error) {
	return binary.Append(nil, binary.LittleEndian, []float32(*n))
}

// UnmarshalBinary implements encoding.BinaryUnmarshaler for as many numbers.
func (n *numbers) UnmarshalBinary(b []byte) error {
	_, err := binary.Decode(b, binary.LittleEndian, []float32(*n))
	return err
}
