package classify

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"
)

// ring draws points around the origin. The label is their distance in three steps, which no linear
// classifier can separate.
func ring(n int, seed uint64) (rows []float32, labels []int32, weight []float64) {
	r := rand.New(rand.NewPCG(seed, 1))
	for range n {
		k, angle := r.IntN(3), 2*math.Pi*r.Float64()
		far := float64(k) + 0.8*r.Float64()
		rows = append(rows, float32(5+far*math.Cos(angle)), float32(100*far*math.Sin(angle)), 7)
		labels, weight = append(labels, int32(k)), append(weight, 1+r.Float64())
	}
	return rows, labels, weight
}

func right(n *Network, rows []float32, labels []int32) float64 {
	count, p := 0.0, make([]float32, 3)
	for i, k := range labels {
		n.LogProbabilities(p, rows[3*i:3*i+3])
		if p[k] == slices.Max(p) {
			count++
		}
	}
	return count / float64(len(labels))
}

func train(t *testing.T, rows []float32, width int, labels []int32, weight []float64, k int,
	o Options) *Network {
	t.Helper()
	n, err := Train(rows, width, labels, weight, k, o)
	if err != nil {
		t.Fatal(err)
	}
	return n
}

// Training without rows, or with rows of weight 0 only, is an error.
func TestNothingToLearnFrom(t *testing.T) {
	for _, n := range []int{0, 2} {
		if got, err := Train(make([]float32, n), 1, make([]int32, n), make([]float64, n), 2,
			Options{Hidden: 2, Passes: 1}); err == nil {
			t.Errorf("%d rows of weight 0: %v", n, got)
		}
	}
}

// with changes the constants of Adam for a test.
func with(t *testing.T, first, second float64) {
	before := [2]float64{stepSize, decay}
	stepSize, decay = first, second
	t.Cleanup(func() { stepSize, decay = before[0], before[1] })
}

func TestLearnsRings(t *testing.T) {
	rows, labels, weight := ring(2000, 1)
	with(t, 0.01, decay)
	o := Options{Hidden: 32, Passes: 40, Seed: 1}
	n := train(t, rows, 3, labels, weight, 3, o)
	other, truth, _ := ring(500, 2)
	if share := right(n, other, truth); share < 0.93 {
		t.Errorf("%v of new points are right", share)
	}
	if linear := right(train(t, rows, 3, labels, weight, 3,
		Options{Hidden: 1, Passes: 40, Seed: 1}), other, truth); linear > 0.8 {
		t.Errorf("with one unit %v are right: the problem is too easy", linear)
	}
	if again := train(t, rows, 3, labels, weight, 3, o); !slices.Equal(again.first, n.first) ||
		!slices.Equal(again.second, n.second) {
		t.Error("the same arguments give other weights")
	}
}

// Rows of weight 0 do not count: probabilities equal those without them.
func TestWeights(t *testing.T) {
	rows, labels, weight := []float32{1, 1, 1, 1}, []int32{0, 1, 1, 2}, []float64{3, 0.5, 0.5, 0}
	with(t, 0.01, 1e-9)
	n := train(t, rows, 1, labels, weight, 3, Options{Hidden: 2, Passes: 4000, Seed: 1})
	p := make([]float32, 3)
	n.LogProbabilities(p, rows[:1])
	for k, want := range []float64{0.75, 0.25, 0} {
		if got := math.Exp(float64(p[k])); math.Abs(got-want) > 0.01 {
			t.Errorf("label %d has probability %v, want %v", k, got, want)
		}
	}
}

func TestGradientAgainstFiniteDifferences(t *testing.T) {
	rows, labels, weight := ring(20, 3)
	r := rand.New(rand.NewPCG(4, 4))
	n := &Network{width: 3, hidden: 5, k: 3}
	n.standardise(rows, weight)
	n.first, n.second = random(r, 5, 4), random(r, 3, 6)
	tr := &training{Network: n, scratch: newScratch(n), delta: make([]float32, 3),
		layers: [2]*adam{newAdam(n.first), newAdam(n.second)}}
	loss := func() float64 {
		sum, p := 0.0, make([]float32, 3)
		for i, k := range labels {
			n.LogProbabilities(p, rows[3*i:3*i+3])
			sum -= float64(p[k])
		}
		return sum
	}
	for i, k := range labels {
		tr.add(rows[3*i:3*i+3], k, 1)
	}
	for _, l := range tr.layers {
		for i, at := range l.weights {
			const h = 1e-2
			l.weights[i] = at + h
			above := loss()
			l.weights[i] = at - h
			below := loss()
			l.weights[i] = at
			if want := (above - below) / (2 * h); math.Abs(float64(l.gradient[i])-want) > 0.03*(1+math.Abs(want)) {
				t.Errorf("derivative %d is %v, differences give %v", i, l.gradient[i], want)
			}
		}
	}
}
