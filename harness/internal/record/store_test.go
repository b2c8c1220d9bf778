package record

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"github.com/spbench/spbench/harness/internal/record/blob"
	"github.com/spbench/spbench/harness/internal/testkit"
)

const plan = `{"suite":"quickstart"}`

func create(t *testing.T, results string) *Store {
	t.Helper()
	s := must(Create(results, "quickstart", []byte(plan)))(t)
	t.Cleanup(func() {
		if s.files != nil {
			closeStore(t, s)
		}
	})
	return s
}

func closeStore(t *testing.T, s *Store) {
	t.Helper()
	need(t, s.Close())
}

func mustAppend(t *testing.T, s *Store, worker int, f Fit) {
	t.Helper()
	need(t, s.Append(worker, f))
}

// load returns the fits of a run by the n of their samples.
func load(t *testing.T, dir string) (byN map[string]Fit, warnings []string) {
	t.Helper()
	fits, warnings, err := Load(dir)
	need(t, err)
	byN = map[string]Fit{}
	for _, f := range fits {
		byN[f.Identity["n"]] = f
	}
	if len(byN) != len(fits) {
		t.Fatalf("%d fits, %d of them different", len(fits), len(byN))
	}
	return byN, warnings
}

func TestCreateResumes(t *testing.T) {
	results := t.TempDir()
	s := create(t, results)
	if base := filepath.Base(s.Dir()); base != "quickstart-552abd22" {
		t.Errorf("the folder is called %s", base)
	}
	mustAppend(t, s, 0, sample("1"))
	closeStore(t, s)
	if err := s.Append(0, sample("2")); err == nil {
		t.Error("a closed store appends")
	}
	s = create(t, results)
	mustAppend(t, s, 0, sample("2"))
	closeStore(t, s)
	s = create(t, results)
	mustAppend(t, s, 1, sample("3"))
	closeStore(t, s)
	fits, warnings := load(t, s.Dir())
	if len(fits) != 3 || len(warnings)+len(s.Warnings()) > 0 {
		t.Errorf("%d fits after two resumptions, warnings %v", len(fits), warnings)
	}
	for n, f := range fits {
		if Differences(f, sample(n)) != nil || f.Times.Appended.IsZero() {
			t.Errorf("fit %s came back as %+v", n, f)
		}
	}
	if text, err := Plan(s.Dir()); err != nil || string(text) != plan {
		t.Errorf("plan %s, %v", text, err)
	}
}

func TestCreateRefuses(t *testing.T) {
	results := t.TempDir()
	for _, name := range []string{"", "a/b", "..", ".hidden"} {
		if _, err := Create(results, name, []byte(plan)); err == nil {
			t.Errorf("the name %q is accepted", name)
		}
	}
	if _, err := Create(results, "x", []byte("{")); err == nil ||
		err.Error() != "record: create: the plan is no JSON object" {
		t.Errorf("a plan that is no JSON: %v", err)
	}
	s := create(t, results)
	closeStore(t, s)
	file := filepath.Join(s.Dir(), planFile)
	if _, err := Create(filepath.Join(file, "results"), "x", []byte(plan)); err == nil ||
		!strings.HasSuffix(err.Error(), "\nhint: -results DIR names another folder for runs") {
		t.Errorf("a folder that cannot be made: %v", err)
	}
	write(t, file, string(summed([]byte(`{"suite":"another"}`))))
	want := "record: " + file + " was made by another plan: move the folder away to start again"
	if _, err := Create(results, "quickstart", []byte(plan)); err == nil || err.Error() != want {
		t.Errorf("another plan: %v, want %s", err, want)
	}
	write(t, file, string(summed([]byte(`{"suite":`))))
	if _, err := Create(results, "quickstart", []byte(plan)); err == nil ||
		!strings.HasPrefix(err.Error(), "record: "+file+": it is damaged: it is not JSON\n") {
		t.Errorf("a damaged plan: %v", err)
	}
	empty := t.TempDir()
	if _, err := Plan(empty); !errors.Is(err, fs.ErrNotExist) || !strings.HasPrefix(err.Error(),
		"record: "+empty+" is no run folder") {
		t.Errorf("an empty folder: %v", err)
	}
}

func write(t *testing.T, name, text string) {
	t.Helper()
	need(t, os.WriteFile(name, []byte(text), 0o666))
}

// TestTornLastLine: a process that dies while it writes leaves any beginning of its line.
func TestTornLastLine(t *testing.T) {
	line := must(Encode(sample("2")))(t)
	for _, cut := range []int{1, len(line) / 2, len(line) - 1} {
		results := t.TempDir()
		s := create(t, results)
		mustAppend(t, s, 0, sample("1"))
		mustAppend(t, s, 1, sample("3"))
		closeStore(t, s)
		file := filepath.Join(s.Dir(), "records-0.jsonl")
		whole := must(os.ReadFile(file))(t)
		write(t, file, string(whole)+string(line[:cut]))

		want := fmt.Sprintf("%s: the last line is torn (%d bytes without a line end) and is dropped: its fit counts as not done", file, cut)
		fits, warnings := load(t, s.Dir())
		if len(fits) != 2 || len(warnings) != 1 || warnings[0] != want {
			t.Errorf("cut at %d: %d fits, warnings %q", cut, len(fits), warnings)
		}
		s = create(t, results) // which repairs
		if w := s.Warnings(); len(w) != 1 || w[0] != want {
			t.Errorf("cut at %d: opened with the warnings %q", cut, w)
		}
		if text, err := os.ReadFile(file); err != nil || !bytes.Equal(text, whole) {
			t.Errorf("cut at %d: the repair left %d bytes, want %d (%v)", cut, len(text), len(whole), err)
		}
		mustAppend(t, s, 0, sample("2"))
		if fits, warnings := load(t, s.Dir()); len(fits) != 3 || len(warnings) > 0 {
			t.Errorf("cut at %d: after the repair %d fits, warnings %q", cut, len(fits), warnings)
		}
	}
}

func TestGarbledLineIsNamed(t *testing.T) {
	s := create(t, t.TempDir())
	for _, n := range []string{"1", "2", "3"} {
		mustAppend(t, s, 0, sample(n))
	}
	file := filepath.Join(s.Dir(), "records-0.jsonl")
	text, err := os.ReadFile(file)
	need(t, err)
	lines := bytes.SplitAfter(text, []byte("\n"))
	copy(lines[1][10:], "######")
	write(t, file, string(bytes.Join(lines, nil)))
	_, _, err = Load(s.Dir())
	if err == nil || !strings.HasPrefix(err.Error(), "record: load: "+file+":2: record: decode: ") ||
		!strings.HasSuffix(err.Error(), "\nhint: delete the line, then the suite makes its fit again") {
		t.Errorf("a garbled line: %v", err)
	}
	if text, err := os.ReadFile(file); err != nil || len(bytes.SplitAfter(text,
		[]byte("\n"))) != len(lines) {
		t.Errorf("loading changed the file (%v)", err)
	}
}

// TestOneKeyInTwoPlaces: two rows of a table with different labels have one key and a line each.
func TestOneKeyInTwoPlaces(t *testing.T) {
	s := create(t, t.TempDir())
	for _, label := range []string{"B", "A", "B"} {
		f := sample("1")
		f.Label = label
		mustAppend(t, s, 0, f)
	}
	fits, _, err := s.Load()
	if err != nil || len(fits) != 2 || fits[0].Label != "A" || fits[1].Label != "B" {
		t.Errorf("%d fits (%v)", len(fits), err)
	}
}

func TestConcurrentAppends(t *testing.T) {
	s := create(t, t.TempDir())
	const workers, each = 4, 10
	var wg sync.WaitGroup
	for g := range 2 * workers { // two writers for each file
		wg.Go(func() {
			for i := range each {
				f := sample(fmt.Sprint(g, "-", i))
				sha, err := s.PutWeights([]float64{float64(i)}) // the same from all
				if err == nil {
					f.WeightsFile = sha
					err = s.Append(g%workers, f)
				}
				if err != nil {
					t.Error(err)
				}
			}
		})
	}
	for range 5 { // readers see whole fits only
		if _, _, err := s.Load(); err != nil {
			t.Error(err)
		}
	}
	wg.Wait()
	fits, warnings := load(t, s.Dir())
	if len(fits) != 2*workers*each || len(warnings) > 0 {
		t.Errorf("%d fits, warnings %v", len(fits), warnings)
	}
	for _, f := range fits {
		if _, err := Weights(s.Dir(), f.WeightsFile); err != nil {
			t.Error(err)
		}
	}
	if names, err := filepath.Glob(filepath.Join(s.Dir(), blob.Weights, "*")); err != nil ||
		len(names) != each {
		t.Errorf("%d files for %d different parameters: %v", len(names), each, names)
	}
}

// loaded gives the fits of a run.
func loaded(t *testing.T, dir string) []Fit {
	t.Helper()
	fits, _, err := Load(dir)
	need(t, err)
	return fits
}

// must is testkit.Must.
func must[T any](v T, err error) func(testing.TB) T { return testkit.Must(v, err) }

var need = testkit.Need
