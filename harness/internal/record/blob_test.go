package record

import (
	"bytes"
	"compress/gzip"
	"errors"
	"os"
	"path/filepath"
	"regexp"
	"runtime"
	"strings"
	"testing"

	"github.com/spbench/spbench/harness/internal/record/blob"
)

// bomb puts a file of 1 MB into a run folder and returns its name. It unpacks to more than 1 GB of
// zeros.
func bomb(t *testing.T, dir, folder string) (sha string) {
	t.Helper()
	zeros := make([]byte, 1<<20)
	var member bytes.Buffer
	w := gzip.NewWriter(&member)
	_, err := w.Write(zeros)
	need(t, errors.Join(err, w.Close()))
	sha = blob.Hash(zeros)
	write(t, blob.File{Folder: folder, SHA: sha}.Path(dir), string(bytes.Repeat(member.Bytes(), 1100)))
	return sha
}

// TestBomb: reading a small file that unpacks to a gigabyte takes bounded memory, and the error
// names the file.
func TestBomb(t *testing.T) {
	s := create(t, t.TempDir())
	for _, folder := range []string{blob.Statistics, blob.Predictions, blob.Tests} {
		sha := bomb(t, s.Dir(), folder)
		allocated := func() uint64 {
			var m runtime.MemStats
			runtime.ReadMemStats(&m)
			return m.TotalAlloc
		}
		before := allocated()
		row := Row{StatisticsFile: sha}
		failed := map[string]error{blob.Statistics: row.readStatistics(s.Dir())}
		_, failed[blob.Predictions] = ReadPredictions(s.Dir(), &Row{PredictionsFile: sha})
		_, failed[blob.Tests] = ReadTestIDs(s.Dir(), &Fit{TestFile: sha})
		if err := failed[folder]; err == nil ||
			!regexp.MustCompile(`\d+ kB unpack to more than \d+ MB`).MatchString(err.Error()) {
			t.Errorf("%s: %v", folder, err)
		}
		if took := allocated() - before; took > 16<<20 {
			t.Errorf("%s: reading it takes %d MB", folder, took>>20)
		}
		need(t, os.Remove(blob.File{Folder: folder, SHA: sha}.Path(s.Dir())))
	}
}

// TestPlanIsSummed: any changed byte of a plan is found.
func TestPlanIsSummed(t *testing.T) {
	s := create(t, t.TempDir())
	want := must(Plan(s.Dir()))(t)
	path := filepath.Join(s.Dir(), planFile)
	text := must(os.ReadFile(path))(t)
	changed := map[string][]byte{"shorter": text[:len(text)-1], "unsummed": want, "empty": nil}
	for i := range text {
		for bit := range 8 {
			flipped := bytes.Clone(text)
			flipped[i] ^= 1 << bit
			changed[string(flipped)] = flipped
		}
	}
	for name, text := range changed {
		write(t, path, string(text))
		if _, err := Plan(s.Dir()); err == nil || !strings.Contains(err.Error(), "damaged") {
			t.Errorf("%s: %v", name, err)
		}
	}
	write(t, path, string(text))
	if got, err := Plan(s.Dir()); err != nil || !bytes.Equal(got, want) {
		t.Errorf("%s, %v", got, err)
	}
	closeStore(t, s)
	need(t, os.Remove(path)) // as the error of a damaged one says
	closeStore(t, create(t, filepath.Dir(s.Dir())))
	if got, err := Plan(s.Dir()); err != nil || !bytes.Equal(got, want) {
		t.Errorf("written again: %s, %v", got, err)
	}
}
