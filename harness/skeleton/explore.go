package skeleton

import "slices"

// A Model has energies ⟨θ, φ(y)⟩, linear in m parameters θ.
type Model interface {
	// Minimise fills y with a labeling of least energy at theta, and phi (m) with its features. If it
	// is approximate, so is what follows.
	// It must not change theta.
	Minimise(y []int32, phi, theta []float64) error
	// N returns the number of variables of a labeling.
	N() int
}

// A Distribution is the distribution of the labeling of least energy for θ uniform in a region.
type Distribution struct {
	Weights []float64 // sum to 1
	Labels  [][]int32
	Phi     [][]float64 // features
	// share of the region not certified: other labelings may have less energy there; 0: exact
	Unresolved float64
	Calls      int
}

// Explore returns the distribution over the region. calls limits the number of calls of m; 0
// means until the skeleton is complete. It returns errors of m unchanged. Labelings of volume 0
// are left out.
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

// keep drops labelings without positive weight.
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

// Mean returns the expectation of f, a function of a labeling and its features.
func (d *Distribution) Mean(f func(y []int32, phi []float64) float64) float64 {
	sum := 0.0
	for i, w := range d.Weights {
		sum += w * f(d.Labels[i], d.Phi[i])
	}
	return sum
}
