package data

import (
	"os"
	"path/filepath"
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
