package record

import (
	"reflect"
	"strings"
	"testing"
)

// TestMerge: two machines did some fits each of one plan, and one of them both.
func TestMerge(t *testing.T) {
	a, b, all := create(t, t.TempDir()), create(t, t.TempDir()), create(t, t.TempDir())
	for store, names := range map[*Store][]string{a: {"1", "2"}, b: {"2", "3"}} {
		for _, n := range names {
			f := sample(n)
			f.Test = []string{n}
			mustAppend(t, store, 0, f)
		}
	}
	dirs := []string{a.Dir(), b.Dir(), all.Dir(), a.Dir()}
	if n, warnings, err := all.Merge(dirs); n != 3 || warnings != nil || err != nil {
		t.Fatal(n, warnings, err)
	}
	if n, _, err := all.Merge(dirs); n != 0 || err != nil {
		t.Errorf("again: %d, %v", n, err)
	}
	fits, _, err := Load(all.Dir())
	if err != nil || len(fits) != 3 {
		t.Fatal(len(fits), err)
	}
	for i := range fits {
		if ids, err := ReadTest(all.Dir(), &fits[i]); err != nil || !reflect.DeepEqual(ids, []string{fits[i].Identity["n"]}) {
			t.Errorf("test set %q, %v", ids, err)
		}
	}
}

// TestMergeRefuses: one fit with two outcomes names both folders, and another plan is none of this; nothing is
// appended then.
func TestMergeRefuses(t *testing.T) {
	a, b, all := create(t, t.TempDir()), create(t, t.TempDir()), create(t, t.TempDir())
	mustAppend(t, a, 0, sample("1"))
	f := sample("1")
	f.Passes = 7
	mustAppend(t, b, 0, f)
	_, _, err := all.Merge([]string{a.Dir(), b.Dir()})
	if err == nil || !strings.Contains(err.Error(), b.Dir()+" has other evidence than "+a.Dir()+": passes: was 0.1, is 7") {
		t.Errorf("two outcomes: %v", err)
	}
	if _, _, err := all.Merge([]string{a.Dir(), other(t).Dir()}); err == nil || !strings.Contains(err.Error(), "another plan") {
		t.Errorf("two plans: %v", err)
	}
	if fits, _, err := Load(all.Dir()); err != nil || len(fits) > 0 {
		t.Errorf("%d fits, %v", len(fits), err)
	}
}
