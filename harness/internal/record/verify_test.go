package record

import (
	"testing"

	"github.com/spbench/spbench/harness/internal/record/cellcache"
)

// TestVerifyDropsTheCache: the cache of table cells is not verified but deleted.
func TestVerifyDropsTheCache(t *testing.T) {
	s := create(t, t.TempDir())
	closeStore(t, s)
	if cellcache.Write(s.Dir(), []byte("cells")); cellcache.Read(s.Dir()) == nil {
		t.Fatal("no cache was written")
	}
	if _, err := Verify(s.Dir(), nil, nil); err != nil || cellcache.Read(s.Dir()) != nil {
		t.Errorf("the cache is still there (%v)", err)
	}
}
