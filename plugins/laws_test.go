package plugins_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/spbench/spbench/harness/learner"
	"github.com/spbench/spbench/harness/learnertest"
	"github.com/spbench/spbench/harness/param"
	"github.com/spbench/spbench/harness/sp"
	"github.com/spbench/spbench/plugins/crf"
	"github.com/spbench/spbench/plugins/direct"
	"github.com/spbench/spbench/plugins/locpmap"
	"github.com/spbench/spbench/plugins/marginalpmap"
	"github.com/spbench/spbench/plugins/partclamp"
	"github.com/spbench/spbench/plugins/skeleton"
	"github.com/spbench/spbench/plugins/ssvm"
)

// A setting is a learner with parameters, a JSON object, such as "crf {}".
type setting string

func (s setting) split() (learner, params string) {
	learner, params, _ = strings.Cut(string(s), " ")
	return learner, params
}

// start returns the learner, or an error for invalid parameters.
func (s setting) start(t testing.TB) (learner.Learner, error) {
	t.Helper()
	name, params := s.split()
	for _, known := range []func() (learner.Info, func() learner.Learner){crf.Learner,
		direct.Learner, locpmap.Learner, marginalpmap.Learner, partclamp.Learner, skeleton.Learner,
		ssvm.Learner} {
		if info, fresh := known(); info.Name == name {
			l := fresh()
			return l, learner.Decode(l, []byte(params))
		}
	}
	t.Fatalf("there is no learner %s", name)
	return nil, nil
}

// try fits in.
func (s setting) try(t testing.TB, in learner.Input) ([]sp.Stamped, sp.Done, error) {
	t.Helper()
	l, err := s.start(t)
	if err != nil {
		t.Fatal(err)
	}
	return learnertest.Try(t, l, in)
}

// small makes fits short.
const small = `"hidden":8,"pretraining":1`

// bases are the settings to vary: together they reach all code of the learners.
var bases = []setting{
	`crf {}`,
	`crf {"solver":"sgd"}`,
	`crf {"objective":"clique","sweeps":3}`,
	`crf {"solver":"sgd","encoder":"mlp",` + small + `}`,
	`direct {"batch":4}`,
	`direct {"estimator":"imle","draws":2}`,
	`direct {"encoder":"mlp",` + small + `}`,
	`locpmap {}`,
	`locpmap {"solver":"sgd","encoder":"mlp",` + small + `}`,
	`locpmap {"unaries":"network","epochs":2}`,
	`marginalpmap {"batch":4,"draws":5}`,
	`marginalpmap {"objective":"joint","batch":45,"draws":5}`,
	`marginalpmap {"encoder":"mlp","draws":5,` + small + `}`,
	`partclamp {"partitions":2}`,
	`partclamp {"mode":"online","partitions":2}`,
	`partclamp {"mode":"online","objective":"cd","encoder":"mlp",` + small + `}`,
	`skeleton {"iterations":4,"calls":30}`,
	`ssvm {}`,
	`ssvm {"solver":"subgradient"}`,
	`ssvm {"solver":"stochastic-subgradient","encoder":"mlp",` + small + `}`,
}

// variants returns s, and s with each value of each parameter of few values, if the two agree.
func (s setting) variants(t testing.TB) []setting {
	l, err := s.start(t)
	if err != nil {
		t.Fatal(err)
	}
	name, given := s.split()
	list := []setting{s}
	for _, p := range param.Of(l) {
		values := []string{"false", "true"}
		if p.Type != "boolean" {
			values = nil
			for _, v := range p.Enum {
				values = append(values, strconv.Quote(v))
			}
		}
		for _, v := range values {
			params := map[string]json.RawMessage{}
			if err := json.Unmarshal([]byte(given), &params); err != nil {
				t.Fatal(err)
			}
			params[p.Name] = json.RawMessage(v)
			text, err := json.Marshal(params)
			if err != nil {
				t.Fatal(err)
			}
			other := setting(name + " " + string(text))
			if _, err := other.start(t); err == nil && v != string(p.Default) {
				list = append(list, other)
			}
		}
	}
	return list
}

// chains returns chains of 2 to 5 variables of three labels. Every third lacks half of its labels.
func chains(n int) learner.Input {
	r := rand.New(rand.NewPCG(1, 1))
	return mixed(n, `{}`, "hamming", func(x *sp.Instance) {
		size := 2 + r.IntN(4)
		x.K, x.Edges = 3, sp.ChainEdges(size)
		observe(r, x, slices.Repeat([]int32{r.Int32N(3)}, size))
	})
}

// grids returns images of two labels, with the same labels unknown.
func grids(n int) learner.Input {
	r := rand.New(rand.NewPCG(2, 2))
	return mixed(n, `{"pairs":"potts"}`, "weighted-hamming", func(x *sp.Instance) {
		x.K, x.Edges, x.Shape = 2, sp.GridEdges(4, 5), [2]int{4, 5}
		y := make([]int32, 20)
		for d := range y {
			if d%5 > 1+r.IntN(3) {
				y[d] = 1
			}
		}
		observe(r, x, y)
	})
}

// observe gives x the labels y, a few of them changed, and noisy features.
func observe(r *rand.Rand, x *sp.Instance, y []int32) {
	x.Gold, x.Node = y, sp.Rows{N: len(y), D: 3}
	for d := range y {
		if r.IntN(5) == 0 {
			y[d] = r.Int32N(int32(x.K))
		}
		for k := range int32(3) {
			v := 0.7 * r.NormFloat64()
			if k == y[d] {
				v++
			}
			x.Node.Dense = append(x.Node.Dense, float32(v))
		}
	}
	x.Edge.N = len(x.Edges)
}

// mixed returns n instances of different weight, the last third with unknown labels.
func mixed(n int, features, loss string, fill func(*sp.Instance)) learner.Input {
	xs := make([]sp.Instance, n)
	for i := range xs {
		xs[i] = sp.Instance{ID: fmt.Sprint(i), Weight: 1 + float64(i%3)}
		fill(&xs[i])
		for d := i % 2; d < xs[i].N() && i >= n-n/3; d += 2 {
			xs[i].Gold[d] = sp.Unknown
		}
	}
	in := learnertest.Input(xs, features, loss)
	in.Train, in.Partial = xs[:n-n/3], xs[n-n/3:]
	return in
}

// TestThreads: a fit has the same bits with any number of threads, by every variant and for every
// reason to stop. With an encoder it has no bound, and no objective for the harness to audit.
func TestThreads(t *testing.T) {
	counts := []int{2}
	if learnertest.Slow() {
		counts = append(counts, 5)
	}
	whole := grids(21)
	whole.Partial = nil
	for _, base := range bases {
		fits := 0
		for _, in := range []learner.Input{chains(21), whole} {
			if fits > 0 && !learnertest.Slow() {
				break // one kind of instances, unless the learner refuses it
			}
			in.Schedule = sp.Schedule{First: 1, Factor: 1.5}
			for _, s := range base.variants(t) {
				for _, in.Budget = range []sp.Budget{{Passes: 6.5}, {Visits: 121}, {MAP: 61}} {
					fits += s.threads(t, in, counts)
				}
			}
		}
		if fits == 0 {
			t.Errorf("%v does no task", base)
		}
	}
}

// threads compares fits by several threads with one by a single thread. It returns 0 if the learner
// does not do the task.
func (s setting) threads(t *testing.T, in learner.Input, counts []int) int {
	t.Helper()
	points, done, err := s.try(t, in)
	if errors.Is(err, errors.ErrUnsupported) || errors.Is(err, sp.ErrParams) {
		return 0
	}
	l, _ := s.start(t)
	learnertest.Threads(t, fmt.Sprint(s), l, in, counts...)
	last := points[len(points)-1]
	if _, bound := last.Values[sp.ValueBound]; strings.Contains(string(s), `"mlp"`) &&
		(bound || last.Objective != nil || done.Dual != nil) {
		t.Errorf("%v: %v, objective %v", s, last.Values, last.Objective)
	}
	return 1
}

// TestSeeds: the same seed gives the same bits. Another one gives others if the method draws.
func TestSeeds(t *testing.T) {
	for s, draws := range map[setting]bool{
		`crf {}`:                                                                false,
		`crf {"solver":"sgd","passes":3}`:                                       true,
		`direct {"passes":8}`:                                                   true,
		`locpmap {}`:                                                            false,
		`locpmap {"solver":"sgd","passes":3}`:                                   true,
		`locpmap {"unaries":"network","epochs":2}`:                              true,
		`marginalpmap {"objective":"joint","passes":5}`:                         true,
		`marginalpmap {"passes":5,"batch":2}`:                                   true,
		`partclamp {"objective":"pseudolikelihood"}`:                            false,
		`partclamp {}`:                                                          true, // of partitions
		`partclamp {"objective":"composite"}`:                                   true,
		`partclamp {"mode":"online","passes":3}`:                                true,
		`partclamp {"mode":"online","objective":"composite","passes":3}`:        true,
		`partclamp {"mode":"online","objective":"pseudolikelihood","passes":3}`: true,
		`partclamp {"mode":"online","objective":"cd","passes":3}`:               true,
		`skeleton {"iterations":5}`:                                             false,
		`skeleton {"objective":"pmap","iterations":5}`:                          true,
		`ssvm {"passes":15}`:                                                    true,
		`ssvm {"solver":"bcfw-gap","passes":15}`:                                true,
		`ssvm {"solver":"stochastic-subgradient","passes":15}`:                  true,
		`ssvm {"solver":"perceptron","passes":15}`:                              true,
		`ssvm {"solver":"subgradient","passes":15}`:                             false,
	} {
		in := grids(12)
		in.Partial = nil
		var ends [][]float64
		for _, in.Seed = range []uint64{1, 1, 2} {
			points, _, err := s.try(t, in)
			if err != nil {
				t.Fatal(s, err)
			}
			ends = append(ends, points[len(points)-1].Weights)
		}
		if !slices.Equal(ends[0], ends[1]) || slices.Equal(ends[0], ends[2]) == draws {
			t.Errorf("%v: seeds 1, 1, 2 end at %v", s, ends)
		}
	}
}

// TestRefusals: the error of an impossible task wraps errors.ErrUnsupported.
func TestRefusals(t *testing.T) {
	whole := chains(9)
	unlabelled, other := whole, whole
	unlabelled.Train, unlabelled.Partial = nil, whole.Partial
	other.Loss = learnertest.Loss("zero-one")
	dense := sp.Instance{ID: "dense", Weight: 1, K: 3, Gold: make([]int32, 20),
		Node: sp.Rows{N: 20, D: 3, Dense: make([]float32, 60)}}
	for v := range int32(20) {
		for u := range v {
			dense.Edges = append(dense.Edges, sp.Edge{U: u, V: v})
		}
	}
	complete := learnertest.Input([]sp.Instance{dense}, `{}`, "hamming")
	refuses := func(what string, in learner.Input, list ...setting) {
		for _, s := range list {
			points, _, err := s.try(t, in)
			if !errors.Is(err, errors.ErrUnsupported) || len(points) > 0 {
				t.Errorf("%s: %v: error %v", what, s, err)
			}
		}
	}
	solvers := []setting{`ssvm {}`, `ssvm {"solver":"bcfw-gap"}`,
		`ssvm {"solver":"subgradient"}`, `ssvm {"solver":"stochastic-subgradient"}`}
	perceptron := setting(`ssvm {"solver":"perceptron"}`)
	refuses("no labelled instance", unlabelled, append(solvers, perceptron, `crf {}`,
		`marginalpmap {}`, `partclamp {}`, `skeleton {}`)...)
	refuses("no oracle", complete, append(solvers, perceptron, `marginalpmap {}`,
		`direct {}`)...)
	refuses("a loss that is no sum over variables", other, append(solvers,
		`marginalpmap {"objective":"weighted"}`, `crf {"objective":"expected-loss"}`,
		`direct {"estimator":"direct-loss"}`, `direct {"estimator":"imle"}`,
		`direct {"estimator":"aimle"}`, `direct {"estimator":"black-box"}`)...)
	refuses("an encoder in training", whole,
		`crf {"encoder":"mlp"}`,
		`crf {"encoder":"mlp","solver":"gradient-descent"}`,
		`direct {"encoder":"mlp","estimator":"score-function"}`,
		`locpmap {"encoder":"mlp"}`,
		`locpmap {"encoder":"mlp","solver":"sgd"}`, // with unknown labels
		`locpmap {"encoder":"mlp","unaries":"network"}`,
		`partclamp {"encoder":"mlp"}`,
		`ssvm {"encoder":"mlp"}`,
		`ssvm {"encoder":"mlp","solver":"bcfw-gap"}`,
		`ssvm {"encoder":"mlp","solver":"subgradient"}`)
	for _, s := range []setting{perceptron, `direct {"passes":2}`,
		`direct {"passes":2,"estimator":"score-function"}`,
		`direct {"passes":2,"estimator":"sparsemap"}`} {
		if _, _, err := s.try(t, other); err != nil {
			t.Errorf("%v refuses another loss: %v", s, err)
		}
	}
}

// TestPasses: passes limit the visits of each instance, 50 without passes and budget. A budget ends
// at its visit, with the weights of an equally long fit.
func TestPasses(t *testing.T) {
	in := chains(15)
	in.Partial = nil
	n := int64(len(in.Train))
	for _, s := range []setting{
		`crf "solver":"sgd"`, `crf "solver":"sgd","objective":"pseudolikelihood"`,
		`direct "batch":1`, `locpmap "solver":"sgd"`, `marginalpmap "objective":"joint"`,
		`partclamp "mode":"online"`, `ssvm "solver":"bcfw"`,
		`ssvm "solver":"bcfw-gap","cache":false`, `ssvm "solver":"subgradient"`,
		`ssvm "solver":"stochastic-subgradient"`, `ssvm "solver":"perceptron"`,
	} {
		var ends [][]float64
		for _, test := range []struct {
			passes int
			budget sp.Budget
			visits int64
		}{
			{7, sp.Budget{}, 7 * n}, {0, sp.Budget{Passes: 7}, 7 * n}, {7, sp.Budget{Passes: 60}, 7 * n},
			{0, sp.Budget{}, 50 * n}, {0, sp.Budget{Passes: 60}, 60 * n},
			{27, sp.Budget{Visits: 137}, 137},
		} {
			in.Budget = test.budget
			name, more := s.split()
			of := setting(fmt.Sprintf(`%s {"passes":%d,%s}`, name, test.passes, more))
			points, done, err := of.try(t, in)
			if err != nil || done.Counts.Visits != test.visits {
				t.Fatalf("%v, %+v: %d visits, want %d: %v", of, test.budget, done.Counts.Visits,
					test.visits, err)
			}
			ends = append(ends, points[len(points)-1].Weights)
		}
		if !slices.Equal(ends[0], ends[1]) || !slices.Equal(ends[0], ends[2]) {
			t.Errorf("%v: 7 passes end elsewhere than under a budget of 7 passes", s)
		}
	}
}

// TestKappa: half of κ for twice the weights of instances with unknown labels changes no bit.
// Without κ, nor do these instances.
func TestKappa(t *testing.T) {
	for _, s := range []setting{`crf `, `direct ,"passes":5`,
		`marginalpmap ,"passes":5`, `partclamp `,
		`skeleton ,"iterations":3,"calls":30`, `ssvm ,"passes":5`,
		`ssvm ,"passes":5,"solver":"bcfw-gap"`, `ssvm ,"passes":5,"solver":"subgradient"`,
		`ssvm ,"passes":5,"solver":"stochastic-subgradient"`} {
		in := grids(9)
		end := func(kappa float64, partial []sp.Instance) []float64 {
			in.Partial = partial
			name, more := s.split()
			points, _, err := setting(fmt.Sprintf(`%s {"kappa":%v%s}`, name, kappa, more)).try(t, in)
			if err != nil {
				t.Fatal(s, err)
			}
			return points[len(points)-1].Weights
		}
		once, twice := in.Partial, slices.Clone(in.Partial)
		for i := range twice {
			twice[i].Weight *= 2
		}
		if !slices.Equal(end(0, once), end(0, nil)) || !slices.Equal(end(1, once), end(0.5, twice)) {
			t.Errorf("%v: other weights", s)
		}
	}
}
