package host_test

import (
	"math"
	"strings"
	"testing"

	"github.com/spbench/spbench/harness/sp"
	"github.com/spbench/spbench/internal/host"
)

// TestClocks: which claims of a fit that took so long, and computed so much, hold, fail or are left open.
func TestClocks(t *testing.T) {
	busy := 20 + host.Load() // more than any process waits here
	for _, c := range []struct {
		name                     string
		wall, handling, computed float64 // by the harness and the system
		seconds, cpu, emit       float64 // by the learner
		threads                  int
		fails, doubts            string
	}{
		{"honest", 10, 0.1, 9.9, 9.8, 9.7, 0.15, 1, "", ""},
		{"honest and short", 0.2, 0, 0.17, 0.19, 0.17, 0, 1, "", ""},
		{"honest and waiting", 1, 0, 0.11, 0.4, 0.1, 0, 1, "", "busy machine"},
		{"emission is believed where it was taken", 10, 3, 9.5, 7, 9.4, 3, 2, "", ""},
		{"and not where it was not", 9.3, 0.001, 9.2, 0, 9.2, 9.3, 1, "of handing over", ""},
		{"a short fit that hides all", 0.4, 0, 0.35, 0, 0.35, 0.4, 1, "clock says", ""},
		{"a certificate that takes long", 1.3, 0, 1.3, 1, 1, 0.3, 1, "", "busy machine"},
		{"and one that does not say so", 1.3, 0, 1.3, 1, 1, 0, 1, "", "busy machine"},
		{"a certificate that takes seconds", 5 * busy, 0, 5 * busy, 4 * busy, 4 * busy, busy, 1, "", "busy machine"},
		{"half of a fit to certify it", 2 * busy, 0, 2 * busy, busy, busy, busy, 1, "of handing over", ""},
		{"asleep for long", 2 * busy, 0, 0.1, 0.1, 0.1, 0, 1, "clock says", ""},
		{"more seconds than passed", 2, 0, 1, 2*busy + 5, 1, 0, 1, "clock says", ""},
		{"more CPU seconds than computed", 10, 0, 1, 10, 2, 0, 1, "the system 1", ""},
		{"fewer CPU seconds than computed", 10, 0, 9, 10, 3, 0, 1, "", "computed for longer"},
		{"four threads for one", 3, 0, 11, 3, 11, 0, 1, "", "more threads at once than the 1"},
		{"four for four", 3, 0, 11, 3, 11, 0, 4, "", ""},
		{"four for one, and short", 0.5, 0, 1.8, 0.5, 1.8, 0, 1, "", ""},
		{"no system that tells", 10, 0, math.NaN(), 9.9, 9, 0, 1, "", ""},
	} {
		f := host.Fitted{
			Done:        sp.Done{Seconds: c.seconds, CPUSeconds: c.cpu, EmitSeconds: c.emit},
			WallSeconds: c.wall, HandlingSeconds: c.handling, Computed: c.computed,
		}
		doubts, err := f.Clocks(c.threads)
		if err == nil && c.fails != "" || err != nil && (c.fails == "" || !strings.Contains(err.Error(), c.fails)) {
			t.Errorf("%s: %v, want %q", c.name, err, c.fails)
		}
		if said := strings.Join(doubts, "; "); (said == "") != (c.doubts == "") || !strings.Contains(said, c.doubts) {
			t.Errorf("%s: doubts %q, want %q", c.name, said, c.doubts)
		}
	}
}
