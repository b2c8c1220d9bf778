package cluster

import (
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"github.com/spbench/spbench/harness/internal/testkit"
)

// TestJobs: an incomplete line of a dead process is ignored, and overwritten by the next line.
func TestJobs(t *testing.T) {
	dir := t.TempDir()
	name := filepath.Join(dir, TasksDir, jobsFile)
	need(t, os.Mkdir(filepath.Dir(name), 0o777))
	want := []Jobs{{[]string{"17", "18"}}, {[]string{"19"}}}
	note := func(j Jobs) {
		t.Helper()
		need(t, AddJobs(dir, j))
	}
	holds := func(want []Jobs) {
		t.Helper()
		if got, err := ReadJobs(dir); err != nil || !reflect.DeepEqual(got, want) {
			t.Errorf("%v, %v, want %v", got, err, want)
		}
	}
	note(want[0])
	whole, err := os.ReadFile(name)
	need(t, err)
	torn := string(whole) + `{"ids":["` + strings.Repeat("9", 99)
	need(t, os.WriteFile(name, []byte(torn), 0o666))
	holds(want[:1])
	note(want[1])
	holds(want)
}

var need = testkit.Need
