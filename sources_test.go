package spbench

import (
	"encoding/json"
	"errors"
	"io"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// neither lists what the numbers of a record do not depend on though package bench
// is built with it: packages, and files of bench.
var neither = []string{
	"internal/box",     // what it keeps a learner from is none of its business
	"internal/suite",   // what it reads is in the identity of a fit, in canonical form
	"internal/record",  // keeps what it is given
	"internal/cluster", // whose a fit is does not change it
	"harness/param",    // refuses what it cannot read; what it reads is in the identity
	// The hash of the data is in the identity.
	"internal/data", "internal/format", "internal/superpixel", "internal/classify",
	"internal/bench/adopt.go", "internal/bench/box.go", "internal/bench/catalogue.go", "internal/bench/change.go", "internal/bench/claim.go", "internal/bench/copies.go", "internal/bench/cutshort.go", "internal/bench/doc.go", "internal/bench/event.go", "internal/bench/learner.go",
	"internal/bench/log.go", "internal/bench/machine.go", "internal/bench/measured.go", "internal/bench/overlap.go", "internal/bench/pair.go",
	"internal/bench/measures.go",    // which rows are what the plan wants, by their keys
	"internal/bench/plan.go",        // the splits that it draws are in the identity
	"internal/bench/predictions.go", // keeps what it is given
	"internal/bench/quick.go",       // as plan.go
	"internal/bench/reopen.go", "internal/bench/replay.go", "internal/bench/rescore.go", "internal/bench/run.go", "internal/bench/shard.go", "internal/bench/steal.go", "internal/bench/takeover.go", "internal/bench/todo.go", "internal/bench/unlike.go", "internal/bench/warnings.go", "internal/bench/written.go",
}

// Every source that bench is built with is on one side, or is known to be on neither.
func TestEverySourceHasItsSide(t *testing.T) {
	for _, file := range sourcesOfBench(t) {
		_, err := sources.Open(file)
		named := slices.Contains(neither, file) || slices.Contains(neither, path.Dir(file))
		switch {
		case err != nil && !named:
			t.Errorf("%s is on no side: embed it in sources.go (and name it in scoring, if it makes scores from what was fitted), or say in neither why no result depends on it", file)
		case err == nil && named && !prepares(file):
			t.Errorf("%s is embedded and in neither", file)
		}
	}
	for _, pattern := range scoring {
		if found, _ := filepath.Glob(pattern); len(found) == 0 {
			t.Errorf("nothing is called %s: mend scoring", pattern)
		}
	}
	for _, name := range neither {
		if _, err := os.Stat(name); err != nil {
			t.Errorf("%v: mend neither", err)
		}
	}
}

// prepares reports whether a file of package data divides or prepares data that have been read.
func prepares(file string) bool {
	return slices.Contains([]string{"mask.go", "split.go", "standardise.go", "vocabulary.go"}, strings.TrimPrefix(file, "internal/data/"))
}

// sourcesOfBench returns the files, relative to this folder, that package bench
// is built with, on any machine and without those of tests.
func sourcesOfBench(t *testing.T) (files []string) {
	t.Helper()
	out, err := exec.Command("go", "list", "-deps", "-json=Dir,Module,GoFiles,IgnoredGoFiles,CgoFiles,SFiles,HFiles,EmbedFiles", "./internal/bench").Output()
	if err != nil {
		t.Fatalf("go list: %v", err)
	}
	here, err := filepath.Abs(".")
	if err != nil {
		t.Fatal(err)
	}
	for dec := json.NewDecoder(strings.NewReader(string(out))); ; {
		var p struct {
			Dir                                                           string
			Module                                                        *struct{ Main bool }
			GoFiles, IgnoredGoFiles, CgoFiles, SFiles, HFiles, EmbedFiles []string
		}
		if err := dec.Decode(&p); errors.Is(err, io.EOF) {
			break
		} else if err != nil {
			t.Fatal(err)
		}
		if p.Module == nil || !p.Module.Main || p.Dir == here {
			continue
		}
		for _, name := range slices.Concat(p.GoFiles, p.IgnoredGoFiles, p.CgoFiles, p.SFiles, p.HFiles, p.EmbedFiles) {
			file, err := filepath.Rel(here, filepath.Join(p.Dir, name))
			if err != nil {
				t.Fatal(err)
			}
			if file = filepath.ToSlash(file); !strings.HasSuffix(file, "_test.go") {
				files = append(files, file)
			}
		}
	}
	if len(files) < 100 {
		t.Fatalf("go list found %d files", len(files))
	}
	return files
}

// What is embedded is what lies in the folders: nothing else, and tests do not count.
func TestSidesFollowTheSources(t *testing.T) {
	if FitSide() == ScoreSide() || len(FitSide()) < 64 || len(ScoreSide()) < 64 {
		t.Errorf("sides %q and %q", FitSide(), ScoreSide())
	}
	for name, want := range map[string]bool{"internal/metric/metric.go": true, "internal/bench/score.go": true, "harness/decode/map.go": true, "harness/oracle/tree.go": false, "internal/bench/tune.go": false} {
		if scores(name) != want {
			t.Errorf("%s is of the score side: %v, want %v", name, !want, want)
		}
		text, err := sources.ReadFile(name)
		if err != nil {
			t.Error(err)
			continue
		}
		disk, err := os.ReadFile(filepath.FromSlash(name))
		if err != nil || string(disk) != string(text) {
			t.Errorf("%s: what is embedded is not what is on disk (%v)", name, err)
		}
	}
}

// A reader is on no side. Caches know the sources of what they keep.
func TestReadersAreOnNoSide(t *testing.T) {
	for _, name := range []string{"internal/data/ocr.go", "internal/format/conll.go", "internal/superpixel/slic.go"} {
		if _, err := sources.ReadFile(name); err == nil {
			t.Errorf("%s is embedded", name)
		}
	}
	if _, err := derived.ReadFile("internal/superpixel/slic.go"); err != nil || len(Derived()) < 64 {
		t.Errorf("derived %q: %v", Derived(), err)
	}
}
