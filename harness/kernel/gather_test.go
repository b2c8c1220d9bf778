package kernel

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"
)

// A row of features, beside weights of them and a vector.
type row struct {
	w, v  []float64 // 40 vectors of s; one
	a     float64
	index []int32
	value []float32 // of index
	all   []float32 // of all 40
}

func randomRow(r *rand.Rand, s, n int, rare int) *row {
	const features = 40
	x := &row{w: draws(r, features*s, rare), v: draws(r, s, rare), a: r.NormFloat64()}
	for i, v := range draws(r, n, rare) {
		x.index, x.value = append(x.index, int32(i*7%features)), append(x.value, float32(v))
	}
	for _, v := range draws(r, features-n%4, rare) {
		x.all = append(x.all, float32(v)*float32(r.IntN(2)))
	}
	return x
}

// gathered is the reference sum over the features from the i-th to the last, by number and
// factor.
func (x *row) gathered(n int, feature func(i int) (int, float64), fours bool) []float64 {
	s := len(x.v)
	dst := make([]float64, s)
	for k := range dst {
		at := func(i int) float64 {
			j, f := feature(i)
			return float64(f * x.w[j*s+k])
		}
		i := 0
		for ; fours && i+4 <= n; i += 4 {
			dst[k] += (at(i) + at(i+1)) + (at(i+2) + at(i+3))
		}
		for ; i < n; i++ {
			dst[k] += at(i)
		}
	}
	return dst
}

// scattered is the reference for the weights afterwards.
func (x *row) scattered(n int, feature func(i int) (int, float64)) []float64 {
	s, w := len(x.v), slices.Clone(x.w)
	for i := range n {
		j, f := feature(i)
		for k, v := range x.v {
			w[j*s+k] += float64(float64(x.a*f) * v)
		}
	}
	return w
}

func same(a, b []float64) bool {
	return slices.EqualFunc(a, b, func(x, y float64) bool {
		return math.Float64bits(x) == math.Float64bits(y) || x != x && y != y
	})
}

// TestGatherScatter compares bit for bit, for all sizes of blocks and numbers of features;
// nothing else is written.
func TestGatherScatter(t *testing.T) {
	r := pcg(8, 26)
	for s := range 75 {
		for _, n := range []int{0, 1, 3, 4, 5, 11, 12} {
			for _, rare := range []int{0, 5} {
				x := randomRow(r, s, n, rare)
				one := func(i int) (int, float64) { return int(x.index[i]), 1 }
				valued := func(i int) (int, float64) { return int(x.index[i]), float64(x.value[i]) }
				dense := func(i int) (int, float64) { return i, float64(x.all[i]) }
				for name, c := range map[string]struct {
					gather  func(dst []float64)
					scatter func(w []float64)
					feature func(int) (int, float64)
					n       int
					fours   bool
				}{
					"indexed": {func(dst []float64) { GatherIndexed(dst, x.w, x.index) },
						func(w []float64) { ScatterIndexed(w, x.a, x.index, x.v) }, one, n, true},
					"valued": {func(dst []float64) { GatherValued(dst, x.w, x.index, x.value) },
						func(w []float64) { ScatterValued(w, x.a, x.index, x.value, x.v) }, valued,
						n, false},
					"dense": {func(dst []float64) { GatherDense(dst, x.w, x.all) },
						func(w []float64) { ScatterDense(w, x.a, x.all, x.v) }, dense, len(x.all),
						true},
				} {
					room := draws(r, s+8, 0)
					all := slices.Concat(room[:4], x.gathered(c.n, c.feature, c.fours), room[s+4:])
					if c.gather(room[4 : s+4]); !same(room, all) {
						t.Fatalf("%s, s = %d, %d features: %v, want %v", name, s, c.n, room, all)
					}
					w, want := slices.Clone(x.w), x.scattered(c.n, c.feature)
					if name == "dense" { // the reference adds no 0·∞
						for j, f := range x.all {
							if f == 0 {
								copy(want[j*s:][:s], x.w[j*s:])
							}
						}
					}
					if c.scatter(w); !same(w, want) {
						t.Fatalf("%s, s = %d, %d features: scattered differently", name, s, c.n)
					}
				}
			}
		}
	}
}

// TestOutOfRange: numbers beyond the weights panic in both paths, at every position.
func TestOutOfRange(t *testing.T) {
	for _, s := range []int{1, 4, 26, 40} {
		// memory continues behind the weights, like that of edge weights
		w, v := make([]float64, 20*s)[:9*s], make([]float64, s)
		for _, bad := range []int32{9, 1 << 30, -1, math.MinInt32} {
			for at := range 6 {
				index, value := []int32{0, 1, 2, 3, 4, 5}, make([]float32, 6)
				index[at] = bad
				for name, do := range map[string]func(){
					"GatherIndexed":  func() { GatherIndexed(v, w, index) },
					"ScatterIndexed": func() { ScatterIndexed(w, 1, index, v) },
					"GatherValued":   func() { GatherValued(v, w, index, value) },
					"ScatterValued":  func() { ScatterValued(w, 1, index, value, v) },
				} {
					func() {
						defer func() {
							if recover() == nil {
								t.Errorf("%s, s = %d: feature %d is accepted", name, s, bad)
							}
						}()
						do()
					}()
				}
			}
		}
	}
}

// BenchmarkRows26 are 31 features with 26 states; the dense ones are 40.
func BenchmarkRows26(b *testing.B) {
	x, dst := randomRow(pcg(1, 1), 26, 31, 0), make([]float64, 26)
	benchmarks(b, []work{
		{"GatherIndexed", func() { GatherIndexed(dst, x.w, x.index) }},
		{"ScatterIndexed", func() { ScatterIndexed(x.w, 1e-9, x.index, x.v) }},
		{"GatherValued", func() { GatherValued(dst, x.w, x.index, x.value) }},
		{"ScatterValued", func() { ScatterValued(x.w, 1e-9, x.index, x.value, x.v) }},
		{"GatherDense", func() { GatherDense(dst, x.w, x.all) }},
		{"ScatterDense", func() { ScatterDense(x.w, 1e-9, x.all, x.v) }},
	})
}

// BenchmarkGatherDense2: 100 features with two states.
func BenchmarkGatherDense2(b *testing.B) {
	r := pcg(2, 100)
	w, dst, row := draws(r, 200, 0), make([]float64, 2), make([]float32, 100)
	for i := range row {
		row[i] = float32(r.NormFloat64())
	}
	benchmarks(b, []work{{"sum", func() { GatherDense(dst, w, row) }}})
}
