package skeleton

import (
	"math"
	"math/big"
)

// A plane is an energy h(u) = offset + ⟨slope, u⟩ in quanta: integers.
type plane struct {
	exact  []*big.Int // slope, offset
	approx []float64
}

// newPlane rounds the coefficients, slope and offset, to integers times 2^-shift.
func newPlane(coefficients []float64, shift int) plane {
	p := plane{make([]*big.Int, len(coefficients)), make([]float64, len(coefficients))}
	for i, c := range coefficients {
		p.exact[i], _ = new(big.Float).SetMantExp(big.NewFloat(c), shift).Int(nil)
		p.approx[i], _ = new(big.Float).SetInt(p.exact[i]).Float64()
	}
	return p
}

// at returns h(u).
func (p *plane) at(u []float64) float64 {
	h := p.approx[len(u)]
	for i, v := range u {
		h += p.approx[i] * v
	}
	return h
}

// A vertex is a point (u, z) of the polyhedron, z in quanta, in homogeneous coordinates:
// integers u·w, w, z·w without a common divisor. w is 0 at the one vertex at infinity, straight
// below.
type vertex struct {
	exact     []*big.Int // u·w (d), w, z·w
	u         []float64
	z         float64
	certified bool // the oracle found no lower energy there

	epoch int // of sign
	sign  int
}

// infinity returns the vertex straight below all others.
func infinity(dim int) *vertex {
	v := &vertex{exact: make([]*big.Int, dim+2), certified: true}
	for i := range v.exact {
		v.exact[i] = new(big.Int)
	}
	v.exact[dim+1].SetInt64(-1)
	return v
}

// corner returns the vertex of p above a corner u of the unit box.
func corner(p *plane, u []int64) *vertex {
	v := &vertex{}
	z := new(big.Int).Set(p.exact[len(u)])
	for i, c := range u {
		v.exact = append(v.exact, big.NewInt(c))
		if c == 1 {
			z.Add(z, p.exact[i])
		}
	}
	v.exact = append(v.exact, big.NewInt(1), z)
	v.approximate()
	return v
}

// approximate sets the floating-point coordinates.
func (v *vertex) approximate() {
	dim := len(v.exact) - 2
	v.u = make([]float64, dim)
	for i := range v.u {
		v.u[i] = ratio(v.exact[i], v.exact[dim])
	}
	v.z = ratio(v.exact[dim+1], v.exact[dim])
}

func ratio(a, b *big.Int) float64 {
	q := new(big.Float).SetPrec(53)
	f, _ := q.Quo(new(big.Float).SetInt(a), new(big.Float).SetInt(b)).Float64()
	return f
}

// side returns the sign of h − z at v: −1 if v lies above the plane. It keeps the sign for one
// epoch.
func (v *vertex) side(p *plane, epoch int) int {
	if v.epoch != epoch {
		v.epoch, v.sign = epoch, v.sideOf(p)
	}
	return v.sign
}

func (v *vertex) sideOf(p *plane) int {
	if v.u == nil {
		return 1 // at infinity
	}
	dim := len(v.u)
	h, size := p.approx[dim]-v.z, math.Abs(p.approx[dim])+math.Abs(v.z)
	for i, u := range v.u {
		h += p.approx[i] * u
		size += math.Abs(p.approx[i])
	}
	const relative = 0x1p-46 // more than the rounding error
	switch {
	case h > relative*size:
		return 1
	case h < -relative*size:
		return -1
	}
	return v.height(p).Sign()
}

// height returns (h − z)·w at v.
func (v *vertex) height(p *plane) *big.Int {
	dim := len(v.exact) - 2
	sum, term := new(big.Int).Neg(v.exact[dim+1]), new(big.Int)
	for i, c := range p.exact {
		sum.Add(sum, term.Mul(c, v.exact[i]))
	}
	return sum
}

// between returns the intersection of the plane with the edge from a, below the plane, to b,
// above it.
func between(a, b *vertex, p *plane) *vertex {
	below, above := a.height(p), b.height(p)
	v := &vertex{exact: make([]*big.Int, len(a.exact))}
	term, divisor := new(big.Int), new(big.Int)
	for i := range v.exact {
		v.exact[i] = new(big.Int).Mul(below, b.exact[i])
		v.exact[i].Sub(v.exact[i], term.Mul(above, a.exact[i]))
		divisor.GCD(nil, nil, divisor, term.Abs(v.exact[i]))
	}
	for _, c := range v.exact {
		c.Quo(c, divisor)
	}
	v.approximate()
	return v
}
