package skeleton

import (
	"errors"
	"fmt"
	"math"
	"slices"
)

// A Box is the parameters θ with Low[i] <= θ[i] <= Low[i]+Width[i].
type Box struct{ Low, Width []float64 }

// Check returns an error unless b has 1 to [MaxDim] parameters, positive widths and finite
// numbers. The error about the number of parameters wraps errors.ErrUnsupported.
func (b Box) Check() error {
	if n := len(b.Low); n < 1 || n > MaxDim {
		return fmt.Errorf("skeleton: a box of %d parameters, must have 1 to %d: %w", n, MaxDim,
			errors.ErrUnsupported)
	}
	if len(b.Width) != len(b.Low) {
		return fmt.Errorf("skeleton: a box of %d parameters with %d widths", len(b.Low), len(b.Width))
	}
	for i, w := range b.Width {
		switch high := b.Low[i] + w; {
		case !(w > 0) || high-high != 0 || b.Low[i]-b.Low[i] != 0:
			return fmt.Errorf("skeleton: parameter %d is in %v + [0,%v]: "+
				"the width must be positive, and both ends finite", i, b.Low[i], w)
		case w < 0x1p-30*math.Abs(b.Low[i]):
			return fmt.Errorf(
				"skeleton: parameter %d is in %v + [0,%v]: too narrow for floating-point numbers",
				i, b.Low[i], w)
		}
	}
	return nil
}

// Check returns an error if the box of r is invalid, or if r is a face too narrow for
// floating-point numbers to tell it from its inside: narrower than 2⁻²² of the largest |θ| of
// the box.
func (r Region) Check() error {
	if err := r.Box.Check(); err != nil || !r.face {
		return err
	}
	largest := 0.0
	for i, w := range r.Width {
		largest = max(largest, math.Abs(r.Low[i]), math.Abs(r.Low[i]+w))
	}
	if w := r.Width[r.fixed]; w < 0x1p-52/inside*largest {
		return fmt.Errorf("skeleton: a face of parameter %d in %v + [0,%v], "+
			"with parameters as large as %v: too narrow for floating-point numbers",
			r.fixed, r.Low[r.fixed], w, largest)
	}
	return nil
}

// Centre returns the middle of b.
func (b Box) Centre() []float64 {
	c := slices.Clone(b.Low)
	for i, w := range b.Width {
		c[i] += w / 2
	}
	return c
}

// A Region is a box, or one of its faces.
type Region struct {
	Box
	face  bool
	fixed int
	upper bool
}

// Whole returns all of b as a region.
func (b Box) Whole() Region { return Region{Box: b} }

// Face returns the face of b at the least value of parameter i or, if upper, the largest. It is
// a limit from inside b: if labelings tie on the whole face, as all do at θ = 0, the one that
// is best just inside counts.
func (b Box) Face(i int, upper bool) Region {
	return Region{Box: b, face: true, fixed: i, upper: upper}
}

// Slice returns the part b loses at its lower face in parameter i when it moves by thickness.
// If upper, it returns the part b gains at its upper face.
func (b Box) Slice(i int, upper bool, thickness float64) Region {
	s := Box{slices.Clone(b.Low), slices.Clone(b.Width)}
	if s.Width[i] = thickness; upper {
		s.Low[i] += b.Width[i]
	}
	return s.Whole()
}

// Moved returns b moved by step along parameter i.
func (b Box) Moved(i int, step float64) Box {
	low := slices.Clone(b.Low)
	low[i] += step
	return Box{low, b.Width}
}

// inside is the distance from a face, in widths of the box, at which the oracle is called: as
// small as possible, but far above the rounding of a cut.
const inside = 0x1p-30

// Draw sets theta to the point of r with coordinates u in the unit box of the dimension of b. A
// face ignores one coordinate. theta is uniform in r if u is uniform.
func (r Region) Draw(theta, u []float64) {
	if r.face {
		u = slices.Delete(slices.Clone(u), r.fixed, r.fixed+1)
	}
	r.ask(theta, u)
}

// dim returns the number of free parameters.
func (r *Region) dim() int {
	if r.face {
		return len(r.Low) - 1
	}
	return len(r.Low)
}

// ask sets theta to the point of r with coordinates u, just inside of a face.
func (r *Region) ask(theta, u []float64) {
	for i := range theta {
		switch {
		case !r.face || i != r.fixed:
			theta[i] = r.Low[i] + u[0]*r.Width[i]
			u = u[1:]
		case r.upper:
			theta[i] = r.Low[i] + (1-inside)*r.Width[i]
		default:
			theta[i] = r.Low[i] + inside*r.Width[i]
		}
	}
}

// plane turns the energy ⟨θ, phi⟩ into a function of u.
func (r *Region) plane(slope, phi []float64) (offset float64) {
	j := 0
	for i, f := range phi {
		at := r.Low[i]
		if r.face && i == r.fixed {
			if r.upper {
				at += r.Width[i]
			}
		} else {
			slope[j] = f * r.Width[i]
			j++
		}
		if at != 0 {
			offset += f * at
		}
	}
	return offset
}
