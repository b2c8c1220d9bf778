package record

import (
	"errors"
	"fmt"
	"sync"
	"testing"
)

// openShard opens a run folder for a shard, which is closed when the test ends.
func openShard(t *testing.T, results, name string) *Store {
	t.Helper()
	s := must(CreateShard(results, "toy", []byte(plan), name))(t)
	t.Cleanup(func() { _ = s.Close() })
	return s
}

// TestShards: several shards write to a folder at once, each under its own name. A process that
// wants the folder alone is refused meanwhile. All lines are loaded.
func TestShards(t *testing.T) {
	results := t.TempDir()
	stores := []*Store{openShard(t, results, "1of2"), openShard(t, results, "2of2")}
	var writers sync.WaitGroup
	for i, s := range stores {
		writers.Go(func() {
			for n := range 10 {
				if err := s.Append(0, sample(fmt.Sprint(i, n))); err != nil {
					t.Error(err)
				}
			}
		})
	}
	writers.Wait()
	if _, err := CreateShard(results, "toy", []byte(plan), "1of2"); !errors.Is(err, ErrInUse) {
		t.Errorf("the shard is taken, and open again: %v", err)
	}
	if _, err := Create(results, "toy", []byte(plan)); !errors.Is(err, ErrInUse) {
		t.Errorf("shards are at work, and the folder is open for one alone: %v", err)
	}
	for _, s := range stores {
		closeStore(t, s)
	}
	alone := must(Create(results, "toy", []byte(plan)))(t)
	defer alone.Close()
	if _, err := CreateShard(results, "toy", []byte(plan), "1of2"); !errors.Is(err, ErrInUse) {
		t.Errorf("one has the folder for itself, and a shard is open: %v", err)
	}
	fits, warnings, err := alone.Load()
	if len(fits) != 20 || len(warnings) > 0 || err != nil {
		t.Errorf("%d fits, %v, %v", len(fits), warnings, err)
	}
}
