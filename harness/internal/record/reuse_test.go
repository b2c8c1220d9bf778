package record

import (
	"os"
	"path/filepath"
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
	predictions := blob.File{Folder: blob.Predictions, SHA: f.Rows[0].PredictionsFile}
	write(t, predictions.Path(from.Dir()), "damaged")
	need(t, to.CopyFiles(from.Dir(), []Fit{f}))
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
