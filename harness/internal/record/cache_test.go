package record

import (
	"bytes"
	"os"
	"path/filepath"
	"sync"
	"testing"
)

// TestCache: a cache is what was left last, or nothing: if it is damaged, of another build, or a
// process has the folder open for writing.
func TestCache(t *testing.T) {
	s := create(t, t.TempDir())
	if Cache(s.Dir(), []byte("early")); Cached(s.Dir()) != nil {
		t.Error("a cache beside a writer")
	}
	closeStore(t, s)
	contents := [][]byte{bytes.Repeat([]byte("one"), 1e5), bytes.Repeat([]byte("two"), 1e5)}
	var left sync.WaitGroup
	for _, content := range contents { // two at once
		left.Go(func() { Cache(s.Dir(), content) })
	}
	left.Wait()
	if is := Cached(s.Dir()); !bytes.Equal(is, contents[0]) && !bytes.Equal(is, contents[1]) {
		t.Errorf("%d bytes are left", len(is))
	}
	name := filepath.Join(s.Dir(), cacheFile)
	whole := must(os.ReadFile(name))(t)
	flipped, build := bytes.Clone(whole), bytes.Clone(whole)
	flipped[len(flipped)/2] ^= 1
	build[0] ^= 1 // the hash of content and build
	for what, text := range map[string][]byte{"torn": whole[:len(whole)/2], "short": whole[:5], "flipped": flipped, "of another build": build, "": nil} {
		if write(t, name, string(text)); Cached(s.Dir()) != nil {
			t.Errorf("a cache that is %q is read", what)
		}
	}
	need(t, os.Remove(name))
	if err := os.Symlink(filepath.Join(t.TempDir(), "elsewhere"), name); err == nil && Cached(s.Dir()) != nil {
		t.Error("a link is read")
	}
	if Cache(s.Dir(), contents[1]); !bytes.Equal(Cached(s.Dir()), contents[1]) {
		t.Error("a cache is not made again")
	}
	if _, err := Verify(s.Dir(), nil, nil); err != nil || Cached(s.Dir()) != nil {
		t.Error("a verified run has a cache", err)
	}
	Cache(s.Dir(), contents[1])
	need(t, os.Chmod(s.Dir(), 0o555))
	defer os.Chmod(s.Dir(), 0o755)
	if Cache(s.Dir(), contents[0]); Cached(s.Dir()) == nil {
		t.Error("a folder that may only be read has lost its cache")
	}
}
