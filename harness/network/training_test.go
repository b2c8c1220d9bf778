package network

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"
)

// TestWorkers: one worker and several give the same bits.
func TestWorkers(t *testing.T) {
	var first []float64
	for _, workers := range []int{1, 2, 5} {
		n, _, images, targets := problem(pcg(4, 4), 2, 2, []int{16, 8}, 21)
		tr := &Training{Network: n, Images: images, Momentum: 0.9, Workers: workers,
			Loss: func() Loss { return squares{targets} }}
		for i := range 20 {
			if _, err := tr.Step([]int{i, (i + 7) % 21, (i + 3) % 21}, 1e-4); err != nil {
				t.Fatal(err)
			}
		}
		tr.Close()
		w := make([]float64, n.Size())
		n.Weights(w)
		if first == nil {
			first = w
		}
		if !slices.Equal(first, w) {
			t.Errorf("%d workers change the weights", workers)
		}
	}
}

// TestMomentum compares two steps with the definition.
func TestMomentum(t *testing.T) {
	n, _, images, targets := problem(pcg(5, 5), 1, 2, []int{4}, 6)
	start := slices.Clone(n.weights)
	tr := &Training{Network: n, Images: images, Momentum: 0.5,
		Loss: func() Loss { return squares{targets} }}
	defer tr.Close()
	v := make([]float32, len(start))
	for range 2 {
		if _, err := tr.Step([]int{0, 1, 2, 3, 4, 5}, 1e-3); err != nil {
			t.Fatal(err)
		}
		for i, g := range tr.parts[0].gradient {
			v[i] = float32(0.5*v[i]) - float32(1e-3*g)
			start[i] += v[i]
		}
	}
	if !slices.Equal(start, n.weights) {
		t.Error("two steps give other weights than the definition")
	}
}

// TestAdam compares two steps with the definition, and the second also after a restart from the
// state.
func TestAdam(t *testing.T) {
	n, _, images, targets := problem(pcg(5, 6), 1, 2, []int{4}, 6)
	tr := &Training{Network: n, Images: images, Adam: true,
		Loss: func() Loss { return squares{targets} }}
	defer tr.Close()
	w := make([]float64, len(n.weights))
	m, v := make([]float64, len(w)), make([]float64, len(w))
	for i, x := range n.weights {
		w[i] = float64(x)
	}
	for step := 1; step <= 2; step++ {
		saved, err := tr.MarshalBinary()
		if err != nil {
			t.Fatal(err)
		}
		var first []float32
		for range 2 {
			if err := tr.UnmarshalBinary(saved); err != nil {
				t.Fatal(err)
			}
			if _, err := tr.Step([]int{0, 1, 2, 3, 4, 5}, 1e-3); err != nil {
				t.Fatal(err)
			}
			if first != nil && !slices.Equal(first, n.weights) {
				t.Error("a step from the state gives other bits")
			}
			first = slices.Clone(n.weights)
		}
		for i, g := range tr.parts[0].gradient {
			g := float64(g)
			m[i], v[i] = 0.9*m[i]+0.1*g, 0.999*v[i]+0.001*g*g
			c1, c2 := 1-math.Pow(0.9, float64(step)), 1-math.Pow(0.999, float64(step))
			w[i] -= 1e-3 * m[i] / c1 / (math.Sqrt(v[i]/c2) + 1e-8)
			if math.Abs(w[i]-float64(n.weights[i])) > 1e-6 {
				t.Fatalf("step %d: weight %d is %v, want %v", step, i, n.weights[i], w[i])
			}
		}
	}
}

// TestStepError: the step returns the first error of the batch, and the weights stay.
func TestStepError(t *testing.T) {
	n, _, images, _ := problem(pcg(7, 7), 1, 1, []int{4}, 20)
	before := slices.Clone(n.weights)
	tr := &Training{Network: n, Images: images, Loss: func() Loss { return failing{} }}
	defer tr.Close()
	batch := []int{0, 2, 4, 15, 6, 11, 12, 14, 16, 18}
	if _, err := tr.Step(batch, 1); err == nil || err.Error() != "image 15" ||
		!slices.Equal(before, n.weights) {
		t.Errorf("error %v", err)
	}
}

type failing struct{}

func (failing) Value(delta, _ []float32, i int) (float64, error) {
	for j := range delta {
		delta[j] = 1
	}
	if i%2 == 1 {
		return 0, fmt.Errorf("image %d", i)
	}
	return 1, nil
}

func TestStepsAllocateNothing(t *testing.T) {
	n, _, images, targets := problem(pcg(8, 8), 1, 2, []int{16, 16}, 16)
	tr := &Training{Network: n, Images: images, Loss: func() Loss { return squares{targets} }}
	defer tr.Close()
	batch := make([]int, 16)
	step := func() {
		if _, err := tr.Step(batch, 1e-9); err != nil {
			t.Fatal(err)
		}
	}
	for b := range images {
		batch[b] = (b * 5) % 16
	}
	step()
	if allocs := testing.AllocsPerRun(20, step); allocs > 0 {
		t.Errorf("%v allocations per step", allocs)
	}
}

func pcg(a, b uint64) *rand.Rand { return rand.New(rand.NewPCG(a, b)) }
