package host_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/spbench/spbench/harness/feature"
	"github.com/spbench/spbench/harness/learner"
	"github.com/spbench/spbench/harness/loss"
	"github.com/spbench/spbench/harness/sp"
	"github.com/spbench/spbench/internal/host"
	"github.com/spbench/spbench/internal/wire"
)

// chains returns n labelled chains of 26 labels whose first features tell the label.
func chains(n int, seed uint64) []sp.Instance {
	rng := rand.New(rand.NewPCG(seed, 0))
	set := make([]sp.Instance, n)
	for i := range set {
		length := 4 + rng.IntN(9)
		x := sp.Instance{
			ID: fmt.Sprintf("%d-%d", seed, i), Weight: 1, K: 26, Edges: sp.ChainEdges(length), Gold: make([]int32, length),
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
	r := wire.FitRequest{Setting: setting(), Budget: sp.Budget{Passes: 5.5}, Schedule: sp.Schedule{First: 1, Factor: 2}}
	r.Params = fmt.Appendf(nil, `{"mode":%q}`, mode)
	return r
}

// find returns the planted learner in a mode.
func find(t testing.TB, mode string) host.Source {
	t.Helper()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	source, err := host.Find(fmt.Sprintf("%s learn '%s'", self, mode), host.FindOptions{Cache: t.TempDir()})
	if err != nil {
		t.Fatal(err)
	}
	return source
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

func open(t testing.TB, mode string, o host.Options) *host.Learner {
	t.Helper()
	l, err := host.Open(t.Context(), find(t, mode), o)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = l.Close() }) // a crash is part of some tests
	return l
}

func loaded(t testing.TB, o host.Options) *host.Learner {
	t.Helper()
	l := open(t, "", o)
	for set, instances := range map[host.Set][]sp.Instance{host.Train: chains(20, 1), host.Test: chains(30, 2)} {
		if err := l.Load(t.Context(), set, instances); err != nil {
			t.Fatal(err)
		}
	}
	return l
}

func nothing(sp.Stamped) error { return nil }

// TestSameBitsAsInProcess: the process adds nothing to what a learner does.
func TestSameBitsAsInProcess(t *testing.T) {
	l := loaded(t, host.Options{})
	if d := l.Describe(); d.Name != "planted" || len(d.Parameters) != 2 || d.Parameters[1].Range != "(0,inf)" {
		t.Errorf("description %+v", d)
	}
	var far, near []sp.Stamped
	r := request("")
	fitted, err := l.Fit(t.Context(), r, func(c sp.Stamped) error { far = append(far, c); return nil })
	if err != nil {
		t.Fatal(err)
	}
	m, err := feature.New("linear", nil, feature.Dims{K: 26, Node: 30})
	if err != nil {
		t.Fatal(err)
	}
	hamming, err := loss.New("hamming", nil)
	if err != nil {
		t.Fatal(err)
	}
	in := learner.Input{Train: chains(20, 1), Map: m, Loss: hamming, Budget: r.Budget, Seed: r.Seed, Schedule: r.Schedule}
	done, err := learner.Fit(t.Context(), &planted{Step: 0.5}, in, func(c sp.Stamped) error { near = append(near, c); return nil })
	if err != nil {
		t.Fatal(err)
	}
	if len(far) != 4 { // after 1, 2, 4 and 5.5 passes
		t.Errorf("%d checkpoints, want 4", len(far))
	}
	for _, list := range [][]sp.Stamped{far, near} {
		for i := range list {
			list[i].Seconds, list[i].CPUSeconds = 0, 0
		}
	}
	if diff := cmp.Diff(near, far); diff != "" {
		t.Errorf("checkpoints (-in process +over the wire):\n%s", diff)
	}
	if fitted.Counts != done.Counts || fitted.Counts.MAP != 110 || fitted.End != sp.EndedByBudget || len(done.Dual) == 0 || !cmp.Equal(fitted.Dual, done.Dual) || far[3].Objective == nil {
		t.Errorf("done %+v, in process %+v", fitted.Done, done)
	}
	if claim := fitted.Seconds + fitted.EmitSeconds; claim > fitted.WallSeconds {
		t.Errorf("the learner claims %v s of the harness's %v s", claim, fitted.WallSeconds)
	}
	predictTwice(t, l, m, hamming, far[3].Weights)
}

func predictTwice(t *testing.T, l *host.Learner, m sp.FeatureMap, hamming sp.Loss, params []float64) {
	test := chains(30, 2)
	own := []learner.Output{{Name: "own"}}
	for _, output := range []string{"map", "mpm", "perturb", "own"} {
		r := wire.PredictRequest{Setting: setting(), Weights: params, Indices: []int32{29, 3, 3, 0}, Output: sp.Spec{Name: output}}
		far, err := l.Predict(t.Context(), r)
		if err != nil {
			t.Fatal(err)
		}
		f := learner.NewForecast(&planted{}, own, m, hamming, r.Seed)
		for i, index := range r.Indices {
			near, err := f.Predict(t.Context(), params, &test[index], r.Output)
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(near, far[i]); diff != "" {
				t.Errorf("%s (-in process +over the wire):\n%s", output, diff)
			}
		}
	}
}

func TestFailuresAtStart(t *testing.T) {
	tests := []struct {
		mode string
		kind error
		want []string
	}{
		{"crash at start", host.ErrStart, []string{"exit status 2", "panic: planted at start"}},
		{"exit at start", host.ErrStart, []string{"exit status 0 before it served"}},
		{"garbage", host.ErrStart, []string{"not a learner", `first output is "hello, world"`}},
		{"flood", host.ErrStart, []string{"not a learner", "xxx"}},
		{"silent", host.ErrStart, []string{"did not serve within 1s"}},
		{"version 3", host.ErrVersion, []string{"it speaks 3, this spbench 2"}},
	}
	for _, test := range tests {
		t.Run(test.mode, func(t *testing.T) {
			source := find(t, test.mode)
			start := time.Now()
			o := host.Options{}
			if test.mode == "silent" || test.mode == "garbage" {
				o.Timeout = time.Second
			}
			l, err := host.Open(t.Context(), source, o)
			if err == nil {
				l.Close()
				t.Fatal("it started")
			}
			if !errors.Is(err, test.kind) || !errors.Is(err, host.ErrStart) {
				t.Errorf("%v is not %v", err, test.kind)
			}
			for _, want := range test.want {
				if !strings.Contains(err.Error(), want) {
					t.Errorf("error does not say %q: %.600s", want, err)
				}
			}
			if took := time.Since(start); took > 5*time.Second {
				t.Errorf("took %v", took)
			}
		})
	}
}

// TestPrintsBeforeTheHandshake: lines of others do not hide it.
func TestPrintsBeforeTheHandshake(t *testing.T) {
	var stderr log
	l := open(t, "prints around the SDK", host.Options{Stderr: &stderr})
	if err := l.Load(t.Context(), host.Train, chains(3, 1)); err != nil {
		t.Fatal(err)
	}
	l.Close()
	for _, want := range []string{"loading the model\n", "almost|there\n"} {
		if !strings.Contains(stderr.String(), want) {
			t.Errorf("the log lacks %q", want)
		}
	}
}

func TestOpenIsCancelled(t *testing.T) {
	source := find(t, "silent")
	ctx, cancel := context.WithTimeout(t.Context(), 50*time.Millisecond)
	defer cancel()
	start := time.Now()
	_, err := host.Open(ctx, source, host.Options{})
	if !errors.Is(err, host.ErrTimeout) || time.Since(start) > 3*time.Second {
		t.Errorf("%v after %v", err, time.Since(start))
	}
}

func TestFailuresOfFit(t *testing.T) {
	tests := []struct {
		mode  string
		kind  error
		want  []string
		lives bool // the process can be used afterwards
	}{
		{"panic", sp.ErrPanic, []string{"panic: planted", "main_test.go"}, true},
		{"unsupported", host.ErrUnsupported, []string{"needs a grid"}, true},
		{"fails", host.ErrFailed, []string{"no luck"}, true},
		{"nothing", sp.ErrProtocol, []string{"without a checkpoint"}, true},
		{"diverges", sp.ErrDiverged, []string{"weight 1 of 2 is NaN"}, true},
		{"canceled", host.ErrFailed, []string{"canceled"}, true},
		{"exit", host.ErrCrash, []string{"exit status 3", "last words"}, false},
		{"kill", host.ErrCrash, []string{"signal: killed"}, false},
		{"goroutine panic", host.ErrCrash, []string{"exit status 2", "panic: planted in a goroutine"}, false},
	}
	for _, test := range tests {
		t.Run(test.mode, func(t *testing.T) {
			l := loaded(t, host.Options{})
			_, err := l.Fit(t.Context(), request(test.mode), nothing)
			if !errors.Is(err, test.kind) || errors.Is(err, context.Canceled) {
				t.Errorf("%v is not %v", err, test.kind)
			}
			for _, want := range test.want {
				if err == nil || !strings.Contains(err.Error(), want) {
					t.Errorf("error does not say %q: %v", want, err)
				}
			}
			_, err = l.Fit(t.Context(), request(""), nothing)
			if lives := err == nil; lives != test.lives {
				t.Errorf("the next fit: %v", err)
			}
			if err := l.Close(); errors.Is(err, host.ErrCrash) == test.lives {
				t.Errorf("close: %v", err)
			}
		})
	}
}

func TestBadParams(t *testing.T) {
	l := loaded(t, host.Options{})
	for text, bend := range map[string]func(r *wire.FitRequest){
		`unknown parameter "stpe": did you mean "step"?`: func(r *wire.FitRequest) { r.Params = []byte(`{"stpe":1}`) },
		`-1 is outside (0,inf)`:                          func(r *wire.FitRequest) { r.Params = []byte(`{"step":-1}`) },
		`linaer`:                                         func(r *wire.FitRequest) { r.Map.Name = "linaer" },
		`hammming`:                                       func(r *wire.FitRequest) { r.Loss.Name = "hammming" },
		`has 26 labels, the setting 25`:                  func(r *wire.FitRequest) { r.K = 25 },
		`30 features per variable, the setting 31`:       func(r *wire.FitRequest) { r.NodeWidth = 31 },
	} {
		r := request("")
		bend(&r)
		_, err := l.Fit(t.Context(), r, nothing)
		if !errors.Is(err, sp.ErrParams) || !strings.Contains(err.Error(), text) {
			t.Errorf("error %v does not say %q", err, text)
		}
	}
	r := wire.PredictRequest{Setting: setting(), Weights: []float64{1}, Indices: []int32{0}, Output: sp.Spec{Name: "mapp"}}
	if _, err := l.Predict(t.Context(), r); !errors.Is(err, sp.ErrParams) || !strings.Contains(err.Error(), `did you mean "map"`) {
		t.Errorf("unknown output: %v", err)
	}
	r.Output.Name = "map"
	if _, err := l.Predict(t.Context(), r); err == nil || !strings.Contains(err.Error(), "1 weights") {
		t.Errorf("params of another width: %v", err)
	}
	r.Indices[0] = 30
	if _, err := l.Predict(t.Context(), r); !errors.Is(err, sp.ErrParams) {
		t.Errorf("index out of range: %v", err)
	}
}

func TestFailuresOfPredict(t *testing.T) {
	l := loaded(t, host.Options{})
	for mode, kind := range map[string]error{
		"predict panic": sp.ErrPanic, "bad labels": sp.ErrProtocol, "bad marginals": sp.ErrProtocol,
	} {
		r := wire.PredictRequest{Setting: request(mode).Setting, Weights: []float64{1}, Indices: []int32{0}, Output: sp.Spec{Name: "own"}}
		if _, err := l.Predict(t.Context(), r); !errors.Is(err, kind) {
			t.Errorf("%s: %v is not %v", mode, err, kind)
		}
	}
}

func TestCancelFit(t *testing.T) {
	l := loaded(t, host.Options{})
	ctx, cancel := context.WithTimeout(t.Context(), 100*time.Millisecond)
	defer cancel()
	if _, err := l.Fit(ctx, request("hang"), nothing); !errors.Is(err, host.ErrTimeout) {
		t.Errorf("deadline: %v", err)
	}
	// The learner obeyed, so that the process serves on.
	if _, err := l.Fit(t.Context(), request(""), nothing); err != nil {
		t.Errorf("after a timeout: %v", err)
	}
	enough := errors.New("enough")
	if _, err := l.Fit(t.Context(), request(""), func(sp.Stamped) error { return enough }); !errors.Is(err, enough) {
		t.Errorf("error of onCheckpoint: %v", err)
	}
	ctx, stop := context.WithCancelCause(t.Context())
	time.AfterFunc(50*time.Millisecond, func() { stop(enough) })
	start := time.Now()
	if _, err := l.Fit(ctx, request("hang hard"), nothing); !errors.Is(err, enough) {
		t.Errorf("cancel: %v", err)
	}
	if err := l.Close(); err != nil || time.Since(start) > 3*time.Second {
		t.Errorf("close of a hanging learner: %v after %v", err, time.Since(start))
	}
	if _, err := l.Fit(t.Context(), request(""), nothing); !errors.Is(err, host.ErrClosed) {
		t.Errorf("fit after close: %v", err)
	}
}

// TestSoftStop: who does not obey a cancelled call is asked to end, and then made to.
func TestSoftStop(t *testing.T) {
	const grace = 200 * time.Millisecond
	for mode, atMost := range map[string]time.Duration{"hang": grace, "hang but end": 2 * grace, "hang hard": 2 * grace} {
		var stderr log
		l := loaded(t, host.Options{Stderr: &stderr, Grace: grace})
		late := fmt.Errorf("longer than the limit: %w", host.ErrTimeout)
		ctx, cancel := context.WithTimeoutCause(t.Context(), 50*time.Millisecond, late)
		defer cancel()
		if _, err := l.Fit(ctx, request(mode), nothing); !errors.Is(err, late) {
			t.Errorf("%s: %v", mode, err)
		}
		start := time.Now()
		if err := l.Close(); err != nil {
			t.Errorf("%s: %v", mode, err)
		}
		if took := time.Since(start); took > atMost+time.Second {
			t.Errorf("%s: closed after %v", mode, took)
		}
		if said := strings.Contains(stderr.String(), "cleaned up"); said != (mode == "hang but end") {
			t.Errorf("%s: its last words: %q", mode, stderr.String())
		}
	}
}

// TestFlood: checkpoints without end are no fit.
func TestFlood(t *testing.T) {
	l := loaded(t, host.Options{})
	if _, err := l.Fit(t.Context(), request("floods"), nothing); !errors.Is(err, sp.ErrProtocol) || !strings.Contains(err.Error(), "flood") {
		t.Error(err)
	}
}

// TestDeletedCopy: a copy that its learner deletes is made anew, as long as the
// original is what it was.
func TestDeletedCopy(t *testing.T) {
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	binary, err := os.ReadFile(self)
	if err != nil {
		t.Fatal(err)
	}
	path, cache := filepath.Join(t.TempDir(), "spbench-learner-copied"), t.TempDir()
	write(t, path, string(binary), 0o755)
	source, err := host.Find(path, host.FindOptions{Cache: cache})
	if err != nil {
		t.Fatal(err)
	}
	source.Argv = append(source.Argv, "learn", "")
	copies, err := filepath.Glob(filepath.Join(cache, "bin", "*", "spbench-learner-copied"))
	if err != nil || len(copies) != 1 {
		t.Fatalf("copies %v, %v", copies, err)
	}
	for range 2 {
		l, err := host.Open(t.Context(), source, host.Options{})
		if err != nil {
			t.Fatal(err)
		}
		if err := errors.Join(l.Close(), os.RemoveAll(filepath.Dir(copies[0]))); err != nil {
			t.Fatal(err)
		}
	}
	write(t, path, string(binary)+"more", 0o755)
	if _, err := host.Open(t.Context(), source, host.Options{}); !errors.Is(err, host.ErrStart) || !strings.Contains(err.Error(), "changed") {
		t.Errorf("a copy of another original: %v", err)
	}
}

// TestPrintsDoNoHarm: whatever a learner prints, wherever, ends up in its log.
func TestPrintsDoNoHarm(t *testing.T) {
	var stderr log
	l := open(t, "prints at start", host.Options{Stderr: &stderr})
	if err := l.Load(t.Context(), host.Train, chains(3, 1)); err != nil {
		t.Fatal(err)
	}
	if _, err := l.Fit(t.Context(), request("prints"), nothing); err != nil {
		t.Fatal(err)
	}
	l.Close()
	for _, want := range []string{"a line that must not", "another from the constructor", "printed by Fit", "printed around os.Stdout", "yyyy"} {
		if !strings.Contains(stderr.String(), want) {
			t.Errorf("the log lacks %q", want)
		}
	}
}

// TestNothingIsLeft: neither the process, nor its children, nor files; on Linux
// not even children in a session of their own, of a process that is gone.
func TestNothingIsLeft(t *testing.T) {
	tmp, err := os.MkdirTemp("/tmp", "h") // short: else it is not used
	if err != nil {
		t.Fatal(err)
	}
	defer os.RemoveAll(tmp)
	for _, mode := range []string{"child at start", "stray at start", "strays"} {
		if runtime.GOOS != "linux" && mode != "child at start" {
			continue
		}
		t.Run(mode, func(t *testing.T) {
			t.Setenv("TMPDIR", tmp)
			var stderr log
			l := open(t, mode, host.Options{Stderr: &stderr})
			var crash error
			if mode == "strays" {
				if err := l.Load(t.Context(), host.Train, chains(3, 1)); err != nil {
					t.Fatal(err)
				}
				_, crash = l.Fit(t.Context(), request(mode), nothing)
			}
			checkNothingLeft(t, l, &stderr, crash)
			if left, err := filepath.Glob(filepath.Join(tmp, "spbench-*")); err != nil || len(left) > 0 {
				t.Errorf("left behind: %v, %v", left, err)
			}
		})
	}
}

// checkNothingLeft closes the learner, which names its child, and expects that
// the child ends then and not before.
func checkNothingLeft(t *testing.T, l *host.Learner, stderr *log, crash error) {
	t.Helper()
	for start := time.Now(); !strings.Contains(stderr.String(), "\n"); time.Sleep(time.Millisecond) {
		if time.Since(start) > 5*time.Second {
			t.Fatal("the learner did not name its child")
		}
	}
	var child int
	if _, err := fmt.Sscanf(stderr.String(), "child %d", &child); err != nil {
		t.Fatal(err)
	}
	if !alive(t, child) {
		t.Fatal("the child does not run: this test shows nothing")
	}
	start := time.Now()
	if err := l.Close(); errors.Is(err, host.ErrCrash) != errors.Is(crash, host.ErrCrash) {
		t.Error(err)
	}
	if took := time.Since(start); took > time.Second {
		t.Errorf("close took %v", took)
	}
	for start := time.Now(); alive(t, child); time.Sleep(time.Millisecond) {
		if time.Since(start) > time.Second {
			t.Fatal("the child lives on")
		}
	}
}

func TestEnvironment(t *testing.T) {
	t.Setenv("OMP_NUM_THREADS", "64")
	t.Setenv("SPBENCH_TEST_SECRET", "1")
	source := find(t, "")
	var stderr log
	script := filepath.Join(t.TempDir(), "show")
	if err := os.WriteFile(script, []byte("#!/bin/sh\nenv >&2\nexec \"$@\"\n"), 0o755); err != nil {
		t.Fatal(err)
	}
	wrapped, err := host.Find(script+" "+source.Argv[0]+" learn ''", host.FindOptions{Cache: t.TempDir()})
	if err != nil {
		t.Fatal(err)
	}
	l, err := host.Open(t.Context(), wrapped, host.Options{Stderr: &stderr, Threads: 2, Env: []string{"EXTRA=yes"}})
	if err != nil {
		t.Fatal(err)
	}
	l.Close()
	for _, want := range []string{"OMP_NUM_THREADS=2\n", "GOMAXPROCS=2\n", "EXTRA=yes\n", "PATH="} {
		if !strings.Contains(stderr.String(), want) {
			t.Errorf("the environment lacks %q", want)
		}
	}
	for _, not := range []string{"SPBENCH_TEST_SECRET", "OMP_NUM_THREADS=64"} {
		if strings.Contains(stderr.String(), not) {
			t.Errorf("the environment has %q", not)
		}
	}
}

// TestByHand: what a person sees who runs a learner.
func TestByHand(t *testing.T) {
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	out, err := exec.Command(self, "learn", "describe").Output()
	if err != nil {
		t.Fatal(err)
	}
	var d wire.Description
	if err := json.Unmarshal(out, &d); err != nil || d.Name != "planted" || string(d.Parameters[1].Default) != "0.5" {
		t.Errorf("describe printed %s, %v", out, err)
	}
	var exit *exec.ExitError
	out, err = exec.Command(self, "learn", "by hand").Output()
	if !errors.As(err, &exit) || exit.ExitCode() != 2 || len(out) > 0 {
		t.Fatalf("by hand: %q, %v", out, err)
	}
	if text := string(exit.Stderr); !strings.Contains(text, "planted is a learner of spbench") || !strings.Contains(text, "describe") {
		t.Errorf("by hand: %s", text)
	}
}

// BenchmarkStartStop is what a process costs a fit.
func BenchmarkStartStop(b *testing.B) {
	source := find(b, "")
	for b.Loop() {
		l, err := host.Open(b.Context(), source, host.Options{})
		if err != nil {
			b.Fatal(err)
		}
		if err := l.Close(); err != nil {
			b.Fatal(err)
		}
	}
}

// BenchmarkLoad hands over 40 MB of dense features.
func BenchmarkLoad(b *testing.B) {
	l := open(b, "", host.Options{})
	var set []sp.Instance
	bytes := 0
	for i := range 8000 {
		n := 5 + i%10
		x := sp.Instance{ID: fmt.Sprint(i), Weight: 1, K: 26, Node: sp.Rows{N: n, D: 128, Dense: make([]float32, n*128)},
			Edges: sp.ChainEdges(n), Gold: make([]int32, n)}
		bytes += 4 * n * 128
		set = append(set, x)
	}
	b.SetBytes(int64(bytes))
	for b.Loop() {
		if err := l.Load(b.Context(), host.Train, set); err != nil {
			b.Fatal(err)
		}
	}
}
