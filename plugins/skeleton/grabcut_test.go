package main

import (
	"fmt"
	"math"
	"os"
	"slices"
	"testing"
	"time"

	"github.com/spbench/spbench/harness/feature"
	"github.com/spbench/spbench/harness/loss"
	"github.com/spbench/spbench/harness/oracle"
	"github.com/spbench/spbench/harness/perturb"
	"github.com/spbench/spbench/harness/skeleton"
	"github.com/spbench/spbench/harness/sp"
	"github.com/spbench/spbench/internal/data"
)

// grabcut returns a task of the masks of that many pixels, with an unmetered solver.
func grabcut(t testing.TB, args string) *sp.Task {
	t.Helper()
	if os.Getenv("SPBENCH_DATA") == "" {
		t.Skip("SKIPPED: SPBENCH_DATA is not set: no published mask is read")
	}
	d, err := data.Load("grabcut", []byte(args), "")
	if err != nil {
		t.Fatal(err)
	}
	m, err := feature.New("linear", []byte(three), feature.DimsOf(&d.Instances[0]))
	if err != nil {
		t.Fatal(err)
	}
	l, err := loss.New("hamming", nil)
	if err != nil {
		t.Fatal(err)
	}
	cut := oracle.NewCut()
	return &sp.Task{Train: d.Instances, Map: m, Loss: l, Seed: 1,
		Solver: func(*sp.Instance) (sp.Solver, error) { return cut, nil }}
}

// BenchmarkGradient is one exact gradient on 24 masks of 2500 pixels: of all three parameters, where most labelings are.
func BenchmarkGradient(b *testing.B) {
	t := grabcut(b, "")
	t.Train = t.Train[:24]
	f := newDescent(defaults(), t)
	f.begin()
	for _, theta := range [][]float64{{0, 0, 0}, {0.5, 0.2, 0.2}, {2, 1, 1}} {
		b.Run("", func(b *testing.B) {
			for range b.N {
				if _, err := f.evaluate(theta); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

// The expected loss of a mask under θ uniform in [0,1]³ is within 1 % for less than a tenth of the calls that samples need.
func TestConvergence(t *testing.T) { converge(t, 2500, "banana1") }

// BenchmarkConvergence is Figure 2 of Kim et al. 2015: three masks of about 90·120 pixels (teddy has 123×88).
func BenchmarkConvergence(b *testing.B) {
	for _, id := range []string{"banana1", "ceramic", "teddy"} {
		b.Run(id, func(b *testing.B) {
			for range b.N {
				converge(b, 10800, id)
			}
		})
	}
}

// converge logs the expected loss after so many calls for each face, and after as many for the skeleton of the box, and
// what samples need for a half-width of 1 % of it (95 %), from the exact variance. Faces have to be within 1 %, from
// then on, for a tenth of that.
func converge(t testing.TB, pixels int, id string) {
	all := grabcut(t, fmt.Sprintf(`{"pixels": %d}`, pixels))
	x := &all.Train[slices.IndexFunc(all.Train, func(x sp.Instance) bool { return x.ID == id })]
	e := newEnergy(all, newParameters(all.Map, nil).directions, x, false)
	if err := e.visit(); err != nil {
		t.Fatal(err)
	}
	box := boxAt([]float64{0, 0, 0}, 1)
	loss := func(y []int32, _ []float64) float64 { return all.Loss.Value(x, x.Gold, y) }
	exact, err := skeleton.ExploreFaces(e, box, 0)
	if err != nil {
		t.Fatal(err)
	}
	mean := exact.Mean(loss)
	square := exact.Mean(func(y []int32, phi []float64) float64 { return loss(y, phi) * loss(y, phi) })
	samples := int(math.Ceil((square - mean*mean) * math.Pow(1.96/(0.01*mean), 2)))
	t.Logf("%s %v: expected loss %.4f %%, complete after %d calls; samples need %d", id, x.Shape, 100*mean, exact.Calls(), samples)
	within := 0
	for calls, open := 8, 1.0; open > 0; calls *= 2 {
		start := time.Now()
		f, err := skeleton.ExploreFaces(e, box, calls)
		if err != nil {
			t.Fatal(err)
		}
		if now := f.Mean(loss); math.Abs(now-mean) > 0.01*mean {
			within = 0
		} else if within == 0 {
			within = f.Calls()
		}
		byFaces := time.Since(start)
		start = time.Now()
		d, err := skeleton.Explore(e, box.Whole(), f.Calls())
		if err != nil {
			t.Fatal(err)
		}
		open = f.Unresolved()
		t.Logf("%6d calls: faces %.4f %%, unresolved %.2g, %v; box %.4f %%, unresolved %.2g, %v", f.Calls(),
			100*f.Mean(loss), open, byFaces.Round(time.Millisecond), 100*d.Mean(loss), d.Unresolved, time.Since(start).Round(time.Millisecond))
	}
	if exact.Unresolved() != 0 || within == 0 || within > samples/10 {
		t.Errorf("%s: within 1 %% after %d calls, samples after %d", id, within, samples)
	}
}

// BenchmarkGradientConvergence is Figure 4 of Kim et al. 2015: the derivative of the expected loss by θ₁, after so many
// calls for each of two skeletons, or samples on each of two faces.
func BenchmarkGradientConvergence(b *testing.B) {
	all := grabcut(b, "")
	x := &all.Train[0]
	e := newEnergy(all, newParameters(all.Map, nil).directions, x, false)
	if err := e.visit(); err != nil {
		b.Fatal(err)
	}
	box, key := boxAt([]float64{0.2, 0.1, 0.1}, 1), perturb.NewKey(1, x.ID)
	loss := func(y []int32, _ []float64) float64 { return all.Loss.Value(x, x.Gold, y) }
	const delta = 0.001
	for range b.N {
		for calls := 8; calls <= 2048; calls *= 2 {
			mean := func(r skeleton.Region) float64 {
				d, err := skeleton.Explore(e, r, calls)
				if err != nil {
					b.Fatal(err)
				}
				return d.Mean(loss)
			}
			sampled := func(upper bool) float64 {
				d, err := skeleton.Sample(e, box.Face(0, upper), calls, func(u []float64, draw int) { key.Uniform(u, uint64(draw)) })
				if err != nil {
					b.Fatal(err)
				}
				return d.Mean(loss)
			}
			b.Logf("%5d calls: faces %.5f, slices %.5f, regions %.5f, samples of faces %.5f", calls,
				mean(box.Face(0, true))-mean(box.Face(0, false)),
				mean(box.Slice(0, true, delta))-mean(box.Slice(0, false, delta)),
				(mean(box.Moved(0, delta).Whole())-mean(box.Whole()))/delta, sampled(true)-sampled(false))
		}
	}
}
