package examine_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"os"
	"os/exec"
	"syscall"
	"time"

	"github.com/spbench/spbench/harness/learner"
	"github.com/spbench/spbench/harness/sp"
)

// State between fits: no learner may have it.
var (
	fits, predictions int
	lastFit           []float64
	cancelled         bool
	memory            = map[string][]int32{}
)

// misbehave does what the mode says at the start of a fit; it may change w.
func (l *planted) misbehave(ctx context.Context, t *sp.Task, w []float64) error {
	fits++
	lastFit = w
	huge := t.Budget.Passes > 1e6
	switch l.mode {
	case "panics":
		panic("planted")
	case "exits":
		os.Exit(3)
	case "fails":
		return errors.New("no luck")
	case "endless":
		for {
			time.Sleep(time.Hour)
		}
	case "refuses":
		return fmt.Errorf("planted: not today: %w", errors.ErrUnsupported)
	case "clock as seed":
		w[0] = float64(time.Now().UnixNano()%1e6) / 1e9
	case "process as seed":
		w[0] = float64(os.Getpid()) / 1e9
	case "counts fits":
		w[0] = float64(fits) / 1e3
	case "deaf":
		if huge {
			time.Sleep(time.Hour)
		}
	case "broken by cancel":
		if cancelled {
			return errors.New("the last fit left a mess")
		}
		if huge {
			<-ctx.Done()
			cancelled = true
		}
	case "changed by cancel":
		if cancelled {
			w[0] = 1e-3
		}
		if huge {
			<-ctx.Done()
			cancelled = true
		}
	case "plods":
		// Its own work takes long on large tasks, and checks nothing.
		if len(t.Train) >= 100 {
			time.Sleep(time.Hour)
		}
	case "computes":
		for began := used(); fits == 1 && used()-began < 300*time.Millisecond; {
		}
	case "daemon":
		// Neither in the learner's group nor with its folder in the environment.
		child := exec.Command("sleep", "60")
		child.Env = append(os.Environ(), "TMPDIR=/")
		child.SysProcAttr = &syscall.SysProcAttr{Setsid: true}
		if err := child.Start(); err != nil {
			return err
		}
	case "prints":
		fmt.Println("printed by Fit")
		fmt.Fprint(os.NewFile(1, "stdout"), "printed around os.Stdout, and not even a line")
	case "notes", "memory":
		return l.remember(t)
	}
	return nil
}

// used returns the CPU time of this process.
func used() time.Duration {
	var r syscall.Rusage
	_ = syscall.Getrusage(syscall.RUSAGE_SELF, &r) // cannot fail for this argument
	return time.Duration(r.Utime.Nano() + r.Stime.Nano())
}

// remember stores all labels by instance, in this process or on disk.
func (l *planted) remember(t *sp.Task) error {
	l.recall()
	for i := range t.Train {
		memory[t.Train[i].ID] = t.Train[i].Gold
	}
	if l.mode == "memory" {
		return nil
	}
	text, err := json.Marshal(memory)
	if err != nil {
		return err
	}
	return os.WriteFile(notes(), text, 0o600)
}

func (l *planted) recall() {
	if text, err := os.ReadFile(notes()); err == nil && l.mode == "notes" {
		_ = json.Unmarshal(text, &memory) // as far as possible
	}
}

// notes returns the folder of the notes.
func notes() string { return os.Args[3] }

// tamper changes a checkpoint.
func (l *planted) tamper(c sp.Checkpoint) sp.Checkpoint {
	switch l.mode {
	case "diverges":
		c.Weights[0] = math.NaN()
	case "grows":
		c.Weights = append(c.Weights, make([]float64, fits)...)
		fits++
	case "objective":
		c.Values[sp.ValueObjective] *= 0.9
	case "bound":
		c.Values[sp.ValueBound] = 1.1 * c.Values[sp.ValueObjective]
	}
	return c
}

// stopped returns the learner's reaction to an error of emit or of a solver.
func (l *planted) stopped(ctx context.Context, err error) error {
	if l.mode == "ignores errors" && ctx.Err() != nil {
		time.Sleep(time.Hour)
	}
	return err
}

// weights returns the weights for predictions: params, of course.
func (l *planted) weights(params []float64) []float64 {
	if l.mode == "last fit" && lastFit != nil {
		return lastFit
	}
	return params
}

// distort changes predicted labels.
func (l *planted) distort(x *sp.Instance, y []int32) {
	predictions++
	switch l.mode {
	case "panics in Predict":
		panic("planted in Predict")
	case "exits in Predict":
		os.Exit(4)
	case "hangs in Predict":
		time.Sleep(time.Hour)
	case "counts predictions":
		if x.Gold[0] == sp.Unknown {
			y[0] = int32(predictions % x.K)
		}
	case "notes", "memory":
		l.recall()
		if labels := memory[x.ID]; len(labels) == len(y) {
			for d := range y {
				if x.Gold[d] == sp.Unknown {
					y[d] = labels[d]
				}
			}
		}
	}
}

// spoil breaks a prediction.
func (l *planted) spoil(p sp.Prediction) sp.Prediction {
	switch l.mode {
	case "label out of range":
		p.Labels[0] = 99
	case "few labels":
		p.Labels = p.Labels[1:]
	case "marginals":
		p.Marginal[0] += 0.5
	case "atoms":
		p.Atoms[0].Weight = 0.5
	}
	return p
}

var _ learner.Predictor = (*planted)(nil)
