package host_test

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/spbench/spbench/harness/feature"
	"github.com/spbench/spbench/harness/internal/host"
	"github.com/spbench/spbench/harness/internal/host/find"
	"github.com/spbench/spbench/harness/internal/sandbox"
	"github.com/spbench/spbench/harness/internal/wire"
	"github.com/spbench/spbench/harness/learner"
	"github.com/spbench/spbench/harness/loss"
	"github.com/spbench/spbench/harness/serve"
	"github.com/spbench/spbench/harness/sp"
)

// chains returns n labelled chains of 26 labels. Their first features tell the label.
func chains(n int, seed uint64) []sp.Instance {
	rng := rand.New(rand.NewPCG(seed, 0))
	set := make([]sp.Instance, n)
	for i := range set {
		length := 4 + rng.IntN(9)
		x := sp.Instance{
			ID: fmt.Sprintf("%d-%d", seed, i), Weight: 1, K: 26, Edges: sp.ChainEdges(length),
			Gold: make([]int32, length),
			Node: sp.Rows{N: length, D: 30, Dense: make([]float32, length*30)},
		}
		for d := range length {
			x.Gold[d] = int32(rng.IntN(26))
			row := x.Node.DenseRow(d)
			for j := range row {
				row[j] = rng.Float32()
			}
			row[x.Gold[d]]++
		}
		set[i] = x
	}
	return set
}

func setting() wire.Setting {
	return wire.Setting{
		Map: sp.Spec{Name: "linear"}, K: 26, NodeWidth: 30, Loss: sp.Spec{Name: "hamming"}, Seed: 7,
	}
}

func request(mode string) wire.FitRequest {
	r := wire.FitRequest{Setting: setting(), Budget: sp.Budget{Passes: 5.5},
		Schedule: sp.Schedule{First: 1, Factor: 2}}
	r.Params = fmt.Appendf(nil, `{"mode":%q}`, mode)
	return r
}

// plantedSource returns the planted learner in a mode.
func plantedSource(t testing.TB, mode string) find.Source {
	t.Helper()
	self := must(os.Executable())(t)
	return sourceOf(t, fmt.Sprintf("%s learn '%s'", self, mode))
}

// sourceOf finds the learner of a command line and copies it to a new cache.
func sourceOf(t testing.TB, line string) find.Source {
	t.Helper()
	return must(find.Learner(line, find.Options{Cache: t.TempDir()}))(t)
}

// train sends a learner its training instances.
func train(t testing.TB, l *host.Learner, set []sp.Instance) {
	t.Helper()
	need(t, l.Load(t.Context(), host.Train, set))
}

// shortDir makes a folder with a path short enough for sockets.
func shortDir(t testing.TB) string {
	t.Helper()
	dir := must(os.MkdirTemp("/tmp", "t"))(t)
	t.Cleanup(func() { os.RemoveAll(dir) })
	return dir
}

// works skips the test if this kind of sandbox does not work here.
func works(t testing.TB, kind sandbox.Kind) {
	t.Helper()
	if err := kind.Works(); err != nil {
		t.Skipf("SKIPPED: %v", err)
	}
}

// A log is a place for standard error, safe for concurrent use.
type log struct {
	mu sync.Mutex
	b  bytes.Buffer
}

func (l *log) Write(b []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.b.Write(b)
}

func (l *log) String() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.b.String()
}

// patience is shorter than the time for which planted learners hang, and enough for a busy machine.
const patience = 5 * time.Minute

func open(t testing.TB, mode string, o host.Options) *host.Learner {
	t.Helper()
	l := must(host.Open(t.Context(), plantedSource(t, mode), o))(t)
	t.Cleanup(func() { _ = l.Close() }) // a crash is part of some tests
	return l
}

func loaded(t testing.TB, o host.Options) *host.Learner {
	t.Helper()
	l := open(t, "", o)
	for set, instances := range map[host.Set][]sp.Instance{host.Train: chains(20, 1),
		host.Test: chains(30, 2)} {
		need(t, l.Load(t.Context(), set, instances))
	}
	return l
}

func nothing(sp.Stamped) error { return nil }

// TestSameBitsAsInProcess checks that a fit in a process gives the same bits as one without.
func TestSameBitsAsInProcess(t *testing.T) {
	l := loaded(t, host.Options{})
	if d := l.Describe(); d.Name != "planted" || len(d.Parameters) != 2 ||
		d.Parameters[1].Range != "(0,inf)" {
		t.Errorf("description %+v", d)
	}
	var far, near []sp.Stamped
	r := request("")
	fitted := must(l.Fit(t.Context(), r,
		func(c sp.Stamped) error { far = append(far, c); return nil }))(t)
	m := must(feature.New("linear", nil, feature.Dims{K: 26, Node: 30}))(t)
	hamming := must(loss.New("hamming", nil))(t)
	in := learner.Input{Train: chains(20, 1), Map: m, Loss: hamming, Budget: r.Budget, Seed: r.Seed,
		Schedule: r.Schedule}
	done := must(learner.Fit(t.Context(), &planted{Step: 0.5}, in,
		func(c sp.Stamped) error { near = append(near, c); return nil }))(t)
	if len(far) != 4 { // after 1, 2, 4 and 5.5 passes
		t.Errorf("%d checkpoints, want 4", len(far))
	}
	seconds := 0.0
	for i := range far {
		if c := &far[i]; c.Seconds < seconds || c.Seconds > fitted.WallSeconds ||
			c.CPUSeconds > fitted.CPUSeconds {
			t.Errorf("a checkpoint after %v s, %v CPU s of %+v", c.Seconds, c.CPUSeconds, fitted)
		}
		seconds, far[i].Seconds, far[i].CPUSeconds = far[i].Seconds, 0, 0
	}
	if diff := cmp.Diff(near, far); diff != "" {
		t.Errorf("checkpoints (-in process +over the wire):\n%s", diff)
	}
	if fitted.Counts != done.Counts || fitted.Counts.MAP != 110 || fitted.End != sp.EndedByBudget ||
		len(done.Dual) == 0 || !cmp.Equal(fitted.Dual, done.Dual) || far[3].Objective == nil {
		t.Errorf("done %+v, in process %+v", fitted.Done, done)
	}
	predictTwice(t, l, m, hamming, far[3].Weights)
}

func predictTwice(t *testing.T, l *host.Learner, m sp.FeatureMap, hamming sp.Loss,
	params []float64) {
	test := chains(30, 2)
	own := []learner.Decoder{{Name: "own"}}
	for _, decoder := range []string{"map", "mpm", "perturb", "own"} {
		r := wire.PredictRequest{Setting: setting(), Weights: params, Indices: []int32{29, 3, 3, 0},
			Decoder: sp.Spec{Name: decoder}}
		far := must(l.Predict(t.Context(), r))(t)
		f := serve.NewForecast(&planted{}, own, m, hamming, r.Seed)
		for i, index := range r.Indices {
			near := must(f.Predict(t.Context(), params, &test[index], r.Decoder))(t)
			if diff := cmp.Diff(near, far[i]); diff != "" {
				t.Errorf("%s (-in process +over the wire):\n%s", decoder, diff)
			}
		}
	}
}

func write(t *testing.T, path, text string, mode os.FileMode) string {
	t.Helper()
	need(t, os.MkdirAll(filepath.Dir(path), 0o755))
	need(t, os.WriteFile(path, []byte(text), mode))
	return path
}
