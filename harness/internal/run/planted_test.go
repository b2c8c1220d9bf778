package run_test

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/spbench/spbench/harness/internal/wire"
	"github.com/spbench/spbench/harness/learner"
	"github.com/spbench/spbench/harness/oracle"
	"github.com/spbench/spbench/harness/serve"
	"github.com/spbench/spbench/harness/sp"
)

// The test binary is also a learner: it serves the planted learner that its argument names. A copy
// called spbench-learner-NAME serves the one that faults calls so.
func TestMain(m *testing.M) {
	if name, ok := strings.CutPrefix(filepath.Base(os.Args[0]), "spbench-learner-"); ok {
		serveFault(name)
		return
	}
	if len(os.Args) == 3 && os.Args[1] == "solve" {
		solve(os.Args[2])
		return
	}
	if len(os.Args) == 2 {
		sweeps := map[string]int64{"impatient": 1, "boastful": 1 << 40}
		if n := sweeps[os.Args[1]]; n > 0 {
			(&impatient{sweeps: n}).serve()
			return
		}
		if p, ok := planted[os.Args[1]]; ok {
			if _, err := os.Stat(broken()); err == nil {
				os.Exit(3)
			}
			serve.Main(learner.Info{
				Name: os.Args[1], Doc: "Planted.", Resumable: learner.Always, Decoders: []learner.Decoder{
					{
						Name: "spy",
						Doc:  "the labels it was shown, else 0",
					}, {Name: "sign", Doc: "of the first feature"},
				},
			}, func() learner.Learner { return &plant{Name: os.Args[1], Shift: 1, fit: p} })
			return
		}
		if !strings.HasPrefix(os.Args[1], "-") { // lest a learner run all the tests
			fmt.Fprintln(os.Stderr, "no planted learner is called", os.Args[1])
			os.Exit(2)
		}
	}
	os.Exit(runTests(m))
}

// runTests runs the tests. They share the cache of learners and data between runs.
func runTests(m *testing.M) int {
	if dir, err := os.UserCacheDir(); err == nil && os.Getenv("GOCACHE") == "" {
		os.Setenv(
			"GOCACHE", filepath.Join(dir, "go-build"),
		) // it lies elsewhere with the next variable
	}
	cache, err := os.MkdirTemp("", "spbench-cache")
	if err == nil {
		err = os.Setenv("XDG_CACHE_HOME", cache)
	}
	if err != nil {
		panic(err)
	}
	defer os.RemoveAll(cache)
	return m.Run()
}

// unconfined ends suites whose learners look at files that a sandbox hides.
const unconfined = "sandbox: none\n"

// broken is a file: while it exists, no planted learner without a sandbox starts.
func broken() string {
	harness := cmp.Or(os.Getenv(wire.HarnessKey), strconv.Itoa(os.Getpid()))
	return "/tmp/spbench-broken-" + harness
}

type (
	emitter = func(sp.Checkpoint) error
	fitter  = func(*plant, *sp.Task, emitter) error
)

// A plant is a learner with a weight vector of zeros and a planted behaviour.
type plant struct {
	Name  string  `json:"-"`
	Shift float64 `json:"shift" help:"first weight"`
	Also  int     `json:"also" help:"no meaning"`
	fit   fitter
}

func (p *plant) Fit(_ context.Context, t *sp.Task, emit emitter) error {
	return p.fit(p, t, emit)
}

// claim returns the reported objective of the planted learner with that name.
func (p *plant) claim(c *sp.Checkpoint, t *sp.Task) {
	switch p.Name {
	case "dual", "certified":
		c.Objective = &sp.Objective{Kind: sp.ObjectiveHinge, Lambda: 1}
		c.Dual = func() (dual [][]sp.Atom) {
			for i := range t.Train {
				dual = append(dual, []sp.Atom{{Weight: 1, Labels: t.Train[i].Gold}})
			}
			return dual
		}
	case "uncertified":
		c.Objective = &sp.Objective{Kind: sp.ObjectiveHinge, Lambda: 1}
	case "mystery":
		c.Objective = &sp.Objective{Kind: "mystery", Lambda: 1}
	case "honest", "huge", "objective", "bound", "standard":
		c.Objective = &sp.Objective{Kind: sp.ObjectiveLikelihood, Lambda: 1}
	}
}

// Predict answers "spy" with the gold labels in its input, and "sign" with the sign of the first
// feature, as a prediction that did not converge.
func (p *plant) Predict(
	_ context.Context, _ *sp.Task, _ []float64, x *sp.Instance, decoder sp.Spec,
) (sp.Prediction, error) {
	y := make([]int32, x.N())
	for d, k := range x.Gold {
		switch {
		case decoder.Name == "sign" && x.Node.DenseRow(d)[0] > 0:
			y[d] = 1
		case decoder.Name == "spy" && k != sp.Unknown:
			y[d] = k
		}
	}
	return sp.Prediction{Labels: y, NotConverged: decoder.Name == "sign"}, nil
}

// zeros emits weights. The first is Shift, the others are 0.
func zeros(p *plant, t *sp.Task, emit emitter, values map[string]float64) error {
	w := make([]float64, t.Map.Dim())
	w[0] = p.Shift
	c := sp.Checkpoint{Weights: w, Values: values}
	p.claim(&c, t)
	return emit(c)
}

// says returns a learner that emits zeros with values.
func says(values map[string]float64) fitter {
	return func(p *plant, t *sp.Task, emit emitter) error { return zeros(p, t, emit, values) }
}

// uniform returns F(0): log K per variable, averaged over instances.
func uniform(t *sp.Task) float64 {
	s := 0.0
	for i := range t.Train {
		s += float64(t.Train[i].N()) * math.Log(float64(t.Train[i].K))
	}
	return s / float64(len(t.Train))
}

// likelihood returns F of the weights of zeros, with λ = 1.
func likelihood(p *plant, t *sp.Task) (float64, error) {
	w := make([]float64, t.Map.Dim())
	w[0] = p.Shift
	var q sp.Potentials
	f := 0.0
	for i := range t.Train {
		x := &t.Train[i]
		s, err := t.Solver(x)
		if err != nil {
			return 0, err
		}
		t.Map.Potentials(&q, w, x)
		logZ, err := s.Marginals(nil, &q)
		if err != nil {
			return 0, err
		}
		f += (logZ - q.Score(x.Gold)) / float64(len(t.Train))
	}
	return f + p.Shift*p.Shift/2, nil
}

var planted = map[string]fitter{
	"plain": says(nil),
	"honest": func(p *plant, t *sp.Task, emit emitter) error {
		p.Shift = 0
		return zeros(p, t, emit, map[string]float64{"objective": uniform(t), "bound": 0})
	},
	"objective": func(p *plant, t *sp.Task, emit emitter) error {
		p.Shift = 0
		return zeros(p, t, emit, map[string]float64{"objective": uniform(t) * 0.999})
	},
	"bound": func(p *plant, t *sp.Task, emit emitter) error {
		p.Shift = 0
		return zeros(p, t, emit, map[string]float64{"bound": uniform(t) * 1.001})
	},
	// The dual value of gold labelings is 0.
	"certified": says(map[string]float64{"bound": 0}),
	"dual":      says(map[string]float64{"bound": 0.01}),
	"mystery":   says(map[string]float64{"objective": -1, "bound": -2}),
	"huge": func(p *plant, t *sp.Task, emit emitter) error {
		c := sp.Checkpoint{Weights: slices.Repeat([]float64{math.MaxFloat64}, t.Map.Dim())}
		p.claim(&c, t)
		return emit(c)
	},
	"uncertified": says(map[string]float64{"bound": 0.001}),
	"diverges": func(p *plant, t *sp.Task, emit emitter) error {
		p.Shift = math.NaN()
		return zeros(p, t, emit, nil)
	},
	// moody fits something else in every process.
	"moody": func(p *plant, t *sp.Task, emit emitter) error {
		p.Shift = float64(time.Now().UnixNano() % 1e9)
		return zeros(p, t, emit, nil)
	},
	// seeded fits its seed.
	"seeded": func(p *plant, t *sp.Task, emit emitter) error {
		p.Shift = float64(t.Seed)
		return zeros(p, t, emit, nil)
	},
	// course is moody at checkpoints, too.
	"course": func(p *plant, t *sp.Task, emit emitter) error {
		for i := range 3 {
			p.Shift = float64(i)
			if err := zeros(p, t, emit, nil); err != nil {
				return err
			}
		}
		p.Shift = float64(time.Now().UnixNano() % 1e9)
		return zeros(p, t, emit, nil)
	},
	// long makes slow steps, and can be resumed. It fails if also is 7, and the first time if also
	// is 9. If also is 8, it uses 64 MB more the first time.
	"long": func(p *plant, t *sp.Task, emit emitter) error {
		n, w := 0, make([]float64, t.Map.Dim())
		if p.Also == 8 && t.Resume == nil {
			for much := make([]byte, 64<<20); len(much) > 0; much = much[1<<10:] {
				much[0] = 1
			}
		}
		return learner.Steps(t, emit, 40, func() error {
			time.Sleep(5 * time.Millisecond)
			n++
			if w[0] += float64(n) * p.Shift; p.Also == 7 && n == 30 {
				return sp.ErrDiverged
			}
			if p.Also == 9 && n == 30 && t.Resume == nil {
				os.Exit(3)
			}
			return t.Visit()
		}, func() sp.Checkpoint { return sp.Checkpoint{Weights: w, Values: map[string]float64{"n": float64(n)}} }, &n, &w)
	},
	// doomed dies at its 30th step, and at once when resumed.
	"doomed": func(_ *plant, t *sp.Task, emit emitter) error {
		if t.Resume != nil {
			os.Exit(3)
		}
		n := 0
		return learner.Steps(t, emit, 40, func() error {
			if n++; n == 30 {
				os.Exit(3)
			}
			return t.Visit()
		}, func() sp.Checkpoint { return sp.Checkpoint{Weights: make([]float64, t.Map.Dim())} }, &n)
	},
	// once dies in its first trial unless a file exists.
	"once": func(p *plant, t *sp.Task, emit emitter) error {
		if _, err := os.Stat(broken() + ".mended"); err != nil {
			time.Sleep(1100 * time.Millisecond) // long enough for trials to be written down
			os.Exit(3)
		}
		return zeros(p, t, emit, nil)
	},
	// uneven dies if it learns from so many instances.
	"uneven": func(p *plant, t *sp.Task, emit emitter) error {
		if len(t.Train) == p.Also {
			os.Exit(3)
		}
		return zeros(p, t, emit, nil)
	},
	// forgetful is long, and accepts no state.
	"forgetful": func(_ *plant, t *sp.Task, emit emitter) error {
		if t.Resume != nil {
			return sp.ErrState
		}
		n := 0
		return learner.Steps(
			t, emit, 40, func() error { time.Sleep(5 * time.Millisecond); n++; return t.Visit() },
			func() sp.Checkpoint { return sp.Checkpoint{Weights: make([]float64, t.Map.Dim())} }, &n,
		)
	},
	"sleeps":  func(*plant, *sp.Task, emitter) error { time.Sleep(time.Hour); return nil },
	"panics":  func(*plant, *sp.Task, emitter) error { panic("planted") },
	"exits":   func(*plant, *sp.Task, emitter) error { os.Exit(3); return nil },
	"refuses": func(*plant, *sp.Task, emitter) error { return errors.ErrUnsupported },
	// counts puts the numbers of its instances of each kind, and of known labels in partial ones,
	// into its first weights.
	"counts": func(p *plant, t *sp.Task, emit emitter) error {
		w := make([]float64, t.Map.Dim())
		w[0], w[1] = float64(len(t.Train)), float64(len(t.Partial))
		for i := range t.Partial {
			for _, k := range t.Partial[i].Gold {
				if k != sp.Unknown {
					w[2]++
				}
			}
		}
		return emit(sp.Checkpoint{Weights: w})
	},
	// standard fails unless the first feature is standardised on its training instances. It reports
	// the likelihood of these.
	"standard": func(p *plant, t *sp.Task, emit emitter) error {
		var n, sum, squares float64
		for _, x := range slices.Concat(t.Train, t.Partial) {
			for d := range x.N() {
				v := float64(x.Node.DenseRow(d)[0])
				n, sum, squares = n+1, sum+v, squares+v*v
			}
		}
		if math.Abs(sum/n) > 1e-5 || math.Abs(squares/n-1) > 1e-5 {
			return fmt.Errorf("mean %v and mean square %v", sum/n, squares/n)
		}
		f, err := likelihood(p, t)
		if err != nil {
			return err
		}
		return zeros(p, t, emit, map[string]float64{"objective": f})
	},
	// past maximises by solvers of its own.
	"past": func(p *plant, t *sp.Task, emit emitter) error {
		own, q := oracle.NewPool(t.Map, nil), sp.Potentials{}
		for range 30 {
			for i := range t.Train {
				x := &t.Train[i]
				s, err := own.Get(x)
				if err != nil {
					return err
				}
				t.Map.Potentials(&q, make([]float64, t.Map.Dim()), x)
				if _, err := s.MAP(make([]int32, x.N()), &q); err != nil {
					return err
				}
			}
		}
		return zeros(p, t, emit, nil)
	},
	"greedy": func(p *plant, t *sp.Task, emit emitter) error {
		for {
			s, err := t.Solver(&t.Train[0])
			if err != nil {
				return err
			}
			var q sp.Potentials
			t.Map.Potentials(&q, make([]float64, t.Map.Dim()), &t.Train[0])
			if _, err := s.MAP(make([]int32, t.Train[0].N()), &q); err != nil {
				return errors.Join(zeros(p, t, emit, nil), err)
			}
		}
	},
}
