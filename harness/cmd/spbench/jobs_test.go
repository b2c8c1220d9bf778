package main

import (
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
)

// TestJobs: of a line that a dead process left without an end nothing is taken, and the next one begins where it began.
func TestJobs(t *testing.T) {
	dir := t.TempDir()
	name := filepath.Join(dir, tasksDir, jobsFile)
	need(t, os.Mkdir(filepath.Dir(name), 0o777))
	want := []jobs{{[]string{"17", "18"}}, {[]string{"19"}}}
	note := func(j jobs) {
		t.Helper()
		need(t, addJobs(dir, j))
	}
	holds := func(want []jobs) {
		t.Helper()
		if got, err := readJobs(dir); err != nil || !reflect.DeepEqual(got, want) {
			t.Errorf("%v, %v, want %v", got, err, want)
		}
	}
	note(want[0])
	whole := must(os.ReadFile(name))(t)
	torn := string(whole) + `{"ids":["` + strings.Repeat("9", 99)
	putText(t, torn, name)
	holds(want[:1])
	note(want[1])
	holds(want)
}
