package encoder

import (
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/spbench/spbench/harness/feature"
	"github.com/spbench/spbench/harness/sp"
)

// A kind is a kind of random instances with K = 3, and an encoder for them.
type kind struct {
	net          string
	grid, sparse bool
	args         string // of the feature map
}

var kinds = []kind{
	{mlp, false, false, `{}`}, {mlp, true, false, `{"pairs":"potts"}`},
	{mlp, false, true, `{"reference":true}`}, {convolution, false, false, `{"reference":true}`},
	{convolution, false, true, `{}`}, {convolution, true, false, `{"pairs":"potts"}`},
}

func (k kind) encoder() *Encoder {
	e := Defaults()
	e.Net, e.Hidden, e.Layers, e.Pretraining = k.net, 6, 2, 3
	return &e
}

// task returns a task of n instances; the label of a variable depends on its features.
func (k kind) task(seed uint64, n int) *sp.Task {
	r := rand.New(rand.NewPCG(seed, 1))
	t := &sp.Task{Seed: seed, Visit: func() error { return nil }}
	for i := range n {
		size := 3 + i%4
		x := sp.Instance{ID: fmt.Sprint(i), Weight: 0.5 + r.Float64(), K: 3,
			Edges: sp.ChainEdges(size)}
		if k.grid {
			x.Shape = [2]int{size, 4}
			size *= 4
			x.Edges = sp.GridEdges(x.Shape[0], 4)
		}
		x.Node, x.Gold = sp.Rows{N: size, D: 5}, make([]int32, size)
		if k.sparse {
			x.Node.Start = []int32{0}
		}
		for d := range size {
			x.Gold[d] = r.Int32N(3)
			for j := range int32(5) {
				v := float32(r.NormFloat64())
				if j == x.Gold[d] {
					v += 3
				}
				switch {
				case !k.sparse:
					x.Node.Dense = append(x.Node.Dense, v)
				case v > 0.5:
					x.Node.Index, x.Node.Value = append(x.Node.Index, j), append(x.Node.Value, v)
				}
			}
			if k.sparse {
				x.Node.Start = append(x.Node.Start, int32(len(x.Node.Index)))
			}
		}
		t.Train = append(t.Train, x)
	}
	var err error
	if t.Map, err = feature.New("linear", []byte(k.args), feature.DimsOf(&t.Train[0])); err != nil {
		panic(err)
	}
	return t
}

func begin(t *testing.T, e *Encoder, task *sp.Task) (*sp.Task, *Fit) {
	t.Helper()
	u, _, f, err := e.Begin(task, nil, true)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(f.Close)
	return u, f
}

// TestGradient compares the step of the network with finite differences of Σ c·(node scores of
// Potentials) of two instances, by its weights.
func TestGradient(t *testing.T) {
	for _, k := range kinds {
		r, task := rand.New(rand.NewPCG(7, 7)), k.task(3, 6)
		e := k.encoder()
		u, f := begin(t, e, task)
		w, c := make([]float64, u.Map.Dim()), make([][]float64, 2)
		for i := range w {
			w[i] = r.NormFloat64()
		}
		var p sp.Potentials
		f.visits = len(f.given) // the first pass is over
		for i := range c {
			x := &u.Train[i]
			for range x.N() * x.K {
				c[i] = append(c[i], r.NormFloat64())
			}
			u.Map.Potentials(&p, w, x)
			f.Learn(x, c[i], w, 1.5)
		}
		theta, after := make([]float64, f.net.Size()), make([]float64, f.net.Size())
		f.net.Weights(theta)
		f.training.Adam = false
		if _, err := f.training.Step(f.pending, 1); err != nil {
			t.Fatal(err)
		}
		f.net.Weights(after)
		sum := func(theta []float64) (sum float64) {
			all := append(slices.Clone(w), theta...)
			for i := range c {
				if err := e.Potentials(task, &p, all, &task.Train[i]); err != nil {
					t.Fatal(err)
				}
				for j, v := range c[i] {
					sum += 1.5 * task.Train[i].Weight * v * p.Node[j]
				}
			}
			return sum
		}
		const h = 3e-4
		largest, worst := 0.0, 0
		for i, v := range theta {
			theta[i] = v + h
			up := sum(theta)
			theta[i] = v - h
			slope, got := (up-sum(theta))/(2*h), v-after[i]
			theta[i] = v
			largest = max(largest, math.Abs(slope))
			if math.Abs(got-slope) > 0.02*(1+math.Abs(slope)) { // a unit may bend within h
				worst++
			}
		}
		if largest < 1 || worst > len(theta)/50 {
			t.Errorf("%v: %d of %d derivatives are wrong, the largest is %.3g", k, worst, len(theta),
				largest)
		}
	}
}

// TestPredictionEqualsTraining: Scorer and the learner's feature map give the same scores, in joint
// training after steps of the network. The weights of a checkpoint are all that Scorer needs.
func TestPredictionEqualsTraining(t *testing.T) {
	for _, k := range kinds {
		task := k.task(4, 40)
		e := k.encoder()
		u, f := begin(t, e, task)
		w := make([]float64, u.Map.Dim())
		for i := range w {
			w[i] = float64(i%5) - 2
		}
		before := slices.Clone(f.checkpoint(sp.Checkpoint{Weights: w}).Weights)
		var p, q sp.Potentials
		for range 3 {
			for i := range u.Train {
				x := &u.Train[i]
				u.Map.Potentials(&p, w, x)
				other := slices.Clone(x.Gold)
				other[0] = (other[0] + 1) % 3
				f.LearnLabels(x, other, x.Gold, w, 1)
				f.Step()
			}
		}
		c := f.checkpoint(sp.Checkpoint{Weights: w, Objective: &sp.Objective{},
			Values: map[string]float64{sp.ValueBound: 1, "x": 2}})
		if slices.Equal(before, c.Weights) {
			t.Errorf("%v: the network has not changed", k)
		}
		if c.Objective != nil || len(c.Values) != 1 {
			t.Errorf("%v: checkpoint %+v has an objective or a bound", k, c)
		}
		for i := range u.Train {
			u.Map.Potentials(&p, w, &u.Train[i])
			if err := e.Potentials(task, &q, c.Weights, &task.Train[i]); err != nil {
				t.Fatal(err)
			}
			if !slices.Equal(p.Node, q.Node) || !slices.Equal(p.Pair.Table, q.Pair.Table) ||
				!slices.Equal(p.Pair.Potts, q.Pair.Potts) {
				t.Fatalf("%v: instance %d has other scores in prediction", k, i)
			}
		}
	}
}

// TestFrozen: scores of training instances come from networks that have not seen them. The scores
// of an instance therefore do not depend on its own labels, but those of others do.
func TestFrozen(t *testing.T) {
	for _, k := range kinds {
		e, task := k.encoder(), k.task(5, 9)
		e.Frozen = true
		u, f := begin(t, e, task)
		first := slices.Clone(f.scores)
		for d := range task.Train[2].Gold {
			task.Train[2].Gold[d] = 0
		}
		_, g := begin(t, e, task)
		for i := range u.Train {
			a, b := first[f.start[i]:][:3], g.scores[f.start[i]:][:3]
			if same := slices.Equal(a, b); same != (i%folds == 2) {
				t.Errorf("%v: instance 2 has other labels; equal scores of instance %d: %v", k, i, same)
			}
		}
	}
}

// TestClassifier: the independent classifier learns.
func TestClassifier(t *testing.T) {
	for _, k := range kinds {
		e, task := k.encoder(), k.task(6, 60)
		e.Frozen, e.Pretraining, e.Speed = true, 30, 0.02
		_, f := begin(t, e, task)
		wrong, all := 0, 0
		for i := range task.Train {
			for d, gold := range task.Train[i].Gold {
				all++
				scores := f.scores[f.start[i]+d*3:][:3]
				if scores[gold] < slices.Max(scores) {
					wrong++
				}
			}
		}
		if 3*wrong > all {
			t.Errorf("%v: %d of %d labels are wrong out of fold", k, wrong, all)
		}
	}
}

func TestUnsupported(t *testing.T) {
	e := kinds[0].encoder()
	_, _, _, err := e.Begin(kinds[0].task(1, 2), nil, false)
	if !errors.Is(err, errors.ErrUnsupported) {
		t.Errorf("a solver of fixed functions: error %v", err)
	}
	task := kinds[3].task(1, 2)
	task.Train[1].Edges = task.Train[1].Edges[1:]
	_, _, _, err = kinds[3].encoder().Begin(task, nil, true)
	if !errors.Is(err, errors.ErrUnsupported) {
		t.Errorf("convolutions on another graph: error %v", err)
	}
	none := Defaults()
	task = kinds[0].task(1, 2)
	if u, _, f, err := none.Begin(task, nil, false); u != task || f != nil || err != nil {
		t.Errorf("no encoder: %v, %v", f, err)
	}
	var p sp.Potentials
	if err := none.Potentials(task, &p, make([]float64, 2), &task.Train[0]); !errors.Is(err,
		sp.ErrProtocol) {
		t.Errorf("wrong number of weights: error %v", err)
	}
}

// TestFrames: the network of images with void pixels cut out is that of whole images with these
// labels unknown. The variables have the scores of their pixels. Values count all these images.
func TestFrames(t *testing.T) {
	for _, k := range kinds {
		if k.net != convolution {
			continue
		}
		for _, frozen := range []bool{false, true} {
			e, task := k.encoder(), k.task(8, 4)
			e.Frozen = frozen
			whole, cut := *task, *task
			whole.Train, whole.Partial, cut.Train = nil, slices.Clone(task.Train), nil
			for i := range whole.Partial {
				x := &whole.Partial[i]
				x.Gold = slices.Clone(x.Gold)
				x.Gold[1] = sp.Unknown
				cut.Train = append(cut.Train, x.Part(func(d int) bool { return d != 1 }))
			}
			u, f := begin(t, e, &whole)
			v, g := begin(t, e, &cut)
			weights := [2][]float64{make([]float64, f.net.Size()), make([]float64, f.net.Size())}
			f.net.Weights(weights[0])
			g.net.Weights(weights[1])
			if !slices.Equal(weights[0], weights[1]) {
				t.Fatalf("%v, frozen %v: other networks", k, frozen)
			}
			var p, q sp.Potentials
			for i := range v.Train {
				x, y := &u.Partial[i], &v.Train[i]
				w := make([]float64, u.Map.Dim())
				for j := range w {
					w[j] = float64(j%7) - 2
				}
				u.Map.Potentials(&p, w, x)
				v.Map.Potentials(&q, w, y)
				for d := range y.N() {
					if at := y.Place(d); !slices.Equal(q.Node[d*3:][:3], p.Node[at*3:][:3]) {
						t.Fatalf("%v, frozen %v: variable %d has scores %v, its pixel %v", k, frozen, d,
							q.Node[d*3:][:3], p.Node[at*3:][:3])
					}
				}
				node := make([]float64, y.N()*3)
				for j := range node {
					node[j] = float64(j%5) - 2
				}
				for range 2 * len(v.Train) { // the network rests at first
					all := make([]float64, x.N()*3)
					for d := range y.N() {
						copy(all[y.Place(d)*3:], node[d*3:][:3])
					}
					f.Learn(x, all, w, 1)
					g.Learn(y, node, w, 1)
				}
			}
			if frozen {
				continue
			}
			f.batch, g.batch = 0, 0
			f.Step()
			g.Step()
			f.net.Weights(weights[0])
			g.net.Weights(weights[1])
			if !slices.Equal(weights[0], weights[1]) {
				t.Errorf("%v: other steps of the networks", k)
			}
			whole.Partial[0].Gold = slices.Repeat([]int32{sp.Unknown}, whole.Partial[0].N())
			_, f = begin(t, e, &whole)
			at := f.checkpoint(sp.Checkpoint{Values: map[string]float64{sp.ValueInstances: 2}})
			if n := at.Values[sp.ValueInstances]; n != 3 {
				t.Errorf("%v: learned from %v images, want 3", k, n)
			}
		}
	}
}
