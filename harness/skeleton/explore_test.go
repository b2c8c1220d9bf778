package skeleton

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"
)

// A grid is a model of binary labelings of rows×columns pixels, as in Kim et al. 2015: θ is the
// strength of the observations, of vertical and of horizontal pairs, and of one pixel's own.
// Labelings are enumerated.
type grid struct {
	labelings [][]int32
	features  [][]float64
}

func newGrid(r *rand.Rand, rows, columns, dim int) grid {
	seen := make([]int32, rows*columns)
	for i := range seen {
		seen[i] = r.Int32N(2)
	}
	return gridOf(seen, columns, dim)
}

func gridOf(seen []int32, columns, dim int) (g grid) {
	for c := range 1 << len(seen) {
		y := make([]int32, len(seen))
		for d := range y {
			y[d] = int32(c >> d & 1)
		}
		g.labelings, g.features = append(g.labelings, y),
			append(g.features, features(y, seen, columns)[:dim])
	}
	return g
}

func features(y, seen []int32, columns int) []float64 {
	phi := make([]float64, 4)
	for d, k := range y {
		if k != seen[d] {
			phi[0]++
		}
		if d+columns < len(y) && k != y[d+columns] {
			phi[1]++
		}
		if d%columns < columns-1 && k != y[d+1] {
			phi[2]++
		}
	}
	phi[3] = float64(y[0])
	return phi
}

func (g grid) N() int { return len(g.labelings[0]) }

func (g grid) Minimise(y []int32, phi, theta []float64) error {
	best, least := 0, math.Inf(1)
	for c, of := range g.features {
		energy := 0.0
		for i, f := range of {
			energy += theta[i] * f
		}
		if energy < least {
			best, least = c, energy
		}
	}
	copy(y, g.labelings[best])
	copy(phi, g.features[best])
	return nil
}

// wrong is a loss.
func (g grid) wrong(gold []int32) func(y []int32, _ []float64) float64 {
	return func(y []int32, _ []float64) float64 {
		wrong := 0.0
		for d, k := range gold {
			if y[d] != k {
				wrong++
			}
		}
		return wrong
	}
}

// mean returns the mean of f over the region, from its skeleton.
func mean(t testing.TB, g grid, b Region, f func([]int32, []float64) float64) float64 {
	t.Helper()
	d, err := Explore(g, b, 0)
	if err != nil {
		t.Fatal(err)
	}
	if d.Unresolved != 0 {
		t.Fatalf("%v is unresolved", d.Unresolved)
	}
	return d.Mean(f)
}

// A careless minimiser returns a random labeling every other time.
type careless struct {
	grid
	r *rand.Rand
}

func (c careless) Minimise(y []int32, phi, theta []float64) error {
	if c.r.IntN(2) > 0 {
		return c.grid.Minimise(y, phi, theta)
	}
	i := c.r.IntN(len(c.labelings))
	copy(y, c.labelings[i])
	copy(phi, c.features[i])
	return nil
}

// TestCarelessMinimiser: exploration ends with any minimiser. The distribution is exact for the
// labelings in it.
func TestCarelessMinimiser(t *testing.T) {
	for seed := range uint64(30) {
		r := pcg(seed, 9)
		dim := 1 + int(seed)%3
		g := newGrid(r, 2, 3, dim)
		b := Box{[]float64{0.2, 0.1, 0.3}[:dim], ones(dim)}
		d, err := Explore(careless{g, r}, b.Whole(), 10000)
		if err != nil || d.Calls == 10000 || d.Unresolved != 0 {
			t.Fatalf("%d calls, unresolved %v: %v", d.Calls, d.Unresolved, err)
		}
		few := mean(t, grid{d.Labels, d.Phi}, b.Whole(), g.wrong(g.labelings[5]))
		if got := d.Mean(g.wrong(g.labelings[5])); math.Abs(got-few) > 1e-9 {
			t.Errorf("mean %v, of its labelings %v", got, few)
		}
	}
}

func ones(n int) []float64 {
	w := make([]float64, n)
	for i := range w {
		w[i] = 1
	}
	return w
}

// TestFacesAgainstWholeBoxes: means and gradients by faces equal the mean over the whole
// skeleton and its finite differences. These are central inside, where R is differentiable, and
// one-sided at θ = 0, because labelings tie on whole faces there.
func TestFacesAgainstWholeBoxes(t *testing.T) {
	r := pcg(2, 2)
	for dim := 1; dim <= 3; dim++ {
		for trial := range 6 {
			g := newGrid(r, 2, 3, dim)
			f := g.wrong([]int32{0, 0, 1, 0, 1, 1})
			low := make([]float64, dim)
			for i := range low {
				if trial > 1 {
					low[i] = 0.05 + r.Float64()
				}
			}
			b := Box{low, []float64{0.5, 2, 0.3}[:dim]}
			faces, err := ExploreFaces(g, b, 0)
			if err != nil {
				t.Fatal(err)
			}
			grad := make([]float64, dim)
			value, want := faces.Gradient(grad, f), mean(t, g, b.Whole(), f)
			if math.Abs(value-want) > 1e-9 {
				t.Errorf("dimension %d at %v: mean by faces %v, by the whole %v", dim, low, value, want)
			}
			if inside := faces.Inside(); math.Abs(inside.Mean(f)-want) > 1e-9 || faces.Unresolved() != 0 {
				t.Errorf("dimension %d at %v: the distribution has the mean %v, want %v", dim, low,
					inside.Mean(f), want)
			}
			const h = 1e-6
			for i := range dim {
				difference := (mean(t, g, b.Moved(i, h).Whole(), f) - want) / h
				if low[i] > 0 {
					difference = (mean(t, g, b.Moved(i, h).Whole(), f) -
						mean(t, g, b.Moved(i, -h).Whole(), f)) / (2 * h)
				}
				if math.Abs(grad[i]-difference) > 2e-5 {
					t.Errorf("dimension %d at %v: derivative %d is %v, by finite differences %v",
						dim, low, i, grad[i], difference)
				}
				slices := (mean(t, g, b.Slice(i, true, h), f) -
					mean(t, g, b.Slice(i, false, h), f)) / b.Width[i]
				if math.Abs(slices-(mean(t, g, b.Moved(i, h).Whole(), f)-want)/h) > 1e-6 {
					t.Errorf("dimension %d at %v: derivative %d by slices %v, by moved boxes %v",
						dim, low, i, slices, (mean(t, g, b.Moved(i, h).Whole(), f)-want)/h)
				}
			}
		}
	}
}

// TestFaceIsALimitFromInside: on the face θ_0 = 0 both constant labelings tie. The one that is
// better just inside counts: above a lower face, below an upper one.
func TestFaceIsALimitFromInside(t *testing.T) {
	for _, seen := range [][]int32{{1, 1, 0, 1}, {0, 0, 0, 1}} {
		g := gridOf(seen, 2, 3)
		d, err := Explore(g, Box{make([]float64, 3), ones(3)}.Face(0, false), 0)
		if err != nil {
			t.Fatal(err)
		}
		if want := []int32{seen[0], seen[0], seen[0], seen[0]}; len(d.Labels) != 1 ||
			!slices.Equal(d.Labels[0], want) {
			t.Errorf("seen %v: %v, want only %v", seen, d.Labels, want)
		}
		d, err = Explore(g, Box{[]float64{-1, 0, 0}, ones(3)}.Face(0, true), 0)
		if err != nil {
			t.Fatal(err)
		}
		if k := 1 - seen[0]; len(d.Labels) != 1 || !slices.Equal(d.Labels[0], []int32{k, k, k, k}) {
			t.Errorf("seen %v: %v on the upper face, want only %v", seen, d.Labels, k)
		}
	}
}

// TestExploreWithACap: the limit on calls is respected, and the unresolved volume is reported.
func TestExploreWithACap(t *testing.T) {
	g := newGrid(pcg(3, 3), 2, 4, 3)
	whole := Box{make([]float64, 3), ones(3)}.Whole()
	all, err := Explore(g, whole, 0)
	if err != nil {
		t.Fatal(err)
	}
	for calls := 1; calls < all.Calls; calls += 7 {
		d, err := Explore(g, whole, calls)
		if err != nil {
			t.Fatal(err)
		}
		if d.Calls != calls || d.Unresolved <= 0 {
			t.Errorf("%d calls of %d: made %d, unresolved %v", calls, all.Calls, d.Calls, d.Unresolved)
		}
	}
}

// TestSample: equal labelings are merged, with the weight of their draws.
func TestSample(t *testing.T) {
	r := pcg(5, 5)
	g := newGrid(r, 2, 3, 3)
	f, sum := g.wrong([]int32{0, 0, 1, 0, 1, 1}), 0.0
	b, theta, y, phi := Box{make([]float64, 3), ones(3)}, make([]float64, 3), make([]int32, 6),
		make([]float64, 3)
	const draws = 500
	d, err := Sample(g, b.Whole(), draws, func(u []float64, _ int) {
		for i := range u {
			u[i] = r.Float64()
		}
		b.Whole().Draw(theta, u)
		g.Minimise(y, phi, theta)
		sum += f(y, phi) / draws
	})
	if err != nil {
		t.Fatal(err)
	}
	total := 0.0
	for i, w := range d.Weights {
		total += w
		for _, other := range d.Labels[:i] {
			if slices.Equal(other, d.Labels[i]) {
				t.Errorf("labeling %v occurs twice", other)
			}
		}
	}
	if len(d.Labels) < 2 || math.Abs(total-1) > 1e-12 || math.Abs(d.Mean(f)-sum) > 1e-12 {
		t.Errorf("%d labelings weigh %v, mean %v, want %v", len(d.Labels), total, d.Mean(f), sum)
	}
}
