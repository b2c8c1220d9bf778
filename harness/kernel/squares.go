package kernel

// SumSquares returns ‖v‖². It adds up eight partial sums: part j has the entries j, j+8, …. The
// last len mod 8 squares are added one by one. O(len), without allocation.
func SumSquares(v []float64) (sum float64) {
	full := len(v) / 8 * 8
	if wide && full > 0 {
		sum = sumSquaresAVX2(&v[0], full/8)
	} else {
		var p [8]float64
		for j, x := range v[:full] {
			p[j%8] += float64(x * x)
		}
		sum = sumParts(&p)
	}
	for _, x := range v[full:] {
		sum += float64(x * x)
	}
	return sum
}

// Move adds a·delta to v, and sum times that change to lag, the state of an average. Then it
// clears delta; all have the same length. It returns the growth of ‖v‖²: the sum of δ·(2v+δ),
// δ = a·delta, in the order of SumSquares. lag may be delta: there is no average then. O(len),
// without allocation.
func Move(v, lag, delta []float64, a, sum float64) (growth float64) {
	n := len(delta)
	v, lag = v[:n], lag[:n]
	full := n / 8 * 8
	if wide && full > 0 {
		growth = moveAVX2(&v[0], &lag[0], &delta[0], n/8, a, sum)
	} else {
		var p [8]float64
		for j := range full {
			p[j%8] += move(v, lag, delta, a, sum, j)
		}
		growth = sumParts(&p)
	}
	for j := full; j < n; j++ {
		growth += move(v, lag, delta, a, sum, j)
	}
	return growth
}

// move moves entry j.
func move(v, lag, delta []float64, a, sum float64, j int) float64 {
	d := float64(a * delta[j])
	lag[j] += float64(sum * d)
	delta[j] = 0
	growth := float64(d * (v[j] + v[j] + d))
	v[j] += d
	return growth
}

// sumParts adds up eight parts in the order of two vectors of four.
func sumParts(p *[8]float64) float64 {
	return ((p[0] + p[4]) + (p[2] + p[6])) + ((p[1] + p[5]) + (p[3] + p[7]))
}
