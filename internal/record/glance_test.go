package record

import (
	"bytes"
	"cmp"
	"os"
	"slices"
	"strings"
	"testing"
)

// TestGlance: a line is for merging what it is for all else, whatever its texts say, with a checksum or of a build without.
func TestGlance(t *testing.T) {
	trap := `","params":{","appended":"2001-01-01T00:00:00Z","weights_file":"` + strings.Repeat("0", 64)
	f := scored()
	f.Label, f.Warnings, f.DataWarnings = "a"+trap, []string{trap}, []string{trap}
	store := create(t, t.TempDir())
	mustAppend(t, store, 0, f)
	names, err := os.ReadDir(store.Dir())
	if err != nil {
		t.Fatal(err)
	}
	at := slices.IndexFunc(names, func(e os.DirEntry) bool { return strings.HasPrefix(e.Name(), "records-") })
	text, err := os.ReadFile(store.Dir() + "/" + names[at].Name())
	if err != nil {
		t.Fatal(err)
	}
	older, _, err := unsummed(bytes.TrimSpace(text))
	if err != nil {
		t.Fatal(err)
	}
	for _, line := range [][]byte{text, older} {
		f, err := Decode(line)
		if err != nil {
			t.Fatal(err)
		}
		if g, err := glanceAt(line); err != nil || g.id != f.id() || !g.appended.Equal(f.Times.Appended) {
			t.Errorf("%+v, %v", g, err)
		}
		order := func(a, b contentFile) int { return cmp.Or(cmp.Compare(a.folder, b.folder), cmp.Compare(a.sha, b.sha)) }
		want, got := f.files(), filesIn(line)
		slices.SortFunc(want, order)
		slices.SortFunc(got, order)
		if len(want) < 4 || !slices.Equal(got, want) {
			t.Errorf("files %v, want %v", got, want)
		}
	}
	damaged := bytes.Replace(text, []byte(`"outcome"`), []byte(`"outcomf"`), 1)
	if _, err := glanceAt(damaged); err == nil || !strings.Contains(err.Error(), "it is damaged") {
		t.Errorf("a damaged line: %v", err)
	}
	if _, err := glanceAt(summed(bytes.Replace(older, []byte(`"version":2`), []byte(`"version":3`), 1))); err == nil || !strings.Contains(err.Error(), "record format 3") {
		t.Errorf("a line of another version: %v", err)
	}
}

// TestMergeOfDamagedFiles: of a file that one folder has damaged the other's counts, whichever comes first; lines are copied as they are.
func TestMergeOfDamagedFiles(t *testing.T) {
	for _, first := range []int{0, 1} {
		stores := []*Store{create(t, t.TempDir()), create(t, t.TempDir())}
		var lines []string
		for i, s := range stores { // two fits with the same files
			f := scored()
			f.Split = i
			mustAppend(t, s, 0, f)
			text, err := os.ReadFile(s.Dir() + "/records-0.jsonl")
			if err != nil {
				t.Fatal(err)
			}
			lines = append(lines, string(text))
		}
		fits, _, err := Load(stores[first].Dir())
		if err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(blobPath(stores[first].Dir(), statisticsDir, fits[0].Rows[0].StatisticsFile), []byte("damaged"), 0o666); err != nil {
			t.Fatal(err)
		}
		all := create(t, t.TempDir())
		if n, _, err := all.Merge([]string{stores[0].Dir(), stores[1].Dir()}, nil); n != 2 || err != nil {
			t.Fatal(n, err)
		}
		if fits, _, err = Load(all.Dir()); err != nil || len(fits) != 2 {
			t.Fatal(len(fits), err)
		}
		if err := ReadStatistics(all.Dir(), fits); err != nil {
			t.Error(err)
		}
		if text, err := os.ReadFile(all.Dir() + "/records-0.jsonl"); err != nil || string(text) != strings.Join(lines, "") {
			t.Errorf("%v, merged\n%s\nwant\n%s", err, text, strings.Join(lines, ""))
		}
	}
}
