package sp

// Agreement splits the pair scores (a b; c d) of edge e into four numbers: a strength
// (a+d−b−c)/2 scored if the two labels agree, a score of label 1 of U, a score of label 1 of V,
// and a constant. This writes the edge as a Potts model with other node scores. Only for K = 2.
// O(1).
func (p *Potentials) Agreement(e int) (strength, u, v, constant float64) {
	table := p.PairTable(e)
	if table == nil {
		return p.PairScore(e, 0, 0), 0, 0, 0
	}
	a, b, c, d := table[0], table[1], table[2], table[3]
	strength = (a + d - b - c) / 2
	return strength, c - a + strength, b - a + strength, a - strength
}
