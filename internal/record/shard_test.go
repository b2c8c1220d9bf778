package record

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// openShard opens a run folder for a shard, which is closed when the test ends.
func openShard(t *testing.T, results, name string) *Store {
	t.Helper()
	s, err := CreateShard(results, "toy", []byte(plan), name)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = s.Close() })
	return s
}

// TestShards: several write to a folder at once, each under a name of its own; one that wants it for itself waits, and
// what all have written is loaded.
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
		if err := s.Close(); err != nil {
			t.Fatal(err)
		}
	}
	alone, err := Create(results, "toy", []byte(plan))
	if err != nil {
		t.Fatal(err)
	}
	defer alone.Close()
	if _, err := CreateShard(results, "toy", []byte(plan), "1of2"); !errors.Is(err, ErrInUse) {
		t.Errorf("one has the folder for itself, and a shard is open: %v", err)
	}
	fits, warnings, err := alone.Load()
	if len(fits) != 20 || len(warnings) > 0 || err != nil {
		t.Errorf("%d fits, %v, %v", len(fits), warnings, err)
	}
}

// TestShardTorn: a last line of another shard that is on its way is neither cut off nor warned of; that of the shard
// itself was torn when it died, and is.
func TestShardTorn(t *testing.T) {
	results := t.TempDir()
	one, err := CreateShard(results, "toy", []byte(plan), "1of2")
	if err != nil {
		t.Fatal(err)
	}
	if err := errors.Join(one.Append(0, sample("a")), one.Close()); err != nil {
		t.Fatal(err)
	}
	files, err := filepath.Glob(filepath.Join(one.Dir(), "records-*"))
	if err != nil || len(files) != 1 {
		t.Fatal(files, err)
	}
	f, err := os.OpenFile(files[0], os.O_APPEND|os.O_WRONLY, 0)
	if err == nil {
		_, err = f.WriteString(`{"version":`)
	}
	if err := errors.Join(err, f.Close()); err != nil {
		t.Fatal(err)
	}
	for _, test := range []struct {
		shard    string
		warnings int
	}{{"2of2", 0}, {"1of2", 1}, {"1of2", 0}} {
		s, err := CreateShard(results, "toy", []byte(plan), test.shard)
		if err != nil {
			t.Fatal(err)
		}
		fits, warnings, err := s.Load()
		if n := len(warnings) + len(s.Warnings()); len(fits) != 1 || n != test.warnings || err != nil {
			t.Errorf("shard %s: %d fits, %d warnings, want 1 and %d; %v", test.shard, len(fits), n, test.warnings, err)
		}
		if err := s.Close(); err != nil {
			t.Fatal(err)
		}
	}
}

// TestDivided: whoever asks first divides, at once or later; another number of shards is another division.
func TestDivided(t *testing.T) {
	results := t.TempDir()
	got := make([]Division, 4)
	var askers sync.WaitGroup
	for i := range got {
		askers.Go(func() {
			s, err := CreateShard(results, "toy", []byte(plan), fmt.Sprintf("%dof2", i))
			if err != nil {
				t.Error(err)
				return
			}
			got[i], err = s.Divided(2, func() Division {
				return Division{2, []int{i % 2, 1 - i%2, 0}, []float64{1, 2, float64(i)}}
			})
			if err := errors.Join(err, s.Close()); err != nil {
				t.Error(err)
			}
		})
	}
	askers.Wait()
	for i := range got {
		if diff := cmp.Diff(got[0], got[i]); diff != "" || len(got[i].Of) != 3 {
			t.Errorf("asker %d has another division: %s", i, diff)
		}
	}
	s, err := Create(results, "toy", []byte(plan))
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	want := Division{Shards: 2, Of: []int{0, 0, 1}, Seconds: []float64{3, 1, 4}}
	if err := s.Divide(want); err != nil {
		t.Fatal(err)
	}
	is, err := s.Divided(2, func() Division { t.Error("divided again"); return Division{} })
	if diff := cmp.Diff(want, is); diff != "" || err != nil {
		t.Error(diff, err)
	}
	if err := os.WriteFile(filepath.Join(s.Dir(), "shards-2.json"), []byte(`{"shards":2,"of":[2],"seconds":[1]}`), 0o666); err != nil {
		t.Fatal(err)
	}
	if _, err := s.Divided(2, nil); err == nil {
		t.Error("a shard that there is not")
	}
}

// TestClaim: of many who want a fit at once one gets it, until it gives it back.
func TestClaim(t *testing.T) {
	results := t.TempDir()
	var got atomic.Int64
	var claimants sync.WaitGroup
	var one *Store
	for i := range 8 {
		s := openShard(t, results, fmt.Sprintf("%dof8", i))
		one = s
		claimants.Go(func() {
			if mine, err := s.Claim("a"); err != nil {
				t.Error(err)
			} else if mine {
				got.Add(1)
			}
		})
	}
	claimants.Wait()
	if got.Load() != 1 {
		t.Errorf("%d have it", got.Load())
	}
	if claims, err := one.Claims(); len(claims) != 1 || !claims["a"] || err != nil {
		t.Errorf("claims %v, %v", claims, err)
	}
	if err := one.Release("a"); err != nil {
		t.Error(err)
	}
	if mine, err := one.Claim("a"); !mine || err != nil {
		t.Errorf("it was given back: %v, %v", mine, err)
	}
	if err := one.ReleaseAll(); err != nil {
		t.Error(err)
	}
	if claims, err := one.Claims(); len(claims) != 0 || err != nil {
		t.Errorf("claims %v, %v", claims, err)
	}
}

// TestReleaseOwn: a shard that begins again gives back what it had itself and is not done, on this machine or another, and no more.
func TestReleaseOwn(t *testing.T) {
	results := t.TempDir()
	one, two := openShard(t, results, "1of2"), openShard(t, results, "2of2")
	for s, keys := range map[*Store][]string{one: {"a", "b"}, two: {"c"}} {
		for _, key := range keys {
			if mine, err := s.Claim(key); !mine || err != nil {
				t.Fatal(mine, err)
			}
		}
	}
	if err := one.Close(); err != nil {
		t.Fatal(err)
	}
	again := openShard(t, results, "1of2")
	again.writer = "1of2@elsewhere"
	if err := again.ReleaseOwn(map[string]bool{"a": true, "c": true}); err != nil {
		t.Fatal(err)
	}
	if claims, err := two.Claims(); err != nil || len(claims) != 2 || claims["a"] {
		t.Errorf("claims %v, %v", claims, err)
	}
}
