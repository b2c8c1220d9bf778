package record

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/spbench/spbench/harness/internal/record/resume"
)

// TestState: a state is whole or an error until it is dropped.
func TestState(t *testing.T) {
	s := create(t, t.TempDir())
	key := sample("3").Key
	if got, err := resume.State(s.Dir(), key); got != nil || err != nil {
		t.Errorf("a state that nobody stored: %q, %v", got, err)
	}
	for _, content := range []string{"first", "second"} {
		need(t, resume.PutState(s.Dir(), key, []byte(content)))
		if got, err := resume.State(s.Dir(), key); err != nil || string(got) != content {
			t.Errorf("state %q, %v, want %q", got, err, content)
		}
	}
	for _, content := range []string{"", "short", strings.Repeat("x", 50)} {
		write(t, resume.Path(s.Dir(), key), content)
		if _, err := resume.State(s.Dir(), key); err == nil || !strings.Contains(err.Error(), "damaged") {
			t.Errorf("a state of %q: %v", content, err)
		}
	}
	for range 2 {
		if err := resume.Drop(s.Dir(), key); err != nil {
			t.Error(err)
		}
	}
}

// TestDropOthers: states of other fits are deleted, with the files of earlier builds.
func TestDropOthers(t *testing.T) {
	s, key := create(t, t.TempDir()), sample("1").Key
	need(t, resume.PutState(s.Dir(), key, []byte("state")))
	other := resume.Path(s.Dir(), "other")
	write(t, other, "state")
	write(t, strings.TrimSuffix(other, ".state")+".kept", "checkpoints")
	for _, keys := range []map[string]bool{{key: true}, nil} {
		need(t, resume.DropOthers(s.Dir(), keys))
		left, err := os.ReadDir(filepath.Join(s.Dir(), resume.Folder))
		if err != nil || len(left) != len(keys) {
			t.Errorf("%v is left (%v)", left, err)
		}
	}
}
