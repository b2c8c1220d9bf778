package kernel

// SumSquares returns ‖v‖². It adds up eight partial sums: part j has the entries j, j+8, …. The
// last len mod 8 squares are added one by one. O(len), without allocation.
func SumSquares(v []float64) float64 {
	eights := len(v) / 8
	sum := sumSquares(v[:8*eights])
	for _, x := range v[8*eights:] {
		sum += float64(x * x)
	}
	return sum
}

func sumSquares(v []float64) float64 {
	if len(v) == 0 {
		return 0
	}
	if wide {
		return sumSquaresAVX2(&v[0], len(v)/8)
	}
	var p [8]float64
	for ; len(v) >= 8; v = v[8:] {
		for j := range p {
			p[j] += float64(v[j] * v[j])
		}
	}
	return sumParts(&p)
}

// Move adds delta to v, of the same length, and clears delta. It returns the growth of ‖v‖²:
// the sum of δ·(2v+δ), in the order of SumSquares. O(len), without allocation.
func Move(v, delta []float64) float64 {
	v = v[:len(delta)]
	eights := len(v) / 8
	growth := move(v[:8*eights], delta[:8*eights])
	v, delta = v[8*eights:], delta[8*eights:]
	for j, d := range delta {
		growth += float64(d * (v[j] + v[j] + d))
		v[j] += d
	}
	clear(delta)
	return growth
}

func move(v, delta []float64) float64 {
	if len(v) == 0 {
		return 0
	}
	if wide {
		return moveAVX2(&v[0], &delta[0], len(v)/8)
	}
	var p [8]float64
	for v, delta := v, delta; len(v) >= 8 && len(delta) >= 8; v, delta = v[8:], delta[8:] {
		for j := range p {
			d := delta[j]
			p[j] += float64(d * (v[j] + v[j] + d))
			v[j] += d
		}
	}
	clear(delta)
	return sumParts(&p)
}

// sumParts adds up eight parts in the order of two vectors of four.
func sumParts(p *[8]float64) float64 {
	return ((p[0] + p[4]) + (p[2] + p[6])) + ((p[1] + p[5]) + (p[3] + p[7]))
}
