package direct

import (
	"os"
	"slices"
	"testing"

	"github.com/spbench/spbench/harness/learner"
	"github.com/spbench/spbench/harness/learnertest"
)

// encoded returns a learner with a small encoder.
func encoded(frozen bool) *Direct {
	l := newLearner().(*Direct)
	l.Lambda, l.Passes, l.Warm = 0.05, 15, 2
	l.Net, l.Hidden, l.Pretraining, l.Speed, l.Frozen = "mlp", 8, 10, 0.08, frozen
	return l
}

// served returns the learner, with an encoder if an argument of the program says so.
func served() (learner.Info, func() learner.Learner) {
	info, plain := Learner()
	for _, variant := range []string{"joint", "frozen"} {
		if slices.Contains(os.Args, variant) {
			return info, func() learner.Learner { return encoded(variant == "frozen") }
		}
	}
	return info, plain
}

func TestConformanceWithEncoder(t *testing.T) {
	learnertest.SkipSlow(t)
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"joint", "frozen"} {
		t.Run(name, func(t *testing.T) { learnertest.RunProgram(t, self+" "+name) })
	}
}
