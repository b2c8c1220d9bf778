package record

import (
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"encoding/hex"
	"math/rand/v2"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
)

// bomb puts a file of 1 MB into a run folder and returns its name. It unpacks to more than 1 GB of zeros.
func bomb(t *testing.T, dir, folder string) (sha string) {
	t.Helper()
	zeros := make([]byte, 1<<20)
	member := must(packBlob(zeros, gzip.DefaultCompression))(t)
	sum := sha256.Sum256(zeros)
	sha = hex.EncodeToString(sum[:])
	write(t, blobPath(dir, folder, sha), string(bytes.Repeat(member, 1100)))
	return sha
}

// TestBomb: a small file unpacking to a gigabyte takes little memory and is named.
func TestBomb(t *testing.T) {
	s := create(t, t.TempDir())
	for _, folder := range []string{statisticsDir, predictionsDir, testsDir} {
		sha := bomb(t, s.Dir(), folder)
		allocated := func() uint64 {
			var m runtime.MemStats
			runtime.ReadMemStats(&m)
			return m.TotalAlloc
		}
		before := allocated()
		row := Row{StatisticsFile: sha}
		failed := map[string]error{statisticsDir: row.readStatistics(s.Dir())}
		_, failed[predictionsDir] = ReadPredictions(s.Dir(), &Row{PredictionsFile: sha})
		_, failed[testsDir] = ReadTest(s.Dir(), &Fit{TestFile: sha})
		if err := failed[folder]; err == nil || !strings.Contains(err.Error(), "1133 kB unpack to more than 35 MB") {
			t.Errorf("%s: %v", folder, err)
		}
		if took := allocated() - before; took > 16<<20 {
			t.Errorf("%s: reading it takes %d MB", folder, took>>20)
		}
		need(t, os.Remove(blobPath(s.Dir(), folder, sha)))
	}
}

// TestLargeBlobs: content comes back as it was, however well it packs.
func TestLargeBlobs(t *testing.T) {
	s := create(t, t.TempDir())
	noise := make([]byte, keptBlob+1)
	_, _ = rand.NewChaCha8([32]byte{}).Read(noise)
	for name, content := range map[string][]byte{
		"none": {}, "as much as is kept": noise[:keptBlob], "more": noise, "zeros": make([]byte, anyBlob+1),
	} {
		sha, err := s.putBlob(statisticsDir, content)
		if err != nil {
			t.Fatal(name, err)
		}
		if back, err := readBlob(s.Dir(), statisticsDir, sha); err != nil || !bytes.Equal(back, content) {
			t.Errorf("%s: %d bytes, %v", name, len(back), err)
		}
	}
}

// TestLongHead: a head is not decoded to many times its size.
func TestLongHead(t *testing.T) {
	head := "[" + strings.Repeat("{},", mostHead/3) + "{}]\n"
	if _, err := unpackStatistics([]byte(head)); err == nil || !strings.Contains(err.Error(), "1024 kB") {
		t.Error(err)
	}
}

// TestPlanIsSummed: no byte of a plan can change without it being found.
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
