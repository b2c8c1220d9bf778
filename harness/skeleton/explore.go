package skeleton

import "slices"

// A Model has energies ⟨θ, φ(y)⟩, linear in m parameters θ.
type Model interface {
	// Minimise fills y with a labeling of least energy at theta, which it only reads, and phi (m) with its features.
	Minimise(y []int32, phi, theta []float64) error
	// N returns the number of variables of a labeling.
	N() int
}

// A Distribution is that of the labelings of least energy where θ is uniform in a region.
type Distribution struct {
	Weights    []float64 // sum to 1
	Labels     [][]int32
	Phi        [][]float64 // features
	Unresolved float64     // share of the region where other labelings may have less energy; 0: the distribution is exact
	Calls      int
}

// Explore returns the distribution over the region, by a skeleton of at most so many calls of m; 0: until it is complete.
// Errors of m are returned as they are. Labelings that are nowhere best, or on a set without volume, are left out.
func Explore(m Model, r Region, calls int) (*Distribution, error) {
	if err := r.Check(); err != nil {
		return nil, err
	}
	y, phi, theta := make([]int32, m.N()), make([]float64, len(r.Low)), make([]float64, len(r.Low))
	s, err := New(r.dim(), func(u, slope []float64) (float64, error) {
		r.ask(theta, u)
		if err := m.Minimise(y, phi, theta); err != nil {
			return 0, err
		}
		return r.plane(slope, phi), nil
	})
	if err != nil {
		return nil, err
	}
	d := &Distribution{}
	for !s.Done() && (calls <= 0 || s.Calls() < calls) {
		number, err := s.Step()
		if err != nil {
			return nil, err
		}
		if number >= 0 {
			d.Labels, d.Phi = append(d.Labels, slices.Clone(y)), append(d.Phi, slices.Clone(phi))
		}
	}
	d.Unresolved, d.Calls = s.Unresolved(), s.Calls()
	d.keep(s.Volumes(nil))
	return d, nil
}

// keep leaves the labelings whose weight is positive.
func (d *Distribution) keep(weights []float64) {
	n := 0
	for i, w := range weights {
		if w > 0 {
			d.Labels[n], d.Phi[n] = d.Labels[i], d.Phi[i]
			d.Weights = append(d.Weights, w)
			n++
		}
	}
	d.Labels, d.Phi = d.Labels[:n], d.Phi[:n]
}

// Mean returns the expectation of f, of a labeling and its features.
func (d *Distribution) Mean(f func(y []int32, phi []float64) float64) float64 {
	sum := 0.0
	for i, w := range d.Weights {
		sum += w * f(d.Labels[i], d.Phi[i])
	}
	return sum
}
