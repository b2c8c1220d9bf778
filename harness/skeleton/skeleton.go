package skeleton

import (
	"errors"
	"fmt"
	"math"
)

// MaxDim is the largest dimension of a box. In more dimensions cells have too many vertices.
const MaxDim = 4

// An Oracle finds a labeling of least energy at the point u of the unit box; it must not change
// u. It fills slope with the slope of the energy h(u) = offset + ⟨slope, u⟩ of that labeling
// and returns the offset.
type Oracle func(u, slope []float64) (offset float64, err error)

// A Skeleton is the lower envelope g_Y(u) = min_{y∈Y} h_y(u), over the unit box, of the planes
// returned by an oracle so far. It is an upper bound on g(u) = min_y h_y(u). A vertex is
// certified if the oracle found no lower plane there: the two are equal at it. If all vertices of
// a cell are certified, its plane is g, because g is concave; if all vertices are, the skeleton
// is g. It is not safe for concurrent use.
type Skeleton struct {
	dim    int
	oracle Oracle

	shift   int // energies are integers times 2^-shift
	scaled  bool
	planes  []plane
	cells   []*face // by plane; nil: it is least nowhere, or only on a set of volume 0
	whole   *face
	queue   queue
	asked   map[[MaxDim]int64]float64 // values of g, by place
	calls   int
	epoch   int // of the last cut
	walk    int // number of the last walk
	slope   []float64
	corners [MaxDim + 1][]float64
}

// New returns a skeleton without planes over the unit box of a dimension from 0, a point, to
// [MaxDim]. For other dimensions the error wraps errors.ErrUnsupported.
func New(dim int, oracle Oracle) (*Skeleton, error) {
	if dim < 0 || dim > MaxDim {
		return nil, fmt.Errorf("skeleton: a box of dimension %d, must have 0 to %d: %w", dim,
			MaxDim, errors.ErrUnsupported)
	}
	return &Skeleton{dim: dim, oracle: oracle, asked: map[[MaxDim]int64]float64{},
		slope: make([]float64, dim)}, nil
}

// Calls returns the number of calls of the oracle.
func (s *Skeleton) Calls() int { return s.calls }

// Done reports whether every vertex is certified.
func (s *Skeleton) Done() bool { return s.whole != nil && s.next() == nil }

// Step calls the oracle once, at the vertex with the largest cells. It returns the number of
// the new plane, or -1 if the call certifies the vertex. With at least one plane known, its cost
// is that of the changed faces. Step changes nothing after Done, or if the oracle fails; it
// returns that error unchanged.
func (s *Skeleton) Step() (int, error) {
	if s.whole == nil {
		return s.begin()
	}
	v := s.next()
	if v == nil {
		return -1, nil
	}
	coefficients, err := s.ask(v.vertex.u)
	if err != nil {
		return -1, err
	}
	s.scale(coefficients)
	p := newPlane(coefficients, s.shift)
	g := p.at(v.vertex.u)
	s.asked[place(v.vertex.u)] = g
	if v.vertex.z-g <= tolerance || v.vertex.height(&p).Sign() >= 0 {
		v.vertex.certified = true
		return -1, nil
	}
	s.planes, s.cells = append(s.planes, p), append(s.cells, nil)
	s.insert(len(s.planes)-1, v)
	return len(s.planes) - 1, nil
}

// The largest coefficient of the first non-zero plane has 44 bits; energies closer than 2⁻³⁴ of
// it are ties.
const (
	bits      = 44
	tolerance = 1 << 10 // quanta
)

// begin finds the first plane, at the lowest corner.
func (s *Skeleton) begin() (int, error) {
	coefficients, err := s.ask(make([]float64, s.dim))
	if err != nil {
		return -1, err
	}
	s.scale(coefficients)
	s.planes = append(s.planes, newPlane(coefficients, s.shift))
	s.whole = below(&s.planes[0], s.dim)
	for _, f := range s.whole.sub {
		if f.plane == 0 {
			s.cells = append(s.cells, f)
		}
	}
	s.walk++
	for _, f := range s.vertices(s.cells[0], nil) {
		s.want(f)
	}
	return 0, nil
}

// scale sets the unit of energies by the first non-zero plane; a plane of zeros is exact in any
// unit.
func (s *Skeleton) scale(coefficients []float64) {
	largest := 0.0
	for _, c := range coefficients {
		largest = max(largest, math.Abs(c))
	}
	if s.scaled || largest == 0 {
		return
	}
	_, exponent := math.Frexp(largest)
	s.shift, s.scaled = bits-exponent, true
}

// ask calls the oracle, checks the result, and returns slope and offset.
func (s *Skeleton) ask(u []float64) ([]float64, error) {
	offset, err := s.oracle(u, s.slope)
	if err != nil {
		return nil, err
	}
	s.calls++
	coefficients := append(append([]float64(nil), s.slope...), offset)
	for _, c := range coefficients {
		if c-c != 0 {
			return nil, fmt.Errorf("skeleton: the energy found at %v has the slope %v and the offset %v, "+
				"must be finite", u, s.slope, offset)
		}
	}
	return coefficients, nil
}

// insert cuts the polyhedron with plane number number, which lies below v.
func (s *Skeleton) insert(number int, v *face) {
	fresh, changed := s.clip(number, v)
	for _, c := range changed {
		s.cells[c.plane] = c
		s.measure(c)
	}
	for _, f := range fresh {
		g, asked := s.asked[place(f.vertex.u)]
		if f.vertex.certified = asked && f.vertex.z-g <= tolerance; !f.vertex.certified {
			s.want(f)
		}
	}
}

// place returns the key of a point: points equal to 2⁻³⁰ share one call.
func place(u []float64) (key [MaxDim]int64) {
	for i, v := range u {
		key[i] = int64(math.Round(v * (1 << 30)))
	}
	return key
}

// Volumes fills dst, extended as needed, with the volume of the cell of each plane, and returns
// it. The volumes sum to 1. O(planes).
func (s *Skeleton) Volumes(dst []float64) []float64 {
	dst = dst[:0]
	for _, c := range s.cells {
		volume := 0.0
		if c != nil {
			volume = c.volume
		}
		dst = append(dst, volume)
	}
	return dst
}

// Unresolved returns the volume of all cells with an uncertified vertex: elsewhere the skeleton
// is g. It is 1 without a plane.
func (s *Skeleton) Unresolved() float64 {
	if s.whole == nil {
		return 1
	}
	volume := 0.0
	for _, c := range s.cells {
		if c != nil && !c.certified() {
			volume += c.volume
		}
	}
	return volume
}
