package skeleton

import (
	"encoding/binary"
	"slices"
)

// Sample returns the empirical distribution of draws points in the region, each with one call
// of m. It merges equal labelings. uniform fills u with independent uniform numbers of (0,1),
// one for each parameter of the box; draw is the number of the draw.
func Sample(m Model, r Region, draws int, uniform func(u []float64, draw int)) (*Distribution,
	error) {
	if err := r.Check(); err != nil {
		return nil, err
	}
	d := &Distribution{Calls: draws, Unresolved: 1}
	y, phi := make([]int32, m.N()), make([]float64, len(r.Low))
	u, theta := make([]float64, len(r.Low)), make([]float64, len(r.Low))
	at, key := map[string]int{}, make([]byte, 0, 4*len(y))
	for draw := range draws {
		uniform(u, draw)
		r.Draw(theta, u)
		if err := m.Minimise(y, phi, theta); err != nil {
			return nil, err
		}
		key = key[:0]
		for _, k := range y {
			key = binary.LittleEndian.AppendUint32(key, uint32(k))
		}
		i, known := at[string(key)]
		if !known {
			i = len(d.Labels)
			at[string(key)] = i
			d.Labels, d.Phi, d.Weights = append(d.Labels, slices.Clone(y)),
				append(d.Phi, slices.Clone(phi)), append(d.Weights, 0)
		}
		d.Weights[i]++
	}
	for i := range d.Weights {
		d.Weights[i] /= float64(draws)
	}
	return d, nil
}
