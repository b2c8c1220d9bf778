package record

import (
	"errors"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"testing"

	"github.com/spbench/spbench/harness/internal/record/blob"
)

// other opens a run folder with another plan than create.
func other(t *testing.T) *Store {
	t.Helper()
	s := must(Create(t.TempDir(), "other", []byte(`{"plan":"other"}`)))(t)
	t.Cleanup(func() { s.Close() })
	return s
}

// weighted is a sample with weights in a store.
func weighted(t *testing.T, s *Store) Fit {
	t.Helper()
	f := scored()
	var err error
	if f.WeightsFile, err = s.PutWeights([]float64{1, 2, 3}); err != nil {
		t.Fatal(err)
	}
	mustAppend(t, s, 0, f)
	fits := loaded(t, s.Dir())
	return fits[0]
}

// TestCopyFiles: the store has all files of a copied fit, as hard links, also after the first run
// is deleted. A damaged file is left out.
func TestCopyFiles(t *testing.T) {
	from, to := create(t, t.TempDir()), other(t)
	f := weighted(t, from)
	write(t, from.LogPath(f.Key), "said\n")
	predictions := blob.File{Folder: blob.Predictions, SHA: f.Rows[0].PredictionsFile}
	write(t, predictions.Path(from.Dir()), "damaged")
	need(t, to.CopyFiles(from.Dir(), []Fit{f}, func(*Fit) string { return "new" }))
	for _, file := range f.files() {
		a := must(os.Stat(file.Path(from.Dir())))(t)
		b, err := os.Stat(file.Path(to.Dir()))
		if file == predictions {
			if err == nil {
				t.Error("a damaged file was copied")
			}
		} else if err != nil || !os.SameFile(a, b) {
			t.Errorf("%v: not the same file (%v)", file, err)
		}
	}
	if len(f.files()) != 5 {
		t.Errorf("%d files", len(f.files()))
	}
	if log, err := LogTail(to.Dir(), "new", 1); err != nil || !reflect.DeepEqual(log,
		[]string{"said"}) {
		t.Errorf("log %q, %v", log, err)
	}
	closeStore(t, from)
	need(t, os.RemoveAll(from.Dir()))
	if w, err := Weights(to.Dir(), f.WeightsFile); err != nil || w[2] != 3 {
		t.Errorf("after the first is gone: %v, %v", w, err)
	}
	fits := []Fit{f}
	if err := ReadStatistics(to.Dir(), fits); err != nil || len(fits[0].Test) != 5 {
		t.Errorf("after the first is gone: %q, %v", fits[0].Test, err)
	}
}

// TestEach: each whole line is read once, in order, also if the last line of a file is torn.
func TestEach(t *testing.T) {
	s := create(t, t.TempDir())
	var want []string
	for _, n := range []string{"1", "2", "1"} {
		mustAppend(t, s, 0, sample(n))
		want = append(want, sample(n).Key)
	}
	name := filepath.Join(s.Dir(), "records-0.jsonl")
	whole, err := os.ReadFile(name)
	need(t, err)
	write(t, name, string(whole)+string(whole[:len(whole)/2]))
	var keys []string
	err = EachFit(s.Dir(), func(f *Fit) error {
		keys = append(keys, f.Key)
		return nil
	})
	if err != nil || !slices.Equal(keys, append(want, want[0])) {
		t.Errorf("%q, %v", keys, err)
	}
}

// TestGarbage: a file that a line names is not garbage, even if a later line replaced that line. A
// line that cannot be read is an error.
func TestGarbage(t *testing.T) {
	s := create(t, t.TempDir())
	f := weighted(t, s)
	again := f
	var err error
	if again.WeightsFile, err = s.PutWeights([]float64{4}); err != nil {
		t.Fatal(err)
	}
	mustAppend(t, s, 0, again)
	orphan := must(s.PutWeights([]float64{5, 6}))(t)
	if _, _, err := Garbage(s.Dir(), true); !errors.Is(err, ErrInUse) {
		t.Errorf("garbage of a run in use: %v", err)
	}
	closeStore(t, s)
	write(t, filepath.Join(s.Dir(), blob.Statistics, ".new-1"), "12")
	write(t, filepath.Join(s.Dir(), blob.Weights, "notes.txt"), "mine")
	want := []string{blob.File{Folder: blob.Weights, SHA: orphan}.Path(s.Dir()),
		filepath.Join(s.Dir(), blob.Statistics, ".new-1")}
	for _, remove := range []bool{false, true} {
		files, bytes, err := Garbage(s.Dir(), remove)
		if err != nil || !reflect.DeepEqual(files, want) || bytes != 18 {
			t.Errorf("%q, %d bytes, %v; want %q", files, bytes, err, want)
		}
	}
	if files, _, err := Garbage(s.Dir(), true); err != nil || files != nil {
		t.Errorf("left %q, %v", files, err)
	}
	for _, sha := range []string{f.WeightsFile, again.WeightsFile} {
		if _, err := Weights(s.Dir(), sha); err != nil {
			t.Error(err)
		}
	}
	write(t, filepath.Join(s.Dir(), "records-1.jsonl"), "{}\n")
	if _, _, err := Garbage(s.Dir(), true); err == nil {
		t.Error("garbage beside a line that cannot be read")
	}
}

// TestLinksAreNotFollowed: files of another run stay if a folder of the run is a link to them.
func TestLinksAreNotFollowed(t *testing.T) {
	a, b := create(t, t.TempDir()), create(t, t.TempDir())
	f := weighted(t, a)
	closeStore(t, b)
	link := filepath.Join(b.Dir(), blob.Weights)
	need(t, os.Remove(link))
	if err := os.Symlink(filepath.Join(a.Dir(), blob.Weights), link); err != nil {
		t.Skip("SKIPPED: ", err)
	}
	if files, _, err := Garbage(b.Dir(), true); err != nil || files != nil {
		t.Errorf("garbage %q, %v", files, err)
	}
	if _, err := Weights(a.Dir(), f.WeightsFile); err != nil {
		t.Error(err)
	}
}
