package record

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/spbench/spbench/harness/internal/record/blob"
)

// TestMergeHeals: a file that is damaged or missing in one folder is copied from another folder
// with the same fit.
func TestMergeHeals(t *testing.T) {
	for name, damage := range map[string]func(path string) error{
		"damaged": func(path string) error { return os.WriteFile(path, []byte("no gzip"), 0o666) },
		"empty":   func(path string) error { return os.Truncate(path, 0) },
		"gone":    os.Remove,
	} {
		a, b, all := create(t, t.TempDir()), create(t, t.TempDir()), create(t, t.TempDir())
		f := scored()
		f.WeightsFile = ""
		for _, s := range []*Store{a, b} {
			mustAppend(t, s, 0, f)
		}
		fits := loaded(t, a.Dir())
		row := &fits[0].Rows[0]
		need(t, damage(blob.File{Folder: blob.Statistics, SHA: row.StatisticsFile}.Path(a.Dir())))
		if n, _, err := all.Merge([]string{a.Dir(), b.Dir()}, nil); n != 1 || err != nil {
			t.Fatal(n, err)
		}
		if _, err := blob.Read(all.Dir(), blob.Statistics, row.StatisticsFile); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// TestMergeOfUnknown: Merge refuses a line that this build cannot read, and leaves the folder
// readable.
func TestMergeOfUnknown(t *testing.T) {
	a, all := create(t, t.TempDir()), create(t, t.TempDir())
	mustAppend(t, all, 0, sample("1"))
	mustAppend(t, a, 0, sample("2"))
	f := sample("3")
	f.Identity["harness"] = strings.Repeat("e", 64)
	f.Key = Key(f.Identity)
	text := must(Encode(f))(t)
	object, _, err := unsummed(bytes.TrimSpace(text))
	need(t, err)
	newer := summed(bytes.Replace(object, []byte(`"outcome":`), []byte(`"later":1,"outcome":`), 1))
	closeStore(t, a)
	name := filepath.Join(a.Dir(), "records-0.jsonl")
	whole, err := os.ReadFile(name)
	if err == nil {
		err = os.WriteFile(name, append(append(whole, newer...), '\n'), 0o666)
	}
	need(t, err)
	if _, _, err := all.Merge([]string{a.Dir()}, nil); err == nil || !strings.Contains(err.Error(),
		"later") {
		t.Errorf("a line of a newer build: %v", err)
	}
	if fits, _, err := Load(all.Dir()); err != nil || len(fits) != 1 {
		t.Errorf("%d fits, %v", len(fits), err)
	}
}

// TestMergeOfDamagedFiles: if one of two copies of a file is damaged, Merge takes the other, in
// either order of the folders. It copies lines unchanged.
func TestMergeOfDamagedFiles(t *testing.T) {
	for _, first := range []int{0, 1} {
		stores := []*Store{create(t, t.TempDir()), create(t, t.TempDir())}
		var lines []string
		for i, s := range stores { // two fits with the same files
			f := scored()
			f.Split = i
			mustAppend(t, s, 0, f)
			text := must(os.ReadFile(s.Dir() + "/records-0.jsonl"))(t)
			lines = append(lines, string(text))
		}
		fits := loaded(t, stores[first].Dir())
		write(t, blob.File{Folder: blob.Statistics,
			SHA: fits[0].Rows[0].StatisticsFile}.Path(stores[first].Dir()), "damaged")
		all := create(t, t.TempDir())
		if n, _, err := all.Merge([]string{stores[0].Dir(), stores[1].Dir()}, nil); n != 2 || err != nil {
			t.Fatal(n, err)
		}
		if fits = loaded(t, all.Dir()); len(fits) != 2 {
			t.Fatal(len(fits))
		}
		if err := ReadStatistics(all.Dir(), fits); err != nil {
			t.Error(err)
		}
		if text, err := os.ReadFile(all.Dir() + "/records-0.jsonl"); err != nil ||
			string(text) != strings.Join(lines, "") {
			t.Errorf("%v, merged\n%s\nwant\n%s", err, text, strings.Join(lines, ""))
		}
	}
}
