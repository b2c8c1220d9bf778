package skeleton

// Sample returns the empirical distribution of so many draws in the region, each by one call of m. uniform fills u with
// independent uniform numbers of (0,1), those of the draw of that number: one for each parameter of the box.
func Sample(m Model, r Region, draws int, uniform func(u []float64, draw int)) (*Distribution, error) {
	if err := r.Check(); err != nil {
		return nil, err
	}
	d := &Distribution{Calls: draws, Unresolved: 1}
	u, theta := make([]float64, len(r.Low)), make([]float64, len(r.Low))
	for draw := range draws {
		uniform(u, draw)
		r.Draw(theta, u)
		y, phi := make([]int32, m.N()), make([]float64, len(r.Low))
		if err := m.Minimise(y, phi, theta); err != nil {
			return nil, err
		}
		d.Labels, d.Phi, d.Weights = append(d.Labels, y), append(d.Phi, phi), append(d.Weights, 1/float64(draws))
	}
	return d, nil
}
