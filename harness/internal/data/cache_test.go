package data

import (
	"bytes"
	"os"
	"path/filepath"
	"sync"
	"testing"
	"time"

	"github.com/spbench/spbench"
	"github.com/spbench/spbench/harness"
)

func init() { spbench.Harness = harness.Sources }

func TestCacheForgetsWhatNobodyUses(t *testing.T) {
	c := cache{filepath.Join(t.TempDir(), "cache")}
	for _, key := range []string{"used", "unused"} {
		check(t, c.keep(key, []byte(key)))
	}
	old := time.Now().Add(-unusedAge - time.Hour)
	for _, key := range []string{"used", "unused"} {
		check(t, os.Chtimes(c.path(key), old, old))
	}
	if string(c.recall("used")) != "used" {
		t.Fatal("nothing is recalled")
	}
	check(t, c.keep("new", nil))
	if string(c.recall("used")) != "used" || c.recall("unused") != nil || c.recall("new") == nil {
		t.Errorf("used: %q, unused: %q, new: %v", c.recall("used"), c.recall("unused"), c.recall(
			"new"))
	}
}

// Reading while others write finds one of the contents, complete.
func TestCacheAtOnceOrNotAtAll(t *testing.T) {
	dir := t.TempDir()
	content := func(i int) []byte { return bytes.Repeat([]byte{byte(i)}, 1<<18) }
	check(t, (cache{dir}).keep("key", content(0)))
	var group sync.WaitGroup
	for i := range 4 {
		group.Go(func() {
			for range 10 {
				if err := (cache{dir}).keep("key", content(i)); err != nil {
					t.Error(err)
				}
				if have := (cache{dir}).recall("key"); len(have) != 1<<18 ||
					!bytes.Equal(have, content(int(have[0]))) {
					t.Errorf("%d bytes are recalled", len(have))
				}
			}
		})
	}
	group.Wait()
	if list, err := os.ReadDir(dir); err != nil || len(list) != 1 {
		t.Errorf("the folder has %v, %v", list, err)
	}
}
