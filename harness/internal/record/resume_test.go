package record

import (
	"bytes"
	"errors"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
	"time"

	"github.com/spbench/spbench/harness/internal/record/lock"
	"github.com/spbench/spbench/harness/internal/record/resume"
)

// TestState: a state is whole or an error until it is dropped. It is garbage once its fit has a
// line, except that of a crash. It is removed with its run.
func TestState(t *testing.T) {
	s := create(t, t.TempDir())
	for n, kind := range map[string]OutcomeKind{"0": OK, "1": Crash, "2": ""} { // 2: no line
		f := sample(n)
		f.Outcome, f.Ended = Outcome{Kind: kind, Reason: "of it"}, ""
		if kind == OK {
			f.Ended = "converged"
		}
		need(t, resume.PutState(s.Dir(), f.Key, []byte("first "+n)))
		need(t, resume.PutState(s.Dir(), f.Key, []byte("state "+n)))
		if got, err := resume.State(s.Dir(), f.Key); err != nil || !bytes.Equal(got, []byte("state "+n)) {
			t.Errorf("state %q, %v", got, err)
		}
		if kind != "" {
			mustAppend(t, s, 0, f)
		}
	}
	key := sample("3").Key
	if got, err := resume.State(s.Dir(), key); got != nil || err != nil {
		t.Errorf("a state that nobody stored: %q, %v", got, err)
	}
	need(t, resume.PutState(s.Dir(), key, []byte("damaged")))
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
	closeStore(t, s)
	write(t, filepath.Join(s.Dir(), resume.Folder, ".new-1"), "")
	files, _, err := Garbage(s.Dir(), true)
	if want := []string{filepath.Join(s.Dir(), resume.Folder, ".new-1"), resume.Path(s.Dir(),
		sample("0").Key)}; err != nil || !reflect.DeepEqual(files, want) {
		t.Errorf("garbage %q, %v, want %q", files, err, want)
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
	if files, bytes, err := resume.States(s.Dir()); err != nil || len(files) != 1 || bytes != 5+32+3 {
		t.Errorf("%d states of %d bytes, %v", len(files), bytes, err)
	}
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
