package examine

import (
	"fmt"
	"math/rand/v2"
	"slices"

	"github.com/spbench/spbench/harness/feature"
	"github.com/spbench/spbench/harness/internal/wire"
	"github.com/spbench/spbench/harness/loss"
	"github.com/spbench/spbench/harness/param"
	"github.com/spbench/spbench/harness/sp"
)

// A task is a small learning problem.
type task struct {
	name, doc string
	train     []sp.Instance
	test      []sp.Instance // with all labels; the learner gets shown instead
	shown     []sp.Instance // the test set as the learner sees it
	pairs     string        // of the linear feature map; "": candidates
	loss      string
	passes    float64 // budget
	random    *rand.Rand
	oracle    sp.Spec // of fits
	learnable bool    // the features tell the labels, far better than a constant

	k         int // labels
	fmap      sp.FeatureMap
	trainLoss sp.Loss
}

// tasks returns the tasks, the same at every call.
func tasks() []*task {
	one := func(r *rand.Rand, x *sp.Instance) { label(r, x, 3, []int32{r.Int32N(3)}) }
	return prepare(
		drawn(1, "chain", "chains of 4 labels, a full table of pair weights", feature.PairsFull, 12,
			6, chain(4)),
		drawn(2, "grid", "16×16 grids of 2 labels, Potts: only minimum cuts solve them",
			feature.PairsPotts, 3, 2, image(16, 16, 2)),
		drawn(3, "grid3", "3×5 grids of 3 labels, Potts: elimination solves them",
			feature.PairsPotts, 8, 4, image(3, 5, 3)),
		drawn(4, "sparse", "chains with sparse features, 1000 wide", feature.PairsFull, 12, 6,
			words(3, 1000)),
		sized(),
		drawn(6, "signed",
			"chains whose neighbours differ, with Potts strengths that must not be negative",
			feature.PairsPotts, 10, 5, chain(3)),
		partly(),
		observed(),
		unlabelled(),
		drawn(10, "single", "instances of one variable", feature.PairsFull, 20, 6, one),
		matchings(), trees(),
		drawn(14, sp.Path, "paths on 3×3 grids, right and down", feature.PairsNone, 12, 6,
			structured(sp.Structure{Kind: sp.Path, Arcs: sp.GridEdges(3, 3), Sink: 8})),
		drawn(15, sp.Cardinality, "subsets of two or three variables", feature.PairsNone, 12, 6,
			structured(sp.Structure{Kind: sp.Cardinality, Least: 2, Most: 3})),
	)
}

// Tasks returns the names and descriptions of all tasks, in the order of a report.
func Tasks() (list []param.Entry) {
	for _, t := range tasks() {
		list = append(list, param.Entry{Name: t.name, Doc: t.doc})
	}
	return list
}

// prepare completes drawn tasks.
func prepare(all ...*task) []*task {
	for _, t := range all {
		name(t.name, t.train, t.test, t.shown)
		for _, x := range slices.Concat(t.train, t.test) {
			t.k = max(t.k, x.K)
		}
		s := t.setting()
		dims := feature.Dims{K: s.K, Node: s.NodeWidth, Edge: s.EdgeWidth}
		var err error
		if t.fmap, err = feature.New(s.Map.Name, s.Map.Args, dims); err != nil {
			panic("examine: " + err.Error()) // an error in this file
		}
		if t.trainLoss, err = loss.New(t.loss, nil); err != nil {
			panic("examine: " + err.Error())
		}
		if t.shown == nil {
			t.shown = hide(t.test)
		}
	}
	return all
}

// under sets the oracle of the tasks' fits.
func under(oracle sp.Spec, all ...*task) {
	for _, t := range all {
		t.oracle = oracle
	}
}

// name makes the IDs of a task's instances differ from those of other tasks.
func name(task string, sets ...[]sp.Instance) {
	for _, set := range sets {
		for i := range set {
			set[i].ID = task + "-" + set[i].ID
		}
	}
}

// setting returns the setting of fits and predictions.
func (t *task) setting() wire.Setting {
	x := &t.test[0]
	features := sp.Spec{Name: "linear", Args: fmt.Appendf(nil, `{"pairs":%q}`, t.pairs)}
	if t.pairs == "" {
		features = sp.Spec{Name: feature.CandidatesName, Args: []byte(`{"bits":8}`)}
	}
	return wire.Setting{
		Map: features, K: t.k, NodeWidth: x.Node.D, EdgeWidth: x.Edge.D,
		Loss: sp.Spec{Name: t.loss}, Seed: 7, Oracle: t.oracle,
	}
}

// request returns a request for a fit with several checkpoints.
func (t *task) request() wire.FitRequest {
	return wire.FitRequest{
		Setting: t.setting(), Budget: sp.Budget{Passes: t.passes},
		Schedule: sp.Schedule{First: 1, Factor: 2},
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

// drawn returns a task with training and test instances drawn from a seed.
func drawn(seed uint64, name, doc, pairs string, train, test int,
	fill func(*rand.Rand, *sp.Instance)) *task {
	r := source(seed)
	return &task{
		name: name, doc: doc, train: draw(r, "train", train, fill),
		test: draw(r, "test", test, fill), random: r,
		pairs: pairs, loss: "hamming", passes: 100, learnable: true,
	}
}

func sized() *task {
	t := drawn(5, "sized",
		"4×4 grids of 2 labels whose variables have sizes, weighted loss, instances of "+
			"different weight", feature.PairsPotts, 8, 4, image(4, 4, 2))
	t.loss = "weighted-hamming"
	for _, set := range [][]sp.Instance{t.train, t.test} {
		for i := range set {
			set[i].Weight = 0.5 + t.random.Float64()
			for range set[i].N() {
				set[i].Size = append(set[i].Size, float64(1+t.random.IntN(20)))
			}
		}
	}
	return t
}

func partly() *task {
	t := drawn(7, "partial",
		"chains of which some have only part of their labels, or candidates for them",
		feature.PairsFull, 8, 5, chain(3))
	t.train = append(t.train, reveal(t.random, 0.5, draw(t.random, "partly", 5, chain(3)))...)
	t.train = append(t.train, candidates(t.random, draw(t.random, "candidates", 3, chain(3)))...)
	return t
}

func observed() *task {
	t := drawn(8, "observed", "chains whose features are scores of labels and pairs; the test set "+
		"shows some labels", feature.PairsFull, 8, 5, scored(chain(3)))
	t.shown = reveal(t.random, 0.4, t.test)
	return t
}

func unlabelled() *task {
	t := drawn(9, "unlabelled", "no training instance has all its labels", feature.PairsFull, 5, 4,
		chain(3))
	t.train, t.passes, t.learnable = reveal(t.random, 0.3, t.train), 50, false
	return t
}

func matchings() *task {
	fill := structured(sp.Structure{Kind: sp.Assignment})
	t := drawn(12, sp.Assignment, "words with different partners or none, some of them unknown, and "+
		"weights shared by labels", "", 12, 6, fill)
	t.train = append(t.train, reveal(t.random, 0.5, draw(t.random, "partly", 4, fill))...)
	return t
}

func trees() *task {
	t := drawn(13, sp.Arborescence, "trees with a single root, and weights shared by labels; the "+
		"test set shows some labels", "", 12, 6,
		structured(sp.Structure{Kind: sp.Arborescence, Single: true}))
	t.shown = reveal(t.random, 0.4, t.test)
	return t
}
