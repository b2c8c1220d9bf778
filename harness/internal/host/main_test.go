package host_test

import (
	"context"
	"errors"
	"fmt"
	"math"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/hashicorp/go-plugin"
	"github.com/spbench/spbench/harness/internal/testkit"
	"github.com/spbench/spbench/harness/internal/wire"
	"github.com/spbench/spbench/harness/learner"
	"github.com/spbench/spbench/harness/serve"
	"github.com/spbench/spbench/harness/sp"
	"go.uber.org/goleak"
)

// The test binary is also its own learners: "BINARY learn MODE" serves a planted learner.
func TestMain(m *testing.M) {
	if len(os.Args) == 3 && os.Args[1] == "learn" {
		plant(os.Args[2])
		return
	}
	if len(os.Args) == 3 && os.Args[1] == "touch" {
		bytes, _ := strconv.ParseUint(os.Args[2], 10, 64)
		touch(bytes)
		time.Sleep(held()) // so that it is seen
		return
	}
	if len(os.Args) == 3 && os.Args[1] == "harness" {
		harness(os.Args[2])
		return
	}
	goleak.VerifyTestMain(m)
}

// plant misbehaves as the mode says, and then serves, if it gets there.
func plant(mode string) {
	switch mode {
	case "crash at start":
		fmt.Fprintln(os.Stderr, "cannot find my model")
		panic("planted at start")
	case "exit at start":
		os.Exit(0)
	case "garbage":
		os.Stdout = os.NewFile(1, "stdout")
		fmt.Println("hello, world")
		time.Sleep(time.Hour)
	case "flood":
		line := strings.Repeat("x", 1<<20)
		os.NewFile(1, "stdout").WriteString(line)
		time.Sleep(time.Hour)
	case "silent":
		time.Sleep(time.Hour)
	case "comes up late":
		time.Sleep(700 * time.Millisecond)
	case "version 3":
		os.Stdout = os.NewFile(1, "stdout")
		plugin.Serve(&plugin.ServeConfig{
			HandshakeConfig: plugin.HandshakeConfig{
				ProtocolVersion: 3, MagicCookieKey: wire.CookieKey,
				MagicCookieValue: wire.CookieValue,
			},
			Plugins:    plugin.PluginSet{},
			GRPCServer: plugin.DefaultGRPCServer,
		})
		return
	case "child at start", "stray at start":
		// A child outlives its parent and keeps its standard error open.
		child := exec.Command("sleep", "60")
		child.Stderr = os.Stderr
		child.SysProcAttr = &syscall.SysProcAttr{Setsid: mode == "stray at start"}
		if err := child.Start(); err != nil {
			panic(err)
		}
		fmt.Fprintf(os.Stderr, "child %d\n", child.Process.Pid)
	case "escapes at start":
		// A child without parent, session and environment.
		escape := exec.Command("sh", "-c",
			`env -i sleep 60 </dev/null >/dev/null 2>&1 & echo child $! >&2`)
		escape.Stderr, escape.SysProcAttr = os.Stderr, &syscall.SysProcAttr{Setsid: true}
		if err := escape.Run(); err != nil {
			panic(err)
		}
	case "leaps at start":
		// Chains of processes: each writes a byte to a pipe, starts the next one and ends.
		leaps := exec.Command("sh", "-c",
			`leap() { printf x; sleep 0.001; leap & }; exec >"$0"; for n in 1 2 3 4; do leap & done`, os.Getenv("NOTE"))
		leaps.SysProcAttr = &syscall.SysProcAttr{Setsid: true}
		if err := leaps.Run(); err != nil {
			panic(err)
		}
	case "remembers":
		// Notes that a learner could leave for the next one.
		places := []string{os.Getenv("HOME"), os.Getenv("TMPDIR"),
			filepath.Dir(os.Getenv("TMPDIR")), "/dev/shm", "."}
		for _, dir := range places {
			_, err := os.Stat(filepath.Join(dir, os.Getenv("NOTE")))
			fmt.Fprintf(os.Stderr, "in %s: %v\n", dir, err == nil)
		}
		for _, dir := range places {
			_ = os.WriteFile(filepath.Join(dir, os.Getenv("NOTE")), nil, 0o600) // where it may
		}
	case "closes folders":
		for _, dir := range []string{"a/b/c", "d"} {
			if err := os.MkdirAll(dir, 0o700); err != nil {
				panic(err)
			}
		}
		for _, dir := range []string{"a/b/c", "a/b", "a", "d", "."} {
			if err := os.Chmod(dir, 0); err != nil {
				panic(err)
			}
		}
	case "names itself":
		fmt.Fprintf(os.Stderr, "learner %d\n", os.Getpid())
	case "liar", "nameless":
		os.Stdout = os.NewFile(1, "stdout")
		(&liar{nameless: mode == "nameless"}).serve(plugin.DefaultGRPCServer)
		return
	case "floods the broker":
		os.Stdout = os.NewFile(1, "stdout")
		(&liar{}).serve(floodBroker)
		return
	case "moves its socket by link":
		(&liar{}).serveMoving(os.Symlink)
		return
	case "moves its socket by hard link":
		(&liar{}).serveMoving(os.Link)
		return
	case "describe", "by hand":
		os.Args = append(os.Args[:1], strings.TrimPrefix(mode, "by hand"))
	case "prints around the SDK":
		fmt.Fprint(os.NewFile(1, "stdout"), "loading the model\nalmost|there\n")
	case "prints at start":
		fmt.Println("a line that must not break the handshake")
	}
	serve.Main(learner.Info{Name: "planted", Doc: "A learner for tests.",
		Decoders: []learner.Decoder{{Name: "own", Doc: "all zero"}}},
		func() learner.Learner {
			if mode == "prints at start" {
				fmt.Println("another from the constructor")
			}
			return &planted{Mode: mode, Step: 0.5}
		})
}

// planted is a structured perceptron that misbehaves on request.
type planted struct {
	Mode string  `json:"mode" help:"what to do wrong"`
	Step float64 `json:"step" help:"step size" range:"(0,inf)"`
}

func (l *planted) Fit(ctx context.Context, t *sp.Task, emit func(sp.Checkpoint) error) error {
	switch l.Mode {
	case "panic":
		panic("planted")
	case "exit":
		fmt.Fprintln(os.Stderr, "last words")
		os.Exit(3)
	case "kill":
		return syscall.Kill(os.Getpid(), syscall.SIGKILL)
	case "goroutine panic":
		go panic("planted in a goroutine")
		time.Sleep(time.Hour)
	case "unsupported":
		return fmt.Errorf("needs a grid: %w", errors.ErrUnsupported)
	case "fails":
		return errors.New("no luck")
	case "nothing":
		return nil
	case "hang":
		<-ctx.Done()
		return ctx.Err()
	case "hang hard":
		time.Sleep(time.Hour)
	case "kills its supervisor", "stops its supervisor":
		signal := map[string]syscall.Signal{"kills its supervisor": syscall.SIGKILL,
			"stops its supervisor": syscall.SIGSTOP}[l.Mode]
		if err := syscall.Kill(os.Getppid(), signal); err != nil {
			return err
		}
		time.Sleep(time.Hour)
	case "hang but end":
		terms := make(chan os.Signal, 1)
		signal.Notify(terms, syscall.SIGTERM)
		fmt.Fprintln(os.Stderr, "hangs")
		<-terms
		fmt.Fprintln(os.Stderr, "cleaned up")
		os.Exit(0)
	case "touch":
		touch(t.Seed << 20)
	case "children touch", "shared", "file", "leaves a file", "hides":
		if err := hold(l.Mode, t.Seed<<20); err != nil {
			return err
		}
		time.Sleep(held()) // so that it is seen
	case "starts processes": // as many as it may
		for range t.Seed {
			_ = exec.Command("sleep", "60").Start()
		}
	case "opens files": // as many as it may
		n := 0
		for err := error(nil); err == nil && n < 10_000; n++ {
			_, err = syscall.Open("/dev/null", syscall.O_RDONLY|syscall.O_CLOEXEC, 0)
		}
		fmt.Fprintf(os.Stderr, "opened %d\n", n)
	case "child touches":
		child := exec.Command(os.Args[0], "touch", fmt.Sprint(t.Seed<<20))
		child.Stderr = os.Stderr
		return child.Run()
	case "leaves who computed": // in sessions of their own, and nobody waits for them
		for range 2 {
			child := exec.Command("sh", "-c",
				"i=0; while [ $i -lt 600000 ]; do i=$((i+1)); done; echo; sleep 60 & sleep 60")
			child.SysProcAttr = &syscall.SysProcAttr{Setsid: true}
			out, err := child.StdoutPipe()
			if err == nil {
				err = child.Start()
			}
			if err != nil {
				return err
			}
			_, _ = out.Read(make([]byte, 1))
		}
	case "forgets who computed": // for a CPU second each, and the system drops their time
		signal.Ignore(syscall.SIGCHLD)
		for range 2 {
			child := exec.Command("sh", "-c", "ulimit -t 1; while :; do :; done")
			out, err := child.StdoutPipe()
			if err == nil {
				err = child.Start()
			}
			if err != nil {
				return err
			}
			_, _ = out.Read(make([]byte, 1)) // until it is killed
		}
	case "forgets many": // for ten milliseconds each
		signal.Ignore(syscall.SIGCHLD)
		for range 150 {
			child := exec.Command("sh", "-c", "i=0; while [ $i -lt 9000 ]; do i=$((i+1)); done")
			_ = child.Run() // its end is ignored
		}
	case "diverges":
		return emit(sp.Checkpoint{Weights: []float64{0, math.NaN()}})
	case "strays":
		child := exec.Command("sleep", "60")
		child.SysProcAttr = &syscall.SysProcAttr{Setsid: true}
		if err := child.Start(); err != nil {
			return err
		}
		fmt.Fprintf(os.Stderr, "child %d\n", child.Process.Pid)
		os.Exit(3)
	case "prints":
		fmt.Println("printed by Fit")
		fmt.Fprintln(os.NewFile(1, "stdout"), "printed around os.Stdout")
		fmt.Fprintln(os.NewFile(1, "stdout"), strings.Repeat("y", 200<<10))
	case "canceled":
		return context.Canceled
	}
	return l.fit(t, emit)
}

// spent returns the CPU time of this process.
func spent() time.Duration {
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		panic(err)
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}

func (l *planted) fit(t *sp.Task, emit func(sp.Checkpoint) error) error {
	w := make([]float64, t.Map.Dim())
	checkpoint := func() error {
		return emit(sp.Checkpoint{
			Weights: w, Values: map[string]float64{"mistakes": float64(len(w))},
			Objective: &sp.Objective{Kind: sp.ObjectiveHinge, Lambda: l.Step},
			Dual: func() (dual [][]sp.Atom) {
				for i := range t.Train {
					dual = append(dual, []sp.Atom{{Weight: 1, Labels: t.Train[i].Gold}})
				}
				return dual
			},
		})
	}
	var p sp.Potentials
	var y []int32
	for range 100 {
		for i := range t.Train {
			x := &t.Train[i]
			s, err := t.Solver(x)
			if err != nil {
				return err
			}
			t.Map.Potentials(&p, w, x)
			y = sp.Grow(y, x.N())
			if _, err := s.MAP(y, &p); errors.Is(err, sp.ErrBudget) {
				return checkpoint()
			} else if err != nil {
				return err
			}
			t.Map.Add(w, l.Step, x, x.Gold)
			t.Map.Add(w, -l.Step, x, y)
			if t.Due() {
				if err := checkpoint(); err != nil {
					return err
				}
			}
		}
	}
	return checkpoint()
}

func (l *planted) Predict(_ context.Context, _ *sp.Task, _ []float64, x *sp.Instance,
	decoder sp.Spec) (sp.Prediction, error) {
	switch l.Mode {
	case "predict for long":
		for start := spent(); spent()-start < 300*time.Millisecond; {
		}
	case "predict panic":
		panic("planted in predict")
	case "bad labels":
		return sp.Prediction{Labels: make([]int32, x.N()+1)}, nil
	case "bad marginals":
		return sp.Prediction{Labels: make([]int32, x.N()), Marginal: make([]float64, x.N()*x.K)},
			nil
	}
	return sp.Prediction{Labels: make([]int32, x.N())}, nil
}

// must is testkit.Must.
func must[T any](v T, err error) func(testing.TB) T { return testkit.Must(v, err) }

var need = testkit.Need
