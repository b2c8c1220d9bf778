package skeleton

import (
	"reflect"
	"testing"

	"github.com/spbench/spbench/harness/oracle"
	"github.com/spbench/spbench/harness/sp"
)

// A counting solver counts the answers of cuts and of memory.
type counting struct {
	*oracle.Cut
	cuts, recalled int
}

func (c *counting) MAP(y []int32, p *sp.Potentials) (float64, error) {
	c.cuts++
	return c.Cut.MAP(y, p)
}

func (c *counting) Recall(*sp.Potentials) error {
	c.recalled++
	return nil
}

// TestMemory: a descent has the same bits with and without memory, and as many calls. In the first
// images pixels have two values and many labelings tie, in the second pixels have a few more.
func TestMemory(t *testing.T) {
	for kind := range 2 {
		xs := masks(7, 3, 14, 15)
		for i := range xs {
			xs[i].Edge = sp.Rows{N: len(xs[i].Edges)}
			for d := range xs[i].Node.Dense {
				xs[i].Node.Dense[d] += float32(kind * (d % 7) / 4)
			}
		}
		for _, l := range []Skeleton{
			{Objective: kindExpectedLoss, Gradient: gradientFaces},
			{Objective: kindExpectedLoss, Gradient: gradientRegions},
			{Objective: kindSkeletonPMAP},
		} {
			l.Width, l.Step, l.Calls, l.Starts = defaults().Width, 0.25, 30, 1
			want, plain := remembering(t, &l, xs, false)
			got, kept := remembering(t, &l, xs, true)
			if !reflect.DeepEqual(got, want) {
				t.Errorf("%s, %s: with memory %v, without %v", l.Objective, l.Gradient, got, want)
			}
			if kept.cuts+kept.recalled != plain.cuts || kept.cuts > plain.cuts/2 {
				t.Errorf("%s, %s: %d cuts and %d recalled, without memory %d", l.Objective,
					l.Gradient, kept.cuts, kept.recalled, plain.cuts)
			}
		}
	}
}

// remembering returns the results of 12 steps of a descent in two parameters, and its calls.
func remembering(t *testing.T, l *Skeleton, xs []sp.Instance, memory bool) (visited []evaluated,
	calls *counting) {
	calls = &counting{Cut: oracle.NewCut()}
	in := task(input(xs, `{"pairs":"potts"}`, "hamming"))
	in.Solver = func(*sp.Instance) (sp.Solver, error) { return calls, nil }
	f := must(newDescent(l, in, baseUnary))(t)
	f.learned = []float64{0, 0.1, 0}
	f.begin()
	for _, e := range f.energies {
		if e.memory == nil {
			t.Fatal("no memory")
		}
		if !memory {
			e.memory = nil
		}
	}
	for range 12 {
		need(t, f.step())
		visited = append(visited, f.evaluated)
	}
	return visited, calls
}
