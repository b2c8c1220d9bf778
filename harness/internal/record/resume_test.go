package record

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/spbench/spbench/harness/internal/record/lock"
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

// TestKept: progress is appended behind the part that belongs to an earlier state, and dropped with
// the state.
func TestKept(t *testing.T) {
	s, key := create(t, t.TempDir()), sample("1").Key
	for _, step := range []struct {
		size          int64
		content, want string
	}{{0, "first", "first"}, {5, " second", "first second"}, {5, " other", "first other"},
		{0, "new", "new"}} {
		need(t, resume.AppendProgress(s.Dir(), key, step.size, []byte(step.content)))
		if got, err := resume.Progress(s.Dir(), key, int64(len(step.want))); err != nil ||
			string(got) != step.want {
			t.Errorf("%q, %v, want %q", got, err, step.want)
		}
		if _, err := resume.Progress(s.Dir(), key, int64(len(step.want))+1); err == nil {
			t.Errorf("behind %q there is more", step.want)
		}
	}
	need(t, resume.PutState(s.Dir(), key, []byte("state")))
	need(t, resume.DropOthers(s.Dir(), map[string]bool{key: true}))
	if _, err := resume.Progress(s.Dir(), key, 3); err != nil {
		t.Error(err)
	}
	need(t, resume.DropOthers(s.Dir(), nil))
	if left, err := os.ReadDir(filepath.Join(s.Dir(), resume.Folder)); err != nil || len(left) > 0 {
		t.Errorf("%v is left (%v)", left, err)
	}
}

// TestShareIsWaitedFor: a writer waits for processes that share the lock for a moment.
func TestShareIsWaitedFor(t *testing.T) {
	s := create(t, t.TempDir())
	closeStore(t, s)
	held, err := lock.Share(s.Dir())
	need(t, err)
	time.AfterFunc(50*time.Millisecond, func() { held.Close() })
	if s, err = open(s.Dir(), []byte(plan), ""); err != nil {
		t.Fatal(err)
	}
	defer closeStore(t, s)
	if _, err := lock.Share(s.Dir()); !errors.Is(err, ErrInUse) {
		t.Errorf("error %v beside a writer", err)
	}
}
