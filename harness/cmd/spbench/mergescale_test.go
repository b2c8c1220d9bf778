package main

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/spbench/spbench/harness/internal/record"
)

// merges merges run folders of n machines, and expects the table of the whole run.
func (s *scaled) merges(t *testing.T, n int, table string) {
	t.Helper()
	old, err := filepath.Glob(filepath.Join(s.dir, "machine*")) // from a previous run in this folder
	for _, dir := range append(old, filepath.Join(s.dir, "merged")) {
		if err == nil {
			err = os.RemoveAll(dir)
		}
	}
	need(t, err)
	parts := s.split(t, n)
	out, took, memory := s.measure(t, append([]string{"merge", "-results", "merged"}, parts...)...)
	if !strings.Contains(out, fmt.Sprintf("%d fits added", s.fits)) {
		t.Errorf("merge says\n%s", out)
	}
	s.limit(t, "merge", memory)
	t.Logf("merge of %d folders with %d fits: %.2f CPU s, %.0f MB", n, s.fits, took.Seconds(),
		float64(memory)/1e6)
	merged := must(record.Latest(filepath.Join(s.dir, "merged")))(t)
	if out, _, _ := s.measure(t, "table", merged); out != table {
		t.Errorf("the merged run has the table\n%s\nwant\n%s", out, table)
	}
}

// named matches the files in a line.
var named = regexp.MustCompile(`"(weights|test|train|statistics|predictions)_file":"([0-9a-f]{64})"`)

// split distributes the fits of the run to n run folders, with links to their files.
func (s *scaled) split(t *testing.T, n int) (dirs []string) {
	t.Helper()
	text := must(os.ReadFile(filepath.Join(s.run, "records-0.jsonl")))(t)
	plan := must(record.Plan(s.run))(t)
	lines := make([]bytes.Buffer, n)
	for i := range n {
		store, err := record.CreateShard(filepath.Join(s.dir, fmt.Sprint("machine", i)),
			"quickstart", plan, fmt.Sprintf("%dof%d", i+1, n))
		if err == nil {
			err = store.Close()
		}
		need(t, err)
		dirs = append(dirs, store.Dir())
	}
	number := 0
	for line := range bytes.Lines(text) {
		i := number % n
		number++
		lines[i].Write(line)
		for _, m := range named.FindAllSubmatch(line, -1) {
			name := map[string]string{
				"weights": "weights/%s.bin", "test": "tests/%s.gz", "train": "tests/%s.gz",
				"statistics": "statistics/%s.gz", "predictions": "predictions/%s.gz",
			}[string(m[1])]
			name = fmt.Sprintf(name, m[2])
			if err := os.Link(filepath.Join(s.run, name),
				filepath.Join(dirs[i], name)); err != nil && !os.IsExist(err) {
				t.Fatal(err)
			}
		}
	}
	for i, dir := range dirs {
		need(t, os.WriteFile(filepath.Join(dir,
			fmt.Sprintf("records-%dof%d@machine%d-0.jsonl", i+1, n, i)), lines[i].Bytes(), 0o666))
	}
	return dirs
}
