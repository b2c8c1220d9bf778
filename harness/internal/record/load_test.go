package record

import (
	"bytes"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"
)

func TestLatest(t *testing.T) {
	results := filepath.Join(t.TempDir(), "[results]*")
	need(t, os.Mkdir(results, 0o777))
	if _, err := Latest(results); err == nil ||
		err.Error() != "record: there is no run in "+results+" yet\nhint: spbench run SUITE starts one" {
		t.Errorf("without a run: %v", err)
	}
	var dirs []string
	for i, name := range []string{"b", "c", "a"} {
		s := must(Create(results, name, []byte(plan)))(t)
		mustAppend(t, s, 0, sample(name))
		closeStore(t, s)
		dirs = append(dirs, s.Dir())
		at := time.Now().Add(time.Duration(i-10) * time.Hour)
		for _, file := range []string{planFile, "records-0.jsonl"} {
			need(t, os.Chtimes(filepath.Join(s.Dir(), file), at, at))
		}
	}
	need(t, os.MkdirAll(filepath.Join(results, "no run"), 0o777))
	if dir, err := Latest(results); err != nil || dir != dirs[2] {
		t.Errorf("the latest run is %s, %v; want %s", dir, err, dirs[2])
	}
	s := must(open(dirs[0], []byte(plan), ""))(t)
	mustAppend(t, s, 3, sample("late"))
	closeStore(t, s)
	if dir, err := Latest(results); err != nil || dir != dirs[0] {
		t.Errorf("after an append the latest run is %s, %v; want %s", dir, err, dirs[0])
	}
	if fits, _ := load(t, dirs[0]); len(fits) != 2 {
		t.Errorf("%d fits in a folder whose name has the signs of a pattern", len(fits))
	}
}

// FuzzLoad: a record file is read, except for a torn last line, or is an error with file and line.
func FuzzLoad(f *testing.F) {
	one, two := mustEncode(f, "1"), mustEncode(f, "2")
	for _, lines := range [][]byte{nil, one, slices.Concat(one, two, one), slices.Concat(one,
		two[:len(two)/2]), slices.Concat(two[:9], []byte("\n"), one)} {
		f.Add(lines)
	}
	f.Add([]byte("\n"))
	f.Fuzz(func(t *testing.T, lines []byte) {
		dir := t.TempDir()
		for name, content := range map[string][]byte{planFile: summed([]byte(plan)),
			"records-0.jsonl": lines} {
			write(t, filepath.Join(dir, name), string(content))
		}
		fits, warnings, err := Load(dir)
		torn := len(lines) > 0 && lines[len(lines)-1] != '\n'
		switch {
		case err != nil && !strings.Contains(err.Error(), filepath.Join(dir, "records-0.jsonl")+":"):
			t.Errorf("error %v names no line", err)
		case err == nil && (len(warnings) > 0) != torn:
			t.Errorf("warnings %q of %q", warnings, lines)
		case len(fits) > bytes.Count(lines, []byte{'\n'}):
			t.Errorf("%d fits in %q", len(fits), lines)
		}
	})
}

func mustEncode(f *testing.F, n string) []byte {
	f.Helper()
	line := must(Encode(sample(n)))(f)
	return line
}
