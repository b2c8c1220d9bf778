package record

import (
	"os"
	"path/filepath"
	"testing"
	"time"
)

func TestLatest(t *testing.T) {
	results := filepath.Join(t.TempDir(), "[results]*")
	if err := os.Mkdir(results, 0o777); err != nil {
		t.Fatal(err)
	}
	if _, err := Latest(results); err == nil || err.Error() != "record: there is no run in "+results+" yet" {
		t.Errorf("without a run: %v", err)
	}
	var dirs []string
	for i, name := range []string{"b", "c", "a"} {
		s, err := Create(results, name, []byte(plan))
		if err != nil {
			t.Fatal(err)
		}
		mustAppend(t, s, 0, sample(name))
		closeStore(t, s)
		dirs = append(dirs, s.Dir())
		at := time.Now().Add(time.Duration(i-10) * time.Hour)
		for _, file := range []string{planFile, "records-0.jsonl"} {
			if err := os.Chtimes(filepath.Join(s.Dir(), file), at, at); err != nil {
				t.Fatal(err)
			}
		}
	}
	if err := os.MkdirAll(filepath.Join(results, "no run"), 0o777); err != nil {
		t.Fatal(err)
	}
	if dir, err := Latest(results); err != nil || dir != dirs[2] {
		t.Errorf("the latest run is %s, %v; want %s", dir, err, dirs[2])
	}
	s, err := Open(dirs[0])
	if err != nil {
		t.Fatal(err)
	}
	mustAppend(t, s, 3, sample("late"))
	closeStore(t, s)
	if dir, err := Latest(results); err != nil || dir != dirs[0] {
		t.Errorf("after an append the latest run is %s, %v; want %s", dir, err, dirs[0])
	}
	if fits, _ := load(t, dirs[0]); len(fits) != 2 {
		t.Errorf("%d fits in a folder whose name has the signs of a pattern", len(fits))
	}
}
