package skeleton

import (
	"slices"
	"sort"

	"github.com/spbench/spbench/harness/sp"
)

// A memory is an energy in two parameters >= 0 that remembers its answers. Energies are linear in
// θ: the labeling of least energy depends on the ratio θ₂/θ₁ alone, and a labeling that is least at
// two ratios is least between them. Such an answer needs no cut, but counts as a MAP call. A labeling
// is stored as one number, a known one.
type memory struct {
	*energy
	y      []int32
	loss   sp.Loss
	points []point     // by ratio; at most two of a labeling, the ends of its interval
	phi    [][]float64 // of the known labelings
	losses []float64
}

// A point is a ratio with the labeling of least energy there.
type point struct {
	ratio float64
	known int32
}

// N implements skeleton.Model.
func (m *memory) N() int { return 1 }

// Minimise implements skeleton.Model.
func (m *memory) Minimise(y []int32, phi, theta []float64) error {
	r := theta[1] / theta[0]
	i := sort.Search(len(m.points), func(i int) bool { return m.points[i].ratio >= r })
	if i < len(m.points) && (m.points[i].ratio == r ||
		i > 0 && m.points[i].known == m.points[i-1].known) {
		y[0] = m.points[i].known
		copy(phi, m.phi[y[0]])
		if s, ok := m.solver.(sp.Recaller); ok {
			return s.Recall(&m.p)
		}
		return nil
	}
	if err := m.energy.Minimise(m.y, phi, theta); err != nil {
		return err
	}
	y[0] = m.number(i, phi)
	if r == r { // not θ = 0
		m.add(i, point{r, y[0]})
	}
	return nil
}

// number returns the number of the labeling in m.y with features phi, between points i-1 and i.
func (m *memory) number(i int, phi []float64) int32 {
	for _, p := range m.points[max(i-1, 0):min(i+1, len(m.points))] {
		if slices.Equal(m.phi[p.known], phi) {
			return p.known
		}
	}
	m.phi = append(m.phi, slices.Clone(phi))
	m.losses = append(m.losses, m.loss.Value(m.x, m.x.Gold, m.y))
	return int32(len(m.phi) - 1)
}

// add adds p before point i. It replaces a point that is no longer an end of an interval.
func (m *memory) add(i int, p point) {
	is := func(i int) bool { return i >= 0 && i < len(m.points) && m.points[i].known == p.known }
	switch {
	case is(i-1) && is(i-2):
		m.points[i-1] = p
	case is(i) && is(i+1):
		m.points[i] = p
	default:
		m.points = slices.Insert(m.points, i, p)
	}
}
