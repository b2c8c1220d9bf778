package proc_test

import (
	"testing"
	"time"

	"github.com/spbench/spbench/harness/internal/host/proc"
)

// TestOnThread checks that work far shorter than a tick has a positive time.
func TestOnThread(t *testing.T) {
	for range 20 {
		n, sum := time.Now().UnixNano()%7, int64(0)
		took := proc.OnThread(func() {
			for i := range int64(20_000) {
				sum += i % (n + 2)
			}
		})
		if took <= 0 || took > time.Second {
			t.Errorf("it took %v, for %d", took, sum)
		}
	}
}
