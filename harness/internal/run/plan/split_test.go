package plan

import (
	"crypto/sha256"
	"encoding/hex"
	"os"
	"path/filepath"
	"testing"

	"github.com/spbench/spbench/harness/internal/data"
	"github.com/spbench/spbench/harness/internal/suite"
)

// TestPublishedParts: a dataset with published parts needs no split, with path or without.
func TestPublishedParts(t *testing.T) {
	dir := t.TempDir()
	word := "1\tIt\t_\tPRON\t_\t_\t_\t_\t_\t_\n\n"
	for part, text := range map[string]string{"train": word + word, "dev": word, "test": word} {
		name := filepath.Join(dir, "ud_english_ewt", "en_ewt-ud-"+part+".conllu")
		if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(name, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	for _, dataset := range []string{
		"ud_english_ewt",
		"ud_english_ewt: {features: {linear: {seen: true}}}",
		"file: {path: {train: ud_english_ewt/en_ewt-ud-train.conllu, " +
			"dev: ud_english_ewt/en_ewt-ud-dev.conllu, test: ud_english_ewt/en_ewt-ud-test.conllu}, " +
			"templates: \"U0:%x[0,form]\", features: {linear: {seen: true}}}",
	} {
		s, err := suite.Parse("suite.yaml", []byte("learners: [crf]\ndatasets:\n  - "+dataset+"\n"))
		if err != nil {
			t.Fatalf("%s: %v", dataset, err)
		}
		o := &Options{SuiteDir: dir, DataDir: dir}
		d, err := loadDataset(&s.Datasets[0], s, o)
		if err != nil {
			t.Fatalf("%s: %v", dataset, err)
		}
		splits, err := d.drawSplits(d.Spec, 1, s)
		if err != nil || len(splits) != 1 || d.several() || !d.sameSplits() {
			t.Fatalf("%s: %d splits, %v", dataset, len(splits), err)
		}
		if x := splits[0]; len(x.Train) != 2 || len(x.Dev) != 1 || len(x.Test) != 1 {
			t.Errorf("%s: %d to train, %d dev, %d to test", dataset, len(x.Train), len(x.Dev), len(x.Test))
		}
	}
}

// TestSplitHash: an instance in any other part, or order, makes another split. Parts at the end that are
// empty do not count.
func TestSplitHash(t *testing.T) {
	known := map[string]data.Split{}
	for _, s := range []data.Split{
		{Train: []int{1, 2}, Test: []int{3}},
		{Train: []int{2, 1}, Test: []int{3}},
		{Train: []int{1, 2}, Test: []int{3}, Dev: []int{4}},
		{Train: []int{1, 2}, Test: []int{3}, Dev: []int{5}},
		{Train: []int{1, 2}, Test: []int{3}, Boxes: []int{4}},
		{Train: []int{1, 2}, Test: []int{3}, Boxes: []int{4}, Dev: []int{5}},
		{Train: []int{1, 2}, Test: []int{3}, Partial: []int{4}},
		{Train: []int{1}, Test: []int{2, 3}},
	} {
		hash := SplitHash(s)
		if other, twice := known[hash]; twice {
			t.Errorf("%+v and %+v have one hash", other, s)
		}
		known[hash] = s
	}
	want := sha256.Sum256([]byte("[[1,2],null,[3]]"))
	if got := SplitHash(data.Split{Train: []int{1, 2}, Test: []int{3}}); got != hex.EncodeToString(want[:]) {
		t.Errorf("hash %s, want %x", got, want)
	}
}
