package record

import (
	"bytes"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
)

// TestState: a state is there until it is dropped, whole or an error; garbage once its fit has its line, unless that
// is one of a crash; and removed with its run.
func TestState(t *testing.T) {
	s := create(t, t.TempDir())
	for n, kind := range map[string]Kind{"0": OK, "1": Crash, "2": ""} { // 2: no line
		f := sample(n)
		f.Outcome, f.Ended = Outcome{Kind: kind, Reason: "of it"}, ""
		if kind == OK {
			f.Ended = "converged"
		}
		if err := s.PutState(f.Key, []byte("first "+n)); err != nil {
			t.Fatal(err)
		}
		if err := s.PutState(f.Key, []byte("state "+n)); err != nil {
			t.Fatal(err)
		}
		if got, err := s.State(f.Key); err != nil || !bytes.Equal(got, []byte("state "+n)) {
			t.Errorf("state %q, %v", got, err)
		}
		if kind != "" {
			mustAppend(t, s, 0, f)
		}
	}
	key := sample("3").Key
	if got, err := s.State(key); got != nil || err != nil {
		t.Errorf("a state that nobody stored: %q, %v", got, err)
	}
	if err := s.PutState(key, []byte("damaged")); err != nil {
		t.Fatal(err)
	}
	for _, content := range []string{"", "short", strings.Repeat("x", 50)} {
		write(t, s.statePath(key), content)
		if _, err := s.State(key); err == nil || !strings.Contains(err.Error(), "damaged") {
			t.Errorf("a state of %q: %v", content, err)
		}
	}
	for range 2 {
		if err := s.DropState(key); err != nil {
			t.Error(err)
		}
	}
	closeStore(t, s)
	write(t, filepath.Join(s.Dir(), runningDir, ".new-1"), "")
	files, _, err := Garbage(s.Dir(), true)
	if want := []string{filepath.Join(s.Dir(), runningDir, ".new-1"), s.statePath(sample("0").Key)}; err != nil || !reflect.DeepEqual(files, want) {
		t.Errorf("garbage %q, %v, want %q", files, err, want)
	}
	if left, err := Remove(s.Dir()); err != nil || left != nil {
		t.Errorf("left %q, %v", left, err)
	}
	if _, err := os.Stat(s.Dir()); err == nil {
		t.Error("the run folder is still there")
	}
}
