package record

import (
	"bytes"
	"errors"
	"maps"
	"os"
	"path/filepath"
	"reflect"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"
)

// briefly returns the fits of a run by its index, and whether that was used for all of them.
func briefly(t *testing.T, dir string) (fits []*Fit, x *Index) {
	t.Helper()
	x, err := OpenIndex(dir)
	if err != nil {
		t.Fatal(err)
	}
	for f := range x.Fits() {
		fits = append(fits, f)
	}
	return fits, x
}

// same holds what an index has against the lines.
func same(t *testing.T, dir string) {
	t.Helper()
	want, _, err := Load(dir)
	if err != nil {
		t.Fatal(err)
	}
	got, x := briefly(t, dir)
	if len(got) != len(want) || x.Len() != len(want) {
		t.Fatalf("%d fits, want %d", len(got), len(want))
	}
	stubs := x.Stubs()
	for i, f := range got {
		is := want[i]
		whole, err := x.Whole(f)
		if err != nil || !bytes.Equal(asJSON(whole), asJSON(is)) {
			t.Errorf("fit %d: %v: the whole is another", i, err)
		}
		if f.Identity["build"] != is.Identity["build"] || f.Identity["harness"] != is.Identity["harness"] || f.Identity["score"] != is.Identity["score"] {
			t.Errorf("fit %d: built by %v, want %v", i, f.Identity, is.Identity)
		}
		stub, want := stubs[i], StubOf(&is, stubs[i].N)
		if f.Points() != is.Points() || f.Slot() != is.Slot() || !reflect.DeepEqual(stub, want) || !maps.Equal(x.Identity(&stub), is.Identity) {
			t.Errorf("fit %d: stub %v of %v, want %v", i, stub, x.Identity(&stub), want)
		}
		if !bytes.Equal(asJSON(x.Fit(&stub)), asJSON(f)) {
			t.Errorf("fit %d: its stub is of another one", i)
		}
		if !slices.ContainsFunc(x.Of(f.Key), func(g *Fit) bool { return g.Place() == f.Place() }) || x.Of("z") != nil || x.Of("") != nil {
			t.Errorf("fit %d is not found by its key", i)
		}
		is.Identity = f.Identity
		if n := len(is.Checkpoints); n > 0 {
			is.Checkpoints, is.Times.Checkpoints = slices.Clone(is.Checkpoints[n-1:]), is.Times.Checkpoints[n-1:]
			is.Checkpoints[0].Values = f.Checkpoints[0].Values
		}
		if !bytes.Equal(asJSON(f), asJSON(is)) {
			t.Errorf("fit %d:\n%s, want\n%s", i, asJSON(f), asJSON(is))
		}
		if _, err := Encode(*f); err == nil {
			t.Errorf("fit %d: a brief fit is written as if it were whole", i)
		}
	}
}

// closed closes a store and returns it, of which only the folder is of use then.
func closed(t *testing.T, s *Store) *Store {
	t.Helper()
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	return s
}

// reopened opens the folder of a closed store.
func reopened(t *testing.T, s *Store) *Store {
	t.Helper()
	s, err := Open(s.Dir())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { s.Close() })
	return s
}

// An index that was made while the records might still have been written to in the same instant is held against their bytes, until they have been quiet:
// then it says so, and they are not read any more.
func TestIndexSettles(t *testing.T) {
	s := create(t, t.TempDir())
	mustAppend(t, s, 0, sample("1"))
	x, err := OpenIndex(closed(t, s).Dir())
	if err != nil {
		t.Fatal(err)
	}
	x.write()
	unread := func() bool {
		t.Helper()
		x, err := readIndex(s.Dir())
		if err == nil {
			err = x.current()
		}
		if err != nil {
			t.Fatal(err)
		}
		defer x.close()
		return x.files[0].unchanged
	}
	if unread() {
		t.Error("a file that has just been written is taken for what it was")
	}
	time.Sleep(quiet + 100*time.Millisecond)
	for range 2 {
		if _, err := OpenIndex(s.Dir()); err != nil {
			t.Fatal(err)
		}
	}
	if runtime.GOOS == "linux" && !unread() {
		t.Error("a file that has been quiet is read again and again")
	}
	name := filepath.Join(s.Dir(), "records-0.jsonl")
	info, err := os.Stat(name)
	if err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile(name)
	if err == nil {
		err = os.WriteFile(name, edited(t, text, "50 passes", "60 passes"), 0o666)
	}
	if err == nil {
		err = os.Chtimes(name, info.ModTime(), info.ModTime())
	}
	if err != nil {
		t.Fatal(err)
	}
	same(t, s.Dir()) // though it has its size and time of before
}

// Who wants to write waits for those who put an index in place.
func TestShareIsWaitedFor(t *testing.T) {
	s := closed(t, create(t, t.TempDir()))
	lock, err := share(filepath.Join(s.Dir(), lockFile))
	if err != nil {
		t.Fatal(err)
	}
	time.AfterFunc(50*time.Millisecond, func() { lock.Close() })
	reopened(t, s)
	if _, err := share(filepath.Join(s.Dir(), lockFile)); !errors.Is(err, ErrInUse) {
		t.Errorf("error %v beside a writer", err)
	}
}

// TestIndex: what comes from the index is what comes from the lines, whatever became of both.
func TestIndex(t *testing.T) {
	s := create(t, t.TempDir())
	for _, n := range []string{"1", "2", "3", "1"} {
		mustAppend(t, s, 0, sample(n))
	}
	same(t, s.Dir())
	x, err := OpenIndex(s.Dir())
	if err != nil {
		t.Fatal(err)
	}
	if x.write(); CurrentIndex(s.Dir()) != nil {
		t.Error("an index is written while a process has the folder open for writing")
	}
	s = closed(t, s)
	x.write() // few lines are read sooner than an index is written
	if err := verifyIndex(s.Dir()); err != nil {
		t.Errorf("a good index: %v", err)
	}
	name, records := filepath.Join(s.Dir(), indexFile), filepath.Join(s.Dir(), "records-0.jsonl")
	good, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	lines, err := os.ReadFile(records)
	if err != nil {
		t.Fatal(err)
	}
	put := func(name string, content []byte) {
		t.Helper()
		if err := os.WriteFile(name, content, 0o666); err != nil {
			t.Fatal(err)
		}
	}
	used := func() bool {
		x, err := readIndex(s.Dir())
		return err == nil && x.current() == nil
	}
	if same(t, s.Dir()); !used() {
		t.Error("the index is not used")
	}
	s = reopened(t, s)
	mustAppend(t, s, 0, sample("4"))
	mustAppend(t, s, 1, sample("5"))
	s = closed(t, s)
	if same(t, s.Dir()); !used() {
		t.Error("the index is not used for what it stands for")
	}
	if x := CurrentIndex(s.Dir()); x == nil || x.Len() != 5 {
		t.Errorf("%v by the index and what was appended since", x)
	}
	for at := 0; at < len(good); at += 23 {
		bad := slices.Clone(good)
		bad[at] ^= 1
		put(name, bad)
		if _, err := readIndex(s.Dir()); err == nil {
			t.Fatalf("byte %d of the index has changed, and it is believed", at)
		}
	}
	same(t, s.Dir())
	put(name, good[:len(good)-1])
	if same(t, s.Dir()); used() {
		t.Error("a torn index is used")
	}
	put(name, good)
	more, err := os.ReadFile(records)
	if err != nil {
		t.Fatal(err)
	}
	put(records, edited(t, more, `"outcome":{"kind":"budget","reason":"50 passes"`, `"outcome":{"kind":"budget","reason":"60 passes"`))
	if same(t, s.Dir()); used() {
		t.Error("an index of another line is used")
	}
	put(records, lines[:bytes.IndexByte(lines, '\n')+1])
	if same(t, s.Dir()); used() {
		t.Error("an index of lines that are gone is used")
	}
	if err := os.Remove(records); err != nil {
		t.Fatal(err)
	}
	if same(t, s.Dir()); used() {
		t.Error("an index of a file that is gone is used")
	}
}

// An index that was written from other numbers than those of the lines it stands for is found by Verify alone.
func TestVerifyIndex(t *testing.T) {
	s := create(t, t.TempDir())
	for _, n := range []string{"1", "2"} {
		mustAppend(t, s, 0, sample(n))
	}
	x, err := OpenIndex(s.Dir())
	if err != nil {
		t.Fatal(err)
	}
	wrong := &Index{dir: x.dir, files: x.files, starts: []uint32{0}, order: x.order}
	p := newPacker(nil, nil)
	for i := range x.Len() {
		f := x.brief(int32(i))
		f.Passes++
		wrong.add(p, f, f.line)
	}
	wrong.packed, wrong.texts = p.out, p.texts
	closed(t, s)
	wrong.write()
	var damages []string
	if _, err := Verify(s.Dir(), func(*Row) []string { return nil }, func(where, what string) { damages = append(damages, where+": "+what) }); err != nil {
		t.Fatal(err)
	}
	if n := len(damages); n == 0 || !strings.Contains(damages[n-1], "index: it says something else of fit ") {
		t.Errorf("damages %q", damages)
	}
}
