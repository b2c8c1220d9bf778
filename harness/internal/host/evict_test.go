package host_test

import (
	"errors"
	"sync"
	"testing"

	"github.com/spbench/spbench/harness/internal/host"
)

// onWrite calls a function at the first write.
type onWrite func()

func (f onWrite) Write(b []byte) (int, error) { f(); return len(b), nil }

// TestEvictedMeanwhile checks that a learner is not blamed for its death during an eviction from a
// full disk.
func TestEvictedMeanwhile(t *testing.T) {
	other := open(t, "", host.Options{})
	evict := sync.OnceFunc(func() { host.Evict(other) })
	_, err := host.Open(t.Context(), plantedSource(t, "crash at start"),
		host.Options{Stderr: onWrite(evict)})
	if !errors.Is(err, host.ErrHost) {
		t.Errorf("the start ends with %v", err)
	}
	if _, err = host.Open(t.Context(), plantedSource(t, "crash at start"),
		host.Options{}); !errors.Is(err, host.ErrStart) {
		t.Errorf("without an eviction it ends with %v", err)
	}
}
