package superpixel

import (
	"image/color"
	"math"
	"math/rand/v2"
	"testing"
)

func TestLab(t *testing.T) {
	for _, c := range []struct {
		rgb  [3]uint8
		want [3]float64 // Lindbloom's calculator, sRGB, D65
	}{
		{[3]uint8{255, 255, 255}, [3]float64{100, 0, 0}},
		{[3]uint8{0, 0, 0}, [3]float64{0, 0, 0}},
		{[3]uint8{255, 0, 0}, [3]float64{53.2408, 80.0925, 67.2032}},
		{[3]uint8{0, 255, 0}, [3]float64{87.7347, -86.1827, 83.1793}},
		{[3]uint8{0, 0, 255}, [3]float64{32.2970, 79.1875, -107.8602}},
	} {
		l, a, b := lab(linear()[257*int(c.rgb[0])], linear()[257*int(c.rgb[1])],
			linear()[257*int(c.rgb[2])])
		for i, v := range [3]float64{l, a, b} {
			if math.Abs(v-c.want[i]) > 0.02 {
				t.Errorf("%v is %.3f %.3f %.3f, want %v", c.rgb, l, a, b, c.want)
				break
			}
		}
	}
}

// In any picture regions are connected, numbered by their first pixels, and
// about as many as wanted.
func TestDivisionsOfHardPictures(t *testing.T) {
	for name, m := range pictures() {
		for _, wanted := range []int{1, 2, 30, 60} {
			d := Divide(m, wanted)
			if d.Width != m.Width || d.Height != m.Height || len(d.Of) != m.Width*m.Height {
				t.Fatalf("%s: %d×%d with %d pixels", name, d.Width, d.Height, len(d.Of))
			}
			if d.N < (wanted+1)/2 || d.N > max(1, wanted*3/2) {
				t.Errorf("%s: %d regions, %d were wanted", name, d.N, wanted)
			}
			checkRegions(t, name, d, wanted)
		}
	}
}

// checkRegions fills every region from its first pixel.
func checkRegions(t *testing.T, name string, d *Division, wanted int) {
	t.Helper()
	seen := make([]bool, len(d.Of))
	var fill func(p int) int
	fill = func(p int) int {
		seen[p] = true
		size := 1
		for _, step := range [4][2]int{{-1, 0}, {1, 0}, {0, -1}, {0, 1}} {
			x, y := p%d.Width+step[0], p/d.Width+step[1]
			if x < 0 || y < 0 || x >= d.Width || y >= d.Height {
				continue
			}
			if q := y*d.Width + x; !seen[q] && d.Of[q] == d.Of[p] {
				size += fill(q)
			}
		}
		return size
	}
	next := int32(0)
	for p, k := range d.Of {
		if seen[p] {
			continue
		}
		if k != next {
			t.Errorf(
				"%s: region %d begins at pixel %d, want region %d: it is in pieces or out of order",
				name, k, p, next)
			return
		}
		next++
		if size := fill(p); 4*size*wanted < len(d.Of) && d.N > (wanted+1)/2 {
			t.Errorf("%s: region %d has %d of %d pixels", name, k, size, len(d.Of))
		}
	}
	if int(next) != d.N {
		t.Errorf("%s: %d regions, reported %d", name, next, d.N)
	}
}

// Regions keep to the object: labelled by majority, they agree with the truth.
func TestRegionsFollowObjects(t *testing.T) {
	m := scene(240, 200)
	d := Divide(m, 150)
	inside, size := make([]int, d.N), make([]int, d.N)
	for p, k := range d.Of {
		size[k]++
		if inDisc(240, 200, p%240, p/240) {
			inside[k]++
		}
	}
	wrong := 0
	for k := range size {
		wrong += min(inside[k], size[k]-inside[k])
	}
	if share := float64(wrong) / float64(len(d.Of)); share > 0.005 {
		t.Errorf("%.2f %% of the pixels are in regions of the other kind", 100*share)
	}
}

func TestStepsDoNotAllocate(t *testing.T) {
	s := newClustering(scene(80, 60), 30)
	if n := testing.AllocsPerRun(5, func() { s.assign(); s.update() }); n > 0 {
		t.Errorf("%v allocations per step", n)
	}
}

// Fragments join a neighbour of similar colour, not just the first neighbour.
func TestFragmentsJoinTheirLike(t *testing.T) {
	m := paint(40, 20, func(x, y int) color.RGBA {
		if x == 20 && y > 5 && y < 12 { // a fragment between dark and light
			return gray(190)
		}
		return gray(200 * (x / 20))
	})
	label := make([]int32, 800)
	for p := range label {
		label[p] = int32(p % 40 / 20)
		if x, y := p%40, p/40; x == 20 && y > 5 && y < 12 {
			label[p] = 2
		}
	}
	d := connect(m, label, 2)
	if d.N != 2 || d.Of[8*40+20] != d.Of[8*40+30] || d.Of[8*40+20] == d.Of[8*40+10] {
		t.Errorf("%d regions; the fragment is in %d, light in %d, dark in %d", d.N, d.Of[8*40+20],
			d.Of[8*40+30], d.Of[8*40+10])
	}
}

func TestFragmentsOfNoise(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 6))
	m := scene(90, 70)
	label := make([]int32, 90*70)
	for p := range label {
		label[p] = int32(r.IntN(3))
	}
	for _, wanted := range []int{1, 7, 40} {
		d := connect(m, label, wanted)
		if d.N > max(1, wanted*3/2) || d.N < (wanted+1)/2 {
			t.Errorf("%d regions, %d were wanted", d.N, wanted)
		}
		checkRegions(t, "noise", d, wanted)
	}
}
