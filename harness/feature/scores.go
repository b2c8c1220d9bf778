package feature

// ForNodes returns the map with the same pairs for instances with width dense node features. Its
// weights begin with those of the node features; those of pairs follow.
func (l *Linear) ForNodes(width int) *Linear {
	other := *l
	other.dims.Node = width
	other.node = block{states: l.node.states, width: width}
	other.place()
	return &other
}

// PullBack adds to dst (n×Dn) the derivatives of a function by dense node features, given its
// derivatives by node scores (n×K) under weights w. O(n·Dn·K).
func (l *Linear) PullBack(dst []float32, w []float64, scores []float64) {
	k, dn := l.dims.K, l.dims.Node
	for ; len(scores) > 0; dst, scores = dst[dn:], scores[k:] {
		of := scores[l.ref:k]
		for j := range dn {
			sum := 0.0
			for i, v := range w[j*len(of):][:len(of)] {
				sum += v * of[i]
			}
			dst[j] += float32(sum)
		}
	}
}
