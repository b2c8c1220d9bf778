package skeleton

import (
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"

	"github.com/spbench/spbench/harness/skeleton"
)

// A found is the model of the labelings that an approximate solver found in a visit. The least of
// their energies is an upper bound on the least of all, at every θ. A labeling found at one θ may
// be better at another θ than the solver's answer there. Skeletons of this model need no MAP call.
// All regions of a visit share one set of labelings: means and derivatives are exact for it. The
// set is empty when a visit begins. So results depend on θ alone.
type found struct {
	n      int
	labels [][]int32
	phi    [][]float64
}

// add keeps a copy of y, unless an earlier labeling has the same features phi.
func (f *found) add(y []int32, phi []float64) {
	for _, p := range f.phi {
		if slices.Equal(p, phi) {
			return
		}
	}
	f.labels, f.phi = append(f.labels, slices.Clone(y)), append(f.phi, slices.Clone(phi))
}

// N implements skeleton.Model.
func (f *found) N() int { return f.n }

// Minimise implements skeleton.Model. The first of equal energies counts.
func (f *found) Minimise(y []int32, phi, theta []float64) error {
	best, least := 0, math.Inf(1)
	for i, p := range f.phi {
		if energy := floats.Dot(theta, p); energy < least {
			best, least = i, energy
		}
	}
	copy(y, f.labels[best])
	copy(phi, f.phi[best])
	return nil
}

var _ skeleton.Model = (*found)(nil)
