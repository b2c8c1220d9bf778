package classify

import "math"

// A Network is a classifier with one hidden layer of rectified units,
//
//	log p(k|x) = log softmax_k(B·max(0, A·z) + b)
//
// with z the standardised x and a constant 1. It is immutable and safe for concurrent use.
type Network struct {
	width, hidden, k int
	mean, scale      []float32 // width: z = (x − mean)·scale
	first            []float32 // A: hidden×(width+1)
	second           []float32 // (B b): k×(hidden+1)
}

// LogProbabilities fills dst (K) with log p(k|row). row has the width of the training rows.
// O(width·hidden).
func (n *Network) LogProbabilities(dst, row []float32) {
	s := newScratch(n)
	n.forward(s, row)
	for k, p := range s.prob {
		dst[k] = float32(math.Log(math.Max(float64(p), 1e-12)))
	}
}

// A scratch holds buffers for the evaluation of one row.
type scratch struct {
	z    []float32 // width+1
	unit []float32 // hidden+1: input of the second layer
	prob []float32 // k
}

func newScratch(n *Network) *scratch {
	s := &scratch{z: make([]float32, n.width+1), unit: make([]float32, n.hidden+1),
		prob: make([]float32, n.k)}
	s.z[n.width], s.unit[n.hidden] = 1, 1
	return s
}

// forward evaluates the network at row.
func (n *Network) forward(s *scratch, row []float32) {
	for j, v := range row[:n.width] {
		s.z[j] = (v - n.mean[j]) * n.scale[j]
	}
	for h := range n.hidden {
		s.unit[h] = max(0, dot(n.first[h*len(s.z):][:len(s.z)], s.z))
	}
	top := float32(math.Inf(-1))
	for k := range s.prob {
		s.prob[k] = dot(n.second[k*len(s.unit):][:len(s.unit)], s.unit)
		top = max(top, s.prob[k])
	}
	sum := float32(0)
	for k, v := range s.prob {
		s.prob[k] = float32(math.Exp(float64(v - top)))
		sum += s.prob[k]
	}
	for k := range s.prob {
		s.prob[k] /= sum
	}
}

// dot is the inner product, by four sums.
func dot(a, b []float32) float32 {
	b = b[:len(a)]
	var s0, s1, s2, s3 float32
	for len(a) >= 4 && len(b) >= 4 {
		s0 += a[0] * b[0]
		s1 += a[1] * b[1]
		s2 += a[2] * b[2]
		s3 += a[3] * b[3]
		a, b = a[4:], b[4:]
	}
	for i, v := range a {
		s0 += v * b[i]
	}
	return (s0 + s1) + (s2 + s3)
}

// axpy adds c·a to dst.
func axpy(dst []float32, c float32, a []float32) {
	dst = dst[:len(a)]
	for i, v := range a {
		dst[i] += c * v
	}
}
