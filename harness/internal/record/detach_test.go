package record

import (
	"math"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"github.com/spbench/spbench/harness/internal/record/blob"
)

// scored is a sample with statistics, predictions and IDs.
func scored() Fit {
	f := sample("1")
	f.Test = []string{"a", "b", "ä\n", "", "c"}
	f.Rows[0].Instances["expected"] = Statistics{Num: Numbers{1. / 3, math.Copysign(0, -1),
		math.Inf(1), 0, 2}, Den: Numbers{1, 1, 1, 0, 1}}
	f.Train = []string{"e", "f"}
	f.Rows[0].Requested = "marginals"
	f.Rows[0].Predictions = &Predictions{
		Labels:    [][]int32{{0, 25}, {}, {1}, {300}, {2}},
		Marginals: [][]float64{{.5, .5, 1, 0}, {}, {.25, .75}, {1, 0}, {1. / 3, 2. / 3}},
	}
	return f
}

// TestFilesOfARow: statistics, predictions and IDs come back from their files bit by bit, and lines
// stay short.
func TestFilesOfARow(t *testing.T) {
	s := create(t, t.TempDir())
	want := scored()
	mustAppend(t, s, 0, want)
	if want.Rows[0].Instances == nil || want.Rows[0].Predictions == nil || want.Test == nil {
		t.Error("appending took something away from its caller")
	}
	fits := loaded(t, s.Dir())
	f := &fits[0]
	row := &f.Rows[0]
	if row.Instances != nil || row.Predictions != nil || f.Test != nil || !s.HasRow(row) {
		t.Errorf("a line holds what belongs into files: %+v", f)
	}
	if Differences(*f, want) != nil {
		t.Errorf("what was read differs: %q", Differences(*f, want))
	}
	need(t, ReadStatistics(s.Dir(), fits))
	if row = &f.Rows[0]; !sameBits(row.Instances, want.Rows[0].Instances) {
		t.Errorf("statistics %v, want %v", row.Instances, want.Rows[0].Instances)
	}
	p, err := ReadPredictions(s.Dir(), row)
	if err != nil || len(p.Labels) != 5 || p.Labels[0][1] != 25 || p.Labels[3][0] != 300 ||
		p.Marginals[4][0] != 1./3 || len(p.Marginals[1]) != 0 {
		t.Errorf("predictions %+v (%v)", p, err)
	}
	if !reflect.DeepEqual(f.Test, want.Test) || !reflect.DeepEqual(f.Train, want.Train) {
		t.Errorf("instances %q and %q", f.Test, f.Train)
	}
	if ids, err := ReadTestIDs(s.Dir(), f); err != nil || !reflect.DeepEqual(ids, want.Test) {
		t.Errorf("test set %q (%v)", ids, err)
	}
	if Differences(*f, want) != nil {
		t.Error("what was read in full differs")
	}
	other := scored()
	other.Rows[0].Predictions.Labels[2][0] = 0
	row.Predictions = p
	if lines := Differences(*f, other); len(lines) != 2 || !strings.HasPrefix(
		lines[0], "decoder map labels, 1 of 5 differ, first") {
		t.Errorf("another prediction: %q", lines)
	}
	mustAppend(t, s, 0, *f)
	if files, _ := filepath.Glob(filepath.Join(s.Dir(), "*", "*.gz")); len(files) != 4 {
		t.Errorf("the same content is stored again: %q", files)
	}
}

func sameBits(a, b map[string]Statistics) bool {
	x, err := packStatistics(a)
	y, err2 := packStatistics(b)
	return err == nil && err2 == nil && string(x) == string(y)
}

// TestDamagedFiles: the error for a missing or damaged file names it, and the remedy.
func TestDamagedFiles(t *testing.T) {
	s := create(t, t.TempDir())
	mustAppend(t, s, 0, scored())
	fits := loaded(t, s.Dir())
	row := fits[0].Rows[0]
	for folder, read := range map[string]func() error{
		blob.Statistics:  func() error { return ReadStatistics(s.Dir(), fits) },
		blob.Predictions: func() error { _, err := ReadPredictions(s.Dir(), &row); return err },
	} {
		sha := map[string]string{blob.Statistics: row.StatisticsFile,
			blob.Predictions: row.PredictionsFile}[folder]
		path := blob.File{Folder: folder, SHA: sha}.Path(s.Dir())
		whole := must(os.ReadFile(path))(t)
		other := must(blob.Put(s.Dir(), folder, []byte("[]\n")))(t)
		another := must(os.ReadFile(blob.File{Folder: folder, SHA: other}.Path(s.Dir())))(t)
		for name, content := range map[string][]byte{"empty": {}, "torn": whole[:len(whole)/2],
			"no gzip": []byte("no"), "another": another} {
			write(t, path, string(content))
			if err := read(); err == nil || !strings.Contains(err.Error(), path) ||
				!strings.Contains(err.Error(), "run the suite again") {
				t.Errorf("%s, %s: %v", folder, name, err)
			}
		}
		need(t, os.Remove(path))
		if err := read(); err == nil || NewChecker(s.Dir()).has(folder, sha) {
			t.Errorf("%s is gone, but: %v", folder, err)
		}
		write(t, path, string(whole))
		fits[0].Lost = ""
		if err := read(); err != nil || !NewChecker(s.Dir()).has(folder, sha) {
			t.Errorf("%s is back: %v", folder, err)
		}
	}
}

// FuzzUnpack: content that is shorter than its head says is an error.
func FuzzUnpack(f *testing.F) {
	good := must(packStatistics(scored().Rows[0].Instances))(f)
	predictions := must(scored().Rows[0].Predictions.pack())(f)
	for _, seed := range []string{string(good), string(predictions), "[]\n", `{"instances":-1}` + "\n",
		`{"instances":1,"marginals":99999999}` + "\n\x01\x00\x00\x00\x01\x00\x00\x00",
		`[{"metric":"a","num":9223372036854775807}]` + "\n", `[{"metric":"a","num":1}]` + "\n12345678"} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, content []byte) {
		if all, err := unpackStatistics(content); err == nil {
			if again, err := packStatistics(all); err != nil {
				t.Errorf("%q cannot be written (%v)", again, err)
			}
		}
		if p, err := unpackPredictions(content); err == nil {
			if again, err := p.pack(); err != nil {
				t.Errorf("%q cannot be written (%v)", again, err)
			}
		}
	})
}
