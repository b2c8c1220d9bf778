package skeleton

import (
	"math"
	"math/rand/v2"
	"testing"
)

// TestSideOf: the side of a vertex is that of exact arithmetic, also where doubles round it away: planes
// pass vertices at the distance of their last bit.
func TestSideOf(t *testing.T) {
	r := rand.New(rand.NewPCG(2, 9))
	signs := map[int]int{}
	for range 3000 {
		dim := 1 + r.IntN(4)
		random := func() plane {
			c := make([]float64, dim+1)
			for i := range c {
				c[i] = math.Ldexp(r.Float64()-0.5, 60)
			}
			return newPlane(c, 0)
		}
		low, p := random(), random()
		ends := [2]*vertex{}
		for i := range ends {
			u := make([]int64, dim)
			for j := range u {
				u[j] = int64(r.IntN(2))
			}
			ends[i] = corner(&low, u)
		}
		if ends[0].height(&p).Sign() <= 0 || ends[1].height(&p).Sign() >= 0 {
			continue
		}
		v := between(ends[0], ends[1], &p)
		near := random()
		near.approx[dim] = 0
		near.approx[dim] = v.z - near.at(v.u)
		near = newPlane(near.approx, 0)
		got, want := v.sideOf(&near), v.height(&near).Sign()
		if signs[want]++; got != want {
			t.Fatalf("at %v, z %v: plane %v is on side %d, want %d", v.u, v.z, near.approx, got, want)
		}
	}
	if signs[-1] < 100 || signs[1] < 100 {
		t.Errorf("signs %v", signs)
	}
}
