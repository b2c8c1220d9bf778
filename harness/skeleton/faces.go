package skeleton

// Faces holds the distributions over the lower and the upper face of a box in each parameter.
// They are enough for the mean over the box and its gradient, and cost skeletons of one
// dimension less.
type Faces struct {
	Box          Box
	Lower, Upper []*Distribution // by parameter
}

// ExploreFaces explores all faces of b. calls limits the calls of m for each face; 0 means
// until its skeleton is complete.
func ExploreFaces(m Model, b Box, calls int) (*Faces, error) {
	if err := b.Check(); err != nil {
		return nil, err
	}
	f := &Faces{Box: b}
	for i := range b.Low {
		lower, err := Explore(m, b.Face(i, false), calls)
		if err != nil {
			return nil, err
		}
		upper, err := Explore(m, b.Face(i, true), calls)
		if err != nil {
			return nil, err
		}
		f.Lower, f.Upper = append(f.Lower, lower), append(f.Upper, upper)
	}
	return f, nil
}

// Gradient fills dst (m) with the derivatives of the mean of g over the box as the box moves,
//
//	∂R/∂θ_i = (mean over the upper face − mean over the lower face) / width_i,
//
// and returns that mean R. Energies have no part independent of θ. So a labeling that is best
// at θ is also best at tθ, t > 0, and g of it is constant along rays. Then div(g·θ) = m·g, and
// by Gauss's theorem
//
//	R = (1/m) Σ_i (high_i·mean over the upper face − low_i·mean over the lower face) / width_i.
//
// Both are exact if Unresolved is 0. Otherwise R multiplies the errors on the faces by
// θ_i/width_i, and may be less than every value of g: the mean over [Box.Whole] is then the
// better estimate.
func (f *Faces) Gradient(dst []float64, g func(y []int32, phi []float64) float64) (mean float64) {
	for i, w := range f.Box.Width {
		lower, upper := f.Lower[i].Mean(g), f.Upper[i].Mean(g)
		dst[i] = (upper - lower) / w
		mean += (upper + f.Box.Low[i]*dst[i]) / float64(len(f.Box.Width))
	}
	return mean
}

// Mean returns the mean of g over the box.
func (f *Faces) Mean(g func(y []int32, phi []float64) float64) float64 {
	return f.Gradient(make([]float64, len(f.Box.Width)), g)
}

// Unresolved returns the largest unresolved share of a face.
func (f *Faces) Unresolved() float64 {
	most := 0.0
	for i := range f.Lower {
		most = max(most, f.Lower[i].Unresolved, f.Upper[i].Unresolved)
	}
	return most
}

// Calls returns the number of calls for all faces.
func (f *Faces) Calls() int {
	sum := 0
	for i := range f.Lower {
		sum += f.Lower[i].Calls + f.Upper[i].Calls
	}
	return sum
}

// Inside returns the distribution over the box. It is exact if Unresolved is 0; otherwise its
// error may be as large as that of the mean of Gradient. Labelings with the same features tie
// everywhere; the distribution contains one of them.
func (f *Faces) Inside() *Distribution {
	d := &Distribution{Unresolved: f.Unresolved(), Calls: f.Calls()}
	at, m := map[[MaxDim]float64]int{}, float64(len(f.Box.Low))
	add := func(face *Distribution, scale float64) {
		for i, w := range face.Weights {
			var key [MaxDim]float64
			copy(key[:], face.Phi[i])
			j, known := at[key]
			if !known {
				j = len(d.Weights)
				at[key] = j
				d.Weights, d.Labels, d.Phi = append(d.Weights, 0), append(d.Labels, face.Labels[i]),
					append(d.Phi, face.Phi[i])
			}
			d.Weights[j] += w * scale / m
		}
	}
	for i, w := range f.Box.Width {
		add(f.Upper[i], (f.Box.Low[i]+w)/w)
		add(f.Lower[i], -f.Box.Low[i]/w)
	}
	// A labeling on a lower face cancels with itself on an upper one, up to rounding and
	// unresolved volume.
	const rounding = 1e-12
	weights, sum := d.Weights, 0.0
	for i, w := range weights {
		if w < rounding {
			weights[i] = 0
		}
		sum += weights[i]
	}
	for i := range weights {
		weights[i] /= sum
	}
	d.Weights = nil
	d.keep(weights)
	return d
}
