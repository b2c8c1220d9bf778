package skeleton

import (
	"errors"
	"math"
	"math/rand/v2"
	"strings"
	"testing"
)

// planes is a list of planes, each a slope and an offset, with an oracle.
type planes [][]float64

func (l planes) oracle(u, slope []float64) (float64, error) {
	at, _ := l.least(u)
	copy(slope, l[at])
	return l[at][len(u)], nil
}

// least returns the first plane that is least at u, and the energy.
func (l planes) least(u []float64) (at int, least float64) {
	least = math.Inf(1)
	for i, p := range l {
		h := p[len(u)]
		for j, v := range u {
			h += p[j] * v
		}
		if h < least {
			at, least = i, h
		}
	}
	return at, least
}

// random returns n planes. With integers they have small integer coefficients, so that many
// meet in a point, coincide or are parallel. If homogeneous, they go through the origin.
func random(r *rand.Rand, dim, n int, integers, homogeneous bool) planes {
	l := make(planes, n)
	for i := range l {
		l[i] = make([]float64, dim+1)
		for j := range l[i] {
			if l[i][j] = 0.2 - 1.4*r.Float64(); integers {
				l[i][j] = float64(r.IntN(9) - 4)
			}
		}
		switch {
		case homogeneous:
			l[i][dim] = 0
		case !integers: // tangents of the paraboloid −‖u‖²/2
			l[i][dim] = 0
			for _, v := range l[i][:dim] {
				l[i][dim] += v * v / 2
			}
		}
	}
	return l
}

func complete(t testing.TB, dim int, o Oracle) *Skeleton {
	t.Helper()
	s, err := New(dim, o)
	if err != nil {
		t.Fatal(err)
	}
	for !s.Done() {
		if _, err := s.Step(); err != nil {
			t.Fatal(err)
		}
	}
	return s
}

// TestSkeletonAgainstAllPlanes: the complete skeleton is g everywhere, and its volumes sum to
// 1.
func TestSkeletonAgainstAllPlanes(t *testing.T) {
	r := pcg(1, 1)
	for dim := range MaxDim + 1 {
		for trial := range 60 {
			l := random(r, dim, 1+r.IntN(30), trial%2 == 0, trial%3 == 0)
			s := complete(t, dim, l.oracle)
			if s.Unresolved() != 0 {
				t.Fatalf("dimension %d: %v is unresolved at the end", dim, s.Unresolved())
			}
			u := make([]float64, dim)
			for range 300 {
				for j := range u {
					u[j] = r.Float64()
				}
				if _, want := l.least(u); math.Abs(s.Value(u)-want) > 1e-9 {
					t.Fatalf("dimension %d, trial %d: the skeleton is %v at %v, want %v", dim,
						trial, s.Value(u), u, want)
				}
			}
			sum := 0.0
			for _, v := range s.Volumes(nil) {
				sum += v
			}
			if math.Abs(sum-1) > 1e-9 {
				t.Fatalf("dimension %d, trial %d: volumes sum to %v", dim, trial, sum)
			}
		}
	}
}

// TestVolumesAgainstSamples: volumes are the shares of points, and the moments E[h_y(u)] by
// cells are those of g.
func TestVolumesAgainstSamples(t *testing.T) {
	r := pcg(2, 2)
	for dim := 1; dim <= MaxDim; dim++ {
		for trial := range 4 {
			l := random(r, dim, 12, trial%2 == 0, trial > 1)
			s := complete(t, dim, l.oracle)
			const draws = 100000
			shares, u := make([]float64, s.Planes()), make([]float64, dim)
			for range draws {
				for j := range u {
					u[j] = r.Float64()
				}
				least, at := math.Inf(1), 0
				for i := range s.planes {
					if h := s.planes[i].at(u); h < least {
						least, at = h, i
					}
				}
				shares[at] += 1. / draws
			}
			for i, v := range s.Volumes(nil) {
				if band := 4.5*math.Sqrt(max(v*(1-v), 0)/draws) + 3./draws; math.Abs(v-shares[i]) > band {
					t.Errorf("dimension %d, trial %d: plane %d has volume %v and %v of the points",
						dim, trial, i, v, shares[i])
				}
			}
		}
	}
}

// TestAnytime: the skeleton is an upper bound and never rises. The resolved part is right and
// grows to the whole. Each call adds a plane or certifies a vertex.
func TestAnytime(t *testing.T) {
	r := pcg(4, 4)
	l := random(r, 3, 200, false, false)
	s, err := New(3, l.oracle)
	if err != nil {
		t.Fatal(err)
	}
	points := make([][]float64, 200)
	value := make([]float64, len(points))
	for i := range points {
		points[i], value[i] = []float64{r.Float64(), r.Float64(), r.Float64()}, math.Inf(1)
	}
	for calls := 1; !s.Done(); calls++ {
		if _, err := s.Step(); err != nil {
			t.Fatal(err)
		}
		if s.Calls() != calls {
			t.Fatalf("%d calls after %d steps", s.Calls(), calls)
		}
		wrong := 0.0
		for i, u := range points {
			_, g := l.least(u)
			v := s.Value(u)
			if v < g-1e-9 || v > value[i]+1e-9 {
				t.Fatalf("call %d: the skeleton is %v at %v, was %v; g is %v", calls, v, u, value[i], g)
			}
			if value[i] = v; v > g+1e-9 {
				wrong++
			}
		}
		if share := wrong / float64(len(points)); share > s.Unresolved()+0.15 {
			t.Fatalf("call %d: %v of the points are wrong, %v is unresolved", calls, share, s.Unresolved())
		}
	}
	if s.Planes() < 20 {
		t.Errorf("only %d planes: the test is too easy", s.Planes())
	}
}

// TestTies: a corner where all planes tie, parallel planes and duplicate planes.
func TestTies(t *testing.T) {
	for name, l := range map[string]planes{
		"all the same":  {{1, 2, 3}, {1, 2, 3}},
		"all zero":      {{0, 0, 0}, {0, 0, 0}},
		"parallel":      {{1, 1, 2}, {1, 1, 1}, {1, 1, 0}},
		"at the corner": {{1, -1, 0}, {-1, 1, 0}, {0, 0, 0}, {2, -2, 0}},
		"on a wall":     {{0, 1, 0}, {0, -1, 1}, {0, 0, 0.5}},
	} {
		s := complete(t, 2, l.oracle)
		sum := 0.0
		for _, v := range s.Volumes(nil) {
			sum += v
		}
		if math.Abs(sum-1) > 1e-12 {
			t.Errorf("%s: volumes %v", name, s.Volumes(nil))
		}
	}
}

// TestFirstPlaneOfZero: the unit of energies comes from the first non-zero plane.
func TestFirstPlaneOfZero(t *testing.T) {
	s := complete(t, 1, planes{{0, 0}, {-1e-13, 0.5e-13}}.oracle)
	if v := s.Volumes(nil); len(v) != 2 || math.Abs(v[0]-0.5) > 1e-9 {
		t.Errorf("volumes %v, want two halves", v)
	}
}

func TestErrors(t *testing.T) {
	if _, err := New(5, nil); !errors.Is(err, errors.ErrUnsupported) ||
		!strings.Contains(err.Error(), "dimension 5") {
		t.Errorf("dimension 5: %v", err)
	}
	s, _ := New(1, func(u, slope []float64) (float64, error) { return math.NaN(), nil })
	if _, err := s.Step(); err == nil || !strings.Contains(err.Error(), "must be finite") {
		t.Errorf("NaN: %v", err)
	}
	mine := errors.New("mine")
	s, _ = New(1, func(u, slope []float64) (float64, error) { return 0, mine })
	if _, err := s.Step(); err != mine || s.Planes() != 0 || s.Unresolved() != 1 {
		t.Errorf("an error of the oracle: %v, %d planes", err, s.Planes())
	}
}

// Planes returns the number of planes. They are numbered from 0 in the order of their
// discovery.
func (s *Skeleton) Planes() int { return len(s.planes) }

// Value returns g_Y(u). O(planes).
func (s *Skeleton) Value(u []float64) float64 {
	least := math.Inf(1)
	for i := range s.planes {
		least = min(least, s.planes[i].at(u))
	}
	return math.Ldexp(least, -s.shift)
}

func pcg(a, b uint64) *rand.Rand { return rand.New(rand.NewPCG(a, b)) }
