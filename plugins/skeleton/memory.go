package skeleton

import (
	"cmp"
	"slices"

	"github.com/spbench/spbench/harness/sp"
)

// A memory is an energy in two parameters >= 0, with its earlier answers. Energies are linear in
// θ. So the labeling of least energy depends on the ratio θ₂/θ₁ alone, and each is best on an
// interval. Where neighbours imply an answer, no cut is needed. Between others, cuts look for the
// ends of the intervals, as later answers follow from those. Each answer counts as one MAP call.
// Minimise returns the index of a loss instead of a labeling.
type memory struct {
	*energy
	y      []int32
	loss   sp.Loss
	losses []float64
	asked  []int      // by index of a loss: the last region with this answer
	region int        // number of the current region
	points []point    // by ratio
	size   [2]float64 // of the scores
	spare  int        // answers without a cut that are not yet counted: more cuts are free
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
func (m *memory) Minimise(y []int32, phi, theta []float64) (err error) {
	r := theta[1] / theta[0]
	for m.spare++; ; m.spare-- {
		p, at := m.recall(r)
		if p == nil && at > 0 && m.spare > 1 {
			if _, err = m.cut(at, []float64{theta[0], at * theta[0]}); err != nil {
				return err
			}
			continue
		}
		if p == nil {
			if p, err = m.cut(r, theta); err != nil {
				return err
			}
			m.spare--
		}
		y[0], m.asked[p.at] = p.at, m.region
		copy(phi, p.phi[:])
		return nil
	}
}

// count counts the spare answers.
func (m *memory) count() (err error) {
	s, ok := m.solver.(sp.Recaller)
	for ; ok && m.spare > 0 && err == nil; m.spare-- {
		err = s.Recall(&m.p)
	}
	return err
}

// find returns the index of the first point at r or above, and whether it is at r.
func (m *memory) find(r float64) (int, bool) {
	return slices.BinarySearchFunc(m.points, r, func(p point, r float64) int {
		return cmp.Compare(p.ratio, r)
	})
}

// cut returns the answer at theta, of ratio r, by a MAP call.
func (m *memory) cut(r float64, theta []float64) (*point, error) {
	m.y = sp.Grow(m.y, m.x.N())
	p := point{ratio: r, at: int32(len(m.losses))}
	if err := m.energy.Minimise(m.y, p.phi[:], theta); err != nil {
		return nil, err
	}
	i, _ := m.find(r)
	for _, q := range m.points[max(i-1, 0):min(i+1, len(m.points))] {
		if q.phi == p.phi {
			p.at = q.at
		}
	}
	if int(p.at) == len(m.losses) {
		m.losses = append(m.losses, m.loss.Value(m.x, m.x.Gold, m.y))
		m.asked = append(m.asked, 0)
	}
	if r == r { // not θ = 0
		m.points = slices.Insert(m.points, i, p)
	}
	return &p, nil
}

// recall returns the answer at r if its neighbours a and b imply it. If b is also best at the
// ratio of a, or a at that of b, there is no third in between. Where a and b are equally good,
// either will do for a skeleton that has one of them. Without an answer, at is the ratio where they
// are equally good, or 0.
func (m *memory) recall(r float64) (p *point, at float64) {
	i, known := m.find(r)
	if known {
		return &m.points[i], 0
	}
	if i == 0 || i == len(m.points) {
		return nil, 0
	}
	a, b := &m.points[i-1], &m.points[i]
	if a.phi == b.phi {
		return b, 0
	}
	energy, slope := b.phi[0]-a.phi[0], b.phi[1]-a.phi[1]
	better := func(r float64) int { // 1: a, -1: b, 0: neither
		const tie = 0x1p-37 // below the tolerance of a skeleton
		d, tolerance := energy+r*slope, tie*(m.size[0]+r*m.size[1])
		return cmp.Compare(d, tolerance) + cmp.Compare(d, -tolerance)
	}
	if better(a.ratio) > 0 && better(b.ratio) < 0 {
		if at = -energy / slope; a.ratio < at && at < b.ratio {
			return nil, at
		}
		return nil, 0
	}
	switch side := better(r); {
	case side > 0 || side == 0 && m.asked[a.at] == m.region:
		return a, 0
	case side < 0 || m.asked[b.at] == m.region:
		return b, 0
	}
	return nil, 0
}
