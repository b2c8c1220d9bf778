package cellcache

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"sync"
	"testing"

	"github.com/spbench/spbench/harness/internal/record/lock"
)

// replacedVariable tells the test binary to replace itself, and to print which build it is.
const replacedVariable = "SPBENCH_CELLCACHE_TEST_REPLACED"

func TestMain(m *testing.M) {
	if os.Getenv(replacedVariable) == "" {
		os.Exit(m.Run())
	}
	err := os.Remove(os.Args[0])
	if err == nil {
		err = os.WriteFile(os.Args[0], make([]byte, 1<<17), 0o755)
	}
	fmt.Printf("%x", build())
	if err != nil {
		fmt.Println(err)
		os.Exit(1)
	}
}

// TestReplacedProgram: a build that replaced a running program does not read the cache that the
// running program writes.
func TestReplacedProgram(t *testing.T) {
	text, err := os.ReadFile(os.Args[0])
	program := filepath.Join(t.TempDir(), "program")
	if err = errors.Join(err, os.WriteFile(program, text, 0o755)); err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command(program)
	cmd.Env = append(os.Environ(), replacedVariable+"=1")
	got, err := cmd.Output()
	if want := fmt.Sprintf("%x", build()); err != nil || string(got) != want && (len(got) > 0 ||
		runtime.GOOS == "linux") {
		t.Errorf("the replaced program %s takes itself for %s, %v", want, got, err)
	}
}

// TestCache: Read returns what was written last. It returns nothing if the cache is damaged, was
// written by another build, or would have been written beside a writer.
func TestCache(t *testing.T) {
	dir := t.TempDir()
	locks, err := lock.Alone(dir)
	if err != nil {
		t.Fatal(err)
	}
	if Write(dir, []byte("early")); Read(dir) != nil {
		t.Error("a cache was written beside a writer")
	}
	if err := locks.Close(); err != nil {
		t.Fatal(err)
	}
	contents := [][]byte{bytes.Repeat([]byte("one"), 1e5), bytes.Repeat([]byte("two"), 1e5)}
	var writers sync.WaitGroup
	for _, content := range contents {
		writers.Go(func() { Write(dir, content) })
	}
	writers.Wait()
	if got := Read(dir); !bytes.Equal(got, contents[0]) && !bytes.Equal(got, contents[1]) {
		t.Errorf("the cache has %d bytes", len(got))
	}
	name := filepath.Join(dir, File)
	whole, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	flipped, other := bytes.Clone(whole), bytes.Clone(whole)
	flipped[len(flipped)/2] ^= 1
	other[0] ^= 1 // the hash of content and build
	for what, text := range map[string][]byte{
		"torn": whole[:len(whole)/2], "short": whole[:5], "flipped": flipped, "of another build": other,
		"empty": nil,
	} {
		if err := os.WriteFile(name, text, 0o666); err != nil || Read(dir) != nil {
			t.Errorf("a cache is read, but is %s (%v)", what, err)
		}
	}
	if err := os.Remove(name); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(filepath.Join(t.TempDir(), "elsewhere"), name); err == nil &&
		Read(dir) != nil {
		t.Error("a link is read")
	}
	if Write(dir, contents[1]); !bytes.Equal(Read(dir), contents[1]) {
		t.Error("the cache was not written again")
	}
	if err := os.Chmod(dir, 0o555); err != nil {
		t.Fatal(err)
	}
	defer os.Chmod(dir, 0o755)
	if Write(dir, contents[0]); Read(dir) == nil {
		t.Error("a read-only folder lost its cache")
	}
}
