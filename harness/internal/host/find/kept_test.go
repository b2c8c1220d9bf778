package find

import (
	"errors"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/spbench/spbench/harness/internal/host/fault"
)

// A file other than the hashed one is refused, and not copied.
func TestKeepRefusesChangedFiles(t *testing.T) {
	folder := t.TempDir()
	path := filepath.Join(folder, "learner.py")
	write := func(text string) {
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	write("first")
	sum, err := fileSum(path)
	if err != nil {
		t.Fatal(err)
	}
	s := &Source{kept: &keeper{cache: t.TempDir(), sums: map[string]string{path: sum},
		copies: map[string]string{}, folders: map[string][]File{}}}
	list := func() ([]string, error) { return []string{"learner.py"}, nil }
	if files, err := s.Keep("before", folder, list); err != nil || len(files) != 1 {
		t.Fatalf("%v, %v", files, err)
	}
	write("second and longer")
	if files, err := s.Keep("after", folder, list); !errors.Is(err, fault.ErrHost) {
		t.Errorf("an edited file: %v, %v", files, err)
	}
	files, err := s.Keep("before", folder, list)
	if err != nil {
		t.Fatal(err)
	}
	if text, err := os.ReadFile(files[0].Copy); string(text) != "first" {
		t.Errorf("the copy is %q, %v", text, err)
	}
}

// A copy has the content with the sum, or is not made, also if the file changes in between.
func TestCopyFile(t *testing.T) {
	folder := t.TempDir()
	path := filepath.Join(folder, "program")
	if err := os.WriteFile(path, []byte("text"), 0o600); err != nil {
		t.Fatal(err)
	}
	sum, err := fileSum(path)
	if err != nil {
		t.Fatal(err)
	}
	target := filepath.Join(folder, "cache", "0"+sum[1:]+"0", "program")
	if err := copyFile(target, path); !errors.Is(err, fault.ErrHost) {
		t.Errorf("another sum: %v", err)
	}
	if left, _ := os.ReadDir(filepath.Dir(target)); len(left) > 0 {
		t.Errorf("it leaves %v", left)
	}
	target = filepath.Join(folder, "cache", sum, "program")
	if err := copyFile(target, path); err != nil {
		t.Error(err)
	}
	if have, err := fileSum(target); have != sum {
		t.Errorf("the copy has the sum %s, %v", have, err)
	}
}

// TestInterpreters: a learner reads the interpreter of its script, and the interpreter of that one.
func TestInterpreters(t *testing.T) {
	folder := t.TempDir()
	at := func(name string) string { return filepath.Join(folder, name) }
	for name, text := range map[string]string{"a/program": "\x7fELF", "b/runner": "#!" + at("a/program") + "\n",
		"c/learner.x": "#! " + at("b/runner") + " -u\n"} {
		if err := errors.Join(os.MkdirAll(filepath.Dir(at(name)), 0o700),
			os.WriteFile(at(name), []byte(text), 0o700)); err != nil {
			t.Fatal(err)
		}
	}
	s, err := Learner(at("c/learner.x"), Options{Cache: t.TempDir()})
	if err != nil {
		t.Fatal(err)
	}
	read, folders, err := s.Files()
	if err != nil || !slices.Equal(read, []string{at("b/runner"), at("a/program")}) ||
		!slices.Equal(folders, []string{at("c")}) {
		t.Errorf("read %v, folders %v, %v", read, folders, err)
	}
}
