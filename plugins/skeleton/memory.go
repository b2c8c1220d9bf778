package skeleton

import (
	"cmp"
	"slices"

	"github.com/spbench/spbench/harness/sp"
)

// A memory is an energy in two parameters >= 0, with its earlier answers. Energies are linear in
// θ. So the labeling of least energy depends on the ratio θ₂/θ₁ alone. If it is the same at two
// ratios, it is the same between them. No cut is needed there, but it counts as a MAP call. Minimise
// returns the index of a loss instead of a labeling.
type memory struct {
	*energy
	y      []int32
	loss   sp.Loss
	losses []float64
	points []point // by ratio
}

// A point is the answer at a ratio.
type point struct {
	ratio float64
	phi   [2]float64
	at    int32 // in losses
}

// N implements skeleton.Model.
func (m *memory) N() int { return 1 }

// Minimise implements skeleton.Model.
func (m *memory) Minimise(y []int32, phi, theta []float64) error {
	r := theta[1] / theta[0]
	i, known := slices.BinarySearchFunc(m.points, r, func(p point, r float64) int {
		return cmp.Compare(p.ratio, r)
	})
	if known || i > 0 && i < len(m.points) && m.points[i].phi == m.points[i-1].phi {
		y[0] = m.points[i].at
		copy(phi, m.points[i].phi[:])
		if s, ok := m.solver.(sp.Recaller); ok {
			return s.Recall(&m.p)
		}
		return nil
	}
	m.y = sp.Grow(m.y, m.x.N())
	if err := m.energy.Minimise(m.y, phi, theta); err != nil {
		return err
	}
	y[0] = int32(len(m.losses))
	m.losses = append(m.losses, m.loss.Value(m.x, m.x.Gold, m.y))
	if r == r { // not θ = 0
		m.points = slices.Insert(m.points, i, point{r, [2]float64(phi), y[0]})
	}
	return nil
}
