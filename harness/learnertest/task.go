package learnertest

import (
	"fmt"
	"math/rand/v2"

	"github.com/spbench/spbench/harness/feature"
	"github.com/spbench/spbench/harness/loss"
	"github.com/spbench/spbench/harness/sp"
	"github.com/spbench/spbench/internal/wire"
)

// A task is one small learning problem.
type task struct {
	name, doc string
	train     []sp.Instance
	test      []sp.Instance // with all labels; the learner gets them from shown
	shown     []sp.Instance // the test set as the learner sees it
	pairs     string        // of the linear feature map
	loss      string
	passes    float64 // budget
	oracle    sp.Spec // of fits
	learnable bool    // the labels can be told from the features, far better than by a constant

	fmap      sp.FeatureMap
	trainLoss sp.Loss
}

// tasks returns the tasks, the same ones at every call.
func tasks() []*task {
	return prepare(chains(), grid(), narrow(), sparse(), sized(), signed(), partly(), observed(), unlabelled(), single())
}

// prepare completes tasks as they are drawn.
func prepare(all ...*task) []*task {
	for _, t := range all {
		x := &t.test[0]
		name(t.name, t.train, t.test, t.shown)
		var err error
		if t.fmap, err = feature.New("linear", t.features(), feature.DimsOf(x)); err != nil {
			panic("learnertest: " + err.Error()) // a mistake in this file
		}
		if t.trainLoss, err = loss.New(t.loss, nil); err != nil {
			panic("learnertest: " + err.Error())
		}
		if t.shown == nil {
			t.shown = hide(t.test)
		}
	}
	return all
}

// under gives tasks the oracle of their fits.
func under(oracle sp.Spec, all ...*task) {
	for _, t := range all {
		t.oracle = oracle
	}
}

// name makes the IDs of a task's instances differ from those of others.
func name(task string, sets ...[]sp.Instance) {
	for _, set := range sets {
		for i := range set {
			set[i].ID = task + "-" + set[i].ID
		}
	}
}

func (t *task) features() []byte { return fmt.Appendf(nil, `{"pairs":%q}`, t.pairs) }

// setting is what the learner is told for fits and predictions.
func (t *task) setting() wire.Setting {
	x := &t.test[0]
	return wire.Setting{
		Map: sp.Spec{Name: "linear", Args: t.features()}, K: x.K, NodeWidth: x.Node.D, EdgeWidth: x.Edge.D,
		Loss: sp.Spec{Name: t.loss}, Seed: 7, Oracle: t.oracle,
	}
}

// request asks for a fit with several checkpoints.
func (t *task) request() wire.FitRequest {
	return wire.FitRequest{
		Setting: t.setting(), Budget: sp.Budget{Passes: t.passes}, Schedule: sp.Schedule{First: 1, Factor: 2},
	}
}

// labelled returns the training instances with all labels.
func (t *task) labelled() (list []sp.Instance) {
	for i := range t.train {
		if t.train[i].Labelled() {
			list = append(list, t.train[i])
		}
	}
	return list
}

func chains() *task {
	r := source(1)
	return &task{
		name: "chain", doc: "chains of 4 labels, a full table of pair weights",
		train: draw(r, "train", 12, chain(4)), test: draw(r, "test", 6, chain(4)),
		pairs: feature.PairsFull, loss: "hamming", passes: 100, learnable: true,
	}
}

func grid() *task {
	r := source(2)
	return &task{
		name: "grid", doc: "16×16 grids of 2 labels, Potts: only minimum cuts solve them",
		train: draw(r, "train", 3, image(16, 16, 2)), test: draw(r, "test", 2, image(16, 16, 2)),
		pairs: feature.PairsPotts, loss: "hamming", passes: 100, learnable: true,
	}
}

func narrow() *task {
	r := source(3)
	return &task{
		name: "grid3", doc: "3×5 grids of 3 labels, Potts: elimination solves them",
		train: draw(r, "train", 8, image(3, 5, 3)), test: draw(r, "test", 4, image(3, 5, 3)),
		pairs: feature.PairsPotts, loss: "hamming", passes: 100, learnable: true,
	}
}

func sparse() *task {
	r := source(4)
	return &task{
		name: "sparse", doc: "chains with sparse features, 1000 wide",
		train: draw(r, "train", 12, words(3, 1000)), test: draw(r, "test", 6, words(3, 1000)),
		pairs: feature.PairsFull, loss: "hamming", passes: 100, learnable: true,
	}
}

func sized() *task {
	r := source(5)
	t := &task{
		name: "sized", doc: "4×4 grids of 2 labels whose variables have sizes, weighted loss, instances of different weight",
		train: draw(r, "train", 8, image(4, 4, 2)), test: draw(r, "test", 4, image(4, 4, 2)),
		pairs: feature.PairsPotts, loss: "weighted-hamming", passes: 100, learnable: true,
	}
	for _, set := range [][]sp.Instance{t.train, t.test} {
		for i := range set {
			set[i].Weight = 0.5 + r.Float64()
			for range set[i].N() {
				set[i].Size = append(set[i].Size, float64(1+r.IntN(20)))
			}
		}
	}
	return t
}

func signed() *task {
	r := source(6)
	return &task{
		name: "signed", doc: "chains whose neighbours differ, with Potts strengths that must not be negative",
		train: draw(r, "train", 10, chain(3)), test: draw(r, "test", 5, chain(3)),
		pairs: feature.PairsPotts, loss: "hamming", passes: 100, learnable: true,
	}
}

func partly() *task {
	r := source(7)
	t := &task{
		name: "partial", doc: "chains of which some have only part of their labels, or candidates for them",
		train: draw(r, "train", 8, chain(3)), test: draw(r, "test", 5, chain(3)),
		pairs: feature.PairsFull, loss: "hamming", passes: 100, learnable: true,
	}
	t.train = append(t.train, reveal(r, 0.5, draw(r, "partly", 5, chain(3)))...)
	t.train = append(t.train, candidates(r, draw(r, "candidates", 3, chain(3)))...)
	return t
}

func observed() *task {
	r := source(8)
	t := &task{
		name: "observed", doc: "chains of which the test set shows some labels",
		train: draw(r, "train", 8, chain(3)), test: draw(r, "test", 5, chain(3)),
		pairs: feature.PairsFull, loss: "hamming", passes: 100, learnable: true,
	}
	t.shown = reveal(r, 0.4, t.test)
	return t
}

func unlabelled() *task {
	r := source(9)
	return &task{
		name: "unlabelled", doc: "no training instance has all its labels",
		train: reveal(r, 0.3, draw(r, "train", 5, chain(3))), test: draw(r, "test", 4, chain(3)),
		pairs: feature.PairsFull, loss: "hamming", passes: 50,
	}
}

func single() *task {
	r := source(10)
	one := func(r *rand.Rand, x *sp.Instance) { label(r, x, 3, []int32{r.Int32N(3)}) }
	return &task{
		name: "single", doc: "instances of one variable",
		train: draw(r, "train", 20, one), test: draw(r, "test", 6, one),
		pairs: feature.PairsFull, loss: "hamming", passes: 100, learnable: true,
	}
}
